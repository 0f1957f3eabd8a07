"""The broker as crawler and workers share it: the Celery app over one queue of references, and how one is published.

On RabbitMQ: a quorum queue on a *topic* exchange (on Celery's default direct exchange one delayed task holds up the
immediate ones), a delivery limit with a dead-letter queue (a page that kills its worker must not come back for ever),
publisher confirms and ``mandatory`` (without them RabbitMQ drops messages with no error). On the embedded default:
kombu's SQLAlchemy transport (see ``services.kombu_transport``), which knows none of these; there the sweep and the
attempts counted per fetch do the work.
"""

from typing import Any, Final

from celery import Celery
from kombu import Exchange, Queue
from kombu.exceptions import OperationalError
from kombu.transport import TRANSPORT_ALIASES

from mezmun.core.errors import UnavailableError
from mezmun.core.messages import PROCESS_TASK, FetchReference

EMBEDDED_SCHEME: Final = "mezmun"
"""Of a broker URL for the embedded queue's transport, as kombu's ``sqla`` in ``sqla+postgresql+psycopg2://…``."""
TRANSPORT_ALIASES[EMBEDDED_SCHEME] = "services.kombu_transport:Transport"  # kombu imports it when such a URL is used

DELIVERY_LIMIT: Final = 10
"""Deliveries before RabbitMQ dead-letters a message: the outer guard behind the attempts counted per fetch, which
give a page that kills its worker an outcome. Higher than those, because stopping a worker counts as a delivery too."""

PUBLISH_RETRIES: Final = {"max_retries": 3, "interval_start": 0.2, "interval_step": 0.5, "interval_max": 2.0}
"""About two seconds of trying; after that the fetch row stands and the sweep sends it later."""


class PageQueue:
    """The queue of fetched pages on one broker; connects when first used, once per process.

    Args:
        broker_url: ``amqp://…`` for RabbitMQ, ``sqla+postgresql+psycopg2://…`` for the embedded queue.
        prefix: first part of the names on the broker, so that installations can share one.

    Attributes:
        app: the Celery app, on which the workers register their task.
        dead: the queue of the references that were given up; None on the embedded queue.
    """

    def __init__(self, broker_url: str, prefix: str = "mezmun") -> None:
        self._pages = f"{prefix}.pages"
        self.dead: Queue | None = None
        arguments: dict[str, Any] = {}
        options: dict[str, Any] = {"pool_pre_ping": True}
        if broker_url.startswith("amqp"):
            self.dead = Queue(
                f"{self._pages}.dead",
                exchange=Exchange(f"{prefix}.dead", type="topic", durable=True),
                routing_key="#",
                queue_arguments={"x-queue-type": "quorum"},
            )
            arguments = {
                "x-queue-type": "quorum",
                "x-delivery-limit": DELIVERY_LIMIT,
                "x-dead-letter-exchange": self.dead.exchange.name,
                "x-dead-letter-routing-key": self._pages,
            }
            options = {"confirm_publish": True}
        elif broker_url.startswith("sqla+"):
            broker_url = EMBEDDED_SCHEME + broker_url.removeprefix("sqla")
        exchange = Exchange(prefix, type="topic", durable=True)
        self.app = Celery("mezmun", broker=broker_url, set_as_current=False)
        self.app.conf.update(
            task_queues=[Queue(self._pages, exchange=exchange, routing_key=self._pages, queue_arguments=arguments)],
            task_default_queue=self._pages,
            task_default_exchange=prefix,
            task_default_exchange_type="topic",
            task_default_routing_key=self._pages,
            task_create_missing_queues=False,
            task_serializer="json",
            accept_content=["json"],
            task_ignore_result=True,
            task_publish_retry_policy=PUBLISH_RETRIES,
            broker_transport_options=options,
            broker_connection_retry_on_startup=True,
            broker_connection_timeout=5,
            worker_consumer="mezmun.core.page_consumer:PageConsumer",
        )

    def declare(self) -> int:
        """Make the queues if they are not there, and count the references that wait (not those a worker holds).

        Raises:
            UnavailableError: the broker does not answer.
        """
        try:
            with self.app.connection_for_write() as connection:
                channel = connection.default_channel
                if self.dead is not None:
                    self.dead.bind(channel).declare()
                pages = self.app.conf.task_queues[0].bind(channel)
                pages.declare()
                return int(pages.queue_declare(passive=True).message_count)
        except self.errors() as error:
            message = f"The broker does not answer ({_first_line(error)}). Start it, or mend MEZMUN_BROKER_URL."
            raise UnavailableError(message) from error

    def delete(self) -> None:
        """Delete the queues and exchanges with all that is in them.

        Raises:
            UnavailableError: the broker does not answer.
        """
        try:
            with self.app.connection_for_write() as connection:
                channel = connection.default_channel
                for queue in filter(None, (*self.app.conf.task_queues, self.dead)):
                    channel.queue_delete(queue.name)
                    channel.exchange_delete(queue.exchange.name)
        except self.errors() as error:
            raise UnavailableError(f"The queues cannot be deleted: {_first_line(error)}.") from error

    def publish(self, reference: FetchReference) -> None:
        """Send one reference and wait until the broker has it.

        Raises:
            UnavailableError: the broker does not answer or did not take the message; the sweep will send it again.
        """
        try:
            self.app.send_task(PROCESS_TASK, kwargs=reference.to_task(), mandatory=True)
        except self.errors() as error:
            message = f"The broker did not take the reference of fetch {reference.fetch_id}: {_first_line(error)}"
            raise UnavailableError(message) from error

    def errors(self) -> tuple[type[Exception], ...]:
        """Give what the broker's client raises when the broker is away or refuses."""
        transport = self.app.connection_for_write().transport
        return (OperationalError, *transport.connection_errors, *transport.channel_errors)


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]
