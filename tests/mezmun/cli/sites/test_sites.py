"""``mezmun sites add`` and ``try`` as an operator runs them, on a real web server."""

import json

import pytest

from db.crawling.found_pages import FoundPage, add_pages
from db.sites import sync_site
from mezmun.core.sites import site_files
from tests.crawler.web import Web
from tests.db.world import World

pytestmark = pytest.mark.slow


@pytest.fixture
def web():
    site = Web()
    site.pages["/"] = "<p>some words <a href=/2024/05/17/a-title/>a</a> <a href=/author/x/>b</a> <a href=/word>c</a>"
    yield site
    site.close()


def test_a_site_is_added_and_never_written_over(mezmun, tmp_path, web):
    code, out, err = mezmun("sites", "add", f"{web.url}/", "--name", "a-site")
    assert (code, out) == (
        0,
        "sites/a-site.yaml is written; `mezmun sites try a-site` shows what is made of its links.\n",
    )
    assert f"Looking at {web.url}/\n" in err
    text = (tmp_path / "sites" / "a-site.yaml").read_text()
    assert site_files.load(tmp_path / "sites" / "a-site.yaml").seeds == (f"{web.url}/",)
    code, _, err = mezmun("sites", "add", f"{web.url}/", "--name", "a-site")
    assert code == 1
    assert "There is a site 'a-site' already" in err
    assert (tmp_path / "sites" / "a-site.yaml").read_text() == text


def test_a_dry_run_writes_nothing_and_json_has_what_was_seen(mezmun, tmp_path, web):
    code, out, _ = mezmun("sites", "add", f"{web.url}/", "--dry-run", "--json")
    record = json.loads(out)
    assert (code, record["kind"], record["platform"], record["path"]) == (0, "news", None, None)
    assert record["links"] == {"content": 1, "skip": 1, "unknown": 1}
    assert f'- "{web.url}/"' in record["file"]
    assert not (tmp_path / "sites").exists()


def test_a_try_shows_each_link_with_its_role_and_rule(mezmun, web):
    code, out, _ = mezmun("sites", "try", f"{web.url}/", "--json")
    links = {link["url"].removeprefix(web.url): (link["role"], link["followed"]) for link in json.loads(out)["links"]}
    assert code == 0
    assert links == {
        "/2024/05/17/a-title/": ("content", True),
        "/word": ("unknown", True),
        "/author/x/": ("skip", False),
    }
    web.pages["/"] += "<a href=/%D8%AE%DB%95%DB%8B%DB%95%D8%B1/>d</a>"
    code, out, _ = mezmun("sites", "try", f"{web.url}/")
    assert code == 0
    assert "pages about persons" in out
    assert f"{web.url}/خەۋەر/\n" in out


def test_a_changed_file_is_tried_over_the_pages_that_are_known(mezmun, tmp_path, web, engine, database_url):
    settings = {"database_url": database_url, "broker_url": "amqp://nowhere//"}
    (tmp_path / "sites").mkdir()
    (tmp_path / "sites" / "a.yaml").write_text(f"kind: news\nseeds: ['{web.url}/']\n")
    (tmp_path / "changed.yaml").write_text(f"kind: news\nseeds: ['{web.url}/']\nrules: {{skip: [/2024/]}}\n")
    with engine.begin() as connection:
        sync_site(connection, site_files.load(tmp_path / "sites" / "a.yaml"), now=World.now)
        links = [FoundPage("a", f"{web.url}/{path}", "content") for path in ("2024/05/17/a-title/", "word")]
        add_pages(connection, links, now=World.now)
    code, out, err = mezmun("sites", "try", "a", "--file", "changed.yaml", "--json", **settings)
    record = json.loads(out)
    assert (code, err) == (0, "")
    assert (record["known_pages"], len(record["changes"])) == (2, 1)
    change = record["changes"][0]
    assert (change["kind"], change["before"], change["pages"]) == ("skipped", "content", 1)
    assert (
        "skipped: content → skip: 1 of 2 pages" in mezmun("sites", "try", "a", "--file", "changed.yaml", **settings)[1]
    )


def test_wrong_input_is_one_sentence(mezmun):
    for command, of_command in (
        (("sites", "add", "nowhere"), 2),
        (("sites", "try", "none"), 1),
        (("sites", "add", "http://a/", "--name", "A"), 2),
    ):
        code, _, err = mezmun(*command)
        assert (code, err.count("\n")) == (of_command, 1)
        assert err.startswith("mezmun: ")
