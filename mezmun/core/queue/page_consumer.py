"""Celery's consumer without its delayed delivery, which makes 28 queues on a broker and is used by no task here."""

from typing import Final

from celery.worker.consumer import Consumer

DELAYED_DELIVERY: Final = "celery.worker.consumer.delayed_delivery:DelayedDelivery"


class PageConsumer(Consumer):  # type: ignore[misc] # Celery is untyped
    """The consumer of the workers."""

    class Blueprint(Consumer.Blueprint):  # type: ignore[misc]
        """The steps by which it starts."""

        default_steps = [step for step in Consumer.Blueprint.default_steps if step != DELAYED_DELIVERY]  # noqa: RUF012
