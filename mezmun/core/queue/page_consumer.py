"""Celery's consumer of messages, as the workers need it: no delayed delivery, and nothing lost that is no reference.

Delayed delivery makes 28 queues on a broker, and is used by no task here. Of messages that Celery cannot read it drops
some, and gives up others: here all are given up, so that RabbitMQ keeps them among the dead letters.
"""

import logging
from typing import Any, Final

from celery.worker.consumer import Consumer

DELAYED_DELIVERY: Final = "celery.worker.consumer.delayed_delivery:DelayedDelivery"

log = logging.getLogger(__name__)


class PageConsumer(Consumer):  # type: ignore[misc] # Celery is untyped
    """The consumer of the workers."""

    class Blueprint(Consumer.Blueprint):  # type: ignore[misc]
        """The steps by which it starts."""

        default_steps = [step for step in Consumer.Blueprint.default_steps if step != DELAYED_DELIVERY]  # noqa: RUF012

    def on_decode_error(self, message: Any, exc: Exception) -> None:
        """Give up a message whose body cannot be read."""
        self._give_up(message)

    def on_unknown_message(self, body: object, message: Any) -> None:
        """Give up a message that names no task."""
        self._give_up(message)

    def on_unknown_task(self, body: object, message: Any, exc: Exception) -> None:
        """Give up a message that names a task of another program."""
        self._give_up(message)

    def on_invalid_task(self, body: object, message: Any, exc: Exception) -> None:
        """Give up a message that names our task, and is none."""
        self._give_up(message)

    def _give_up(self, message: Any) -> None:
        log.error("a message that is no reference of a page is given up: %s", message.content_type or "of no type")
        message.reject_log_error(log, self.connection_errors)
