import pytest
from sqlalchemy import text

from dashboard.pages import sites
from tests.db.world import World


@pytest.fixture
def browser(sign_in, stored):
    stored({"http://a/1": "one"}, "alpha")
    stored({"http://b/1": "one", "http://b/2": "two"}, "beta")
    return sign_in()


def test_sites_are_sorted_and_filtered(browser):
    page = browser.get("/sites?order=documents&descending=true").text
    assert page.index(">beta<") < page.index(">alpha<")
    assert 'aria-sort="descending"' in page
    assert ">alpha<" not in browser.get("/sites?q=bet").text
    assert ">alpha<" in browser.get("/sites?q=&kind=news&state=waiting").text
    assert ">alpha<" not in browser.get("/sites?kind=forum").text
    assert "No site is such a one." in browser.get("/sites?state=paused").text
    browser.post("/sites/beta/pause", token=browser.form_token("/sites/beta"))
    paused = browser.get("/sites?state=paused").text
    assert ">beta<" in paused
    assert ">alpha<" not in paused
    assert '<td data-label="Next run">–</td>' in paused
    assert browser.get("/sites?order=1;DROP TABLE sites").status_code == 200


def test_a_site_that_is_being_crawled_is_called_so_as_mezmun_status_calls_it(browser, engine):
    with engine.begin() as connection:
        connection.execute(text("UPDATE sites SET leased_by = gen_random_uuid() WHERE name = 'beta'"))
    assert '<span class="tag good">crawling</span>' in browser.get("/sites/beta").text
    crawling = browser.get("/sites?state=crawling").text
    assert ">beta<" in crawling
    assert ">alpha<" not in crawling


def test_a_long_list_of_sites_has_pages_which_keep_filter_and_order(browser, monkeypatch):
    monkeypatch.setattr(sites, "SHOWN", 1)
    first = browser.get("/sites?q=a&order=documents&descending=true").text
    assert "2 sites<" in first
    assert (">beta<" in first, ">alpha<" in first) == (True, False)
    assert '<a href="/sites?q=a&amp;order=documents&amp;descending=true&amp;page=2">2</a>' in first
    second = browser.get("/sites?q=a&order=documents&descending=true&page=2").text
    assert (">beta<" in second, ">alpha<" in second) == (False, True)
    assert '&amp;page=2" aria-current="page">2</a>' in second
    assert ">beta<" in browser.get("/sites?page=9").text
    assert "page=" not in browser.get("/sites?q=alpha").text


def test_sites_without_a_value_stand_last_in_whichever_order(browser, engine):
    with engine.begin() as connection:
        World(connection).site("aardvark")
    for descending in ("false", "true"):
        page = browser.get(f"/sites?order=last_new_document_at&descending={descending}").text
        assert page.index(">aardvark<") > max(page.index(">alpha<"), page.index(">beta<"))


def test_sites_are_narrowed_to_those_with_an_alert_and_many_alerts_are_counted_by_kind(sign_in, stored, engine):
    stored({"http://a/1": "one"}, "alpha")
    with engine.begin() as connection:
        for number in range(51):
            World(connection).site(f"s{number}")
        connection.execute(text("UPDATE sites SET failures = 3 WHERE name LIKE 's%'"))
    browser = sign_in()
    page = browser.get("/sites?wrong=no-documents").text
    assert "51 sites<" in page
    assert ">alpha<" not in page
    assert "No site is such a one." in browser.get("/sites?wrong=silent").text
    overview = browser.get("/").text
    assert '<a href="/sites?wrong=no-documents">no-documents</a> 51<' in overview
    assert (">s19<" in overview, ">s20<" in overview) == (True, False)


def test_numbers_in_the_names_of_sites_are_sorted_as_numbers(sign_in, stored):
    for number in (10, 2):
        stored({f"http://a{number}/1": "one"}, f"site-{number}")
    page = sign_in().get("/sites").text
    assert page.index(">site-2<") < page.index(">site-10<")


def test_a_site_is_shown_with_its_chart(browser):
    page = browser.get("/sites/beta").text
    assert "/sites/beta/file" in page
    chart = browser.get("/sites/beta/days.svg")
    assert chart.headers["Content-Type"] == "image/svg+xml"
    assert b"<svg" in chart.content
    assert browser.get("/sites/be%00ta").status_code == browser.get("/sites/be%00ta/days.svg").status_code == 200
    assert browser.get("/sites/none").status_code == browser.get("/sites/none/days.svg").status_code == 404


def test_the_fetches_of_a_crawl_are_counted_when_it_has_ended(browser, engine):
    with engine.begin() as connection:
        connection.execute(text("UPDATE crawls SET state = 'running', finished_at = NULL, fetches = 0"))
    assert 'class="n">–</td>' in browser.get("/sites/alpha").text
    with engine.begin() as connection:
        connection.execute(text("UPDATE crawls SET state = 'finished', finished_at = now(), fetches = 77"))
    assert 'class="n">77</td>' in browser.get("/sites/alpha").text


def test_one_of_a_kind_is_counted_in_the_singular(browser):
    assert "<b>1</b> document<" in browser.get("/sites/alpha").text
    assert "<b>2</b> documents<" in browser.get("/sites/beta").text
    assert "1 document\n" in browser.get("/documents?site=alpha").text.replace("</p>", "\n")


def test_kinds_of_sites_are_in_the_language_of_the_interface(browser):
    page = browser.get("/sites", headers={"Accept-Language": "ug"}).text
    assert '<option value="news">خەۋەر</option>' in page
    assert ">خەۋەر</td>" in page


def test_a_site_is_paused_resumed_and_run_and_each_is_logged(browser, engine):
    token = browser.form_token("/sites/beta")
    for action in ("pause", "resume", "run", "back-fill", "retry"):
        assert browser.post(f"/sites/beta/{action}", token=token).status_code == 200
        with engine.connect() as connection:
            paused = connection.scalar(text("SELECT paused_at FROM sites WHERE name = 'beta'"))
        assert (paused is not None) == (action == "pause")
    assert browser.post("/sites/beta/destroy", token=token).status_code == 422
    log = browser.get("/changes").text
    assert all(f"{action} site" in log for action in ("pause", "resume", "run", "back-fill", "retry"))
