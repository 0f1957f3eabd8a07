import pytest
from sqlalchemy import text

from dashboard.pages import reextractions
from db.access.tables import AccessRole
from db.reextraction.reextractions import request
from mezmun.core.clock import utc_now
from workers.maintenance.reextraction import Reextractions


def look(engine, queue, times=2):
    chores = Reextractions(engine, queue, utc_now)
    for _ in range(times):
        chores.look()


def test_one_is_started_watched_compared_and_promoted(sign_in, stored, reextracted, engine, queue):
    (number,) = stored({"http://a/1": "old words"})
    browser = sign_in()
    token = browser.form_token("/reextractions")
    assert "Method: <bdi>mezmun</bdi></p>" in browser.get("/sites/news").text
    reextracted("old words and new words")
    page = browser.get("/reextractions/1").text
    assert "<del>old words</del>" in page
    assert "What would change" in page
    assert "<ins>old words and new words</ins>" in page
    assert 'http-equiv="refresh"' not in page
    page = browser.post("/reextractions/1/promote", token=token).text
    assert "promoting" in page
    assert 'http-equiv="refresh"' in page
    look(engine, queue)
    assert "old words and new words" in browser.get(f"/documents/{number}").text
    assert "What changed" in browser.get("/reextractions/1").text
    assert '<bdi>all-text</bdi> · <a href="/reextractions/1">' in browser.get("/sites/news").text
    assert "promote re-extraction" in browser.get("/changes").text
    assert browser.post("/reextractions/1/drop", token=token).status_code == 400


def test_a_method_is_chosen_of_those_that_there_are(sign_in, stored):
    stored({"http://a/1": "words"})
    browser = sign_in()
    page = browser.get("/reextractions")
    assert "<option>valid-characters</option>" in page.text
    refused = browser.post("/reextractions", token=browser.form_token("/reextractions"), site="news", method="none")
    assert (refused.status_code, "There is no method &#39;none&#39;." in refused.text) == (400, True)


def test_a_long_list_has_pages(sign_in, stored, engine, monkeypatch):
    monkeypatch.setattr(reextractions, "LISTED", 1)
    for site in ("one", "two"):
        stored({f"http://{site}/1": "words"}, site)
        with engine.begin() as connection:
            request(connection, site, "", now=utc_now())
    browser = sign_in()
    page = browser.get("/reextractions").text
    assert (">two<" in page, ">one<" in page, 'href="/reextractions?before=2"' in page) == (True, False, True)
    page = browser.get("/reextractions?before=2").text
    assert (">two<" in page, ">one<" in page, "before=" in page) == (False, True, False)


def test_pages_of_a_list_are_counted_while_one_is_open(sign_in, stored, reextracted, engine, queue):
    stored({"http://a/1": "old words"})
    browser = sign_in()
    token = browser.form_token("/reextractions")
    reextracted("new words")
    assert ">1 / 1<" in browser.get("/reextractions").text
    browser.post("/reextractions/1/drop", token=token)
    assert ">1 / 1<" in browser.get("/reextractions").text  # it is being dropped
    look(engine, queue)
    page = browser.get("/reextractions").text
    assert (">dropped<" in page, " / 1<" in page) == (True, False)
    assert "1 / 1" in browser.get("/reextractions/1").text


def test_one_that_is_started_with_no_method_has_the_site_s_own(sign_in, stored, engine, queue):
    stored({"http://a/1": "words"})
    browser = sign_in()
    page = browser.post("/reextractions", token=browser.form_token("/reextractions"), site="news").text
    assert "waiting" in page
    look(engine, queue, 1)
    page = browser.get("/reextractions/1").text
    assert "mezmun" in page
    assert "0 / 1" in page
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT method FROM reextractions")) == "mezmun"


def test_a_viewer_sees_and_changes_nothing(sign_in, stored, reextracted, engine):
    stored({"http://a/1": "words"})
    reextracted("other words")
    browser = sign_in(AccessRole.VIEWER)
    assert 'name="token"' not in browser.get("/reextractions").text + browser.get("/reextractions/1").text
    for path in ("/reextractions", "/reextractions/1/promote", "/reextractions/1/drop"):
        assert browser.post(path, token="x", site="news").status_code == 403
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT state FROM reextractions")) == "ready"


@pytest.mark.parametrize(
    ("path", "status"), [("/reextractions/9", 404), ("/reextractions/1?after=x", 422), ("/reextractions/0", 422)]
)
def test_odd_addresses_are_refused(sign_in, path, status):
    assert sign_in().get(path).status_code == status


def test_hostile_texts_and_names_are_no_markup(sign_in, stored, reextracted):
    stored({"http://a/1": "<script>alert(1)</script>"})
    reextracted("<img src=x onerror=alert(2)>")
    browser = sign_in()
    page = browser.get("/reextractions/1").text
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    answer = browser.post("/reextractions", token=browser.form_token("/reextractions"), site="<script>", method="x")
    assert answer.status_code == 400
    assert "<script>" not in answer.text
