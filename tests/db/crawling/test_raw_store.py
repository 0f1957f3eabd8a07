"""The raw store of an installation is made once, and not again where its disk is not mounted."""

import shutil

import pytest

from db import engine as databases
from db.crawling.raw_store import open_raw_store
from mezmun.core.errors import UnavailableError
from store.folder_store import MARKER
from store.opening import open_store
from tests.db.world import World


@pytest.fixture
def mount_point(engine, tmp_path):
    """An empty folder, in a database that knows a page."""
    with engine.begin() as connection:
        World(connection).fetched()
    (tmp_path / "raw").mkdir()
    return tmp_path / "raw"


def test_a_new_installation_has_its_store_made(engine, tmp_path):
    open_raw_store(engine, str(tmp_path / "raw"), for_writing=True).put(b"a page")
    assert (tmp_path / "raw" / MARKER).exists()


def test_a_database_without_tables_knows_no_page(empty_database_url, tmp_path):
    engine = databases.connect(empty_database_url)
    open_raw_store(engine, str(tmp_path / "raw")).put(b"a page")
    engine.dispose()


def test_nothing_is_made_where_the_disk_of_a_known_store_is_not_mounted(engine, mount_point):
    store = open_raw_store(engine, str(mount_point))
    with pytest.raises(UnavailableError, match=r"is away: it has no file .* Mount its disk"):
        store.put(b"a page")
    with pytest.raises(UnavailableError, match="Mount its disk"):
        open_raw_store(engine, mount_point.as_uri(), for_writing=True)
    assert list(mount_point.iterdir()) == []


def test_a_store_all_of_whose_pages_are_lost_is_known_and_one_whose_pages_were_removed_is_not(engine, mount_point):
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE raw_pages SET lost_at = now()")
    with pytest.raises(UnavailableError, match="Mount its disk"):
        open_raw_store(engine, str(mount_point)).put(b"a page")
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE raw_pages SET removed_at = now()")
    open_raw_store(engine, str(mount_point)).put(b"a page")


def test_pages_that_were_copied_to_another_folder_are_a_store(engine, mount_point, tmp_path):
    address = open_store(tmp_path / "first").put(b"a page").sha256
    (tmp_path / "first" / MARKER).unlink()
    shutil.copytree(tmp_path / "first", mount_point, dirs_exist_ok=True)
    assert open_raw_store(engine, str(mount_point), for_writing=True).get(address) == b"a page"


def test_a_database_that_is_away_may_know_pages(tmp_path):
    away = databases.connect("postgresql://me@127.0.0.1:1/nowhere")
    with pytest.raises(UnavailableError, match="is away"):
        open_raw_store(away, str(tmp_path / "raw")).free_bytes()
    assert not (tmp_path / "raw").exists()


def test_the_bucket_of_a_known_store_is_not_made_anew(engine, mount_point, object_server):
    url = object_server.new_url()
    with pytest.raises(UnavailableError, match="NoSuchBucket"):
        open_raw_store(engine, url)
    assert url.split("/")[2] not in {each["Name"] for each in object_server.client().list_buckets()["Buckets"]}
