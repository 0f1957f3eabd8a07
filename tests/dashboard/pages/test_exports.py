import re
import time

import pytest

from dashboard.export import run as runs
from dashboard.export.export_folder import remove_outdated
from dashboard.export.options import ExportFormat, ExportOptions
from dashboard.export.run import Export
from db.access.tables import AccessRole
from db.crawling.found_pages import FoundPage
from db.removal import takedown
from mezmun.core.clock import utc_now


@pytest.fixture
def export(sign_in, stored):
    """Make an export through the page and give the browser and its name."""
    stored({"http://a/1": "one", "http://a/2": "two"}, language="ug")
    browser = sign_in()
    browser.post("/exports", token=browser.form_token("/exports"), format="jsonl", language="ug", respect="true")
    return browser, name_of_export(browser)


def name_of_export(browser):
    """Wait until an export is complete, and give its name."""
    end = time.monotonic() + 60
    while "complete" not in (page := browser.get("/exports").text):
        assert time.monotonic() < end, page
        time.sleep(0.2)
    return page.split("/manifest.json")[0].rsplit("/", 1)[1]


def fields(page, button):
    """Give the hidden fields of the form with a button, by name."""
    form = page[: page.index(button)].rpartition("<form")[2]
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))


def test_the_files_of_an_export_go_with_a_page_that_may_be_in_them(export, resources, engine):
    browser, name = export
    file = browser.get(f"/exports/{name}/manifest.json").json()["files"][0]["name"]
    with engine.begin() as connection:
        at_sites = [FoundPage("news", "http://b/", "content")]
        takedown.take_down_page(connection, "http://b/", now=utc_now(), at_sites=at_sites)
    assert browser.get(f"/exports/{name}/{file}").status_code == 200  # nothing was there to go
    with engine.begin() as connection:
        takedown.take_down_page(connection, "http://a/1", now=utc_now())
    assert [browser.get(f"/exports/{name}/{each}").status_code for each in (file, "manifest.json")] == [404, 404]
    assert not (resources.exports / name / file).exists()
    page = browser.get("/exports").text
    assert "A page was taken down after it was made." in page
    browser.post("/exports", **fields(page, "Make it anew"))
    second = browser.get(f"/exports/{name_of_export(browser)}/manifest.json").json()
    assert (second["counts"]["documents"], second["options"]["languages"]) == (1, ["ug"])
    assert second["options"]["respect"]


def test_an_export_of_a_site_that_is_not_there_is_refused(export):
    browser, _ = export
    answer = browser.post("/exports", token=browser.form_token("/exports"), format="jsonl", site="nwes")
    assert answer.status_code == 400
    assert "There is no site &#39;nwes&#39; in the database." in answer.text
    assert browser.get("/exports").text.count("/manifest.json") == 1


def test_an_export_is_made_and_its_files_are_given(export):
    browser, name = export
    manifest = browser.get(f"/exports/{name}/manifest.json")
    assert manifest.json()["counts"]["documents"] == 2
    assert manifest.json()["options"]["respect"]
    assert manifest.headers["Content-Disposition"].startswith("attachment")
    file = manifest.json()["files"][0]
    assert len(browser.get(f"/exports/{name}/{file['name']}").content) == file["bytes"]
    changes = browser.get("/changes").text
    assert name in changes
    assert not re.search(r"None|False|\[\]|\[&#39;", changes)
    assert "ask for it (noarchive, ai-train …)</bdi>: <bdi>noarchive, noai" in changes


def test_an_export_is_listed_with_what_it_is_of(sign_in, stored):
    stored({"http://a/1": "one"}, language="ug")
    browser = sign_in()
    browser.post("/exports", token=browser.form_token("/exports"), format="jsonl", site="news", language="ug")
    name_of_export(browser)
    page = browser.get("/exports").text
    assert "Site: <bdi>news</bdi>" in page
    assert "Language: <bdi>ug</bdi>" in page


def test_so_do_those_of_one_that_was_stopped(sign_in, stored, resources, engine, monkeypatch):
    stored({"http://a/1": "one", "http://a/2": "two"})
    real, looked = runs.read_snapshot, []

    def stop(*arguments, **options):
        looked.append(arguments)
        if len(looked) == 3:
            raise KeyboardInterrupt
        return real(*arguments, **options)

    folder = resources.exports / "stopped"
    export = Export(engine, resources.raw, folder, ExportOptions(ExportFormat.TEXT, shard_size=1), code_version="1")
    with monkeypatch.context() as patched:
        patched.setattr(runs, "read_snapshot", stop)
        with pytest.raises(KeyboardInterrupt):
            export.run(since=None)
    assert remove_outdated(engine, resources.exports) == set()
    shards = list(folder.glob("part-*.zst"))
    assert shards
    with engine.begin() as connection:
        takedown.take_down_page(connection, "http://a/1", now=utc_now())
    assert remove_outdated(engine, resources.exports) == {"stopped"}
    assert not any(shard.exists() for shard in shards)
    assert "mezmun export" in sign_in().get("/exports").text
    assert export.run(since=None)["documents"] == 1


@pytest.mark.parametrize("file", ["../../raw", "..%2f..%2fraw", "/etc/passwd", "%2e%2e/manifest.json", "none"])
def test_no_other_file_is_given(export, file):
    browser, name = export
    assert browser.get(f"/exports/{name}/{file}").status_code == 404
    assert browser.get(f"/exports/../{file}").status_code == 404


def test_why_an_export_came_to_nothing_is_on_the_page(sign_in, stored, resources):
    stored({"http://a/1": "one"})
    resources.exports.parent.mkdir(exist_ok=True)
    resources.exports.write_text("This is no folder.")
    browser = sign_in()
    browser.post("/exports", token=browser.form_token("/exports"), format="jsonl")
    end = time.monotonic() + 60
    while "cannot be made" not in (page := browser.get("/exports").text):
        assert time.monotonic() < end, page
        time.sleep(0.2)
    assert "running" not in page


def test_a_viewer_and_a_wrong_format_make_no_export(sign_in):
    viewer = sign_in(AccessRole.VIEWER)
    assert viewer.post("/exports", token="x", format="jsonl").status_code == 403
    operator = sign_in()
    assert operator.post("/exports", token=operator.form_token("/exports"), format="exe").status_code == 422
    token = operator.form_token("/exports")
    refused = operator.post("/exports", token=token, format="jsonl", language="Uyghur")
    assert refused.status_code == 400
    assert "did you mean ug (Uyghur)?" in refused.text
    assert "There is no export yet." in operator.get("/exports").text
