"""References that RabbitMQ gave up on, after too many deliveries: to look at, to send again, or to drop.

A message is looked at by putting it back at the end of its queue before it is taken from the front: a delivery that is
given back would count against the limit. Should the process die between the two, it is there twice, which is harmless.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, Final

from kombu import Message, Producer

from mezmun.core.errors import InvalidInputError, UnavailableError
from mezmun.core.queue.messages import FetchReference
from mezmun.core.queue.page_queue import PageQueue

DEATHS: Final = "x-death"
"""Header in which RabbitMQ tells why, and how often, a message died."""


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """A reference that was given up: why, as RabbitMQ has it (``delivery_limit``, ``rejected`` ...), and from when."""

    reference: FetchReference
    reason: str
    died_at: str


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
        letters = []
        with self._messages() as messages:
            for message, put_back in islice(messages, limit):
                letters.append(_letter(message))
                put_back()
                message.ack()
        return letters

    def find(self, fetch_id: int) -> DeadLetter:
        """Give the dead letter of a fetch, and leave it where it is.

        Raises:
            InvalidInputError: there is none.
            UnavailableError: the broker does not answer.
        """
        letter = next((each for each in self.list() if each.reference.fetch_id == fetch_id), None)
        if letter is None:
            raise no_letter(fetch_id)
        return letter

    def retry(self, fetch_id: int | None = None) -> int:
        """Send the references again, of this fetch or all of them; give how many.

        Raises:
            UnavailableError: the broker does not answer; what was not sent is still there.
        """
        return self._remove(fetch_id, self._queue.publish)

    def discard(self, fetch_id: int | None = None) -> int:
        """Drop the references, of this fetch or all of them; give how many. The fetches stay, and are found again.

        Raises:
            UnavailableError: the broker does not answer.
        """
        return self._remove(fetch_id, lambda _: None)

    def _remove(self, fetch_id: int | None, send: Any) -> int:
        removed = 0
        with self._messages() as messages:
            for message, put_back in messages:
                reference = _letter(message).reference
                if fetch_id in (None, reference.fetch_id):
                    send(reference)
                    removed += 1
                else:
                    put_back()
                message.ack()
        return removed

    @contextmanager
    def _messages(self) -> Iterator[Iterator[tuple[Message, Any]]]:
        """Give the messages that are there now, each with a function that puts it back at the end."""
        self._queue.declare()
        if self._queue.dead is None:
            yield iter(())
            return
        try:
            with self._queue.app.connection_for_write() as connection:
                channel = connection.default_channel
                dead = self._queue.dead.bind(channel)
                producer = Producer(channel, exchange=dead.exchange)

                def each() -> Iterator[tuple[Message, Any]]:
                    for _ in range(dead.queue_declare(passive=True).message_count):
                        message = dead.get(no_ack=False)
                        if message is None:
                            return
                        yield message, partial(_put_back, producer, message)

                yield each()
        except self._queue.errors() as error:
            raise UnavailableError(f"The broker does not answer ({str(error).partition(chr(10))[0]}).") from error


def _put_back(producer: Producer, message: Message) -> None:
    producer.publish(
        message.body,
        routing_key=message.delivery_info["routing_key"],
        headers=message.headers,
        content_type=message.content_type,
        content_encoding=message.content_encoding,
        delivery_mode=2,
        mandatory=True,
    )


def _letter(message: Message) -> DeadLetter:
    fields = message.payload[1]
    deaths = message.headers.get(DEATHS) or [{}]
    reference = FetchReference(int(fields["fetch_id"]), str(fields["site"]))
    return DeadLetter(reference, str(deaths[0].get("reason", "unknown")), str(deaths[0].get("time", "")))
