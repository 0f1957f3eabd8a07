"""The transport of the embedded queue: kombu's SQLAlchemy transport, whose session is left to one thread.

A channel has one SQLAlchemy session, and a session bears one thread at a time. A Celery worker takes messages in its
main thread; what a dead process of the pool held is given back by the pool's thread that found it dead, since Celery
5.7 at once (celery pull request 10263). When the two met in the session, the worker stopped ("This session is in
'prepared' state", kombu issue 1395), or the message was not given back.
"""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from json import dumps
from typing import Any

from kombu.transport import sqlalchemy
from sqlalchemy.exc import PendingRollbackError


class Channel(sqlalchemy.Channel):  # type: ignore[misc] # kombu is untyped
    """A channel on which any thread may ack and reject, while one takes messages.

    A message given back is put into the queue by the thread that takes messages, before it looks for the next one.
    Until then it counts as delivered and not acknowledged: a channel closed first gives it back like all it holds.
    """

    def __init__(self, connection: Any, **options: Any) -> None:
        super().__init__(connection, **options)
        self._given_back: deque[str] = deque()
        self._unwritten: list[tuple[str, Any]] | None = None

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Write what is published meanwhile in one transaction at its end; kombu's takes four statements a message."""
        self._unwritten = []
        try:
            yield
            self._write(self._unwritten)
        finally:
            self._unwritten = None

    def _put(self, queue: str, payload: Any, **options: Any) -> None:
        if self._unwritten is None:
            super()._put(queue, payload, **options)
        else:
            self._unwritten.append((queue, payload))

    def _write(self, messages: list[tuple[str, Any]]) -> None:
        try:
            queues = {queue: self._get_or_create(queue) for queue in {queue for queue, _ in messages}}
            self.session.add_all(self.message_cls(dumps(payload), queues[queue]) for queue, payload in messages)
            self.session.commit()
        except Exception:
            self.session.rollback()
            raise

    def basic_reject(self, delivery_tag: str, requeue: bool = False) -> None:
        """Note that the message is to go back to the queue, or forget it."""
        if requeue:
            self._given_back.append(delivery_tag)
        else:
            super().basic_reject(delivery_tag)

    def drain_events(self, timeout: float | None = None, callback: Any = None) -> Any:
        """Put back what was given back, then deliver the next message."""
        while self._given_back:
            super().basic_reject(self._given_back[0], requeue=True)
            self._given_back.popleft()  # only now: when the database is away, the message is still ours to give back
        return super().drain_events(timeout, callback)

    def _restore(self, message: Any) -> None:
        """Put a message back into its queue, and say so where a task looks for it, as RabbitMQ does."""
        message.delivery_info["redelivered"] = True
        super()._restore(message)

    def close(self) -> None:
        """Give back what is held, and the connection to the database."""
        if self._session is not None:
            self._session.close()  # kombu leaves transactions open, also that of a lost connection, which takes nothing
        super().close()


class Transport(sqlalchemy.Transport):  # type: ignore[misc]
    """kombu's, with that channel, and connected when it says so."""

    Channel = Channel
    # The second is what a poll says when it lost its connection: kombu commits all the same. Celery connects again.
    connection_errors = (*sqlalchemy.Transport.connection_errors, PendingRollbackError)

    def establish_connection(self) -> Any:
        """Connect to the database at once.

        kombu's does so with the first message: Celery would take a database that is away for connected, and try again
        without a pause, some twenty lines of its log a second.

        Raises:
            OperationalError: the database is away.
        """
        connection = super().establish_connection()
        try:
            session = self._avail_channels[-1].session
            session.connection()
            session.rollback()
        except Exception:
            self.close_connection(connection)
            raise
        return connection
