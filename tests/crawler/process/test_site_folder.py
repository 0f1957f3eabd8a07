"""The folder of site files as the long-running crawler reads it."""

import os
from contextlib import contextmanager

import pytest
from sqlalchemy import event

from crawler.process import site_folder
from crawler.process.site_folder import SiteFolder
from db.crawling.found_pages import FoundPage, add_pages
from mezmun.core.clock import utc_now


@pytest.fixture
def sync(tmp_path, engine):
    """Write site files, read the folder in this process or in a new one, and give names and stored schedules."""
    folders = [SiteFolder(tmp_path, engine, utc_now)]

    def sync(*, anew=False, **files):
        for name, text in files.items():
            path = tmp_path / name.replace("_", ".")
            path.write_text(text, encoding="utf-8")
            os.utime(path, ns=(0, path.stat().st_mtime_ns + len(text)))
        if anew:
            folders.append(SiteFolder(tmp_path, engine, utc_now))
        names = folders[-1].sync()
        with engine.connect() as connection:
            rows = connection.exec_driver_sql("SELECT name, config->>'schedule' FROM sites ORDER BY name")
            return names, dict(rows.all())

    return sync


GOOD = "kind: blog\nseeds: [http://127.0.0.1:1/]\nschedule: {}\n"
WRONG = "kind: blogg\nseeds: [http://127.0.0.1:1/]\n"


def test_a_wrong_file_stops_no_other_site_and_leaves_its_own_as_it_was(sync, caplog):
    assert sync(one_yaml=GOOD.format("1d"), two_yaml=GOOD.format("2d")) == (
        ["one", "two"],
        {"one": "P1D", "two": "P2D"},
    )
    assert sync(one_yaml=WRONG, two_yaml=GOOD.format("3d")) == (["one", "two"], {"one": "P1D", "two": "P3D"})
    assert "one.yaml:1: kind" in caplog.text
    assert sync()[0] == ["one", "two"]
    assert caplog.text.count("one.yaml:1: kind") == 1


def test_a_file_that_was_wrong_when_the_process_began_leaves_its_site_as_the_database_has_it(sync, caplog):
    sync(one_yaml=GOOD.format("1d"))
    assert sync(anew=True, one_yaml=WRONG, two_yaml=GOOD.format("2d")) == (["one", "two"], {"one": "P1D", "two": "P2D"})
    assert "The site stays as it was." in caplog.text


def test_of_two_files_of_one_site_the_first_holds_until_it_is_removed(sync, caplog, tmp_path):
    assert sync(one_yaml=GOOD.format("1d"), one_yml=GOOD.format("2d")) == (["one"], {"one": "P1D"})
    assert "one.yml:1: the site 'one' has two files; rename or remove one." in caplog.text
    (tmp_path / "one.yaml").unlink()
    assert sync() == (["one"], {"one": "P2D"})
    assert "no file any more" not in caplog.text


def test_a_file_that_is_removed_is_said_once_and_its_site_is_crawled_no_more(sync, caplog, tmp_path):
    sync(one_yaml=GOOD.format("1d"), two_yaml=GOOD.format("2d"))
    (tmp_path / "one.yaml").unlink()
    for _ in range(2):
        assert sync()[0] == ["two"]
    assert caplog.text.count("The site one has no file any more") == 1


def test_a_host_that_a_file_has_no_more_is_said_once_with_the_pages_known_there(sync, engine, caplog):
    two = "kind: blog\nseeds: [http://a/, http://b:81/]\n"
    one, three = "kind: blog\nseeds: [http://a/]\n", two + "limits: {pages: 5}\n"
    assert sync(one_yaml=two)[0] == ["one"]
    urls = ("http://a/1", "http://b:81/1", "http://b:81/2")
    with engine.begin() as connection:
        add_pages(connection, [FoundPage("one", url, "content") for url in urls], now=utc_now())
    for text in (three, two):
        sync(one_yaml=text)
        assert "no more" not in caplog.text
    for anew in (False, True):
        sync(anew=anew, one_yaml=one)
        assert caplog.text.count("the host b:81 no more: 2 pages known there are fetched no more") == 1
        assert caplog.text.count("no more:") == 1


def test_sites_that_are_as_their_files_cost_one_statement_for_all_when_a_process_begins(sync, engine, monkeypatch):
    monkeypatch.setattr(site_folder, "AT_ONCE", 4)
    files = {f"site{number}_yaml": GOOD.format("1d") for number in range(8)}
    sync(**files)
    statements = []
    with listening(engine, statements.append):
        sync(anew=True)
        assert len(statements) == 3, "one for four sites, and the test's own"
        statements.clear()
        names, schedules = sync(anew=True, site5_yaml=GOOD.format("2d"))
        assert len(statements) == 5, "the site, and the version of its file"
    assert (len(names), schedules["site5"], schedules["site4"]) == (8, "P2D", "P1D")


@contextmanager
def listening(engine, note):
    def tell(connection, cursor, statement, *_):
        note(statement)

    event.listen(engine, "before_cursor_execute", tell)
    yield
    event.remove(engine, "before_cursor_execute", tell)
