from db.access.tables import AccessRole
from tests.db.threads.thread_world import ThreadWorld
from tests.db.world import World


def test_a_page_is_taken_down_only_when_one_is_sure(sign_in, stored, resources):
    (number,) = stored({"http://a/1": "secret"})
    browser = sign_in()
    token = browser.form_token("/takedowns")
    asked = browser.post("/takedowns", token=token, subject="http://a/1").text
    assert "cannot be undone" in asked
    assert browser.get(f"/documents/{number}").status_code == 200
    browser.post("/takedowns", token=token, subject="http://a/1", sure="true")
    assert browser.get(f"/documents/{number}").status_code == 404
    assert list(resources.raw.addresses()) == []
    assert "http://a/1" in browser.get("/changes").text
    assert browser.post("/takedowns", token=token, subject="no-site", sure="true").status_code == 400


def test_before_a_page_of_a_thread_goes_one_sees_how_many_pages_go(sign_in, engine):
    with engine.begin() as connection:
        thread = ThreadWorld(World(connection))
        for number, letters in ((1, "ab"), (2, "cd"), (3, "ef")):
            thread.read(number, letters)
    browser = sign_in()
    token = browser.form_token("/takedowns")
    asked = browser.post("/takedowns", token=token, subject="http://f/12/2").text
    assert "among these: 3</p>" in asked
    assert "Pages: 3 · Documents: 1" in browser.post("/takedowns", token=token, subject="http://f/12/2", sure="1").text


def test_an_address_that_no_page_has_yet_is_barred(sign_in, stored):
    stored({"http://a/1": "text"})
    browser = sign_in()
    token = browser.form_token("/takedowns")
    assert "is never fetched" in browser.post("/takedowns", token=token, subject="http://a/2", sure="true").text
    answer = browser.post("/takedowns", token=token, subject="http://nowhere/2", sure="true")
    assert (answer.status_code, "no site of it" in answer.text) == (400, True)


def test_a_raw_store_that_lets_nothing_go_is_named_and_the_page_stays(sign_in, stored, resources):
    (number,) = stored({"http://a/1": "secret"})
    resources.raw.root.rename(resources.raw.root.with_name("elsewhere"))
    browser = sign_in()
    answer = browser.post("/takedowns", token=browser.form_token("/takedowns"), subject="http://a/1", sure="true")
    assert (answer.status_code, "raw store" in answer.text) == (503, True)
    assert browser.get(f"/documents/{number}").status_code == 200


def test_a_viewer_sees_and_changes_nothing(sign_in, stored):
    (number,) = stored({"http://a/1": "text"})
    browser = sign_in(AccessRole.VIEWER)
    assert 'name="token"' not in browser.get("/takedowns").text
    assert browser.post("/takedowns", token="x", subject="http://a/1", sure="true").status_code == 403
    assert browser.post("/sites/news/pause").status_code == 403
    assert browser.get(f"/documents/{number}").status_code == 200
