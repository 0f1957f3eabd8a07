"""References given up by a real RabbitMQ."""

import json
import time

import amqp
import pytest
from kombu import Connection

from mezmun.core.queue import topology
from mezmun.core.queue.dead_letters import DeadLetters
from mezmun.core.queue.messages import PROCESS_TASK, FetchReference
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


def test_a_queue_at_its_limit_of_length_is_looked_at_and_cleared_as_any_other(broker_url, queue_prefix, monkeypatch):
    monkeypatch.setattr(topology, "MOST_DEAD_LETTERS", 3)
    queue = PageQueue(broker_url, queue_prefix)
    queue.declare()
    fetch_ids = range(1, 13)  # a quorum queue takes a few more than its limit
    queue.publish(*(FetchReference(fetch_id, "site") for fetch_id in fetch_ids))
    with Connection(broker_url) as connection:
        channel = connection.default_channel
        for message in [channel.basic_get(f"{queue_prefix}.pages") for _ in fetch_ids]:
            channel.basic_reject(message.delivery_tag, requeue=False)
    dead = DeadLetters(queue)
    deadline = time.monotonic() + 60
    while len(listed := dead.list()) < 3:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    there = {letter.reference.fetch_id for letter in listed}
    one, another = (letter.reference.fetch_id for letter in listed[1:3])
    assert dead.find(one).reference.fetch_id == one
    assert (dead.retry(one), dead.discard(another), queue.declare()) == (1, 1, 1)
    retried = {one}
    while not there - {another} <= retried:  # RabbitMQ offers those that found no room again after three minutes
        assert time.monotonic() < deadline
        retried |= {letter.reference.fetch_id for letter in dead.list()}
        dead.retry()
        time.sleep(0.1)
    assert retried <= set(fetch_ids) - {another}


OURS = {"application_headers": {"task": PROCESS_TASK}, "content_type": "application/json"}
FOREIGN = {
    "no JSON": amqp.Message(b"\xff\xfehello", content_type="text/plain", message_id="7"),
    "broken JSON": amqp.Message(b"{", **OURS),
    "nested without end": amqp.Message(b"[" * 100_000, **OURS),
    "JSON of another program": amqp.Message(b'{"a": 1}', content_type="application/json"),
    "another task": amqp.Message(
        json.dumps([[], {"fetch_id": 1, "site": "site"}, {}]), application_headers={"task": "x"}
    ),
    "our task without a fetch": amqp.Message(json.dumps([[], {"site": "site"}, {}]), **OURS),
    "our task with a word for a fetch": amqp.Message(json.dumps([[], {"fetch_id": "1", "site": "site"}, {}]), **OURS),
    "a number that no fetch has": amqp.Message(json.dumps([[], {"fetch_id": 2**63, "site": "site"}, {}]), **OURS),
    "said to be compressed": amqp.Message(b"x", application_headers={"compression": "application/x-gzip"}),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_message_of_another_program_is_listed_unchanged_never_sent_again_and_dropped(kind, queue, queue_prefix):
    dead = DeadLetters(queue)
    with queue.app.connection_for_write() as connection:
        channel = connection.default_channel
        channel.basic_publish(FOREIGN[kind], exchange=f"{queue_prefix}.dead", routing_key="elsewhere", mandatory=True)
    for _ in range(2):
        [letter] = dead.list()
    assert (letter.reference, letter.size) == (None, len(FOREIGN[kind].body))
    assert (dead.retry(), dead.retry(1), dead.discard(1), queue.declare()) == (0, 0, 0, 0)
    with queue.app.connection_for_write() as connection:
        message = connection.default_channel.basic_get(f"{queue_prefix}.pages.dead")
        body = message.body.encode() if isinstance(message.body, str) else message.body
        sent = FOREIGN[kind].body
        assert body == (sent.encode() if isinstance(sent, str) else sent)
        assert message.properties.get("message_id") == FOREIGN[kind].properties.get("message_id")
        connection.default_channel.basic_reject(message.delivery_tag, requeue=True)
    assert dead.discard() == 1
    assert dead.list() == []


def test_a_reference_among_messages_of_another_program_is_sent_again_alone(letters, queue, queue_prefix):
    with queue.app.connection_for_write() as connection:
        connection.default_channel.basic_publish(FOREIGN["no JSON"], exchange=f"{queue_prefix}.dead", routing_key="x")
    assert letters.find(2).reference.site == "site"
    assert letters.retry() == 2
    assert [letter.reference for letter in letters.list()] == [None]
