"""The commands that look after the raw pages, as a user runs them."""

import json
import os

from db.removal.store_check import begin
from store.folder_store import FolderStore
from store.packed_page import name_of
from tests.db.world import NOW, World


def test_lost_raw_pages_are_named_and_forgotten_bytes_removed(mezmun, engine, database_url, tmp_path):
    store = FolderStore(tmp_path / "raw")
    with engine.begin() as connection:
        for number in range(3):
            World(connection).fetched(f"http://a/{number}", b"%d" % number)
    sound, _, lost = (store.put(b"%d" % number).sha256 for number in range(3))
    forgotten = store.put(b"forgotten").sha256
    os.utime(store.root / name_of(forgotten), (0, 0))
    store.delete(lost)
    settings = {"database_url": database_url, "raw_store": str(store.root), "broker_url": "amqp://nowhere//"}
    code, out, err = mezmun("store", "check", "--json", **settings)
    assert (code, json.loads(out)) == (1, {"pages": 3, "lost": 1, "asked_again": 1})
    assert lost in err
    assert sound not in err
    store.put(b"2")
    code, out, _ = mezmun("store", "check", **settings)
    assert (code, out) == (0, "3 raw pages checked, 0 missing or damaged, 0 pages are fetched again for it.\n")
    with engine.begin() as connection:
        assert begin(connection, now=NOW).pages == 0  # that check has ended
    assert mezmun("store", "tidy", **settings)[1] == "1 raw page removed.\n"
    assert forgotten not in {address for address, _ in store.addresses()}
