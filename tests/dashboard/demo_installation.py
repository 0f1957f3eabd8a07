"""An installation such as an operator has before them: the sample sites of the demo, read by the real worker, and what
happens to sites in a month."""

from dataclasses import dataclass
from datetime import timedelta
from pathlib import PurePath
from uuid import uuid4

from crawler.links.thread_address import thread_page
from dashboard.export.options import ExportFormat, ExportOptions
from dashboard.export.run import Export
from db import sites
from db.crawling import crawls, robots_files
from db.crawling.heartbeats import LiveProcess, ProcessKind, beat
from db.reextraction import page_results, reextractions
from db.reextraction.tables import State
from mezmun.core.clock import utc_now
from mezmun.core.outcomes import Outcome
from mezmun.core.sites import site_files
from mezmun.core.sites.site_schema import Site, SiteKind
from mezmun.demo.sample_sites import BUILDERS
from tests.db.world import World, extraction
from workers.maintenance.duplicates import Duplicates
from workers.page_processor import PageProcessor

BROKEN = "gazette"
"""The site whose pages have no text since yesterday."""


@dataclass
class DemoInstallation:
    """Where things are in it: ids of documents and of a re-extraction."""

    article: int
    thread: int
    reextraction: int


def make_demo_installation(engine, raw, exports):
    """Make one, as of now."""
    now = utc_now()
    processor = PageProcessor(engine, raw, utc_now, "1")
    pages = {}
    for at, (kind, build) in enumerate(BUILDERS.items()):
        sample = build(f"http://{kind}.example")
        pages[kind] = _read_site(engine, raw, processor, sample, now - timedelta(hours=2 + at))
    _let_a_site_break(engine, now)
    with engine.begin() as connection:
        beat(connection, LiveProcess(uuid4(), ProcessKind.CRAWLER, "crawler-0.example", 1234567, now, now))
    _copy(engine, raw, processor, pages["news"][0], now)
    Duplicates(engine, lambda: 0).look()
    number = _read_again(engine, "demo-blog", now)
    folder = exports / f"{now - timedelta(days=1):%Y-%m-%d-%H%M%S}-jsonl"
    Export(engine, raw, folder, ExportOptions(ExportFormat.JSONL, languages=("ug",)), code_version="1").run(since=None)
    return DemoInstallation(pages["news"][0], pages["forum"][0], number)


def _read_site(engine, raw, processor, sample, now):
    """Store the content pages of a sample site as fetched, one a quarter of an hour, and read them; give their ids."""
    site = site_files.parse(sample.definition, PurePath(f"{sample.name}.yaml"))
    with engine.begin() as connection:
        sites.sync_site(connection, site.model_copy(update={"feeds": False}), now=now - timedelta(days=9))
        sites.sync_site(connection, site, now=now - timedelta(days=2))
        crawl = crawls.begin_crawl(connection, site.name, now=now)
        robots = robots_files.StoredRobots(sample.base, now, now, "User-agent: *\nAllow: /\n")
        robots_files.save_robots(connection, robots)
    pages = []
    for at, truth in enumerate(sample.truth):
        answer = sample.pages[truth.url.removeprefix(sample.base)]
        thread = thread_page(truth.url, site)
        place = {} if thread is None else {"thread_key": thread.thread, "thread_page": thread.number}
        seen = now - timedelta(minutes=15 * (len(sample.truth) - at))
        raw.put(answer.body)
        with engine.begin() as connection:
            world = World(connection)
            page = world.page(crawl, truth.url, **place)
            times = {"requested_at": seen, "fetched_at": seen, "headers": {"content-type": answer.content_type}}
            fetch = world.fetch(crawl, page, answer.body, **times)
        processor.process(fetch.id)
        pages.append(page.id)
    with engine.begin() as connection:
        crawls.finish_crawl(connection, crawl, now=now)
    return pages


def _let_a_site_break(engine, now):
    """Let a site have documents for three weeks, and since yesterday pages without a text and some that fail."""
    well = [(Outcome.STORED, None, 200)] * 12 + [(Outcome.LISTING, None, 200)] * 3
    ill = [(Outcome.EMPTY, "no text was found", 200)] * 18
    ill += [(Outcome.HTTP_ERROR, "410 Gone", 410)] * 4 + [(Outcome.TIMEOUT, "no answer in 30 s", None)] * 2
    with engine.begin() as connection:
        world = World(connection)
        crawl = _begin_crawl(connection, BROKEN, now)
        for days in range(21, -1, -1):
            for number, (outcome, detail, status) in enumerate(ill if days < 2 else well):
                at = now - timedelta(days=days, minutes=7 * number)
                page = world.page(crawl, f"http://{BROKEN}.example/{22 - days}/{number + 1}")
                ended = {"outcome": outcome, "detail": detail, "status": status, "fetched_at": at}
                world.fetch(crawl, page, **ended)


def _begin_crawl(connection, name, now):
    site = Site(name=name, kind=SiteKind.NEWS, seeds=(f"http://{name}.example/",))
    sites.sync_site(connection, site, now=now - timedelta(days=30))
    return crawls.begin_crawl(connection, name, now=now)


def _copy(engine, raw, processor, article, now):
    """Let another site show an article, too."""
    with engine.begin() as connection:
        row = connection.exec_driver_sql(
            "SELECT sha256, headers ->> 'content-type' FROM fetches WHERE page_id = %s", (article,)
        ).one()
        world = World(connection)
        crawl = _begin_crawl(connection, "mirror", now)
        body, headers = raw.get(row[0].hex()), {"content-type": row[1]}
        page = world.page(crawl, "http://mirror.example/copied")
        fetch = world.fetch(crawl, page, body, fetched_at=now, headers=headers)
    processor.process(fetch.id)


def _read_again(engine, site, now):
    """Let a re-extraction of a site be ready, which loses the last paragraph of each text; give its number."""
    with engine.begin() as connection:
        number = reextractions.request(connection, site, "text-density", now=now)
        reextractions.begin(connection, number, "text-density", method_version="1", normalizer_version="5")
        for reference in reextractions.unread_fetches(connection, number, after=0, limit=100):
            trial = page_results.trial_of(connection, reference.fetch_id)
            text, title = connection.exec_driver_sql(
                "SELECT text, extractions.title FROM documents JOIN extractions ON extractions.id = extraction_id"
                " WHERE fetch_id = %s",
                (reference.fetch_id,),
            ).one()
            row = extraction("\n\n".join(text.split("\n\n")[:-1]), title=title, method="text-density", language="ug")
            page_results.record_result(connection, trial, reference.fetch_id, Outcome.STORED, now=now, extraction=row)
        reextractions.move_on(connection, number, State.RUNNING, State.READY, now=now)
    return number
