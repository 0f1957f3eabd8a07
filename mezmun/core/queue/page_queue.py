"""The broker as crawler and workers share it: the Celery app over one queue of references, and how one is published.

On RabbitMQ: a quorum queue on a *topic* exchange (on Celery's default direct exchange one delayed task holds up the
immediate ones), a delivery limit with a dead-letter queue (a page that kills its worker must not come back for ever),
publisher confirms and ``mandatory`` (without them RabbitMQ drops messages with no error). On the embedded default:
kombu's SQLAlchemy transport (see ``services.kombu_transport``), which knows none of these; there the search for
lost references and the attempts counted per fetch do the work.
"""

from collections.abc import Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, Final

from celery import Celery
from kombu.exceptions import OperationalError
from kombu.transport import TRANSPORT_ALIASES

from mezmun.core.error_text import first_line
from mezmun.core.errors import UnavailableError
from mezmun.core.queue import dead_letter_queue, topology
from mezmun.core.queue.dead_letter_queue import CONFIRM_SECONDS, PRECONDITION_FAILED
from mezmun.core.queue.messages import PROCESS_TASK, FetchReference

if TYPE_CHECKING:
    from kombu import Queue

EMBEDDED_SCHEME: Final = "mezmun"
"""Of a broker URL for the embedded queue's transport, as kombu's ``sqla`` in ``sqla+postgresql+psycopg2://…``."""
TRANSPORT_ALIASES[EMBEDDED_SCHEME] = "services.kombu_transport:Transport"  # kombu imports it when such a URL is used

REFUSALS: Final = {403, 530}
"""What RabbitMQ answers to a wrong user or password, and to a virtual host that is not there or not the user's."""

PUBLISH_RETRIES: Final = {"max_retries": 3, "interval_start": 0.2, "interval_step": 0.5, "interval_max": 2.0}
"""About two seconds of trying where a connection breaks; then the fetch row stands, and the workers send it later."""

CONNECT_RETRIES: Final = {"max_retries": 1, "interval_start": 0.2}
"""Of making a connection: with kombu's own retries each command waits six seconds for a broker that is away, and each
page of a crawl too. Workers wait for it without end, by a setting of Celery."""


class RefusedLoginError(UnavailableError):
    """The broker answers, and does not let in who the broker URL names: waiting does not help."""


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
        self.dead: Queue | None = None
        self._queue = topology.embedded_queue(prefix)
        options: dict[str, Any] = {"pool_pre_ping": True}
        if broker_url.startswith("amqp"):
            self.dead = topology.dead_queue(prefix)
            self._queue = topology.pages_queue(prefix)
            options = {"confirm_publish": True, **CONNECT_RETRIES}
        elif broker_url.startswith("sqla+"):
            broker_url = EMBEDDED_SCHEME + broker_url.removeprefix("sqla")
        self.app = Celery("mezmun", broker=broker_url, set_as_current=False)
        self.app.conf.update(
            task_queues=[self._queue],
            task_default_queue=self._queue.name,
            task_default_exchange=self._queue.exchange.name,
            task_default_exchange_type=self._queue.exchange.type,
            task_default_routing_key=self._queue.routing_key,
            task_create_missing_queues=False,
            task_serializer="json",
            accept_content=["json"],
            task_ignore_result=True,
            task_publish_retry_policy=PUBLISH_RETRIES,
            broker_transport_options=options,
            broker_connection_retry_on_startup=True,
            broker_connection_max_retries=None,  # after Celery's own hundred, 46 minutes, a worker would give up
            broker_connection_timeout=5,
            worker_consumer="mezmun.core.queue.page_consumer:PageConsumer",
        )

    def declare(self) -> int:
        """Make the queues if they are not there, and count the references that wait (not those a worker holds).

        Raises:
            RefusedLoginError: user, password or virtual host is wrong.
            UnavailableError: the broker does not answer, or a queue is there with other limits.
        """
        try:
            with self.app.connection_for_write() as connection:
                channel = connection.default_channel
                for queue in filter(None, (self.dead, self._queue)):
                    queue.bind(channel).declare()
                return int(self._queue.bind(channel).queue_declare(passive=True).message_count)
        except self.errors() as error:
            code = getattr(error, "reply_code", None)
            if code in REFUSALS:
                raise RefusedLoginError(
                    f"The broker lets nobody in as MEZMUN_BROKER_URL says ({first_line(error)})."
                    " Mend user, password or virtual host there."
                ) from error
            if code == PRECONDITION_FAILED:
                raise UnavailableError(
                    f"A queue is there with other limits than this version's ({first_line(error)})."
                    " `mezmun queue rebuild` makes it anew; no page is lost."
                ) from error
            message = f"The broker does not answer ({first_line(error)}). Start it, or mend MEZMUN_BROKER_URL."
            raise UnavailableError(message) from error

    def delete(self) -> None:
        """Delete the queues and exchanges with all that is in them.

        Raises:
            UnavailableError: the broker does not answer.
        """
        try:
            with self.app.connection_for_write() as connection:
                channel = connection.default_channel
                for queue in filter(None, (self._queue, self.dead)):
                    channel.queue_delete(queue.name)
                    channel.exchange_delete(queue.exchange.name)
        except self.errors() as error:
            raise UnavailableError(f"The queues cannot be deleted: {first_line(error)}.") from error

    def rebuild(self) -> None:
        """Make the queues anew, with this version's limits.

        The references that waited are found, and sent again. Dead letters stay.

        Raises:
            UnavailableError: the broker does not answer; nothing is lost, and the next call goes on.
        """
        connection = self.app.connection_for_write()
        try:
            with connection:
                connection.default_channel.queue_delete(self._queue.name)
                if self.dead is not None:
                    dead_letter_queue.rebuild(connection, self.dead, topology.spare_queue(self.dead.name))
        except (*self.errors(), *connection.recoverable_connection_errors) as error:
            reason = first_line(error) or "a queue takes no more"  # of which the client says nothing
            raise UnavailableError(
                f"The queues are not made anew yet ({reason}). No dead letter is lost, but those in the spare queue are"
                " not listed until `mezmun queue rebuild` has come to its end: run it again."
            ) from error
        self.declare()

    def publish(self, *references: FetchReference) -> None:
        """Send references and wait until the broker has them; the embedded queue takes them in one transaction.

        Raises:
            UnavailableError: the broker does not answer or did not take them all; the workers will send the rest again.
        """
        if not references:
            return
        try:
            with self.app.producer_or_acquire() as producer:
                send = producer.connection.ensure(producer, self._send, **PUBLISH_RETRIES)
                send(producer, references)
        except self.errors() as error:
            more = f" and {len(references) - 1} more" if len(references) > 1 else ""
            about = f"fetch {references[0].fetch_id}{more}"
            message = f"The broker did not take the reference of {about}: {first_line(error)}."
            raise UnavailableError(message) from error

    def _send(self, producer: Any, references: Sequence[FetchReference]) -> None:
        with getattr(producer.channel, "transaction", nullcontext)():
            for reference in references:
                self.app.send_task(
                    PROCESS_TASK,
                    kwargs=reference.to_task(),
                    mandatory=True,
                    confirm_timeout=CONFIRM_SECONDS,
                    producer=producer,
                )

    def errors(self) -> tuple[type[Exception], ...]:
        """Give what the broker's client raises when the broker is away or refuses."""
        transport = self.app.connection_for_write().transport
        return (OperationalError, *transport.connection_errors, *transport.channel_errors)
