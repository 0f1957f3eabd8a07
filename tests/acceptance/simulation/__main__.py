"""The real crawler on the simulated internet: ``python -m tests.acceptance.simulation --help``.

The crawler process, the database, the raw store and the workers' page processor are the product's; the servers, the
names of their hosts and the passing of time are simulated. It prints its verdicts as JSON.
"""

import argparse
import asyncio
import json
import logging
import os
import signal
import socket
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path

import yaml
from scrapy.utils.reactor import install_reactor
from sqlalchemy import Engine, text
from twisted.internet import defer

from crawler.process.crawl_job import CrawlJob
from crawler.process.crawl_process import crawl
from db import engine as databases
from mezmun.core.queue.messages import FetchReference
from mezmun.core.settings import Settings
from services.resolver import Services
from store.opening import open_store
from tests.acceptance.simulation.simulated_time import BEGIN, SimulatedLoop


def simulate(database_url: str, folder: Path, *, seed: int, days: float, names: list[str]) -> dict:
    """Let the time go by, and give the verdict on each site."""
    loop = SimulatedLoop()
    asyncio.set_event_loop(loop)
    install_reactor("twisted.internet.asyncioreactor.AsyncioSelectorReactor")
    from twisted.internet import base, reactor

    from tests.acceptance.simulation.internet import internet, only
    from tests.acceptance.simulation.judge import as_json, judge, site_settings
    from tests.acceptance.simulation.server import Server

    reactor.seconds = loop.time
    base.ThreadedResolver.getHostByName = lambda *_: defer.succeed("127.0.1.200")
    end = BEGIN + timedelta(days=days)
    port = _free_port()
    sites = only(internet(seed, BEGIN, end, port), names)
    server = Server(sites, loop.now)
    reactor.callWhenRunning(server.listen, port)
    (folder / "sites").mkdir(parents=True)
    for served in sites:
        settings = {key: value for key, value in site_settings(served).items() if key != "name"}
        (folder / "sites" / f"{served.name}.yaml").write_text(yaml.safe_dump(settings))
    job = CrawlJob.of(
        Settings(contact="mailto:crawler@example.org", allow_local=True, sites_dir=folder / "sites", _env_file=None),
        Services(database_url, "memory://", str(folder / "raw"), embedded=False),
    )
    engine = databases.connect(database_url)
    loop.is_held = lambda: _worker_is_behind(engine)
    loop.skip_to = lambda: _next_event(engine, loop, end)
    crawl(job, loop.now, _worker(engine, job.raw_store_url, loop))
    return as_json(judge(engine, sites, server.visits, BEGIN, end))


def _worker(engine: Engine, raw_store_url: str, loop: SimulatedLoop):
    """Process each page when its reference is sent."""
    from workers.page_processor import PageProcessor

    processor = PageProcessor(engine, open_store(raw_store_url), loop.now, "simulation")

    def process(*references: FetchReference) -> None:
        for reference in references:
            processor.process(reference.fetch_id)

    return process


def _worker_is_behind(engine: Engine) -> bool:
    """Say whether no site is crawled, and the worker has pages in hand: on a slow machine it must not take days."""
    with engine.connect() as connection:
        return connection.scalar(
            text(
                "SELECT CASE WHEN EXISTS (SELECT FROM sites WHERE leased_by IS NOT NULL) THEN false ELSE EXISTS ("
                "SELECT FROM (SELECT id FROM fetches ORDER BY id DESC LIMIT 1000) AS newest"
                " WHERE NOT EXISTS (SELECT FROM outcomes WHERE fetch_id = newest.id)) END"
            )
        )


def _next_event(engine: Engine, loop: SimulatedLoop, end: datetime) -> datetime | None:
    """Say when the next site is due while none is crawled; at the end, stop."""
    if loop.now() >= end:
        os.kill(os.getpid(), signal.SIGTERM)
        return None
    with engine.connect() as connection:
        busy, due = connection.execute(text("SELECT count(leased_by), min(next_due_at) FROM sites")).one()
    return None if busy or due is None else min(due, end)


def _free_port() -> int:
    with socket.create_server(("", 0)) as probe:
        return probe.getsockname()[1]


def _errors() -> logging.Handler:
    """Make what writes errors to standard error; a level of the logger would not do, as Scrapy sets its own."""
    handler = logging.StreamHandler()
    handler.setLevel("ERROR")
    return handler


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.acceptance.simulation", description=__doc__)
    parser.add_argument("database_url", help="of a migrated database without sites")
    parser.add_argument("folder", type=Path, help="for the site files and the raw store")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--days", type=float, default=30)
    parser.add_argument("--sites", nargs="*", default=[""], help="beginnings of the names of sites")
    options = parser.parse_args()
    logging.basicConfig(handlers=[_errors()])
    begin = time.monotonic()
    verdicts = simulate(options.database_url, options.folder, seed=options.seed, days=options.days, names=options.sites)
    json.dump({"seconds": round(time.monotonic() - begin, 1), "sites": verdicts}, sys.stdout)


if __name__ == "__main__":
    main()
