"""Bytes that are given up go from the raw store when it answers, and those that came back stay."""

from datetime import timedelta

import pytest

from db.processing.fetch_outcomes import record_outcome
from db.removal import raw_deletions
from db.removal.raw_deletions import count_waiting, delete_later, delete_some, delete_waiting
from db.removal.retention import raw_pages_were_removed
from mezmun.core.errors import UnavailableError
from mezmun.core.outcomes import Outcome
from store.opening import open_store
from store.packed_page import address_of
from tests.db.world import World


@pytest.fixture
def store(tmp_path):
    return open_store(tmp_path / "raw")


def test_all_that_waits_goes_in_steps_or_about_as_much_as_is_asked_for(engine, store, monkeypatch):
    monkeypatch.setattr(raw_deletions, "AT_ONCE", 2)
    with engine.begin() as connection:
        delete_later(connection, [store.put(bytes([number])).sha256 for number in range(7)])
    left = []
    for limit in (3, None):
        delete_waiting(engine, store, limit=limit)
        with engine.connect() as connection:
            left.append((count_waiting(connection), len(list(store.addresses()))))
    assert left == [(3, 3), (0, 0)]


def test_what_a_store_that_is_away_cannot_delete_waits(engine, store):
    with engine.begin() as connection:
        delete_later(connection, [store.put(b"1").sha256])
    elsewhere = store.root.rename(store.root.with_name("elsewhere"))
    with pytest.raises(UnavailableError):
        delete_waiting(engine, store)
    elsewhere.rename(store.root)
    delete_waiting(engine, store)
    assert list(store.addresses()) == []


def test_bytes_that_a_page_has_brought_again_before_they_were_deleted_stay(world, store):
    for body in (b"1", b"2"):
        fetch_id = world.fetched(f"http://a/{body.decode()}", body)
        record_outcome(world.connection, fetch_id, Outcome.EMPTY, at=world.now)
        store.put(body)
    raw_pages_were_removed(world.connection, [address_of(b"1"), address_of(b"2")], now=world.now)
    world.connection.exec_driver_sql("UPDATE crawls SET state = 'finished'")
    world.fetched("http://a/1", b"1", fetched_at=world.now + timedelta(days=1))
    assert delete_some(world.connection, store) == 2
    assert [address for address, _ in store.addresses()] == [address_of(b"1")]
    assert delete_some(world.connection, store) == 0


def test_who_brings_the_same_bytes_while_they_are_deleted_waits(engine, store):
    with engine.begin() as connection:
        world = World(connection)
        record_outcome(connection, world.fetched("http://a/1", b"1"), Outcome.EMPTY, at=world.now)
        raw_pages_were_removed(connection, [address_of(b"1")], now=world.now)
    with engine.begin() as deleting, engine.begin() as writing:
        assert delete_some(deleting, store) == 1
        waits_not = "SELECT FROM raw_pages FOR UPDATE SKIP LOCKED"
        assert writing.exec_driver_sql(waits_not).all() == []
