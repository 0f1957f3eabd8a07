from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from db import engine as databases
from db.all_tables import METADATA
from db.documents import get_document
from db.monitoring.counts import recount
from db.removal.retention import raw_pages_were_removed, were_removed
from db.schema import migration, tables_version
from mezmun.core.errors import InvalidInputError, UnavailableError
from store.opening import open_store
from store.packed_page import address_of
from tests.dashboard.demo_installation import make_demo_installation
from tests.db.world import World


@pytest.fixture
def empty(empty_database_url):
    engine = databases.connect(empty_database_url)
    yield engine
    engine.dispose()


def differences(engine):
    with engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        return compare_metadata(MigrationContext.configure(connection, opts=options), METADATA)


def test_models_and_migrations_agree(engine):
    assert differences(engine) == []


def test_they_agree_on_the_embedded_server_too(embedded):
    engine = databases.connect(embedded)
    assert differences(engine) == []
    engine.dispose()


def test_checks_are_those_of_the_models(engine, empty):
    METADATA.create_all(empty)
    query = "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'c' ORDER BY 1"
    with engine.connect() as migrated, empty.connect() as created:
        assert migrated.execute(text(query)).all() == created.execute(text(query)).all() != []


def test_up_down_and_up_again(empty):
    assert tables_version.current(empty) is None
    migration.upgrade(empty)
    assert tables_version.current(empty) == tables_version.head()
    migration.upgrade(empty)
    migration.downgrade(empty, "base")
    assert tables_version.current(empty) is None
    assert inspect(empty).get_table_names() == ["alembic_version"]
    migration.upgrade(empty)
    assert differences(empty) == []


def test_blocks_have_their_texts_again_when_the_tables_go_back(engine):
    blocks = [{"kind": "heading", "text": "بىر"}, {"kind": "row", "text": "\t\tئىككى"}, {"kind": "code", "text": "3"}]
    with engine.begin() as connection:
        World(connection).store(World(connection).fetched(), "بىر\n\nئىككى", blocks=blocks)
    migration.downgrade(engine, "0010")
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT blocks FROM extractions")) == blocks
    migration.upgrade(engine)
    with engine.connect() as connection:
        assert get_document(connection, 1).content["blocks"] == blocks


def test_bytes_that_were_not_to_be_archived_stay_removed_both_ways(engine):
    with engine.begin() as connection:
        World(connection).fetched("http://a/1", b"1", signals={"robots": ["noarchive"]})
        World(connection).fetched("http://a/2", b"2")
        raw_pages_were_removed(connection, [address_of(b"1")], now=World.now)
    migration.downgrade(engine, "0021")
    with engine.connect() as connection:
        assert connection.scalars(text("SELECT url FROM fetches WHERE signals ? 'removed'")).all() == ["http://a/1"]
    migration.upgrade(engine)
    with engine.connect() as connection:
        assert were_removed(connection, address_of(b"1"))
        assert not were_removed(connection, address_of(b"2"))
        assert connection.scalar(text("SELECT count(*) FROM fetches WHERE signals ? 'removed'")) == 0


def test_two_runners_at_once_take_turns(empty_database_url):
    def run(_):
        engine = databases.connect(empty_database_url)
        migration.upgrade(engine)
        revision = tables_version.current(engine)
        engine.dispose()
        return revision

    run_one = databases.connect(empty_database_url)
    with ThreadPoolExecutor(1) as pool, run_one.connect() as first:
        # The first runner holds the lock while the second arrives.
        first.execute(text("SELECT pg_advisory_lock(:key)"), {"key": 0x6D657A6D})
        second = pool.submit(run, None)
        with pytest.raises(TimeoutError):
            second.result(timeout=1)
        first.execute(text("SELECT pg_advisory_unlock_all()"))
        first.commit()
        assert second.result(timeout=60) == tables_version.head()
    run_one.dispose()


def test_a_busy_table_is_not_waited_for_long_and_no_step_is_half_done(engine):
    with engine.connect() as reader:
        reader.execute(text("SELECT * FROM sites"))
        with pytest.raises(UnavailableError, match="lock timeout"):
            migration.downgrade(engine, "base")
        reader.rollback()
    assert tables_version.current(engine) not in (None, tables_version.head())
    migration.upgrade(engine)
    assert differences(engine) == []


def test_an_unknown_revision_is_one_sentence(engine):
    with pytest.raises(InvalidInputError, match="nonsense"):
        migration.upgrade(engine, "nonsense")


def test_each_revision_goes_down_and_up_again_over_what_an_operator_has(engine, tmp_path):
    """What the first tables hold is the same afterwards; what later ones brought, as threads, is lost on the way."""
    make_demo_installation(engine, open_store(str(tmp_path / "raw")), tmp_path / "exports")
    before = of_first_tables(engine)
    assert all(before.values())
    revisions = [each.revision for each in ScriptDirectory("migrations").walk_revisions()]
    for revision in revisions[1:]:
        migration.downgrade(engine, revision)
        assert tables_version.current(engine) == revision
    for revision in reversed(revisions[:-1]):
        migration.upgrade(engine, revision)
        assert tables_version.current(engine) == revision
    assert of_first_tables(engine) == before
    assert differences(engine) == []
    assert recount(engine, now=World.now) == []


def of_first_tables(engine):
    queries = {
        "sites": "SELECT name, kind, enabled FROM sites ORDER BY 1",
        "crawls": "SELECT id, site, state FROM crawls ORDER BY 1",
        "pages": "SELECT id, site, url FROM pages ORDER BY 1",
        "raw pages": "SELECT sha256, size FROM raw_pages ORDER BY 1",
        "fetches": "SELECT id, page_id, url, sha256, fetched_at FROM fetches ORDER BY 1",
        "outcomes": "SELECT fetch_id, outcome, detail FROM outcomes ORDER BY 1",
        "extractions": "SELECT id, page_id, method, text FROM extractions ORDER BY 1",
        "documents": "SELECT page_id, extraction_id, title FROM documents WHERE version_ids IS NULL ORDER BY 1",
    }
    with engine.connect() as connection:
        return {name: connection.execute(text(query)).all() for name, query in queries.items()}
