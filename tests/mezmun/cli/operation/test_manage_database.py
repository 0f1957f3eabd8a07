"""``mezmun db`` and ``mezmun takedown`` as a user runs them."""

import json
import uuid

import pytest

from db import documents
from db.access.audit import list_changes
from db.crawling import leases
from db.schema import tables_version
from store.folder_store import FolderStore
from tests.db.world import World


def test_an_empty_database_is_brought_up_and_down(mezmun, empty_database_url):
    url = {"database_url": empty_database_url}
    code, out, err = mezmun("db", "current", **url)
    assert (code, out) == (1, "no tables\n")
    assert "mezmun db upgrade" in err
    assert mezmun("db", "upgrade", **url)[0] == 0
    assert mezmun("db", "downgrade", "base", answer="n\n", **url)[0] == 1
    code, _, err = mezmun("db", "downgrade", "base", **url)
    assert (code, "--yes" in err) == (2, True)
    for revision in ("nope", "-999"):
        code, out, err = mezmun("db", "downgrade", "--", revision, answer="n\n", **url)
        assert (code, f"cannot be moved to revision '{revision}'" in err, "Take the tables" in out) == (2, True, False)
    assert mezmun("db", "downgrade", "--", "-1", answer="n\n", **url)[0] == 1
    assert mezmun("db", "current", **url) == (0, f"{tables_version.head()}\n", "")
    code, out, _ = mezmun("db", "downgrade", "base", "--yes", **url)
    assert (code, out) == (0, "The tables are at nothing.\n")


def test_a_recount_says_whether_the_counts_were_right_and_mends_them(mezmun, engine, database_url):
    with engine.begin() as connection:
        World(connection).fetched()
    url = {"database_url": database_url}
    assert mezmun("db", "recount", **url) == (0, "All counts are right.\n", "")
    with engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM counts WHERE span = 'all' AND subject = 'fetches'")
    code, out, _ = mezmun("db", "recount", "--json", **url)
    wrong = json.loads(out)
    assert (code, wrong["subject"], wrong["count"], wrong["true_count"]) == (1, "fetches", 0, 1)
    assert mezmun("db", "recount", **url)[0] == 0


@pytest.mark.services
def test_the_embedded_database_needs_nothing_set(mezmun, tmp_path):
    assert mezmun("db", "upgrade")[0] == 0
    assert mezmun("db", "current") == (0, f"{tables_version.head()}\n", "")
    assert (tmp_path / "data" / "postgres" / "data" / "PG_VERSION").exists()


@pytest.mark.slow
def test_a_database_that_is_not_there_is_one_sentence(mezmun):
    code, out, err = mezmun("db", "upgrade", database_url="postgresql://me@127.0.0.1:1/x")
    assert (code, out) == (1, "")
    assert err.startswith("mezmun: The database")
    assert len(err.splitlines()) == 1


def leased(connection):
    """Give the sites that a new crawler process would be given a century from now."""
    due = leases.lease_due_sites(connection, uuid.uuid4(), now=World.now.replace(year=2126), limit=9)
    return [site.name for site in due]


def test_a_page_is_taken_down_after_asking(mezmun, engine, database_url, tmp_path):
    store = FolderStore(tmp_path / "raw")
    with engine.begin() as connection:
        world = World(connection)
        world.store(world.fetched("http://a/1", b"1"))
    sha256 = store.put(b"1").sha256
    # A broker URL keeps the queues' tables out of it; no broker is asked.
    settings = {"database_url": database_url, "raw_store": str(store.root), "broker_url": "amqp://nowhere//"}
    assert mezmun("takedown", "http://a/1", answer="n\n", **settings)[0] == 1
    assert store.get(sha256) == b"1"
    code, out, _ = mezmun("takedown", "http://a/1", "--yes", "--json", **settings)
    removed = json.loads(out)
    assert removed.pop("barred") > 0  # other spellings of the address
    assert (code, removed) == (0, {"pages": 1, "documents": 1, "extractions": 1, "raw_pages": 1})
    with engine.begin() as connection:
        assert documents.count_documents(connection) == 0
        assert leased(connection) == ["news"]
    assert list(store.addresses()) == []
    assert mezmun("takedown", "--site", "news", "--yes", **settings)[0] == 0
    with engine.begin() as connection:
        assert leased(connection) == []
        changes = [(each.operator, each.action, each.subject) for each in list_changes(connection)]
    assert changes == [("command line", "take down", "news"), ("command line", "take down", "http://a/1")]


@pytest.mark.parametrize(
    ("arguments", "code"), [((), 2), (("http://a/1", "--site", "news"), 2), (("http://a/none", "--yes"), 1)]
)
def test_a_takedown_of_nothing_or_of_two_things_is_refused(mezmun, database_url, arguments, code):
    ended, _, err = mezmun("takedown", *arguments, database_url=database_url, broker_url="amqp://nowhere//")
    assert ended == code
    assert err.startswith("mezmun: ")
