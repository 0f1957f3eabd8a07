import json
import threading
import time

import amqp
import pytest
from celery.worker import WorkController, state
from celery.worker.consumer import Consumer

from mezmun.core.queue.dead_letters import DeadLetters
from mezmun.core.queue.messages import PROCESS_TASK, VERSION, FetchReference
from mezmun.core.queue.page_consumer import DELAYED_DELIVERY, PageConsumer
from mezmun.core.queue.page_queue import PageQueue


def test_workers_start_without_delayed_delivery_and_with_all_else():
    consumer = PageQueue("amqp://guest:guest@127.0.0.1:1//").app.conf.worker_consumer
    assert consumer == f"{PageConsumer.__module__}:{PageConsumer.__name__}"
    assert DELAYED_DELIVERY in Consumer.Blueprint.default_steps
    steps = set(Consumer.Blueprint.default_steps)
    assert steps - set(PageConsumer.Blueprint.default_steps) == {DELAYED_DELIVERY}


FIELDS = {"fetch_id": 1, "site": "site"}


def message(body, **headers):
    text = body if isinstance(body, bytes) else json.dumps(body)
    return amqp.Message(text, application_headers=headers, content_type="application/json", content_encoding="utf-8")


FOREIGN = [
    amqp.Message(b"\xff\xfe", content_type="text/plain"),
    amqp.Message(b"x", application_headers={"compression": "application/x-gzip"}),
    message(b"{"),
    message({}),
    message(5, task=PROCESS_TASK, id="1"),
    message([[], FIELDS, {}], task=["a list"], id="1"),
    message([[], FIELDS, {}], task="x", id="1"),
    message({"task": PROCESS_TASK, "id": "1", "args": [], "kwargs": FIELDS}),
    message([{}, [], {}], task=PROCESS_TASK, id="1"),
    message([[], FIELDS | {"fetch_id": "1"}, {}], task=PROCESS_TASK, id="1"),
    message([[], FIELDS | {"fetch_id": 0}, {}], task=PROCESS_TASK, id="1"),
    message([[], FIELDS | {"version": "1"}, {}], task=PROCESS_TASK, id="1"),
]
NEWER = message([[], FIELDS | {"version": VERSION + 1, "novelty": "unknown"}, {}], task=PROCESS_TASK, id="1")
REFERENCES = [
    message([[], FIELDS, {}], task=PROCESS_TASK),
    message([[], FIELDS, {"callbacks": [1], "chord": 3}], task=PROCESS_TASK, id=[2], eta="nonsense", timelimit="long"),
]


@pytest.mark.slow
def test_a_worker_gives_up_what_is_no_reference_with_a_line_each_and_reads_on(
    broker_url, queue_prefix, monkeypatch, caplog
):
    queue = PageQueue(broker_url, queue_prefix)
    queue.declare()
    references = []

    @queue.app.task(name=PROCESS_TASK)
    def process(**fields):
        references.append(fields)

    with queue.app.connection_for_write() as connection:
        for each in (*FOREIGN, NEWER, *REFERENCES):
            connection.default_channel.basic_publish(each, exchange=queue_prefix, routing_key=f"{queue_prefix}.pages")
    worker = WorkController(app=queue.app, pool_cls="solo", concurrency=1, without_gossip=True, without_mingle=True)
    thread = threading.Thread(target=worker.start, daemon=True)
    thread.start()
    end = time.monotonic() + 30
    while len(references) < len(REFERENCES) or len(DeadLetters(queue).list()) <= len(FOREIGN):
        assert time.monotonic() < end
        time.sleep(0.2)
    monkeypatch.setattr(state, "should_stop", 0)  # its thread stops it: two cannot share a connection
    thread.join(30)
    assert not thread.is_alive()
    assert references == [FetchReference(1, "site").to_task()] * len(REFERENCES)
    letters = DeadLetters(queue).list()
    assert {letter.reason for letter in letters} == {"rejected"}
    assert [letter.reference for letter in letters if letter.reference] == [
        FetchReference(1, "site", version=VERSION + 1)
    ]
    lines = [record for record in caplog.records if record.levelname in {"WARNING", "ERROR", "CRITICAL"}]
    assert len(lines) == len(FOREIGN) + 1
    assert [line.getMessage() for line in lines if "update the workers" in line.getMessage()]
    assert not [line for line in lines if line.exc_info or "Traceback" in line.getMessage()]
