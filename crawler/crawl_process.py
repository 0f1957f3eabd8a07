"""One crawl in one process (``python -m crawler.crawl_process``), for Scrapy's reactor starts only once in each."""

import logging
import subprocess
import sys
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, ValidationError
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.settings import Settings as ScrapySettings

import db.engine
from crawler import scrapy_settings
from crawler.frontier import Frontier
from crawler.publishing import Publisher
from crawler.spiders.blog import BlogSpider
from crawler.spiders.forum import ForumSpider
from crawler.spiders.news import NewsSpider
from crawler.spiders.site_spider import SiteSpider
from db.sites import sync_site
from mezmun.core.clock import Clock, utc_now
from mezmun.core.errors import MezmunError
from mezmun.core.processes import child_processes
from mezmun.core.queue import PageQueue
from mezmun.core.settings import Settings
from mezmun.core.site_schema import Kind, Site
from mezmun.core.version import __version__
from store.raw_store import open_store

SPIDERS: Final[dict[Kind, type[SiteSpider]]] = {spider.kind: spider for spider in (NewsSpider, BlogSpider, ForumSpider)}
UNFINISHED: Final = 3
"""Exit code of a crawl that was told to stop; the next one takes it up."""


class Job(BaseModel):
    """All that one crawl needs to know; it travels as a line of JSON on standard input, for URLs hold passwords."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    site: Site
    database_url: str
    broker_url: str
    raw_store_url: str
    queue_prefix: str
    contact: str
    max_page_bytes: int
    log_level: str = "INFO"
    max_pages: int | None = None

    @classmethod
    def of(
        cls,
        site: Site,
        settings: Settings,
        *,
        database_url: str,
        broker_url: str,
        raw_store_url: str,
        max_pages: int | None = None,
    ) -> "Job":
        """Make the job of a site from the installation's settings and its running services."""
        return cls(
            site=site,
            database_url=database_url,
            broker_url=broker_url,
            raw_store_url=raw_store_url,
            queue_prefix=settings.queue_prefix,
            contact=settings.contact,
            max_page_bytes=settings.max_page_bytes,
            log_level=settings.log_level,
            max_pages=max_pages,
        )


def start(job: Job, log: Path | None = None) -> subprocess.Popen[bytes]:
    """Start the crawl in a process of its own, which ends when this one does: nobody would hold its lease any more.

    What it says goes to the file ``log``, or to this process's standard error. Exit codes: 0 the crawl ended,
    ``UNFINISHED`` it was told to stop (SIGTERM), 1 an error it has told in one sentence.
    """
    return child_processes.start(["crawler.crawl_process"], message=job.model_dump_json(), log=log)


def crawl(job: Job, now: Clock = utc_now) -> bool:
    """Crawl a site in this process; give whether the crawl came to its end. Can be called once per process.

    Raises:
        UnavailableError: the database does not answer, or does not fit.
    """
    engine = db.engine.connect(job.database_url)
    db.engine.check(engine)
    with engine.begin() as connection:
        sync_site(connection, job.site, now=now())
    publisher = Publisher(PageQueue(job.broker_url, job.queue_prefix).publish)
    frontier = Frontier(engine, job.site, publisher, now, job.max_pages)
    process = AsyncCrawlerProcess(_settings(job))
    crawler = process.create_crawler(SPIDERS[job.site.kind])
    process.crawl(crawler, site=job.site, frontier=frontier, raw_store=open_store(job.raw_store_url))
    process.start()
    spider = crawler.spider
    engine.dispose()
    return isinstance(spider, SiteSpider) and spider.done


def _settings(job: Job) -> ScrapySettings:
    limits = job.site.limits
    settings = ScrapySettings()
    settings.setmodule(scrapy_settings)
    settings.setdict(
        {
            "USER_AGENT": f"Mezmun/{__version__} (+{job.contact})",
            "DOWNLOAD_TIMEOUT": limits.timeout,
            "DOWNLOAD_MAXSIZE": limits.page_bytes or job.max_page_bytes,
            "RETRY_TIMES": limits.retries,
            "LOG_LEVEL": job.log_level,
            "LOG_INSTALL_ROOT_HANDLER": False,
        },
        priority="cmdline",
    )
    return settings


def _is_worth_a_line(record: logging.LogRecord) -> bool:
    return record.levelno >= logging.WARNING or record.name.partition(".")[0] in {"crawler", "db", "mezmun"}


def main() -> int:
    """Read a job from standard input and crawl; see ``start`` for the exit codes."""
    try:
        job = Job.model_validate_json(child_processes.follow_parent())
    except ValidationError as error:
        print(f"mezmun: the crawl's job is wrong: {error}", file=sys.stderr)
        return 1
    logging.basicConfig(level=job.log_level, format="%(asctime)s %(levelname)s %(message)s", stream=sys.stderr)
    # A level would not do: Scrapy sets its own to DEBUG, a line a page.
    logging.getLogger().handlers[0].addFilter(_is_worth_a_line)
    try:
        return 0 if crawl(job) else UNFINISHED
    except MezmunError as error:
        print(f"mezmun: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
