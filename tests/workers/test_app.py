"""A real worker process on a real broker, also when it is killed, hangs or crashes."""

import json
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import warnings
from contextlib import contextmanager
from dataclasses import replace

import pytest
import requests
from celery.exceptions import CPendingDeprecationWarning
from sqlalchemy import text

from db.processing.fetch_outcomes import outcome_counts
from extraction import DEFAULT_METHOD
from mezmun.core.outcomes import Outcome
from mezmun.core.queue.page_queue import PageQueue
from mezmun.core.queue.topology import DELIVERY_LIMIT
from services import embedded_broker
from store.opening import open_store
from tests.preloaded import PreloadedProgram
from workers.app import FIRST_PAGE, is_worth_a_line
from workers.page_processor import MOST_TRIES
from workers.pipeline import process as read_page
from workers.stage_watch import Stage

PAGE = "<html><body><h1>{0}</h1>" + "<p>A page about plums and how to keep them in the winter, number {0}.</p>" * 3

WITH_FAULTS = """
import ctypes, os, re, signal, sys, time
from workers import app, page_processor
honest = page_processor.process
honest(b"<p>Read before the pool forks: no page's time goes to what is loaded with the first one.</p>", method="mezmun")
def faulty(body, **options):
    if b"HANG" in body:
        re.match("(x+x+)+y", "x" * 60)  # for years, in C, with the interpreter's lock held
    if b"SLEEP" in body:
        ctypes.PyDLL(None).sleep(600)  # as one that waits for a lock which nobody gives back
    if b"CRASH" in body:
        os.kill(os.getpid(), signal.SIGKILL)
    if b"WAIT" in body:
        open(os.path.join(os.path.dirname(os.environ["GATE"]), "in hand"), "w").close()
    while b"WAIT" in body and not os.path.exists(os.environ["GATE"]):
        time.sleep(0.05)
    return honest(body, **options)
page_processor.process = faulty
from mezmun.cli import main
from mezmun.cli.operation import run_worker
sys.argv = ["mezmun", "worker", "--processes", "2"]
def run():
    app.RETURN_DELAY = float(os.environ.get("RETURN_DELAY", app.RETURN_DELAY))
    return main()
"""


@pytest.fixture(scope="module")
def preloaded():
    """Workers with faults, of whose starts each would take seconds."""
    program = PreloadedProgram(WITH_FAULTS, "run()")
    yield program
    program.close()


@pytest.fixture(params=["rabbitmq", "embedded queue"])
def queue(request, database_url, tmp_path):
    if request.param == "embedded queue":
        prefix, url = "mezmun", embedded_broker.url(database_url)
        embedded_broker.prepare(database_url, [f"{prefix}.pages"])
    else:
        prefix, url = request.getfixturevalue("queue_prefix"), request.getfixturevalue("broker_url")
    return PageQueue(url, prefix), {
        **({} if request.param == "embedded queue" else {"MEZMUN_BROKER_URL": url}),
        "MEZMUN_DATABASE_URL": database_url,
        "MEZMUN_QUEUE_PREFIX": prefix,
        "MEZMUN_RAW_STORE": str(tmp_path / "raw"),
        "MEZMUN_DATA_DIR": str(tmp_path / "data"),
        "MEZMUN_PAGE_TIME_LIMIT": "3600",  # no page ends for being slow
    }


@pytest.fixture
def gate(tmp_path):
    """The file that a page which waits is waiting for."""
    return tmp_path / "gate"


@pytest.fixture
def worker(queue, gate, tmp_path, preloaded):
    """A function that starts a worker, with settings of its own; what still runs at the end is killed."""
    running = []

    def start(**settings):
        log = tmp_path / f"worker-{len(running)}.log"
        log.touch()
        environment = {**os.environ, **queue[1], "GATE": str(gate), **settings}
        process = preloaded.start(environment=environment, output=log)
        process.log = log
        running.append(process)
        return process

    yield start
    for process in running:
        if process.poll() is None:
            process.kill()
            process.wait()


def counts_become(engine, wanted, seconds=200):
    """Wait for what must come at some time; the seconds only tell when to give up, before the test's own time is up."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        with engine.connect() as connection:
            counts = outcome_counts(connection)
        if counts == wanted:
            return
        time.sleep(0.1)
    pytest.fail(f"after {seconds} s: {counts}, not {wanted}")


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def samples(address):
    """Give what a part measures of itself now, by name with labels."""
    lines = requests.get(f"http://{address}/metrics", timeout=60).text.splitlines()
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if line[0] != "#")}


def wait_until(is_so, seconds=200):
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_a_worker_loads_nothing_of_scrapy():
    # Its reactor, which one process may run but once, would belong to whichever task came first.
    loaded = "import sys, workers.app; print(*{name.partition('.')[0] for name in sys.modules})"
    names = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout.split()
    assert "celery" in names
    assert not {"scrapy", "twisted", "crawler"} & set(names)


def test_pages_go_through_and_sigterm_ends_the_worker(queue, worker, engine, fetched):
    for number in range(20):
        queue[0].publish(fetched(PAGE.format(number).encode(), path=str(number)))
    address = f"127.0.0.1:{free_port()}"
    process = worker(MEZMUN_METRICS_ADDRESS=address)
    counts_become(engine, {Outcome.STORED: 20})
    # The database has an outcome before the worker counts it.
    wait_until(lambda: samples(address)['mezmun_worker_pages_total{outcome="stored"}'] == 20)
    values = samples(address)
    for stage in Stage:
        used = values[f'mezmun_worker_processor_seconds_total{{stage="{stage}"}}']
        assert 0 < used < values[f'mezmun_worker_seconds_total{{stage="{stage}"}}'] + 1
    assert values["mezmun_worker_processes"] == 2
    assert requests.get(f"http://{address}/ready", timeout=60).text == "ready\n"
    process.terminate()
    assert process.wait(200) == 0


def test_ctrl_c_ends_a_worker_as_well_as_sigterm_does(worker, tmp_path):
    process = worker()
    deadline = time.monotonic() + 120
    while "ready." not in (tmp_path / "worker-0.log").read_text():
        assert time.monotonic() < deadline
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    assert process.wait(200) == 0


def test_the_page_read_before_the_pool_forks_loads_the_models_of_languages():
    assert read_page(FIRST_PAGE, method=DEFAULT_METHOD).language == "ug"


def test_a_page_that_hangs_in_c_code_ends_as_timeout_and_a_crash_as_failed(queue, worker, engine, fetched):
    hanging, *others = (
        fetched((PAGE.format(number) + fault).encode(), path=str(number))
        for number, fault in enumerate(("HANG", "", "CRASH", "", "", ""))
    )
    queue[0].publish(hanging)
    for other in others:
        queue[0].publish(other)
    process = worker(MEZMUN_PAGE_TIME_LIMIT="2", MEZMUN_LOG_FORMAT="json")
    counts_become(engine, {Outcome.STORED: 4, Outcome.TIMEOUT: 1, Outcome.FAILED: 1})
    wait_until(lambda: "ends as timeout" in process.log.read_text())
    lines = [json.loads(line) for line in process.log.read_text().splitlines()]
    assert not [line for line in lines if "Traceback" in line["message"] or "exception" in line]
    [ended] = [line for line in lines if "ends as timeout" in line["message"]]
    assert (ended["fetch"], ended["site"]) == (hanging.fetch_id, hanging.site)
    crashed = others[1].fetch_id
    assert {line["fetch"] for line in lines if "(signal 9 (SIGKILL)); its reference" in line["message"]} >= {crashed}


def test_a_page_that_waits_for_ever_for_nothing_ends_after_some_tries(queue, worker, engine, fetched):
    queue[0].publish(fetched((PAGE.format(1) + "SLEEP").encode()))
    worker(MEZMUN_PAGE_TIME_LIMIT="0.3")
    counts_become(engine, {Outcome.FAILED: 1})


LIMIT = 0.5
"""Seconds for a page that others keep waiting for longer."""


@contextmanager
def waiting_for_the_database(engine, raw_file, process, in_hand):
    with engine.begin() as lock:
        lock.execute(text("LOCK TABLE documents"))
        with engine.connect() as connection:
            wait_until(lambda: connection.scalar(text("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)")))
        yield


@contextmanager
def waiting_for_the_raw_store(engine, raw_file, process, in_hand):
    """Who opens the page's file gets nothing to read, as on a network disk whose server does not answer."""
    body = raw_file.read_bytes()
    raw_file.unlink()
    os.mkfifo(raw_file)
    wait_until(lambda: "ready." in process.log.read_text())
    yield
    raw_file.write_bytes(body)


@contextmanager
def waiting_to_go_back(engine, raw_file, process, in_hand):
    store = raw_file.parents[2]
    away = store.rename(store.with_name("away"))
    store.write_text("no folder")
    wait_until(lambda: "goes back to the queue" in process.log.read_text())
    yield
    store.unlink()
    away.rename(store)


@contextmanager
def waiting_with_its_machine(engine, raw_file, process, in_hand):
    """The worker stands still with all its processes in the middle of the page."""
    wait_until(in_hand.exists)
    time.sleep(LIMIT / 2)  # the worker has seen by now that it begins
    os.killpg(process.pid, signal.SIGSTOP)
    yield
    os.killpg(process.pid, signal.SIGCONT)


WAITS = (waiting_for_the_database, waiting_for_the_raw_store, waiting_with_its_machine, waiting_to_go_back)


# Only what goes back has to do with the queue.
@pytest.mark.parametrize(
    ("queue", "wait"), [*(("rabbitmq", wait) for wait in WAITS), ("embedded queue", WAITS[-1])], indirect=["queue"]
)
def test_time_in_which_a_page_waits_is_none_of_its_own(wait, queue, worker, engine, fetched, raw_store, gate):
    reference = fetched((PAGE.format(1) + "WAIT").encode())
    [raw_file] = raw_store.rglob("*.zst")
    process = worker(MEZMUN_PAGE_TIME_LIMIT=str(LIMIT), RETURN_DELAY=str(4 * LIMIT))
    if wait is not waiting_with_its_machine:
        gate.touch()
    publishing = threading.Timer(1, queue[0].publish, [reference])  # when who waits has taken its place
    publishing.start()
    with wait(engine, raw_file, process, gate.with_name("in hand")):
        time.sleep(4 * LIMIT)
    gate.touch()
    counts_become(engine, {Outcome.STORED: 1})
    publishing.join()


def test_a_raw_store_that_is_away_is_waited_for_however_long(queue, worker, engine, fetched, raw_store):
    reference = fetched(PAGE.format(1).encode())
    away = raw_store.rename(raw_store.with_name("away"))
    raw_store.write_text("no folder")
    queue[0].publish(reference)
    process = worker(RETURN_DELAY="0.1", MEZMUN_LOG_FORMAT="json")
    log = raw_store.with_name("worker-0.log")
    deadline = time.monotonic() + 200
    while log.read_text().count("goes back to the queue") < 3 * DELIVERY_LIMIT:
        assert time.monotonic() < deadline, log.read_text()
        time.sleep(0.1)
    waits = next(json.loads(line) for line in log.read_text().splitlines() if "goes back to the queue" in line)
    assert (waits["fetch"], waits["site"], waits["level"]) == (reference.fetch_id, reference.site, "warning")
    raw_store.unlink()
    away.rename(raw_store)
    counts_become(engine, {Outcome.STORED: 1})
    assert process.poll() is None


def test_a_database_without_room_is_waited_for_however_often_a_page_is_sent_again(queue, worker, engine, fetched):
    reference = replace(fetched(PAGE.format(1).encode()), again=True)  # as the search for lost references sends it
    with engine.begin() as connection:
        connection.execute(text(_NO_ROOM))
    queue[0].publish(reference)
    process = worker(RETURN_DELAY="0.1")
    wait_until(lambda: process.log.read_text().count("goes back to the queue") >= 2)
    for _ in range(2 * MOST_TRIES):
        before = process.log.read_text().count("goes back to the queue")
        queue[0].publish(reference)
        wait_until(lambda: process.log.read_text().count("goes back to the queue") >= before + 2)  # noqa: B023
    with engine.begin() as connection:
        connection.execute(text("DROP TRIGGER no_room ON documents"))
    counts_become(engine, {Outcome.STORED: 1})


_NO_ROOM = """
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full', MESSAGE = 'no room'; END$$;
CREATE TRIGGER no_room BEFORE INSERT ON documents FOR EACH ROW EXECUTE FUNCTION refuse();
"""


@pytest.mark.parametrize("queue", ["rabbitmq"], indirect=True)  # of both queues it is asked with files
def test_an_object_store_that_is_away_is_waited_for_and_pages_are_read_from_it(
    object_server, queue, worker, engine, fetched, raw_store
):
    url = object_server.new_url()
    bodies = [PAGE.format(number).encode() for number in range(3)]
    first, *others = (fetched(body, path=str(number)) for number, body in enumerate(bodies))
    store = open_store(url)
    for body in bodies:
        store.put(body)
    queue[0].publish(first)
    process = worker(RETURN_DELAY="0.1", MEZMUN_RAW_STORE=url)
    counts_become(engine, {Outcome.STORED: 1, None: 2})  # it has a client, whose server goes away
    object_server.stop()
    try:
        for reference in others:
            queue[0].publish(reference)
        log = raw_store.with_name("worker-0.log")
        wait_until(lambda: log.read_text().count("goes back to the queue") >= 3 * DELIVERY_LIMIT)
    finally:
        object_server.start()
    counts_become(engine, {Outcome.STORED: 3})
    assert process.poll() is None


def test_the_log_has_other_warnings_than_celerys_about_an_option_at_each_lost_connection(caplog):
    logger = logging.getLogger("py.warnings")
    logger.addFilter(is_worth_a_line)
    logging.captureWarnings(True)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.warn("of the option", CPendingDeprecationWarning, stacklevel=1)
            warnings.warn("of anything else", UserWarning, stacklevel=1)
    finally:
        logging.captureWarnings(False)
        logger.removeFilter(is_worth_a_line)
    [line] = caplog.records
    assert "of anything else" in line.getMessage()


def test_a_worker_killed_in_the_middle_loses_nothing(queue, worker, engine, fetched, gate):
    for number in range(40):
        fault = "" if number < 5 else "WAIT"
        queue[0].publish(fetched((PAGE.format(number) + fault).encode(), path=str(number)))
    first = worker()
    counts_become(engine, {Outcome.STORED: 5, None: 35})
    first.kill()
    first.wait()
    gate.touch()
    # RabbitMQ delivers again what the killed worker held; the embedded queue forgets it, and the next worker finds it.
    worker()
    counts_become(engine, {Outcome.STORED: 40})
