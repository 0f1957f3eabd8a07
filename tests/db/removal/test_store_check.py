"""A check finds what is missing or damaged, goes on where it was, and has it fetched again once."""

from datetime import timedelta

import pytest
from sqlalchemy import text

from db.processing.fetch_outcomes import record_outcome
from db.removal import store_check
from db.removal.store_check import begin, check_some
from mezmun.core.errors import UnavailableError
from mezmun.core.outcomes import Outcome
from store.folder_store import MARKER, FolderStore
from store.packed_page import name_of

LATER = timedelta(days=1)


@pytest.fixture
def store(tmp_path):
    return FolderStore(tmp_path / "raw")


@pytest.fixture
def pages(world, store):
    """Twelve pages that are read, and not to be visited before next year; give the address of the bytes of each."""
    addresses = []
    for number in range(12):
        body = b"page %d" % number
        fetch_id = world.fetched(f"http://a/{number}", body)
        record_outcome(world.connection, fetch_id, Outcome.STORED, at=world.now)
        addresses.append(store.put(body).sha256)
    world.connection.execute(text("UPDATE pages SET next_due_at = '2030-01-01', etag = 'x'"))
    return addresses


def check(world, store, now):
    """Check everything; give the steps."""
    begin(world.connection, now=now)
    steps = []
    while (step := check_some(world.connection, store, now=now)) is not None:
        steps.append(step)
    return steps


def due(world):
    return world.connection.scalars(
        text("SELECT url FROM pages WHERE next_due_at < '2030-01-01' AND etag IS NULL ORDER BY url")
    ).all()


def test_missing_and_damaged_bytes_are_named_and_their_pages_fetched_again_once(world, store, pages):
    store.delete(pages[3])
    (store.root / name_of(pages[7])).write_bytes(b"damaged")
    steps = check(world, store, world.now)
    lost = "".join(sentence for step in steps for sentence in step.lost)
    assert pages[3] in lost
    assert pages[7] in lost
    assert (sum(step.pages for step in steps), lost.count("The raw page")) == (12, 2)
    assert due(world) == ["http://a/3", "http://a/7"]
    world.connection.execute(text("UPDATE pages SET next_due_at = '2030-01-01'"))
    steps = check(world, store, world.now + LATER)
    assert (sum(len(step.lost) for step in steps), sum(step.asked_again for step in steps)) == (2, 0)
    store.put(b"page 3")
    assert sum(len(step.lost) for step in check(world, store, world.now + 2 * LATER)) == 1
    store.delete(pages[3])  # lost anew
    assert sum(step.asked_again for step in check(world, store, world.now + 3 * LATER)) == 1


def test_a_page_with_newer_bytes_is_not_fetched_again_for_old_ones(world, store, pages):
    connection = world.connection
    connection.execute(text("UPDATE crawls SET state = 'finished'"))
    world.fetched("http://a/3", b"new")
    store.put(b"new")
    store.delete(pages[3])
    assert sum(len(step.lost) for step in check(world, store, world.now)) == 1
    assert due(world) == []


def test_a_check_that_was_stopped_goes_on_where_it_was(world, store, pages, monkeypatch):
    monkeypatch.setattr(store_check, "AT_ONCE", 5)
    store.delete(min(pages))
    assert begin(world.connection, now=world.now).stored == 12
    assert check_some(world.connection, store, now=world.now).pages == 5
    progress = begin(world.connection, now=world.now + LATER)
    assert (progress.begun_at, progress.pages, progress.lost) == (world.now, 5, 1)
    assert [step.pages for step in check(world, store, world.now)] == [5, 2]
    assert begin(world.connection, now=world.now).pages == 0
    check_some(world.connection, store, now=world.now)
    assert begin(world.connection, now=world.now, anew=True).pages == 0


def test_a_store_that_is_away_has_lost_nothing(world, store, pages):
    (store.root / MARKER).unlink()
    for path in store.root.glob("??"):
        path.rename(store.root.with_name(path.name))
    begin(world.connection, now=world.now)
    with pytest.raises(UnavailableError):
        check_some(world.connection, store, now=world.now)


def test_what_was_removed_on_purpose_is_not_looked_for(world, store, pages):
    world.connection.execute(text("UPDATE raw_pages SET removed_at = now()"))
    for address in pages:
        store.delete(address)
    assert check(world, store, world.now) == []
