"""What a real RabbitMQ has when the queues are declared; each test is of a trap that costs pages or time."""

import pytest
from kombu import Connection

from mezmun.core.errors import UnavailableError
from mezmun.core.queue import topology
from mezmun.core.queue.messages import PROCESS_TASK, FetchReference
from mezmun.core.queue.page_queue import PageQueue


@pytest.fixture
def full_queue(broker_url, queue_prefix, monkeypatch):
    """A queue that has room for no more."""
    monkeypatch.setattr(topology, "MOST_REFERENCES", 2)
    queue = PageQueue(broker_url, queue_prefix)
    queue.declare()
    for fetch_id in range(20):  # a quorum queue takes a few more than its limit
        try:
            queue.publish(FetchReference(fetch_id, "site"))
        except UnavailableError:
            return queue
    pytest.fail("the queue refuses nothing")


def test_the_exchanges_are_topic_exchanges_and_not_direct_ones(broker_url, queue_prefix):
    PageQueue(broker_url, queue_prefix).declare()
    for name in (queue_prefix, f"{queue_prefix}.dead"):
        with Connection(broker_url) as connection, pytest.raises(connection.channel_errors, match="current is 'topic'"):
            connection.default_channel.exchange_declare(name, "direct", durable=True, auto_delete=False)


def test_a_full_queue_refuses_and_keeps_what_it_has(full_queue):
    waiting = full_queue.declare()
    with pytest.raises(UnavailableError, match="fetch 77"):
        full_queue.publish(FetchReference(77, "site"))
    assert full_queue.declare() == waiting >= 2


def test_without_confirms_a_full_queue_loses_references_without_a_word(full_queue, broker_url, queue_prefix):
    waiting = full_queue.declare()
    unconfirmed = PageQueue(broker_url, queue_prefix)
    unconfirmed.app.conf.broker_transport_options = {}
    unconfirmed.publish(FetchReference(77, "site"))
    assert full_queue.declare() == waiting


def test_without_mandatory_a_missing_queue_loses_references_without_a_word(broker_url, queue_prefix):
    queue = PageQueue(broker_url, queue_prefix)
    queue.declare()
    queue.publish(FetchReference(1, "site"))  # Celery has declared the queue by now, and will not do so again
    with Connection(broker_url) as connection:
        connection.default_channel.queue_delete(f"{queue_prefix}.pages")
    queue.app.send_task(PROCESS_TASK, kwargs=FetchReference(2, "site").to_task())
    assert queue.declare() == 0


def test_rebuilt_queues_have_this_versions_limits(broker_url, queue_prefix, monkeypatch):
    queue = PageQueue(broker_url, queue_prefix)
    queue.declare()
    monkeypatch.setattr(topology, "MOST_REFERENCES", 5)
    newer = PageQueue(broker_url, queue_prefix)
    with pytest.raises(UnavailableError, match="`mezmun queue rebuild`"):
        newer.declare()
    newer.rebuild()
    assert newer.declare() == 0
