import os
from datetime import UTC, datetime, timedelta

import pytest

from db.removal import garbage_collection
from store.opening import open_store


@pytest.fixture
def store(tmp_path):
    return open_store(tmp_path / "raw")


def path_of(store, sha256):
    return store.root / sha256[:2] / sha256[2:4] / f"{sha256}.zst"


def test_only_old_bytes_without_a_row_are_removed(world, store):
    now = datetime.now(UTC)
    orphan, fresh = store.put(b"orphan").sha256, store.put(b"fresh").sha256
    known = store.put(b"known").sha256
    world.fetched(body=b"known")
    for sha256 in (orphan, known):
        os.utime(path_of(store, sha256), (0, 0))
    assert garbage_collection.remove_orphans(world.connection, store, before=now - timedelta(hours=1)) == 1
    assert {address for address, _ in store.addresses()} == {fresh, known}


def test_putting_bytes_again_keeps_them_from_being_removed(world, store):
    sha256 = store.put(b"wanted").sha256
    os.utime(path_of(store, sha256), (0, 0))
    store.put(b"wanted")
    hour_ago = datetime.now(UTC) - timedelta(hours=1)
    assert garbage_collection.remove_orphans(world.connection, store, before=hour_ago) == 0
