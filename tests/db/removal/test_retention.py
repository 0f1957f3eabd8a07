"""Raw pages go when no site keeps them any more, and not while anything needs them."""

from datetime import timedelta

import pytest
from sqlalchemy import text

from db import sites
from db.processing.fetch_outcomes import record_outcome
from db.removal.retention import RawPosition, expired, next_raw_pages, raw_pages_were_removed, were_removed
from mezmun.core.outcomes import Outcome
from mezmun.core.sites.site_schema import Retention, Site, SiteKind
from store.packed_page import address_of

OLD = timedelta(days=31)


@pytest.fixture
def keep(world):
    """A function that lets the file of a site say how long raw bytes are kept."""

    def keep(name="news", **retention):
        site = Site(name=name, kind=SiteKind.NEWS, seeds=("http://a/",), retention=Retention(**retention))
        sites.sync_site(world.connection, site, now=world.now)

    return keep


def fetched(world, url, body, outcome=Outcome.STORED, site="news", age=OLD):
    """Fetch a page, in a crawl of its own, at some time before now."""
    world.connection.execute(text("UPDATE crawls SET state = 'finished'"))
    fetch_id = world.fetched(url, body, site, fetched_at=world.now - age)
    if outcome is Outcome.STORED:
        world.store(fetch_id, body.decode())
    if outcome is not None:
        record_outcome(world.connection, fetch_id, outcome, at=world.now)
    return fetch_id


def gone(world, now=None):
    """Name the bodies of the raw pages that are not kept."""
    raw_pages = next_raw_pages(world.connection, None, now=now or world.now, limit=99)
    return expired(world.connection, raw_pages, now=now or world.now)


def test_older_bytes_go_and_the_newest_stay(world, keep):
    for body, age in ((b"1", 3 * OLD), (b"2", 2 * OLD), (b"3", OLD)):
        fetched(world, "http://a/1", body, age=age)
    keep(raw_days=30)
    assert sorted(gone(world)) == sorted(address_of(body) for body in (b"1", b"2"))
    keep(raw_days=70)
    assert gone(world) == [address_of(b"1")]
    keep(raw_days=30, keep_newest=False)
    assert len(gone(world)) == 3
    keep()
    assert gone(world) == []


def test_bytes_that_a_document_was_made_of_stay_beside_newer_ones_that_gave_none(world, keep):
    for body, outcome, age in ((b"1", Outcome.STORED, 2 * OLD), (b"2", Outcome.ERROR_PAGE, OLD)):
        fetched(world, "http://a/1", body, outcome, age=age)
    keep(raw_days=30)
    assert gone(world) == []
    keep(raw_days=30, keep_newest=False)
    assert len(gone(world)) == 2


@pytest.mark.parametrize("outcome", [None, Outcome.FAILED, Outcome.TIMEOUT])
def test_bytes_that_wait_for_a_worker_or_a_further_try_stay(world, keep, outcome):
    fetch_id = fetched(world, "http://a/1", b"1", outcome)
    keep(raw_days=30, keep_newest=False)
    assert gone(world) == []
    world.connection.execute(text("UPDATE outcomes SET retries = 99"))
    record_outcome(world.connection, fetch_id, Outcome.FAILED, at=world.now)
    assert len(gone(world)) == (0 if outcome is None else 1)


def test_bytes_that_another_site_keeps_stay(world, keep):
    for site in ("news", "other"):
        fetched(world, "http://a/1", b"same", site=site)
    keep(raw_days=30, keep_newest=False)
    assert gone(world) == []
    keep("other", raw_days=20, keep_newest=False)
    assert len(gone(world)) == 1


@pytest.mark.parametrize("ended", [False, True])
def test_bytes_that_a_re_extraction_reads_stay_until_it_ends(world, keep, ended):
    fetch_id = fetched(world, "http://a/1", b"1")
    at = world.now if ended else None
    world.connection.execute(
        text(
            """
            WITH one AS (INSERT INTO reextractions (site, method, state, created_at, ended_at)
                         VALUES ('news', 'svm', :state, :now, :at) RETURNING id)
            INSERT INTO reextracted_pages (reextraction_id, page_id, fetch_id)
            SELECT one.id, fetches.page_id, fetches.id FROM one, fetches WHERE fetches.id = :fetch
            """
        ),
        {"now": world.now, "at": at, "fetch": fetch_id, "state": "dropped" if ended else "running"},
    )
    keep(raw_days=30, keep_newest=False)
    assert len(gone(world)) == ended


def test_all_old_raw_pages_are_come_to_in_steps_and_those_that_went_are_not_again(world, keep):
    for number in range(5):
        fetched(world, f"http://a/{number}", b"%d" % number, age=OLD + timedelta(days=number // 2))
    fetched(world, "http://a/young", b"young", age=timedelta(days=1))
    keep(raw_days=30)
    seen, position = [], None
    while steps := next_raw_pages(world.connection, position, now=world.now, limit=2):
        seen += steps
        position = steps[-1]
    assert len(set(seen)) == len(seen) == 5
    raw_pages_were_removed(world.connection, [address_of(b"3")], now=world.now)
    assert were_removed(world.connection, address_of(b"3"))
    assert not were_removed(world.connection, address_of(b"2"))
    assert len(next_raw_pages(world.connection, None, now=world.now, limit=9)) == 4
    fetched(world, "http://a/3", b"3", age=timedelta(0))  # they are there again
    assert not were_removed(world.connection, address_of(b"3"))
    assert isinstance(position, RawPosition)
