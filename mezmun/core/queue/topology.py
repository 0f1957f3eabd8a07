"""What stands on RabbitMQ: exchanges, queues and their limits. The one place that knows their arguments.

Every queue is a quorum queue, which survives the loss of a machine, and refuses what is too much for it: a publisher is
told, and the sweep sends the reference later. A queue that dropped its oldest references would tell nobody.

There is one queue of work. What is slow is sent by the sweep one at a time, and what can wait (pages that are read
again with another version) is sent some hundred at a time while the queue is short: so neither holds up new pages, the
embedded queue does the same, and a lost broker loses no order of theirs, for what is due stands in the database.
"""

from typing import Any, Final

from kombu import Exchange, Queue

DELIVERY_LIMIT: Final = 10
"""Deliveries before RabbitMQ dead-letters a message: the outer guard behind the attempts counted per fetch, which
give a page that kills its worker an outcome. Higher than those, because stopping a worker counts as a delivery too."""

MOST_REFERENCES: Final = 1_000_000
"""References that may wait: about 1 GB on a broker, and hours of work. Crawlers stop long before."""

MOST_DEAD_LETTERS: Final = 100_000
"""References given up that may wait for an operator; more stay where they are until there is room."""

LOOKS_AT_DEAD_LETTERS: Final = 1_000_000_000
"""Deliveries of a dead letter: each look is one, and RabbitMQ's own limit (20 from version 4 on) would drop it."""

EXCHANGE_TYPE: Final = "topic"
"""On Celery's default, a direct exchange, one delayed task holds up the immediate ones."""


def pages_queue(prefix: str) -> Queue:
    """Give the queue of references on RabbitMQ, with its exchange."""
    arguments = _limited(MOST_REFERENCES) | {
        "x-delivery-limit": DELIVERY_LIMIT,
        "x-dead-letter-exchange": f"{prefix}.dead",
        "x-dead-letter-routing-key": name_of_pages(prefix),
        "x-dead-letter-strategy": "at-least-once",
    }
    return _queue(name_of_pages(prefix), prefix, name_of_pages(prefix), arguments)


def dead_queue(prefix: str) -> Queue:
    """Give the queue of references that were given up, with its exchange."""
    arguments = _limited(MOST_DEAD_LETTERS) | {"x-delivery-limit": LOOKS_AT_DEAD_LETTERS}
    return _queue(f"{name_of_pages(prefix)}.dead", f"{prefix}.dead", "#", arguments)


def spare_queue(dead: str) -> Queue:
    """Give the queue where dead letters wait while their own, of this name, is made anew; it refuses none."""
    arguments = {"x-queue-type": "quorum", "x-delivery-limit": LOOKS_AT_DEAD_LETTERS}
    return Queue(f"{dead}.moved", queue_arguments=arguments)


def embedded_queue(prefix: str) -> Queue:
    """Give the queue of references of the embedded broker, which knows no limits."""
    return _queue(name_of_pages(prefix), prefix, name_of_pages(prefix), {})


def name_of_pages(prefix: str) -> str:
    """Name the queue of references; it is also the routing key of the references."""
    return f"{prefix}.pages"


def _limited(length: int) -> dict[str, Any]:
    return {"x-queue-type": "quorum", "x-max-length": length, "x-overflow": "reject-publish"}


def _queue(name: str, exchange: str, routing_key: str, arguments: dict[str, Any]) -> Queue:
    return Queue(
        name,
        exchange=Exchange(exchange, type=EXCHANGE_TYPE, durable=True),
        routing_key=routing_key,
        queue_arguments=arguments,
    )
