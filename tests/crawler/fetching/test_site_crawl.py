import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from scrapy.http import HtmlResponse

from crawler.fetching.site_crawl import SiteCrawl
from crawler.schedule.frontier import Frontier
from crawler.schedule.recorder import Recorder
from mezmun.core.sites.site_schema import Kind, Site
from store.opening import open_store
from tests.db.world import NOW, World

LINKS = "".join(f"<a href=/2024/05/17/a-title-{number}/>x</a>" for number in range(9))


class SlowWeb:
    """Answers each request after half an hour of a clock of its own."""

    def __init__(self):
        self.time = NOW

    def now(self):
        return self.time

    async def download(self, request):
        self.time += timedelta(minutes=30)
        body = LINKS.encode() if request.url == "http://a/" else b"<p>words</p>"
        return HtmlResponse(request.url, body=body, request=request)

    async def sitemaps(self, url, site):
        return ()

    def rest_of(self, url):
        return 0.0


async def admit():
    return


def test_a_crawl_has_a_line_at_its_begin_each_hour_and_at_its_end(engine, tmp_path, caplog):
    site, web = Site(name="news", kind=Kind.NEWS, seeds=("http://a/",)), SlowWeb()
    with engine.begin() as connection:
        World(connection).site("news")
    caplog.set_level(logging.INFO, "crawler")

    async def run(threads, sender):
        recorder = Recorder(engine, lambda _: None, threads, sender, web.now)
        frontier = Frontier(engine, site, recorder, web.now)
        raw_store = open_store(str(tmp_path / "raw"))
        await SiteCrawl(site, frontier, web, raw_store, threads, 1_000_000, web.now, admit).run()

    with ThreadPoolExecutor(1) as sender, ThreadPoolExecutor(2) as threads:
        asyncio.run(run(threads, sender))
    lines = [record.getMessage() for record in caplog.records if record.name == "crawler.fetching.site_crawl"]
    assert lines[0] == "news: crawl 1 begins"
    assert lines[1:-1] == [
        f"news: crawl 1 goes on: {pages} pages fetched, 9 new or changed ones known" for pages in (2, 4, 6, 8, 10)
    ]
    assert lines[-1].startswith("news: crawl 1 ends: 10 pages fetched, 9 new or changed ones known; next at ")
