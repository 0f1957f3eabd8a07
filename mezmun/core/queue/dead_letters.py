"""References that RabbitMQ gave up on, after too many deliveries: to look at, to send again, or to drop.

Among them may be messages that another program sent here: they are no references, are never sent again, and stay until
they are dropped. So messages are handled as RabbitMQ has them: kombu would refuse to give some, and change others.

Messages are looked at by taking them without an acknowledgement: RabbitMQ gives them back to their places when the
channel closes, also when the process dies. So looking needs no room, which a queue at its limit of length has not. It
gives them back a moment after it has confirmed the close: who looked waits for that, so that the next look sees them.
Who looks at the same time sees the others alone.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from mezmun.core.error_text import first_line
from mezmun.core.errors import InvalidInputError, UnavailableError
from mezmun.core.queue.messages import FetchReference
from mezmun.core.queue.page_queue import PageQueue

DEATHS: Final = "x-death"
"""Header in which RabbitMQ tells why, and how often, a message died."""

_MOST_SECONDS_TO_COME_BACK: Final = 2.0
"""Messages that were looked at are waited for no longer: somebody else may have dropped them meanwhile."""
_SECONDS_BETWEEN_COUNTS: Final = 0.02


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """A message that was given up: why, as RabbitMQ has it (``delivery_limit``, ``rejected`` ...), and from when."""

    reference: FetchReference | None
    """None when the message is no reference: another program sent it."""
    reason: str
    died_at: str
    content_type: str
    """As its sender called it; empty when it did not."""
    size: int
    """Bytes of its body."""


def no_letter(fetch_id: int) -> InvalidInputError:
    """Make the error of who asks for a reference that was not given up."""
    return InvalidInputError(f"There is no dead letter of fetch {fetch_id}; `mezmun queue dead list` has all.")


class DeadLetters:
    """The dead-letter queue of a :class:`PageQueue`; empty on the embedded queue, which gives up nothing."""

    def __init__(self, queue: PageQueue) -> None:
        self._queue = queue

    def list(self, limit: int | None = None) -> list[DeadLetter]:
        """Give all dead letters, or the first of them, and leave them where they are.

        Raises:
            UnavailableError: the broker does not answer.
        """
        with self._messages() as messages:
            return [_letter(message) for message in islice(messages, limit)]

    def find(self, fetch_id: int) -> DeadLetter:
        """Give the dead letter of a fetch, and leave it where it is.

        Raises:
            InvalidInputError: there is none.
            UnavailableError: the broker does not answer.
        """
        letter = next((each for each in self.list() if _is_of(each.reference, fetch_id)), None)
        if letter is None:
            raise no_letter(fetch_id)
        return letter

    def retry(self, fetch_id: int | None = None) -> int:
        """Send the references again, of this fetch or all of them; give how many. What is no reference stays.

        Raises:
            UnavailableError: the broker does not answer; what was not sent is still there.
        """
        return self._remove(lambda each: each is not None and fetch_id in (None, each.fetch_id), self._queue.publish)

    def discard(self, fetch_id: int | None = None) -> int:
        """Drop the reference of this fetch, or all that is there; give how many. The fetches stay, and are found again.

        Raises:
            UnavailableError: the broker does not answer.
        """
        return self._remove(lambda each: fetch_id is None or _is_of(each, fetch_id), lambda _: None)

    def _remove(self, is_wanted: Callable[[FetchReference | None], bool], send: Callable[..., None]) -> int:
        removed = 0
        with self._messages() as messages:
            for message in messages:
                reference = FetchReference.from_message(message)
                if is_wanted(reference):
                    send(reference)
                    messages.drop(message)
                    removed += 1
        return removed

    @contextmanager
    def _messages(self) -> Iterator["_Messages"]:
        """Give the messages that are there now; those that are not dropped stay."""
        self._queue.declare()
        if self._queue.dead is None:
            yield _Messages(None, "", 0)
            return
        try:
            with self._queue.app.connection_for_write() as connection:
                channel = connection.channel()
                dead = self._queue.dead.bind(channel)
                # No more than these: a reference sent again may be given up again at once.
                messages = _Messages(channel, dead.name, dead.queue_declare(passive=True).message_count)
                yield messages
                channel.close()
                dead = self._queue.dead.bind(connection.default_channel)
                deadline = time.monotonic() + _MOST_SECONDS_TO_COME_BACK
                while dead.queue_declare(passive=True).message_count < messages.remaining:
                    if time.monotonic() > deadline:
                        break
                    time.sleep(_SECONDS_BETWEEN_COUNTS)
        except self._queue.errors() as error:
            raise UnavailableError(f"The broker does not answer ({first_line(error)}).") from error


class _Messages:
    """The first so many messages of a queue, each taken when it is asked for.

    Attributes:
        remaining: how many of them were not dropped.
    """

    def __init__(self, channel: Any, queue: str, number: int) -> None:
        self._channel, self._queue, self._number = channel, queue, number
        self.remaining = number

    def __iter__(self) -> Iterator[Any]:
        for _ in range(self._number):
            message = self._channel.basic_get(self._queue)
            if message is None:
                return
            yield message

    def drop(self, message: Any) -> None:
        """Take a message out of the queue."""
        self._channel.basic_ack(message.delivery_tag)
        self.remaining -= 1


def _letter(message: Any) -> DeadLetter:
    death: dict[str, Any] = {}
    match message.headers.get(DEATHS):
        case [dict(death), *_]:
            pass
    size = len(message.body.encode() if isinstance(message.body, str) else message.body)
    reason, died_at = str(death.get("reason", "unknown")), str(death.get("time", ""))
    return DeadLetter(
        FetchReference.from_message(message), reason, died_at, message.properties.get("content_type", ""), size
    )


def _is_of(reference: FetchReference | None, fetch_id: int) -> bool:
    return reference is not None and reference.fetch_id == fetch_id
