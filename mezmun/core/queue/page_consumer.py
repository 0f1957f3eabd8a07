"""Celery's consumer of messages, as the workers need it: no delayed delivery, and nothing lost that is no reference.

Delayed delivery makes 28 queues on a broker, and is used by no task here. Of messages that Celery cannot read it drops
some, gives up others, and ends the worker at the rest: here all are given up, with a line each in the log, so that
RabbitMQ keeps them among the dead letters.
"""

import json
import logging
from collections.abc import Callable
from typing import Any, Final

from celery.worker.consumer import Consumer

from mezmun.core.queue.messages import PROCESS_TASK, VERSION, FetchReference

DELAYED_DELIVERY: Final = "celery.worker.consumer.delayed_delivery:DelayedDelivery"

log = logging.getLogger(__name__)


class PageConsumer(Consumer):  # type: ignore[misc] # Celery is untyped
    """The consumer of the workers."""

    class Blueprint(Consumer.Blueprint):  # type: ignore[misc]
        """The steps by which it starts."""

        default_steps = [step for step in Consumer.Blueprint.default_steps if step != DELAYED_DELIVERY]  # noqa: RUF012

    def create_task_handler(self, *arguments: Any) -> Callable[[Any], None]:
        """Give what receives a message: Celery gets references of pages alone, of a version that this worker reads."""
        receive = super().create_task_handler(*arguments)

        def receive_reference(message: Any) -> None:
            reference = FetchReference.from_message(message)
            if reference is None:
                self._give_up_foreign(message)
            elif reference.version > VERSION:
                log.error(
                    "fetch %d of %s is given up: its message has version %d, and this worker reads %d;"
                    " update the workers, then run `mezmun queue dead retry`",
                    *(reference.fetch_id, reference.site, reference.version, VERSION),
                    extra={"fetch": reference.fetch_id, "site": reference.site},
                )
                self._reject(message)
            else:
                _keep_reference_alone(message, reference)
                receive(message)

        return receive_reference

    def on_decode_error(self, message: Any, exc: Exception) -> None:
        """Give up a message whose body cannot be read."""
        self._give_up_foreign(message)

    def _give_up_foreign(self, message: Any) -> None:
        log.error("a message that is no reference of a page is given up: %s", message.content_type or "of no type")
        self._reject(message)

    def _reject(self, message: Any) -> None:
        message.reject_log_error(log, self.connection_errors)


def _keep_reference_alone(message: Any, reference: FetchReference) -> None:
    """Drop all else that a message says: Celery would obey it (callbacks, times, limits), or end at it."""
    message.headers = {"task": PROCESS_TASK, "id": str(message.headers.get("id"))}
    message.body = json.dumps([[], reference.to_task(), {}])
    message.content_type, message.content_encoding = "application/json", "utf-8"
