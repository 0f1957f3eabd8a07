"""Scrapy alone over the same pages (``python -m mezmun.benchmark.plain_scrapy``): what the crawler is held against."""

import sys
from collections.abc import Iterator
from time import monotonic, process_time
from typing import Any

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.http import Response

from mezmun.benchmark.local_web import site_url


class PlainSpider(scrapy.Spider):
    """Follows every link and keeps nothing."""

    name = "plain"
    pages = 0

    def parse(self, response: Response, **_: Any) -> Iterator[Any]:
        """Count a page and follow its links."""
        self.pages += 1
        if not self.pages - 1:
            self.began, self.cpu = monotonic(), process_time()
        self.ended = monotonic()
        for address in response.css("a::attr(href)").getall():
            if address.startswith("/2024/"):
                yield response.follow(address)


def run(sites: int, port: int) -> None:
    """Crawl the sites, a request at a time each; print pages a second and milliseconds of processor time a page."""
    process = CrawlerProcess(
        {
            "LOG_ENABLED": False,
            "TELNETCONSOLE_ENABLED": False,
            "CONCURRENT_REQUESTS": sites,
            "CONCURRENT_REQUESTS_PER_DOMAIN": 1,
            "DOWNLOAD_DELAY": 0,
            "COOKIES_ENABLED": False,
            "USER_AGENT": "bench",
            "ROBOTSTXT_OBEY": False,
        }
    )
    crawler = process.create_crawler(PlainSpider)
    process.crawl(crawler, start_urls=[site_url(number, port) for number in range(sites)])
    process.start()
    spider = crawler.spider
    if isinstance(spider, PlainSpider):
        cpu_ms = (process_time() - spider.cpu) / max(spider.pages - 1, 1) * 1000
        print(spider.pages / max(spider.ended - spider.began, 1e-3), cpu_ms)


if __name__ == "__main__":
    run(int(sys.argv[1]), int(sys.argv[2]))
