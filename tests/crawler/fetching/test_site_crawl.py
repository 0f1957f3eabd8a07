import asyncio
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from scrapy.http import HtmlResponse
from sqlalchemy import text

from crawler.fetching import site_crawl, thread_time
from crawler.fetching.site_crawl import SiteCrawl
from crawler.schedule.frontier import Frontier
from crawler.schedule.recorder import Recorder
from mezmun.core.sites.site_schema import Site, SiteKind
from store.folder_store import FolderStore
from store.opening import open_store
from tests.db.world import NOW, World

THREADS = 2
LINKS = "".join(f"<a href=/2024/05/17/a-title-{number}/>x</a>" for number in range(9))


class SlowWeb:
    """Answers each request after half an hour of a clock of its own."""

    def __init__(self, front, busy=0.0):
        self.time = NOW
        self.threads = None
        self._busy = busy
        """Seconds for which all threads of the crawl do something else when an answer comes."""
        self._front = front

    def now(self):
        return self.time

    async def download(self, request):
        self.time += timedelta(minutes=30)
        if self._busy:
            for _ in range(THREADS):
                self.threads.submit(time.sleep, self._busy)
        body = self._front.encode() if request.url == "http://a/" else b"<p>words</p>"
        return HtmlResponse(request.url, body=body, request=request)

    async def sitemaps(self, url, site):
        return ()

    def rest_of(self, url):
        return 0.0


async def admit():
    return


class SilentWeb(SlowWeb):
    """Takes no connection."""

    def __init__(self):
        super().__init__("")
        self.requests = 0

    async def download(self, request):
        self.requests += 1
        raise ConnectionRefusedError("refused")


class BrokenWeb(SlowWeb):
    """Answers at once, but for one page, at which the connection breaks each time."""

    async def download(self, request):
        if request.url.endswith("-3/"):
            raise ConnectionResetError("broken")
        self.time -= timedelta(minutes=30)
        return await super().download(request)


def crawl(engine, folder, web, failures=0):
    site = Site(name="news", kind=SiteKind.NEWS, seeds=("http://a/",))
    with engine.begin() as connection:
        World(connection).site("news")

    async def run(threads, sender):
        recorder = Recorder(engine, lambda _: None, threads, sender, web.now)
        frontier = Frontier(engine, site, recorder, web.now)
        raw_store = open_store(str(folder / "raw"))
        web.threads = threads
        return await SiteCrawl(site, frontier, web, raw_store, threads, 50_000_000, web.now, admit, failures).run()

    with ThreadPoolExecutor(1) as sender, ThreadPoolExecutor(THREADS) as threads:
        return asyncio.run(run(threads, sender))


def test_a_page_whose_links_take_too_long_ends_as_an_outcome_and_is_not_tried_again_at_once(
    engine, tmp_path, monkeypatch
):
    monkeypatch.setattr(site_crawl, "READ_TIMEOUT", 0.01)
    monkeypatch.setattr(thread_time, "LOOK", 0.01)
    web = SlowWeb("".join(f"<a href=/2024/05/17/a-title-{number}/>x</a>" for number in range(20_000)))
    crawl(engine, tmp_path, web)
    with engine.connect() as connection:
        ended = connection.execute(text("SELECT outcome, detail FROM outcomes")).all()
        pages = connection.execute(text("SELECT failures, next_due_at > :now FROM pages"), {"now": web.time}).all()
    assert ended == [("timeout", "its links were not read in 0.01 seconds")]
    assert pages == [(1, True)]


def test_a_page_that_waits_for_the_raw_store_or_for_a_free_thread_does_not_end_as_timeout(
    engine, tmp_path, monkeypatch
):
    monkeypatch.setattr(site_crawl, "READ_TIMEOUT", 1.0)
    monkeypatch.setattr(thread_time, "LOOK", 0.1)
    put = FolderStore.put

    def put_slowly(store, body):
        time.sleep(3)
        return put(store, body)

    monkeypatch.setattr(FolderStore, "put", put_slowly)
    crawl(engine, tmp_path, SlowWeb(LINKS[: LINKS.index("</a>") + 4], busy=3.0))
    with engine.connect() as connection:
        outcomes = connection.execute(text("SELECT outcome, detail FROM outcomes")).all()
        in_store = connection.scalar(text("SELECT count(*) FROM fetches WHERE sha256 IS NOT NULL"))
    assert (outcomes, in_store) == ([("listing", None)], 2)


def test_a_crawl_has_a_line_at_its_begin_each_hour_and_at_its_end(engine, tmp_path, caplog):
    caplog.set_level(logging.INFO, "crawler")
    crawl(engine, tmp_path, SlowWeb(LINKS))
    lines = [record.getMessage() for record in caplog.records if record.name == "crawler.fetching.site_crawl"]
    assert lines[0] == "news: crawl 1 begins"
    assert lines[1:-1] == [
        f"news: crawl 1 goes on: {pages} pages fetched, 9 found that are new or changed" for pages in (2, 4, 6, 8, 10)
    ]
    assert lines[-1].startswith("news: crawl 1 ends: 10 pages fetched, 9 found that are new or changed; next at ")
    assert lines[-1].endswith("Z")  # as the times of lines


def test_a_site_that_is_down_stays_so_until_it_is_asked_again_and_answers(engine, tmp_path):
    web = SilentWeb()
    failures, waits = 0, []
    for number in range(1, 5):
        ended = crawl(engine, tmp_path, web, failures)
        assert (ended.failures, web.requests) == (number, number), "each crawl has its first page to ask for"
        waits.append((ended.next_due_at - web.time) / timedelta(minutes=1))
        web.time, failures = ended.next_due_at, ended.failures
    assert waits == [5, 10, 20, 40]
    web.time -= timedelta(minutes=1)
    ended = crawl(engine, tmp_path, web, failures)
    assert (ended.failures, web.requests) == (4, 4), "a crawl that asked for nothing knows nothing"
    answering = SlowWeb(LINKS)
    answering.time = ended.next_due_at
    assert crawl(engine, tmp_path, answering, ended.failures).failures == 0


def test_a_page_that_is_broken_makes_no_site_be_down_however_often_it_is_asked_for_alone(engine, tmp_path):
    web = BrokenWeb(LINKS)
    for _ in range(4):
        ended = crawl(engine, tmp_path, web)
        assert ended.failures == 0
        web.time = max(ended.next_due_at, web.time + timedelta(hours=6))
    with engine.connect() as connection:
        crawls = connection.execute(text("SELECT state, fetches FROM crawls ORDER BY id")).all()
        again = connection.scalar(text("SELECT failures FROM pages WHERE url LIKE '%-3/'"))
    assert ({state for state, _ in crawls}, again) == ({"finished"}, 4)
    assert min(fetches for _, fetches in crawls[1:]) == 1, "at least once it was asked for alone"


def test_a_site_that_is_down_is_told_by_its_seeds_when_all_else_failed_before(engine, tmp_path):
    web = BrokenWeb(LINKS)
    crawl(engine, tmp_path, web)
    silent = SilentWeb()
    silent.time = web.time + timedelta(hours=6)  # the broken page is due, and no seed
    ended = crawl(engine, tmp_path, silent, failures=1)
    assert (silent.requests, ended.failures) == (1, 1), "it says nothing of the site"
    silent.time += timedelta(days=2)
    assert crawl(engine, tmp_path, silent, failures=1).failures == 2
