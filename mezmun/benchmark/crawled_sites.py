"""Local sites, and a process that crawls them all: what the measurements of crawls have in common."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine

from crawler.process import crawl_job
from db import engine as databases
from mezmun.benchmark.local_web import site_url
from mezmun.benchmark.pipeline_benchmark import private_settings
from mezmun.core.processes import child_processes
from mezmun.core.settings import Settings
from services.resolver import resolve


@dataclass(frozen=True, slots=True)
class StartedCrawl:
    """A process that crawls, its database, and the settings with which others work on what it fetches."""

    process: "subprocess.Popen[bytes]"
    log: Path
    engine: Engine
    settings: Settings


@contextmanager
def started_crawl(settings: Settings, folder: Path, sites: int, port: int, delay: float = 0) -> Iterator[StartedCrawl]:
    """Crawl so many sites served at a port, all at once, each asked every ``delay`` seconds, and stop at the end.

    ``settings`` are those whose database server and broker are used; nothing that is there is touched. What is
    embedded stands in the folder.

    Raises:
        MezmunError: a service is away.
    """
    with ExitStack() as stack:
        private = stack.enter_context(private_settings(settings, folder))
        private = private.model_copy(update={"sites_dir": folder / "sites"})
        services = stack.enter_context(resolve(private))
        _write_sites(folder / "sites", sites, port, delay)
        engine = stack.enter_context(databases.open_engine(services.database_url))
        log = folder / "crawl.log"
        job = crawl_job.CrawlJob.of(private, services, most_sites=sites, idle=0.5)
        process = crawl_job.start(job, log=log)
        stack.callback(child_processes.stop, process)
        yield StartedCrawl(process, log, engine, services.settings_of_child(private))


@contextmanager
def served_sites(pages: int) -> Iterator[int]:
    """Serve sites of so many pages each, beside an index; gives the port."""
    command = [sys.executable, "-m", "mezmun.benchmark.local_web", str(pages)]
    # A Ctrl-C at the terminal goes to the benchmark alone, which ends this part of it.
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as web:
        try:
            yield int(web.stdout.readline()) if web.stdout else 0
        finally:
            web.terminate()


def _write_sites(folder: Path, sites: int, port: int, delay: float) -> None:
    """Write the files of so many served sites, whose pages are asked for ``delay`` seconds apart, into a new folder."""
    folder.mkdir()
    for number in range(sites):
        # Plain Scrapy follows the same links; of the pages' own, bare numbers, some would pass for archives of a year.
        rules = r"rules: {article: ['/2024/'], listing: ['/$'], skip: ['/\d+$']}"
        file = f"kind: news\nseeds: ['{site_url(number, port)}']\nlimits: {{delay: {delay}}}\n{rules}\n"
        (folder / f"site-{number}.yaml").write_text(file)
