import json
import threading
import time

import amqp
import pytest
from celery.worker import WorkController, state
from celery.worker.consumer import Consumer

from mezmun.core.queue.dead_letters import DeadLetters
from mezmun.core.queue.page_consumer import DELAYED_DELIVERY, PageConsumer
from mezmun.core.queue.page_queue import PageQueue


def test_workers_start_without_delayed_delivery_and_with_all_else():
    consumer = PageQueue("amqp://guest:guest@127.0.0.1:1//").app.conf.worker_consumer
    assert consumer == f"{PageConsumer.__module__}:{PageConsumer.__name__}"
    assert DELAYED_DELIVERY in Consumer.Blueprint.default_steps
    steps = set(Consumer.Blueprint.default_steps)
    assert steps - set(PageConsumer.Blueprint.default_steps) == {DELAYED_DELIVERY}


@pytest.mark.slow
def test_what_celery_cannot_read_is_kept_among_the_dead_letters(broker_url, queue_prefix, monkeypatch):
    queue = PageQueue(broker_url, queue_prefix)
    queue.declare()
    foreign = [
        amqp.Message(b"\xff\xfe", content_type="text/plain"),
        amqp.Message(b"{", content_type="application/json", content_encoding="utf-8"),
        amqp.Message(b"{}", content_type="application/json", content_encoding="utf-8"),
        amqp.Message(
            json.dumps([[], {}, {}]), application_headers={"task": "x", "id": "1"}, content_type="application/json"
        ),
    ]
    with queue.app.connection_for_write() as connection:
        for message in foreign:
            connection.default_channel.basic_publish(
                message, exchange=queue_prefix, routing_key=f"{queue_prefix}.pages"
            )
    worker = WorkController(app=queue.app, pool_cls="solo", concurrency=1, without_gossip=True, without_mingle=True)
    thread = threading.Thread(target=worker.start, daemon=True)
    thread.start()
    end = time.monotonic() + 30
    while len(DeadLetters(queue).list()) < len(foreign):
        assert time.monotonic() < end
        time.sleep(0.2)
    monkeypatch.setattr(state, "should_stop", 0)  # its thread stops it: two cannot share a connection
    thread.join(30)
    assert not thread.is_alive()
    assert {letter.reason for letter in DeadLetters(queue).list()} == {"rejected"}
