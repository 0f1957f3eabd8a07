"""The queue of dead letters is made anew on a real RabbitMQ, and loses none whatever stops it."""

import amqp
import pytest

from mezmun.core.errors import UnavailableError
from mezmun.core.queue import topology
from mezmun.core.queue.dead_letters import DeadLetters
from mezmun.core.queue.messages import FetchReference
from mezmun.core.queue.page_queue import PageQueue
from tests.mezmun.core.queue.test_dead_letters import FOREIGN

FETCHES = [1, 2, 3]


@pytest.fixture
def dead_name(broker_url, queue_prefix):
    """The queue of an earlier version, with three references that were given up, and a message of another program."""
    queue = PageQueue(broker_url, queue_prefix)
    queue.declare()
    queue.publish(*(FetchReference(fetch_id, "site") for fetch_id in FETCHES))
    with queue.app.connection_for_write() as connection:
        channel = connection.default_channel
        for message in [channel.basic_get(f"{queue_prefix}.pages") for _ in FETCHES]:
            channel.basic_publish(message, exchange=f"{queue_prefix}.dead", routing_key="x", mandatory=True)
        channel.basic_publish(FOREIGN["no JSON"], exchange=f"{queue_prefix}.dead", routing_key="x", mandatory=True)
    return queue.dead.name


@pytest.fixture
def newer(dead_name, broker_url, queue_prefix, monkeypatch):
    """The queue of a version with other limits."""
    monkeypatch.setattr(topology, "MOST_DEAD_LETTERS", 50)
    return PageQueue(broker_url, queue_prefix)


def fetches(queue):
    """Give the numbers of the fetches of all dead letters, 0 for the message of another program."""
    return sorted(letter.reference.fetch_id if letter.reference else 0 for letter in DeadLetters(queue).list())


def test_dead_letters_are_moved_as_they_are(newer, dead_name):
    with pytest.raises(UnavailableError, match="`mezmun queue rebuild`"):
        newer.declare()
    newer.rebuild()
    assert fetches(newer) == [0, *FETCHES]
    with newer.app.connection_for_write() as connection:
        channel = connection.channel()
        channel.auto_decode = False
        messages = [channel.basic_get(dead_name) for _ in range(4)]
    assert [message.body for message in messages][-1] == FOREIGN["no JSON"].body
    assert messages[-1].properties["message_id"] == "7"
    assert DeadLetters(newer).retry() == 3


def test_dead_letters_stay_where_their_queue_has_the_right_limits(broker_url, queue_prefix, dead_name, monkeypatch):
    monkeypatch.setattr(topology, "MOST_REFERENCES", 50)
    newer = PageQueue(broker_url, queue_prefix)
    newer.rebuild()
    assert fetches(newer) == [0, *FETCHES]


@pytest.mark.parametrize("step", range(0, 60, 2))
def test_a_rebuild_that_is_stopped_loses_nothing_and_is_completed_by_the_next(newer, monkeypatch, step):
    """Each of its calls of the broker is once the one at which it ends, before the broker has it."""
    calls, real = [], amqp.Channel.send_method

    def stop_at(self, method, *arguments, **options):
        calls.append(method)
        if len(calls) == step + 1:
            raise ConnectionResetError("gone")
        return real(self, method, *arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr(amqp.Channel, "send_method", stop_at)
        try:
            newer.rebuild()
        except UnavailableError as error:
            assert "`mezmun queue rebuild`" in str(error) or "does not answer" in str(error)  # noqa: PT017
    newer.rebuild()
    assert set(fetches(newer)) == {0, *FETCHES}
    assert len(fetches(newer)) <= 5
