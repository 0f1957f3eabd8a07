"""Events on RabbitMQ: a fanout exchange for queues of one's own, and a stream that keeps the last of them."""

from collections.abc import Sequence
from typing import Any, Final

import orjson
from kombu import Connection, Exchange, Producer, Queue
from kombu.exceptions import OperationalError

from dashboard.push.delivery import NotDeliveredError

STREAM_BYTES: Final = 5_000_000_000
"""What the stream keeps: some million documents. Who needs older ones reads the feed."""
TIMEOUT: Final = 30.0
"""Seconds that RabbitMQ has to confirm an event."""
_MEDIA_TYPE: Final = "application/cloudevents+json"


class FanoutExchange:
    """The exchange ``PREFIX.documents`` of a broker, and the stream of that name bound to it."""

    def __init__(self, broker_url: str, prefix: str) -> None:
        # Without tries of its own: the delivery tries again, and logs that it waits.
        options = {"confirm_publish": True, "max_retries": 0}
        self._connection = Connection(broker_url, transport_options=options, connect_timeout=10)
        self._exchange = Exchange(f"{prefix}.documents", type="fanout", durable=True)
        self._stream = Queue(
            f"{prefix}.documents",
            self._exchange,
            durable=True,
            queue_arguments={"x-queue-type": "stream", "x-max-length-bytes": STREAM_BYTES},
        )
        self._producer: Producer | None = None

    def send(self, events: Sequence[dict[str, Any]]) -> None:
        """Publish events in order; each is confirmed by the broker.

        Raises:
            NotDeliveredError: the broker is away, does not confirm one, or has no queue for it, as when the stream was
                deleted, which is made anew before the next try; those before it may be there.
        """
        try:
            if self._producer is None:
                self._producer = Producer(self._connection.default_channel, self._exchange)
                self._stream(self._connection.default_channel).declare()
            for event in events:
                self._producer.publish(
                    orjson.dumps(event),
                    content_type=_MEDIA_TYPE,
                    content_encoding="utf-8",
                    message_id=event["id"],
                    type=event["type"],
                    delivery_mode=2,
                    timeout=TIMEOUT,
                    mandatory=True,  # else RabbitMQ confirms an event that no queue takes, and drops it
                )
        except (OperationalError, *self._connection.connection_errors, *self._connection.channel_errors) as error:
            self.close()
            raise NotDeliveredError(type(error).__name__) from None

    def close(self) -> None:
        """Close the connection; the next event opens it again."""
        self._producer = None
        self._connection.close()
