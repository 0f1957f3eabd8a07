"""Making the queue of dead letters anew, with other limits, without losing one of them.

RabbitMQ changes no queue that is there, so the letters wait in a spare queue meanwhile. Each is acknowledged in one
queue only after the other has confirmed it: whatever stops the move, a letter is in one of the two, and the next
call goes on. One that was in hand may then be there twice.
"""

from typing import Any, Final

from kombu import Connection, Queue

PRECONDITION_FAILED: Final = 406
"""What RabbitMQ answers to who declares a queue that is there with other arguments (AMQP 0-9-1, 1.2)."""

CONFIRM_SECONDS: Final = 30.0
"""Until a broker that took a message and does not confirm it counts as away: one that hangs keeps its connections."""


def rebuild(connection: Connection, dead: Queue, spare: Queue) -> None:
    """Give a queue its limits, and leave in it what was in it or in the spare queue, which is removed.

    Args:
        connection: to the broker; it has to confirm what it takes.
        dead: the queue of dead letters, with the limits that it shall have.
        spare: where they wait meanwhile; it refuses none.

    Raises:
        connection.connection_errors, .channel_errors, .recoverable_connection_errors: the broker does not answer, or a
            queue takes no more. Nothing is lost.
    """
    channel = connection.channel()
    channel.auto_decode = False  # the bytes of other programs' messages stay what they are
    spare.bind(channel).declare()
    if _has_other_limits(connection, dead):
        _move(channel, dead, spare)
        channel.queue_delete(dead.name)
        dead.bind(channel).declare()
    _move(channel, spare, dead)
    channel.queue_delete(spare.name)


def _has_other_limits(connection: Connection, queue: Queue) -> bool:
    """Declare a queue, and say whether one is there with other limits."""
    channel = connection.channel()  # a refusal closes it
    try:
        queue.bind(channel).declare()
    except connection.channel_errors as error:
        if getattr(error, "reply_code", None) != PRECONDITION_FAILED:
            raise
        return True
    channel.close()
    return False


def _move(channel: Any, source: Queue, target: Queue) -> None:
    """Move all messages from one queue to the end of another, as they are."""
    while (message := channel.basic_get(source.name)) is not None:
        channel.basic_publish(
            message, exchange="", routing_key=target.name, mandatory=True, confirm_timeout=CONFIRM_SECONDS
        )
        channel.basic_ack(message.delivery_tag)
