"""References given up by a real RabbitMQ."""

import time

import pytest
from kombu import Connection

from mezmun.core.queue.dead_letters import DeadLetters
from mezmun.core.queue.messages import FetchReference
from mezmun.core.queue.page_queue import PageQueue
from mezmun.core.queue.topology import DELIVERY_LIMIT


@pytest.fixture
def queue(broker_url, queue_prefix):
    declared = PageQueue(broker_url, queue_prefix)
    declared.declare()
    return declared


@pytest.fixture
def letters(queue, broker_url, queue_prefix):
    """Two references that were delivered too often."""
    with Connection(broker_url) as connection:
        for fetch_id in (1, 2):
            queue.publish(FetchReference(fetch_id, "site"))
            for _ in range(3 * DELIVERY_LIMIT):
                message = connection.default_channel.basic_get(f"{queue_prefix}.pages")
                if message is None:
                    break
                connection.default_channel.basic_reject(message.delivery_tag, requeue=True)
    dead = DeadLetters(queue)
    deadline = time.monotonic() + 20
    while len(dead.list()) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    return dead


def test_dead_letters_are_listed_with_the_reason_however_often_one_looks(letters):
    for _ in range(3 * DELIVERY_LIMIT):
        listed = letters.list()
        assert sorted(letter.reference.fetch_id for letter in listed) == [1, 2]
        assert {letter.reason for letter in listed} == {"delivery_limit"}


def test_one_is_sent_again_and_the_other_dropped(letters, queue):
    assert letters.retry(2) == 1
    assert queue.declare() == 1
    assert [letter.reference.fetch_id for letter in letters.list()] == [1]
    assert letters.discard(7) == 0
    assert letters.discard() == 1
    assert letters.list() == []
    assert queue.declare() == 1
