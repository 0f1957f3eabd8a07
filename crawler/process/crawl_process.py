"""The process that crawls (``python -m crawler.process.crawl_process``): one site to its end, or hundreds for ever.

It is a process of its own, for Scrapy's reactor starts only once in each, and whoever started it sees when it dies.
"""

import gc
import json
import logging
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Final

from pydantic import ValidationError
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.settings import Settings as ScrapySettings

import db.engine
from crawler import scrapy_settings
from crawler.fetching.publishing import Publisher
from crawler.fetching.site_crawl import SiteCrawl
from crawler.politeness.robots_shelf import RobotsShelf
from crawler.process.back_pressure import BackPressure, Load, PressureLimits
from crawler.process.crawl_job import UNFINISHED, CrawlJob
from crawler.process.fleet import Fleet, Work
from crawler.process.site_folder import SiteFolder
from crawler.schedule.frontier import Frontier
from crawler.schedule.recorder import Recorder
from crawler.schedule.site_addresses import without_parameters
from crawler.spiders.sites_spider import SitesSpider
from db.crawling.leases import LeasedSite
from db.crawling.raw_store import open_raw_store
from mezmun.core.clock import Clock, utc_now
from mezmun.core.errors import MezmunError
from mezmun.core.monitoring.log_lines import set_up_logging
from mezmun.core.processes import child_processes
from mezmun.core.queue.messages import SendReferences
from mezmun.core.queue.page_queue import PageQueue
from mezmun.core.sites.site_schema import Site

THREADS: Final = 8
"""Calls of database and raw store that wait at once; each has a connection of its own."""


def crawl(job: CrawlJob, now: Clock = utc_now, send: SendReferences | None = None) -> bool:
    """Crawl in this process; give whether it came to its end. Can be called once per process.

    Args:
        job: what to crawl, with what.
        now: the time with its zone.
        send: hands references to the workers; over the job's queue when it is None.

    Raises:
        UnavailableError: the database does not answer, or does not fit; or the site is in other hands.
        InvalidInputError: there is no such site.
    """
    engine = db.engine.connect(job.database_url)
    db.engine.check(engine)
    queue = PageQueue(job.broker_url, job.queue_prefix)
    publisher = Publisher(send or queue.publish)
    raw_store = open_raw_store(engine, job.raw_store_url, for_writing=True)
    waiting = queue.declare if send is None else lambda: 0
    load = Load(engine, raw_store, waiting, PressureLimits(job.max_waiting, job.min_free_bytes))
    with ThreadPoolExecutor(1, "send") as sender, ThreadPoolExecutor(THREADS, "crawl") as threads:
        recorder = Recorder(engine, publisher, threads, sender, now)
        back_pressure = BackPressure(load.pressure, threads)

        def crawl_of(leased: LeasedSite, spider: SitesSpider) -> SiteCrawl:
            site = _site_of(json.dumps(leased.config), leased.junk_parameters)
            frontier = Frontier(engine, site, recorder, now, job.max_pages)
            return SiteCrawl(
                *(site, frontier, spider, raw_store, threads, job.max_page_bytes, now, back_pressure.admit),
                failures=leased.failures,
            )

        folder = SiteFolder(job.sites_dir, engine, now)
        work = Work(job.crawler, job.site, folder.sync, job.most_sites, job.idle)
        fleet = Fleet(engine, work, crawl_of, threads, back_pressure, now)

        async def run(spider: SitesSpider) -> None:
            try:
                await fleet.run(spider)
            finally:
                await recorder.finish()

        process = AsyncCrawlerProcess(_settings(job))
        logging.getLogger("scrapy").setLevel(logging.WARNING)  # it set DEBUG just now, a record for each page
        gc.freeze()  # what is loaded by now stays, and is not looked through again and again
        process.crawl(process.create_crawler(SitesSpider), work=run, shelf=RobotsShelf(engine, threads), now=now)
        process.start(install_signal_handlers=False)
    fleet.let_go()
    engine.dispose()
    if fleet.error is not None:
        raise fleet.error
    return not fleet.stopped


@lru_cache(maxsize=1_000)
def _site_of(config: str, junk_parameters: tuple[str, ...]) -> Site:
    """Give one and the same site for all its crawls: what is remembered of its links is for that object."""
    return without_parameters(Site.model_validate_json(config), junk_parameters)


def _settings(job: CrawlJob) -> ScrapySettings:
    settings = ScrapySettings()
    settings.setmodule(scrapy_settings)
    settings.setdict(
        {
            "USER_AGENT": job.user_agent,
            "DOWNLOAD_MAXSIZE": job.max_page_bytes,
            "LOG_LEVEL": job.log_level,
            "ALLOW_LOCAL": job.allow_local,
            "LOG_INSTALL_ROOT_HANDLER": False,
        },
        priority="cmdline",
    )
    return settings


def _is_worth_a_line(record: logging.LogRecord) -> bool:
    return record.levelno >= logging.WARNING or record.name.partition(".")[0] in {"crawler", "db", "mezmun"}


def main() -> int:
    """Read a job from standard input and do it; see ``start`` for the exit codes."""
    try:
        job = CrawlJob.model_validate_json(child_processes.follow_parent())
    except ValidationError as error:
        print(f"mezmun: the crawl's job is wrong: {error}", file=sys.stderr)
        return 1
    # A level would not do: Scrapy sets its own to DEBUG, a line a page.
    set_up_logging(job.log_level, job.log_format).addFilter(_is_worth_a_line)
    try:
        return 0 if crawl(job) or job.site is None else UNFINISHED
    except MezmunError as error:
        print(f"mezmun: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
