"""A backup, and the installation that is made of it."""

import json
import os

import pytest
from sqlalchemy import inspect

from db import engine as databases
from db.schema import migration, tables_version
from mezmun.core.errors import InvalidInputError, UnavailableError
from services.backup import back_up, restore
from store.folder_store import MARKER, FolderStore
from store.opening import open_store
from store.raw_store import DamagedRawPageError
from tests.db.world import NOW, World

BODY = "<p>بۇ بىر خەۋەر".encode()


@pytest.fixture
def store(tmp_path):
    return FolderStore(tmp_path / "raw")


@pytest.fixture
def installation(engine, store, database_url):
    """A database with a document, and its raw page in the store."""
    with engine.begin() as connection:
        world = World(connection)
        world.store(world.fetched(body=BODY), "بۇ بىر خەۋەر")
    store.put(BODY)
    return database_url


def rows(url):
    """Give what all tables hold, as text."""
    engine = databases.connect(url)
    with engine.connect() as connection:
        rows = {
            name: sorted(map(str, connection.exec_driver_sql(f'SELECT "{name}"::text FROM "{name}"')))
            for name in inspect(connection).get_table_names()
        }
    engine.dispose()
    return rows


def test_raw_pages_come_from_a_bucket_into_a_backup_and_back_into_another(
    installation, object_server, tmp_path, empty_database_url
):
    bucket, other = (open_store(object_server.new_url()) for _ in range(2))
    bucket.put(BODY)
    assert back_up(installation, bucket, tmp_path / "backup", NOW).raw_pages == 1
    restore(empty_database_url, other, tmp_path / "backup")
    assert [other.get(address) for address, _ in other.addresses()] == [BODY]


def test_a_backup_that_cannot_be_written_to_is_restored(installation, store, tmp_path, empty_database_url):
    back_up(installation, store, tmp_path / "backup", NOW)
    marker = tmp_path / "backup" / "raw" / MARKER
    os.utime(marker, (1, 1))
    restore(empty_database_url, FolderStore(tmp_path / "other"), tmp_path / "backup")
    assert marker.stat().st_mtime == 1  # nothing was tried that root alone may do


@pytest.mark.parametrize("target", ["empty_database_url", "embedded_empty"])
def test_what_is_restored_is_what_was_backed_up(target, installation, store, tmp_path, request):
    url = request.getfixturevalue(target)
    backup = back_up(installation, store, tmp_path / "backup", NOW)
    other = FolderStore(tmp_path / "other")
    assert restore(url, other, tmp_path / "backup") == backup
    assert rows(url) == rows(installation)
    assert all(rows(url)[name] for name in ("sites", "pages", "fetches", "raw_pages", "extractions", "documents"))
    assert [other.get(address) for address, _ in other.addresses()] == [BODY]
    engine = databases.connect(url)
    databases.check(engine)
    with engine.begin() as connection:  # numbers go on where they were
        world = World(connection)
        assert world.fetched(url="http://a/2", body=b"<p>2") > 1
    engine.dispose()
    assert (backup.revision, backup.raw_pages) == (tables_version.head(), 1)


@pytest.fixture
def embedded_empty(embedded):
    """A database on the embedded server, its tables taken away."""
    engine = databases.connect(embedded)
    migration.downgrade(engine, "base")
    with engine.begin() as connection:
        for table in inspect(connection).get_table_names():
            connection.exec_driver_sql(f"DROP TABLE {table} CASCADE")
    engine.dispose()
    return embedded


def test_a_backup_is_brought_up_to_date_and_forgets_what_was_taken_down(installation, store, tmp_path):
    back_up(installation, store, tmp_path / "backup", NOW)
    gone, new = next(store.addresses())[0], store.put(b"new").sha256
    store.delete(gone)
    assert back_up(installation, store, tmp_path / "backup", NOW).raw_pages == 1
    assert [address for address, _ in FolderStore(tmp_path / "backup" / "raw").addresses()] == [new]


def test_a_damaged_raw_page_is_told_when_the_backup_is_made(installation, store, tmp_path):
    address, _ = next(store.addresses())
    (path,) = (tmp_path / "raw").rglob(f"{address}.zst")
    path.write_bytes(b"damaged")
    with pytest.raises(DamagedRawPageError):
        back_up(installation, store, tmp_path / "backup", NOW)
    with pytest.raises(InvalidInputError, match="holds no backup"):
        restore(installation, store, tmp_path / "backup")


def test_a_database_with_tables_is_not_restored_into(installation, store, tmp_path):
    back_up(installation, store, tmp_path / "backup", NOW)
    before = rows(installation)
    with pytest.raises(InvalidInputError, match="has tables"):
        restore(installation, store, tmp_path / "backup")
    assert rows(installation) == before


def test_a_damaged_table_is_refused(installation, store, tmp_path, empty_database_url):
    back_up(installation, store, tmp_path / "backup", NOW)
    with (tmp_path / "backup" / "documents.copy.zst").open("ab") as dump:
        dump.write(b"x")
    with pytest.raises(InvalidInputError, match="damaged"):
        restore(empty_database_url, store, tmp_path / "backup")


def test_a_folder_without_a_backup_is_refused(tmp_path, store, empty_database_url):
    with pytest.raises(InvalidInputError, match="holds no backup"):
        restore(empty_database_url, store, tmp_path)
    (tmp_path / "backup.json").write_text(json.dumps({"version": "1"}))
    with pytest.raises(InvalidInputError, match="holds no backup"):
        restore(empty_database_url, store, tmp_path)


def test_a_database_that_does_not_answer_is_one_sentence_without_its_password(store, tmp_path):
    with pytest.raises(UnavailableError) as error:
        back_up("postgresql://me:secret@127.0.0.1:9/x", store, tmp_path / "backup", NOW)
    assert "secret" not in str(error.value)


def test_raw_pages_of_another_installation_are_not_taken_for_a_backup(installation, store, tmp_path):
    other = FolderStore(tmp_path / "other" / "raw", for_writing=True)
    address = other.put(b"<p>of another installation").sha256
    with pytest.raises(InvalidInputError, match=r"other holds other things than a backup \(raw\)"):
        back_up(installation, store, tmp_path / "other", NOW)
    assert other.get(address) == b"<p>of another installation"


def test_a_folder_with_other_files_is_refused(installation, store, tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "README.md").write_text("mine")
    with pytest.raises(InvalidInputError, match=r"README.md"):
        back_up(installation, store, tmp_path / "folder", NOW)
    assert [each.name for each in (tmp_path / "folder").iterdir()] == ["README.md"]


def test_a_backup_that_broke_off_goes_on(installation, store, tmp_path):
    back_up(installation, store, tmp_path / "backup", NOW)
    (tmp_path / "backup" / "backup.json").unlink()
    assert back_up(installation, store, tmp_path / "backup", NOW).raw_pages == 1
