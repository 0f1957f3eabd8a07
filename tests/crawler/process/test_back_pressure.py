"""Crawls wait for what comes after them: on a real database, queue and folder."""

import asyncio
import logging
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from sqlalchemy import create_engine

from crawler.process import back_pressure
from crawler.process.back_pressure import SLOWEST, BackPressure, Load, Pressure, PressureLimits
from crawler.process.crawl_job import start
from mezmun.core.errors import UnavailableError
from mezmun.core.queue.page_queue import PageQueue
from store.folder_store import FolderStore
from store.opening import open_store
from tests.crawler.process.test_supervision import wait_for
from tests.crawler.schedule.test_frontier import library, slow_site

NONE = PressureLimits(queue_length=100, free_bytes=0)


@pytest.fixture
def raw_store(tmp_path):
    return FolderStore(tmp_path / "raw")


@pytest.mark.parametrize(("waiting", "seconds"), [(0, 0), (50, 0), (75, SLOWEST / 2), (100, None), (10_000, None)])
def test_a_longer_queue_slows_crawls_and_stops_them_at_its_limit(engine, raw_store, waiting, seconds):
    pressure = Load(engine, raw_store, lambda: waiting, NONE).pressure()
    assert (pressure.seconds if pressure else 0) == seconds


@pytest.mark.parametrize(("share", "stops"), [(1e-6, 0), (0.7, False), (1e6, True)])
def test_a_short_disk_slows_crawls_and_stops_them(engine, raw_store, share, stops):
    limits = replace(NONE, free_bytes=int(raw_store.free_bytes() * share))
    pressure = Load(engine, raw_store, lambda: 0, limits).pressure()
    assert (pressure.seconds is None if pressure else 0) == stops
    assert pressure is None or "left" in pressure.reason


def test_what_is_away_stops_crawls_but_for_the_broker(engine, raw_store):
    def away():
        raise UnavailableError("The broker does not answer.")

    assert Load(engine, raw_store, away, NONE).pressure() is None
    nowhere = create_engine("postgresql+psycopg2://postgres@127.0.0.1:1/nowhere")
    assert Load(nowhere, raw_store, away, NONE).pressure().reason.startswith("the database does not answer")
    shutil.rmtree(raw_store.root)
    assert Load(engine, raw_store, away, NONE).pressure().seconds is None


def test_an_object_store_has_no_end_to_its_room_and_stops_crawls_while_it_is_away(engine, object_server):
    load = Load(engine, open_store(object_server.new_url()), lambda: 0, replace(NONE, free_bytes=10**18))
    assert load.pressure() is None
    object_server.stop()
    try:
        pressure = load.pressure()
    finally:
        object_server.start()
    assert pressure.seconds is None
    assert pressure.reason.startswith("The raw store s3://")
    assert load.pressure() is None


def test_waiting_begins_and_ends_with_a_line_each(monkeypatch, caplog):
    monkeypatch.setattr(back_pressure, "EVERY", 0.01)
    caplog.set_level(logging.INFO)
    looks = [None, Pressure(None, "the disk is full"), Pressure(None, "the disk is full"), None]

    async def admitted():
        with ThreadPoolExecutor(1) as threads:
            gate = BackPressure(lambda: looks.pop(0) if len(looks) > 1 else looks[0], threads)
            watching = asyncio.create_task(gate.watch())
            while len(looks) > 2:
                await asyncio.sleep(0.001)
            await asyncio.wait_for(gate.admit(), 60)
            watching.cancel()

    asyncio.run(admitted())
    assert caplog.messages == ["the crawls wait: the disk is full", "the crawls go on"]


@pytest.mark.slow
def test_a_crawl_waits_for_the_workers_and_goes_on_by_itself(web, crawls, broker_url, queue_prefix, tmp_path):
    library(web, shelves=5)
    site = slow_site(web, delay=0.4)
    queue = PageQueue(broker_url, queue_prefix)
    job = crawls.job(site, broker_url=broker_url, queue_prefix=queue_prefix, max_waiting=5)
    child = start(job, tmp_path / "log")
    try:
        wait_for(lambda: "the crawls wait: " in (tmp_path / "log").read_text())
        assert queue.declare() < 30
        with queue.app.connection_for_write() as connection:  # a pooled one may be older than RabbitMQ's patience
            queue.app.control.purge(connection)  # as if workers had taken them
        wait_for(lambda: "the crawls go on" in (tmp_path / "log").read_text())
        wait_for(lambda: queue.declare() > 0)
    finally:
        child.kill()
        child.wait()
