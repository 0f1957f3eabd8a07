from dashboard.interface import translations
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
    changes = browser.get("/changes").text
    assert "http://a/1" in changes
    assert ">take down</td>" in changes
    changes = browser.get("/language/ug?next=/changes").text
    assert f">{translations('ug').gettext('take down')}</td>" in changes
    assert ">take down</td>" not in changes
    browser.get("/language/en")
    refused = browser.post("/takedowns", token=token, kind="name of a site", subject="no-site", sure="true")
    assert (refused.status_code, 'value="no-site"' in refused.text) == (400, True)


def test_a_document_is_taken_down_by_its_number_after_its_address_was_shown(sign_in, stored):
    (number,) = stored({"http://a/1": "secret"})
    browser = sign_in()
    token = browser.form_token("/takedowns")
    asked = browser.post("/takedowns", token=token, kind="number of a document", subject=str(number)).text
    assert "http://a/1" in asked
    assert browser.get(f"/documents/{number}").status_code == 200
    fields = {"token": token, "kind": "number of a document", "sure": "true"}
    assert "Pages: 1 · Documents: 1" in browser.post("/takedowns", subject=str(number), **fields).text
    assert browser.get(f"/documents/{number}").status_code == 404
    for wrong in (str(number), "x", "٣", "9" * 30):
        assert browser.post("/takedowns", subject=wrong, **fields).status_code == 400


def test_what_was_taken_down_is_listed_for_all_and_nobody_is_named(sign_in, stored):
    stored({f"http://a/{number}": f"text {number}" for number in range(60)})
    browser = sign_in()
    assert "Nothing was taken down." in browser.get("/takedowns").text
    token = browser.form_token("/takedowns")
    for number in range(52):
        browser.post("/takedowns", token=token, subject=f"http://a/{number}", sure="true")
    newest, older = browser.get("/takedowns").text, sign_in(AccessRole.VIEWER).get("/takedowns?skip=50").text
    assert [page.count(">one page</td>") for page in (newest, older)] == [50, 2]
    assert [('class="address">http://a/51<' in page) for page in (newest, older)] == [True, False]
    assert "a operator" not in older  # who took it down
    browser.post("/takedowns", token=token, kind="name of a site", subject="news", sure="true")
    shown = browser.get("/takedowns").text
    assert (">whole site</td>" in shown, ">one page</td>" in shown) == (True, False)


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
    assert (answer.status_code, "no site that fetches it" in answer.text) == (400, True)


def test_a_page_is_gone_also_while_the_raw_store_is_away_which_is_named(sign_in, stored, resources):
    (number,) = stored({"http://a/1": "secret"})
    place, elsewhere = resources.raw.root, resources.raw.root.with_name("elsewhere")
    place.rename(elsewhere)
    browser = sign_in()
    token = browser.form_token("/takedowns")
    answer = browser.post("/takedowns", token=token, subject="http://a/1", sure="true")
    assert (answer.status_code, "is away" in answer.text) == (503, True)
    assert "but the raw store still has 1 raw page to delete: the workers do so" in answer.text
    assert "Pages: 1 · Documents: 1 · Raw pages: 0" in answer.text
    assert browser.get(f"/documents/{number}").status_code == 404
    elsewhere.rename(place)
    assert len(list(resources.raw.addresses())) == 1
    assert browser.post("/takedowns", token=token, subject="http://a/1", sure="true").status_code == 200
    assert list(resources.raw.addresses()) == []


def test_a_viewer_sees_and_changes_nothing(sign_in, stored):
    (number,) = stored({"http://a/1": "text"})
    browser = sign_in(AccessRole.VIEWER)
    assert 'name="token"' not in browser.get("/takedowns").text
    assert browser.post("/takedowns", token="x", subject="http://a/1", sure="true").status_code == 403
    assert browser.post("/sites/news/pause").status_code == 403
    assert browser.get(f"/documents/{number}").status_code == 200
