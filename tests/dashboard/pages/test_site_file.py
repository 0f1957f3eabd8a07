from datetime import timedelta

import pytest
from sqlalchemy import update

from dashboard.pages import site_file
from db.access.tables import AccessRole
from db.models import SiteTemplate
from db.processing.templates import SavedTemplate, save_template
from db.sites import sync_site
from mezmun.core.sites.schedule import Schedule
from mezmun.core.sites.site_schema import Rules, Site, SiteKind
from tests.db.world import NOW

HOSTILE = "</textarea><script>alert(1)</script>"


@pytest.fixture
def browser(sign_in, stored):
    stored({"http://a/1": "one", "http://a/horoscope/2": "two"})
    return sign_in()


def test_a_site_file_has_its_versions_with_what_each_changed(browser, engine):
    changed = Site(name="news", kind=SiteKind.NEWS, seeds=("http://a/",), rules=Rules(skip=("/horoscope/",)))
    changed = changed.model_copy(update={"schedule": Schedule(every=timedelta(hours=12))})
    with engine.begin() as connection:
        for _ in range(2):  # the second time nothing is new
            sync_site(connection, changed, now=NOW + timedelta(days=1))
    page = browser.get("/sites/news/file").text
    assert page.count("<details") == 2
    assert "<ins>  - /horoscope/</ins>" in page
    assert "kind: news" in page
    assert "schedule: 12h" in page
    assert "name: news" not in page  # a file has no name in it


def test_a_file_has_no_method_that_only_a_reextraction_was_promoted_with(browser, engine):
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE sites SET promoted_method = 'svm'")
    assert "method:" not in browser.get("/sites/news/file").text


def test_a_changed_file_is_tried_over_the_stored_pages_and_changes_nothing(browser):
    assert browser.session.get(f"{browser.address}/sites/none/file").status_code == 404
    text = "kind: news\r\nseeds: [http://a/]\r\nrules:\r\n  skip: [/horoscope/]\r\n"
    page = browser.get("/sites/news/file", params={"changed": text}).text
    assert "skipped: " in page
    assert "http://a/horoscope/2" in page
    assert (
        "Nothing would change"
        in browser.get("/sites/news/file", params={"changed": "kind: news\nseeds: [http://a/]"}).text
    )
    assert browser.get("/sites/news/file").text.count("<details") == 1


def test_of_a_large_site_the_first_pages_are_looked_at(browser, monkeypatch):
    changed = {"changed": "kind: news\nseeds: [http://a/]\nrules: {skip: [/horoscope/]}"}
    assert "(the first ones)" not in browser.get("/sites/news/file", params=changed).text
    monkeypatch.setattr(site_file, "MOST_PAGES", 1)
    page = browser.get("/sites/news/file", params=changed).text
    assert "(the first ones)" in page
    assert "Nothing would change" in page


@pytest.mark.parametrize(
    "text", ["kind: nonsense", "a: &a [*a]", "\0", "- 1", HOSTILE, "kind: news\nseeds: [a]\nrules: {skip: ['(']}"]
)
def test_a_file_that_is_wrong_is_shown_with_its_faults(browser, text):
    answer = browser.get("/sites/news/file", params={"changed": text})
    assert answer.status_code == 200
    assert 'role="alert"' in answer.text
    assert "<script" not in answer.text


def test_a_template_is_shown_with_what_repeats(browser, engine):
    assert "No text that repeats" in browser.get("/sites/news/template").text
    state = {"version": 3, "entries": [["a", "باش بەت", 2], ["b", HOSTILE, 1]], "boxes": [["div#menu", 9, 1.0, 2]]}
    with engine.begin() as connection:
        saved = SavedTemplate(3, state, "mezmun", pages=40, learned_at=NOW)
        assert save_template(connection, "news", saved, before=SavedTemplate())
    page = browser.get("/sites/news/template").text
    assert "باش بەت" in page
    assert "<script" not in page
    assert "<b>40</b>" in page
    with engine.begin() as connection:
        connection.execute(update(SiteTemplate).values(state={"version": 4}))  # emptied, as after a take-down
    assert "No text that repeats" in browser.get("/sites/news/template").text


def test_the_next_runs_are_those_of_the_schedule(browser, engine):
    page = browser.get("/sites/news").text
    runs = page[page.index("The next runs") : page.index("What is due")]
    assert runs.count("<li>") == 5
    browser.post("/sites/news/pause", token=browser.form_token("/sites/news"))
    page = browser.get("/sites/news").text
    assert "None while the site is paused" in page
    assert "<b>–</b> next run" in page


def test_a_viewer_sees_no_template_which_may_hold_a_name_that_repeats(sign_in, browser):
    assert "/sites/news/template" in browser.get("/sites/news").text
    viewer = sign_in(AccessRole.VIEWER)
    assert "/sites/news/template" not in viewer.get("/sites/news").text
    assert viewer.get("/sites/news/template").status_code == 403
    assert viewer.get("/sites/news/file").status_code == 200
