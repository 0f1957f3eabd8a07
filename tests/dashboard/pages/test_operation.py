from db.access.tables import Role
from mezmun.core.outcomes import Outcome
from tests.db.world import World


def test_a_page_is_taken_down_only_when_one_is_sure(sign_in, stored, desk):
    (number,) = stored({"http://a/1": "secret"})
    browser = sign_in()
    token = browser.form_token("/takedowns")
    asked = browser.post("/takedowns", token=token, subject="http://a/1").text
    assert "cannot be undone" in asked
    assert browser.get(f"/documents/{number}").status_code == 200
    browser.post("/takedowns", token=token, subject="http://a/1", sure="true")
    assert browser.get(f"/documents/{number}").status_code == 404
    assert list(desk.raw.addresses()) == []
    assert "http://a/1" in browser.get("/changes").text
    assert browser.post("/takedowns", token=token, subject="no-site", sure="true").status_code == 400


def test_failures_are_shown_by_reason(sign_in, engine):
    with engine.begin() as connection:
        world = World(connection)
        crawl = world.crawl()
        for number in range(3):
            page = world.page(crawl, f"http://a/{number}")
            world.fetch(crawl, page, outcome=Outcome.HTTP_ERROR, detail="410 Gone", status=410)
    page = sign_in(Role.VIEWER).get("/failures?site=news").text
    assert "410 Gone" in page
    assert "http://a/2" in page
    assert "410" not in sign_in().get("/failures?outcome=timeout").text


def test_a_viewer_sees_and_changes_nothing(sign_in, stored):
    (number,) = stored({"http://a/1": "text"})
    browser = sign_in(Role.VIEWER)
    assert 'name="token"' not in browser.get("/takedowns").text
    assert browser.post("/takedowns", token="x", subject="http://a/1", sure="true").status_code == 403
    assert browser.post("/sites/news/pause").status_code == 403
    assert browser.get(f"/documents/{number}").status_code == 200
