"""A crawl that was killed, stopped, or could not reach the broker ends as an undisturbed one."""

import signal
import time
from collections import Counter

import pytest

from crawler.process.crawl_job import UNFINISHED, start
from tests.crawler.web import answer, make_site, redirect

ARTICLE = "<html><title>t</title><p>" + "words of an article " * 20


def library(web, shelves: int = 4, books: int = 6) -> None:
    """Listings that lead to listings and articles, with next pages and links across."""
    web.pages["/"] = "".join(f'<a href="/category/{n}/">x</a>' for n in range(shelves))
    for n in range(shelves):
        own = "".join(f'<a href="/book-{n}-{m}-of-words">x</a>' for m in range(books))
        web.pages[f"/category/{n}/"] = own + f'<a rel="next" href="/category/{n}/page/2/">x</a>'
        web.pages[f"/category/{n}/page/2/"] = f'<a href="/book-{n}-last-of-words">x</a>' + own
        web.pages[f"/book-{n}-last-of-words"] = ARTICLE
        for m in range(books):
            across = f'<a href="/book-{(n + 1) % shelves}-{m}-of-words">x</a><a href="/gone-{n}-{m}-of-words">y</a>'
            web.pages[f"/book-{n}-{m}-of-words"] = ARTICLE + across


def wait_for_requests(web, number: int) -> None:
    deadline = time.monotonic() + 60
    while len(web.requests) < number:
        assert time.monotonic() < deadline, f"only {len(web.requests)} requests came"
        time.sleep(0.01)


def slow_site(web, **more):
    return make_site(web, limits={"delay": 0.03, "timeout": 5, **more})


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_crawl_broken_off_goes_on_and_fetches_what_an_undisturbed_one_does(web, crawls, number):
    library(web, shelves=3, books=3)
    site = slow_site(web)
    for after in (6, 8):
        process = start(crawls.job(site))
        already = len(web.requests)
        wait_for_requests(web, already + after)
        process.send_signal(number)
        assert process.wait(timeout=30) == (-number if number == signal.SIGKILL else UNFINISHED)
        assert crawls.rows("SELECT state FROM crawls") == [("running",)]
    assert crawls.run(site) == 0

    asked = Counter(path for path in web.paths() if path != "/robots.txt")
    assert sum(asked.values()) <= len(crawls.outcomes()) + 2, "a page that was written down was fetched again"
    assert len(crawls.outcomes()) == 1 + 3 * 2 + 3 * 7
    assert crawls.rows("SELECT state, fetches, new_pages FROM crawls") == [("finished", 28, 27)]  # all but the seed


def test_a_crawl_whose_starter_is_gone_stops(web, crawls):
    library(web)
    process = start(crawls.job(slow_site(web)))
    wait_for_requests(web, 5)
    process.stdin.close()
    assert process.wait(timeout=30) == UNFINISHED


def test_a_broker_that_does_not_answer_loses_no_page(web, crawls, capfd):
    library(web, shelves=2)
    assert crawls.run(make_site(web), broker_url="amqp://guest:guest@127.0.0.1:1//") == 0
    waiting = [path for path, outcome in crawls.outcomes().items() if outcome is None]
    assert len(waiting) == 14
    assert crawls.rows("SELECT count(*) FROM fetches WHERE sha256 IS NOT NULL AND status = 200")[0][0] == 14 + 5
    assert capfd.readouterr().err.count("The broker did not take") == 1


def test_a_database_that_does_not_answer_is_one_sentence(web, crawls, capfd):
    job = crawls.job(make_site(web)).model_copy(update={"database_url": "postgresql://nobody@127.0.0.1:1/none"})
    assert start(job).wait(timeout=60) == 1
    assert "does not answer" in capfd.readouterr().err
    assert not web.requests


def dated(body: str):
    """Answer "not modified" to who has this page already."""

    def page(handler):
        if handler.headers.get("If-None-Match") == '"v1"':
            return answer(304, b"", ETag='"v1"')(handler)
        return answer(200, body.encode(), ETag='"v1"', Last_Modified="Thu, 26 Dec 2019 00:00:00 GMT")(handler)

    return page


def test_pages_that_did_not_change_are_not_sent_again(web, crawls):
    web.pages = {"/": dated('<a href="/category/a/">x</a>'), "/category/a/": dated('<a href="/a-page-of-words">x</a>')}
    web.pages["/a-page-of-words"] = dated(ARTICLE)
    site = make_site(web)
    assert crawls.run(site) == 0
    assert crawls.outcomes() == {"/": "listing", "/category/a/": "listing", "/a-page-of-words": None}
    for days in (40, 400):  # the second visit is whole, for validators may lie
        crawls.pass_time(days=days)
        assert crawls.run(site) == 0
    assert crawls.outcomes() == dict.fromkeys(("/", "/category/a/", "/a-page-of-words"), "unchanged")


def test_a_redirect_within_the_site_makes_no_second_page(web, crawls):
    web.pages = {
        "/": '<a href="/?p=12">x</a><a href="/old-name-of-words">y</a><a href="/a-way-to-login">z</a>',
        "/?p=12": redirect("/new-name-of-words", 301),
        "/old-name-of-words": redirect("/new-name-of-words", 301),
        "/new-name-of-words": ARTICLE,
        "/a-way-to-login": redirect("/login.php?back=1"),
        "/login.php?back=1": "<form>",
    }
    assert crawls.run(make_site(web)) == 0
    assert crawls.outcomes() == {
        "/": "listing",
        "/?p=12": "listing",
        "/old-name-of-words": "listing",
        "/new-name-of-words": None,
        "/a-way-to-login": "redirected-away",
    }
    assert web.paths().count("/new-name-of-words") == 1, "what has moved for good is asked for as itself alone"


def test_permanent_redirects_without_end_come_to_one(web, crawls):
    web.pages = {"/": '<a href="/step-0-of-words">x</a>'}
    web.pages |= {f"/step-{n}-of-words": redirect(f"/step-{n + 1}-of-words", 301) for n in range(60)}
    assert crawls.run(make_site(web)) == 0
    assert 10 <= len(web.paths()) <= 15
    assert list(crawls.outcomes().values()).count("redirected-away") == 1


def test_known_pages_that_a_changed_file_skips_are_not_fetched_until_it_allows_them_again(web, crawls):
    links = "".join(f'<a href="/{path}-of-words">x</a>' for path in ("tag/one", "tag/two", "book/three"))
    web.pages = {"/": links + '<link rel="alternate" type="application/rss+xml" href="/tag/feed">'}
    web.pages |= {f"/{path}-of-words": ARTICLE for path in ("tag/one", "tag/two", "book/three")}
    web.pages["/tag/feed"] = "<rss><channel><item><link>/book/three-of-words</link></item></channel></rss>"
    all_pages = ["/", "/book/three-of-words", "/tag/feed", "/tag/one-of-words", "/tag/two-of-words"]

    def run(days, **rules):
        crawls.pass_time(days=days)
        web.requests.clear()
        assert crawls.run(make_site(web, rules=rules)) == 0
        return sorted(path for path in web.paths() if path != "/robots.txt")

    assert run(0) == all_pages
    assert run(40, skip=["/tag/"]) == ["/", "/book/three-of-words"]
    assert run(2) == ["/"]
    assert run(400) == all_pages
