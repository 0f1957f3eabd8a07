"""The process beside the workers, on a real broker and a real database."""

import os
import signal
import time
from contextlib import suppress

import psutil
import pytest

from db.crawling.heartbeats import ProcessKind, live_processes
from db.processing.templates import saved_template
from mezmun.core.clock import utc_now
from mezmun.core.queue.page_queue import PageQueue
from tests.workers.maintenance.conftest import FRUITS, page
from workers.maintenance import maintenance_process
from workers.maintenance.maintenance_process import WorkerJob, running


@pytest.fixture
def job(database_url, broker_url, queue_prefix, raw_store):
    PageQueue(broker_url, queue_prefix).declare()
    return WorkerJob(
        database_url=database_url,
        broker_url=broker_url,
        raw_store_url=str(raw_store),
        queue_prefix=queue_prefix,
        page_time_limit=60,
    )


def children():
    running_ones = set()
    for child in psutil.Process().children():
        with suppress(psutil.NoSuchProcess):  # it ended since they were listed
            is_zombie = child.status() == psutil.STATUS_ZOMBIE
            if not is_zombie and any("maintenance_process" in word for word in child.cmdline()):
                running_ones.add(child.pid)
    return running_ones


def wait_for(condition, seconds=120):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.2)


def test_two_processes_learn_a_template_once_and_a_killed_one_is_replaced(
    job, engine, fetched, choose_method, monkeypatch
):
    monkeypatch.setattr(maintenance_process, "RETRY", 0.5)
    site = choose_method("template-svm")

    def version():
        with engine.connect() as connection:
            return saved_template(connection, site).version

    def workers():
        with engine.connect() as connection:
            return len(live_processes(connection, ProcessKind.WORKER, now=utc_now()))

    with running(job), running(job):
        wait_for(lambda: len(children()) == 2)  # one that was just started has no command line of its own yet
        before = children()
        wait_for(lambda: workers() >= 2)
        for number, fruit in enumerate(FRUITS):
            fetched(page(fruit), path=str(number))
        wait_for(lambda: version() == 1)
        os.kill(min(before), signal.SIGKILL)
        wait_for(lambda: len(children() - before) == 1)
        assert version() == 1
    assert not children()
