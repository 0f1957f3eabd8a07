"""References that were lost, and failed pages, are sent again by themselves."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from db.processing.fetch_outcomes import record_outcome
from db.processing.retries import FIRST_RETRY, MOST_RETRIES, READ_LATELY, SLOW_SLOT
from mezmun.core.outcomes import Outcome
from workers.maintenance.lost_references import GRACE, LostReferences


class Clock:
    def __init__(self):
        self.time = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self):
        return self.time


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def queue():
    """What waits in the queue: a number that the test sets."""
    return [0]


@pytest.fixture
def sent():
    return []


@pytest.fixture
def lost(engine, queue, sent, clock):
    def send(*references):
        sent.extend(each.fetch_id for each in references)

    return LostReferences(engine, lambda: queue[0], send, clock)


@pytest.fixture
def fetches(engine, fetched, clock):
    """A function that makes fetches a second apart, the first at the clock's time."""

    def make(count):
        ids = []
        for number in range(count):
            fetch_id = fetched(b"<p>%d" % number, path=f"{clock.time.timestamp()}-{number}").fetch_id
            with engine.begin() as connection:
                at = {"id": fetch_id, "at": clock.time + timedelta(seconds=number)}
                connection.execute(text("UPDATE fetches SET fetched_at = :at WHERE id = :id"), at)
            ids.append(fetch_id)
        return ids

    return make


def end(engine, fetch_ids, outcome=Outcome.STORED, at=datetime(2026, 1, 1, tzinfo=UTC)):
    with engine.begin() as connection:
        for fetch_id in fetch_ids:
            record_outcome(connection, fetch_id, outcome, at=at, seconds=0.01)


def test_with_an_empty_queue_what_waits_for_a_minute_is_lost(lost, fetches, sent, clock):
    ids = fetches(3)
    clock.time += GRACE / 2
    lost.look()
    assert sent == []
    clock.time += timedelta(seconds=30)
    lost.look()
    assert sent == ids
    lost.look()
    assert sent == ids  # on its way again
    clock.time += GRACE + timedelta(seconds=1)
    lost.look()
    assert sent == ids * 2


def test_beside_a_busy_queue_a_reference_is_lost_when_the_workers_are_past_it(
    lost, fetches, sent, queue, engine, clock
):
    queue[0] = 1000
    missing, *others = fetches(READ_LATELY + 100)
    clock.time += timedelta(seconds=READ_LATELY + 100)
    end(engine, others[:READ_LATELY])
    lost.look()
    assert sent == []  # the workers are not far enough to tell
    end(engine, others[READ_LATELY : READ_LATELY + 60])
    lost.look()
    assert sent == [missing]
    lost.look()
    assert sent == [missing]


def test_a_queue_in_which_references_only_wait_long_loses_none(lost, fetches, sent, queue, clock, engine):
    queue[0] = 1000
    ids = fetches(READ_LATELY + 50)
    end(engine, ids[: READ_LATELY + 1])
    clock.time += timedelta(days=1)
    lost.look()
    assert sent == []


@pytest.mark.parametrize("outcome", [Outcome.FAILED, Outcome.TIMEOUT])
def test_a_failed_page_is_read_again_a_few_times_each_later_than_the_last(lost, fetches, sent, engine, clock, outcome):
    ids = fetches(2)
    end(engine, ids[:1])
    end(engine, ids[1:], outcome, clock.time)
    start, times = clock.time, []
    for _ in range(2_000):
        clock.time += FIRST_RETRY
        if lost.look():
            times.append((clock.time - start) // timedelta(minutes=1))
    assert set(sent) == {ids[1]}
    waits = [later - earlier for earlier, later in zip([0, *times], times, strict=False)]
    assert waits == [FIRST_RETRY // timedelta(minutes=1) * 4**retry for retry in range(MOST_RETRIES)]


def test_of_pages_that_timed_out_one_at_a_time_is_read_again_so_that_they_hold_no_more_processes(
    lost, fetches, sent, engine, clock
):
    ids = fetches(5)
    end(engine, ids[:3], Outcome.TIMEOUT, clock.time)
    end(engine, ids[3:], Outcome.FAILED, clock.time)
    clock.time += FIRST_RETRY
    for _ in range(3):
        lost.look()
    assert sent == [ids[0], *ids[3:]]
    clock.time += SLOW_SLOT  # it has timed out again
    lost.look()
    assert sent[3:] == ids[1:2]
    with engine.begin() as connection:
        connection.execute(text("UPDATE outcomes SET outcome = 'stored' WHERE fetch_id = :id"), {"id": ids[1]})
    lost.look()
    assert sent[4:] == ids[2:3]


def test_a_failed_page_that_was_fetched_again_since_is_left_alone(lost, fetches, sent, engine, clock):
    ids = fetches(1)
    end(engine, ids, Outcome.FAILED)
    with engine.begin() as connection:
        connection.execute(text("UPDATE crawls SET state = 'finished', finished_at = now()"))
        connection.execute(
            text("""
            WITH again AS (INSERT INTO crawls (site, started_at) SELECT name, now() FROM sites RETURNING id)
            INSERT INTO fetches (page_id, crawl_id, requested_at, fetched_at, url, headers, sha256, attempts)
            SELECT page_id, again.id, now(), now(), url, headers, sha256, 1 FROM again, fetches""")
        )
    clock.time += timedelta(days=1)
    lost.look()
    assert ids[0] not in sent
