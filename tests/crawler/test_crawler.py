"""What a second, third and tenth crawl of a site asks for."""

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from db.removal.takedown import take_down_page
from mezmun.core.clock import utc_now
from mezmun.core.reasons import SENTENCES, sentence_of
from tests.crawler.schedule.test_frontier import ARTICLE, library
from tests.crawler.web import answer, make_site, redirect


def limited(web, pages):
    return make_site(web, limits={"delay": 0, "timeout": 5, "retries": 0, "pages": pages})


def asked(web) -> list[str]:
    """Paths asked for since the last look."""
    paths = [path for path in web.paths() if path != "/robots.txt"]
    web.requests.clear()
    return paths


def test_a_limit_is_a_budget_for_a_day_and_the_next_day_goes_on_where_it_ended(web, crawls):
    library(web, shelves=2, books=4)
    everything = {path for path in web.pages if path != "/robots.txt"}
    site = limited(web, pages=8)
    seen: Counter[str] = Counter()
    for _ in range(4):
        assert crawls.run(site) == 0
        today = asked(web)
        assert len(today) <= 8
        seen.update(today)
        crawls.pass_time(days=1)
    assert everything <= set(seen)
    assert max(count for path, count in seen.items() if path.startswith("/book")) == 1
    reason = "the budget of a day (limits.pages of the site file, or --max-pages) is used up"
    assert crawls.rows("SELECT state, detail FROM crawls WHERE id = 1") == [("stopped", reason)]
    assert reason in SENTENCES


def test_a_budget_that_is_used_up_holds_until_the_day_is_over(web, crawls):
    library(web, shelves=2, books=4)
    site = limited(web, pages=5)
    assert crawls.run(site) == 0
    assert len(asked(web)) == 5
    assert crawls.run(site) == 0
    assert asked(web) == []


def test_a_second_crawl_asks_for_little_and_stores_what_is_new(web, crawls):
    library(web)
    site = make_site(web)
    assert crawls.run(site) == 0
    first = asked(web)
    crawls.pass_time(days=1)
    web.pages["/"] += '<a href="/a-brand-new-page">x</a>'
    web.pages["/a-brand-new-page"] = ARTICLE
    assert crawls.run(site) == 0
    second = asked(web)
    assert "/a-brand-new-page" in second
    assert len(second) <= len(first) / 10


def test_a_server_in_trouble_is_asked_again_within_the_hour(web, crawls):
    web.pages["/"] = '<a href="/busy-busy-busy">x</a><a href="/a-page-of-words">x</a>'
    web.pages |= {"/busy-busy-busy": answer(500, b""), "/a-page-of-words": ARTICLE}
    site = make_site(web, limits={"delay": 0, "timeout": 5, "retries": 0})
    assert crawls.run(site) == 0
    asked(web)
    web.pages["/busy-busy-busy"] = ARTICLE
    crawls.pass_time(minutes=11)
    assert crawls.run(site) == 0
    assert "/busy-busy-busy" in asked(web)


def test_a_site_that_is_down_costs_a_few_requests_and_loses_no_page(web, crawls):
    library(web, shelves=2)
    whole, web.pages["/"] = dict(web.pages), '<a href="/category/0/">x</a><a href="/category/1/">x</a>'
    web.pages |= {path: answer(503, b"") for path in web.pages if path not in {"/", "/robots.txt"}}
    web.pages["/"] = "".join(f'<a href="/category/{n}/">x</a>' for n in range(30))
    web.pages |= {f"/category/{n}/": answer(503, b"") for n in range(30)}
    site = make_site(web, limits={"delay": 0, "timeout": 5, "retries": 0})
    assert crawls.run(site) == 0
    assert len(asked(web)) == 6
    assert crawls.rows("SELECT state, detail FROM crawls") == [
        ("stopped", "the server does not answer: 503 Service Unavailable")
    ]
    web.pages = whole
    crawls.pass_time(minutes=15)
    assert crawls.run(site) == 0
    assert {path for path in web.paths() if path.startswith("/book")} == {p for p in whole if p.startswith("/book")}


@pytest.mark.parametrize("status", [301, 302])
def test_a_redirect_to_a_page_that_was_taken_down_is_asked_for_once_and_the_crawl_goes_on(web, crawls, status):
    pages = [f"/page-{n}-of-words" for n in range(3)]
    web.pages |= {"/": "".join(f'<a href="{page}">x</a>' for page in pages)} | dict.fromkeys(pages, ARTICLE)
    site = make_site(web, limits={"delay": 0, "timeout": 5, "retries": 0})
    assert crawls.run(site) == 0
    with crawls.engine.begin() as connection:
        take_down_page(connection, web.url + pages[0], now=utc_now())
    web.pages[pages[1]] = redirect(pages[0], status)
    for _ in range(2):
        asked(web)
        crawls.pass_time(days=90)
        assert crawls.run(site) == 0
        assert crawls.outcomes() == {"/": "listing", pages[1]: "taken-down", pages[2]: None}
        assert pages[0] not in asked(web) or status == 302


def test_a_crawl_that_somebody_begins_asks_for_a_robots_txt_again_that_could_not_be_read(web, crawls):
    web.pages |= {"/robots.txt": answer(503, b""), "/": ARTICLE}
    site = make_site(web, limits={"delay": 0, "timeout": 5, "retries": 0})
    assert crawls.run(site) == 0
    assert crawls.run(site) == 0
    assert web.paths() == ["/robots.txt"] * 2
    assert crawls.rows("SELECT failures FROM sites") == [(2,)]
    web.pages["/robots.txt"] = f"User-agent: *\nSitemap: {web.url}/sitemap.xml\n"
    assert crawls.run(site) == 0
    assert web.paths()[2:] == ["/robots.txt", "/", "/sitemap.xml"]
    assert crawls.rows("SELECT failures FROM sites") == [(0,)]


def test_a_site_whose_robots_txt_forbids_all_is_told_in_the_log_and_kept_with_the_crawl(web, crawls, capfd):
    web.pages |= {"/robots.txt": "User-agent: *\nDisallow: /\n", "/": "<p>hello"}
    assert crawls.run(make_site(web)) == 0
    denial = "no page that was asked for may be fetched: robots.txt forbids this page"
    assert capfd.readouterr().err.count(f"{make_site(web).name}: {denial}") == 1
    assert crawls.rows("SELECT state, detail FROM crawls") == [("finished", denial)]
    assert sentence_of(denial) in SENTENCES


def test_a_site_whose_robots_txt_forbids_a_part_is_crawled_without_such_words(web, crawls):
    library(web, shelves=1)
    web.pages["/robots.txt"] = "User-agent: *\nDisallow: /book\n"
    assert crawls.run(make_site(web)) == 0
    assert "robots-denied" in crawls.outcomes().values()
    assert crawls.rows("SELECT state, detail FROM crawls") == [("finished", None)]


def test_validators_that_lie_are_found_out_and_believed_no_more(web, crawls):
    body = "the first words of the page " * 10

    def page(handler):
        if "If-None-Match" in handler.headers:
            return answer(304, b"", ETag='"same"')(handler)
        return answer(200, f"<title>t</title><p>{body}".encode(), ETag='"same"')(handler)

    web.pages["/"] = page
    site = make_site(web)
    for visit in range(5):
        if visit == 2:
            body = "quite other words of the page " * 10
        assert crawls.run(site) == 0
        crawls.pass_time(days=1)
    asked = ["If-None-Match" in headers for _, path, headers in web.requests if path == "/"]
    assert asked == [False, False, True, False, False]
    assert crawls.rows("SELECT validator_trust FROM pages") == [(-1,)]


def test_a_thread_under_many_addresses_is_asked_for_at_one_that_answers(web, crawls):
    addresses = ["/read.php?tid-1.html", "/read.php?tid-1-fpage-0-toread--page-1.html", "/read.php?tid-1-fpage-1.html"]
    links = "".join(f'<a href="{address}">x</a>' for address in [*addresses, "/read.php?tid-1-page-e.html"])
    web.pages = {"/": links, addresses[0]: answer(404, b""), addresses[1]: ARTICLE + links, addresses[2]: ARTICLE}
    site = make_site(web, kind="forum")
    for _ in range(2):
        assert crawls.run(site) == 0
        crawls.pass_time(days=1)
    assert [path for path in asked(web) if "tid" in path] == addresses[:2]


def test_a_portal_and_its_forum_are_one_site(web, crawls):
    web.pages = {
        "/": '<a href="/2024/05/17/a-title-of-words.html?id=1">x</a><a href="/bbs/thread.php?fid=2">x</a>',
        "/2024/05/17/a-title-of-words.html": ARTICLE,
        "/bbs/": '<a href="/bbs/thread.php?fid=2">x</a><a href="/bbs/profile.php?u=5">x</a>',
        "/bbs/thread.php?fid=2": "".join(f'<a href="/bbs/read.php?tid={n}&fpage=1">x</a>' for n in (7, 8)),
        "/bbs/read.php?tid=7&fpage=1": ARTICLE,
        "/bbs/read.php?tid=8&fpage=1": ARTICLE,
    }
    forum = {"kind": "forum", "addresses": ["^https?://[^/]+/bbs/"], "seeds": [f"{web.url}/bbs/"], "schedule": "2h"}
    site = make_site(web, sections=[forum], query={"keep": []})
    assert crawls.run(site) == 0
    assert sorted(asked(web)) == sorted(web.pages)
    pages = crawls.rows("SELECT url, role, kind, thread_key, revisit_interval FROM pages ORDER BY url")
    shown = {page.url.removeprefix(web.url): page for page in pages}
    assert [path for path, page in shown.items() if page.kind == "forum"] == [
        path for path in sorted(web.pages) if path.startswith("/bbs/")
    ]
    assert {path: page.thread_key for path, page in shown.items() if page.role == "content"} == {
        "/2024/05/17/a-title-of-words.html": None,
        "/bbs/read.php?tid=7&fpage=1": "7",
        "/bbs/read.php?tid=8&fpage=1": "8",
    }
    assert shown["/"].revisit_interval == timedelta(days=1)
    assert shown["/bbs/"].revisit_interval == timedelta(hours=2)


def test_a_parameter_that_makes_no_other_list_is_dropped_from_the_next_crawl_on(web, crawls):
    shelves = {c: "".join(f'<a href="/news/{c}{n}00.html">x</a>' for n in range(6)) for c in range(3)}
    web.pages = {f"/list.php?cid={c}&style={style}": shelves[c] for c in shelves for style in (1, 2)}
    web.pages["/"] = "".join(f'<a href="{path.replace("&", "&amp;")}">x</a>' for path in web.pages)
    web.pages |= {f"/list.php?cid={c}": shelves[c] for c in shelves}
    web.pages |= {f"/news/{c}{n}00.html": ARTICLE for c in shelves for n in range(6)}
    site = make_site(web)
    assert crawls.run(site) == 0
    assert sum("style=" in path for path in asked(web)) == 6
    assert crawls.rows("SELECT junk_parameters FROM sites") == [(["style"],)]
    crawls.pass_time(days=9)
    assert crawls.run(site) == 0
    assert sorted(path for path in asked(web) if "list" in path) == [f"/list.php?cid={c}" for c in shelves]


def test_news_that_go_on_over_the_end_of_a_list_are_looked_for_on_the_next_page(web, crawls):
    def lists(newest):
        links = "".join(f'<a href="/news/{number}.html">x</a>' for number in range(newest, newest - 20, -1))
        return {
            "/": f'<a href="/category/x/">x</a>{links[: len(links) // 2]}<a rel="next" href="/page/2/">next</a>',
            "/page/2/": links[len(links) // 2 :],
        }

    web.pages = {**lists(1020), **{f"/news/{number}.html": ARTICLE for number in range(1000, 1041)}}
    site = make_site(web)
    assert crawls.run(site) == 0
    asked(web)
    crawls.pass_time(days=1)
    web.pages |= lists(1040)
    assert crawls.run(site) == 0
    assert sum(path.startswith("/news/") for path in asked(web)) == 20


def test_news_that_another_list_has_shown_before_are_news_of_a_list_all_the_same(web, crawls):
    def lists(newest):
        links = [f'<a href="/news/{number}.html">x</a>' for number in range(newest, 1000, -1)]
        following = [f'<a rel="next" href="/page/{number}/">next</a>' for number in (2, 3)] + [""]
        pages = ["".join(links[10 * row : 10 * row + 10]) + further for row, further in enumerate(following)]
        of_section = "".join(links[10:16])
        return {
            "/": f'<a href="/category/x/">x</a>{pages[0]}',
            "/category/x/": of_section,
            **dict(zip(("/page/2/", "/page/3/"), pages[1:], strict=True)),
        }

    web.pages = {**lists(1020), **{f"/news/{number}.html": ARTICLE for number in range(1000, 1051)}}
    # In the hour behind its moment a list that is due in two days is due in the third look, else in the fourth.
    site = make_site(web, schedule={"cron": f"0 {(datetime.now(UTC).hour + 12) % 24} * * *"})
    for newest in (1021, 1022):  # so that all lists are asked for each day
        assert crawls.run(site) == 0
        crawls.pass_time(days=1)
        web.pages |= lists(newest)
    assert crawls.run(site) == 0
    asked(web)
    crawls.pass_time(days=1)
    web.pages |= lists(1047)
    assert crawls.run(site) == 0
    paths = asked(web)
    assert paths.index("/category/x/") < paths.index("/page/2/")
    assert sum(path.startswith("/news/") for path in paths) == 25


def test_a_next_page_that_turns_up_on_an_old_list_without_news_can_wait(web, crawls):
    web.pages = {"/": '<a href="/news/1000.html">x</a>', "/news/1000.html": ARTICLE, "/page/2/": ARTICLE}
    site = make_site(web)
    assert crawls.run(site) == 0
    web.pages["/"] += '<a rel="next" href="/page/2/">next</a>'
    crawls.pass_time(days=1)
    assert crawls.run(site) == 0
    assert "/page/2/" not in asked(web)
    crawls.pass_time(days=9)
    assert crawls.run(site) == 0
    assert "/page/2/" in asked(web)


def test_a_page_of_a_thread_that_turns_up_in_an_index_is_asked_for_at_once(web, crawls):
    def index(pages, replies):
        links = " ".join(f'<a href="/thread-1-{page}-1.html">{page}</a>' for page in range(2, pages + 1))
        return f'<table><tr><td><a href="/thread-1-1-1.html">x</a><span class="pg">{links}</span></td><td>{replies}/99'

    web.pages = {f"/thread-1-{page}-1.html": f"{ARTICLE} {page}" for page in (1, 2, 3)}
    site = make_site(web, kind="forum")
    for pages, expected in ((1, [1]), (2, [1, 2]), (3, [2, 3])):
        web.pages["/"] = index(pages, replies=10 * pages)
        assert crawls.run(site) == 0
        assert [int(path.split("-")[2]) for path in sorted(asked(web)) if "thread" in path] == expected
        crawls.pass_time(days=1)


def test_a_page_of_a_thread_that_was_gone_is_asked_for_when_the_index_of_a_grown_thread_links_to_it_again(web, crawls):
    def index(pages, replies):
        links = " ".join(f'<a href="/thread-1-{page}-1.html">{page}</a>' for page in range(2, pages + 1))
        return f'<table><tr><td><a href="/thread-1-1-1.html">x</a><span class="pg">{links}</span></td><td>{replies}/99'

    site = make_site(web, kind="forum")
    for pages, replies, expected in ((2, 10, [1, 2]), (1, 9, [2]), (2, 11, [1, 2])):
        web.pages = {f"/thread-1-{page}-1.html": f"{ARTICLE} {page} {replies}" for page in range(1, pages + 1)}
        web.pages["/"] = index(pages, replies)
        assert crawls.run(site) == 0
        assert [int(path.split("-")[2]) for path in sorted(asked(web)) if "thread" in path] == expected
        crawls.pass_time(days=1)


def test_an_endless_chain_of_next_pages_starves_nothing(web, crawls):
    def calendar(handler):
        number = int(handler.path.rsplit("/", 1)[1])
        answer(200, f'<a rel="next" href="/cal/1/{number + 1}">next</a>'.encode())(handler)

    web.pages["/"] = '<a rel="next" href="/cal/1/0">calendar</a><a href="/category/a/">x</a>'
    web.pages["/category/a/"] = "".join(f'<a href="/category/b/{n}/">x</a>' for n in range(40))
    for n in range(40):
        web.pages[f"/category/b/{n}/"] = f'<a href="/post-{n}-of-words">x</a>'
        web.pages[f"/post-{n}-of-words"] = ARTICLE
    web.pages |= {f"/cal/1/{n}": calendar for n in range(200)}
    assert crawls.run(make_site(web)) == 0
    paths = asked(web)
    assert sum(path.startswith("/post") for path in paths) == 40
    assert sum(path.startswith("/cal") for path in paths) <= 12


def test_a_page_that_moved_for_good_is_one_page_under_two_addresses(web, crawls):
    web.pages = {"/": '<a href="/old-name-of-it">x</a>', "/new-name-of-it": ARTICLE}
    web.pages["/old-name-of-it"] = answer(301, b"", Location="/new-name-of-it")
    site = make_site(web)
    for _ in range(2):
        assert crawls.run(site) == 0
        crawls.pass_time(days=400)
    assert crawls.rows(
        "SELECT alias.url FROM pages alias JOIN pages page ON alias.alias_of = page.id"
        " WHERE page.url LIKE '%/new-name-of-it'"
    ) == [(f"{web.url}/old-name-of-it",)]
    assert asked(web).count("/old-name-of-it") == 1


def test_a_page_that_the_sitemap_says_has_changed_is_fetched_again_and_a_sitemap_that_says_so_of_all_is_not_believed(
    web, crawls
):
    def sitemap(times):
        urls = "".join(f"<url><loc>{web.url}{path}</loc><lastmod>{time}</lastmod></url>" for path, time in times)
        return f"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{urls}</urlset>"

    paths = [f"/page-{n}-of-words" for n in range(30)]
    web.pages = dict.fromkeys(paths, ARTICLE)
    web.pages |= {"/robots.txt": f"Sitemap: {web.url}/sitemap.xml", "/": "<p>nothing"}
    web.pages["/sitemap.xml"] = sitemap((path, "2020-01-01") for path in paths)
    site = make_site(web)
    assert crawls.run(site) == 0
    assert set(paths) <= set(asked(web))
    crawls.pass_time(days=6)
    yesterday = f"{datetime.now(UTC) - timedelta(days=1):%Y-%m-%dT%H:%M:%SZ}"
    web.pages["/sitemap.xml"] = sitemap((path, yesterday if path == paths[7] else "2020-01-01") for path in paths)
    assert crawls.run(site) == 0
    assert [path for path in asked(web) if path in paths] == [paths[7]]
    crawls.pass_time(days=9)
    web.pages["/sitemap.xml"] = sitemap((path, yesterday) for path in paths)
    assert crawls.run(site) == 0
    assert not set(asked(web)) & set(paths)
