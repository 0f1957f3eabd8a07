"""The queries behind commands, pages and the feed on many documents: the time of each, and the tables it reads whole.

A table that is read whole makes a query slower with every page that is fetched, however fast it is today. So it is the
plan that is looked at first: a test holds the plans at a size at which PostgreSQL already prefers indexes.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from statistics import quantiles
from time import perf_counter
from typing import Any, Final

from sqlalchemy import Connection, Engine, event, select

from db import documents
from db.crawling import failures, pages
from db.models import Document, Fetch, FetchOutcome
from db.monitoring import overview, site_health, site_history
from db.monitoring.open_alerts import open_alerts
from db.processing import fetch_outcomes, retries, templates
from db.publication import changes, search
from db.publication.narrowing import Narrowing
from db.removal import fetch_log

DAY: Final = timedelta(days=1)
FOUR_WEEKS: Final = 28 * DAY

LARGE: Final = frozenset({"pages", "fetches", "outcomes", "raw_pages", "extractions", "documents", "document_changes"})
"""These tables have a row or more for each page, and must not be read as a whole."""


@dataclass(frozen=True, slots=True)
class QueryFigures:
    """What was measured of one query: milliseconds on the whole way from Python and back, and the large tables that are
    read whole."""

    name: str
    median_ms: float
    p95_ms: float
    read_whole: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QuerySubject:
    """What the queries ask about: a document, a site and times in the middle of what is there."""

    site: str
    document: int
    last_fetch: int
    now: datetime


Query = Callable[[Connection, QuerySubject], Any]


def _list(connection: Connection, **narrowing: Any) -> None:
    """Do what the page of documents does."""
    hits = search.look_up(connection, [], Narrowing(**narrowing), limit=21)
    search.search(connection, [], hits.documents[:20])


QUERIES: Final[Mapping[str, Query]] = {
    "documents": lambda connection, about: documents.list_documents(connection, after=about.document, limit=100),
    "documents of a site": lambda connection, about: documents.list_documents(
        connection, site=about.site, after=about.document, limit=100
    ),
    "show": lambda connection, about: documents.get_document(connection, about.document),
    "status of a site": lambda connection, about: site_history.site_states(connection, now=about.now, site=about.site),
    "days of a site": lambda connection, about: site_history.site_days(
        connection, since=about.now - FOUR_WEEKS, site=about.site
    ),
    "health of a site, dashboard": lambda connection, about: site_health.health_of(connection, about.site),
    "failures of a site": lambda connection, about: failures.failure_reasons(
        connection, failures.FailureSelection(site=about.site)
    ),
    "latest failures": lambda connection, _about: failures.latest_failures(connection, failures.FailureSelection()),
    "latest failures of a site": lambda connection, about: failures.latest_failures(
        connection, failures.FailureSelection(site=about.site)
    ),
    "documents of a language": lambda connection, _about: _list(connection, language="zh"),
    "documents of a language that none has": lambda connection, _about: _list(connection, language="xx"),
    "documents of a day": lambda connection, _about: _list(connection, since=date(1999, 1, 1), until=date(1999, 1, 1)),
    "documents of a method": lambda connection, _about: _list(connection, method="none"),
    "documents by confidence": lambda connection, _about: _list(connection, min_confidence=0.999),
    "due pages": lambda connection, about: pages.due_pages(connection, about.site, now=about.now, limit=100),
    "sweep": lambda connection, about: list(
        fetch_outcomes.unprocessed_fetches(connection, older_than=about.now, after=about.last_fetch - 1000, limit=500)
    ),
    "oldest unread": lambda connection, about: retries.oldest_unread(connection, after=about.last_fetch - 1000),
    "read up to": lambda connection, _about: retries.read_up_to(connection),
    "retries": lambda connection, about: retries.take_due_retries(connection, now=about.now, limit=100),
    "new pages": lambda connection, about: templates.new_pages(connection, about.last_fetch - 1000),
    "outdated fetches": lambda connection, about: templates.outdated_fetches(connection, about.site, limit=500),
    "old fetches": lambda connection, about: fetch_log.remove_old_fetches(
        connection, about.last_fetch // 2, now=about.now, limit=100
    ),
    "feed": lambda connection, about: changes.read_feed(connection.engine, after=about.document, limit=100),
}
"""Questions about one thing or one piece: their cost must not grow with the number of pages."""

COUNTS: Final[Mapping[str, Query]] = {
    "status": lambda connection, about: site_history.site_states(connection, now=about.now),
    "health": lambda connection, about: open_alerts(connection, now=about.now),
    "sites, dashboard": lambda connection, _about: site_health.site_health(connection),
    "failures of a week": lambda connection, about: failures.failure_reasons(
        connection, failures.FailureSelection(since=about.now - 7 * DAY)
    ),
    "totals": lambda connection, _about: overview.totals(connection),
    "hours": lambda connection, about: overview.hours(connection, now=about.now),
    "outcomes of a day": lambda connection, about: overview.outcomes_since(connection, about.now - DAY),
    "waiting of a day": lambda connection, about: overview.waiting(connection, since=about.now - DAY),
}
"""Counts over all sites: they read what was counted of each site and day, and the failures that are open."""


def measure_queries(engine: Engine, queries: Mapping[str, Query], *, runs: int) -> Iterator[QueryFigures]:
    """Measure queries on a database that ``fill_database`` has filled, and give the figures of each as it is done."""
    with engine.connect() as connection:
        about = _subject(connection)
        for name, query in queries.items():
            with _plans(engine) as read_whole:
                query(connection, about)
            times = []
            for _ in range(runs):
                begin = perf_counter()
                query(connection, about)
                times.append((perf_counter() - begin) * 1000)
            cuts = quantiles(times, n=20)
            yield QueryFigures(name, round(cuts[9], 1), round(cuts[18], 1), tuple(sorted(read_whole)))
            connection.rollback()


def _subject(connection: Connection) -> QuerySubject:
    last = connection.scalar(select(Fetch.id).order_by(Fetch.id.desc()).limit(1)) or 0
    line = connection.execute(
        select(Document.page_id, Document.site).where(Document.page_id > last // 2).order_by(Document.page_id).limit(1)
    ).one()
    ended = select(FetchOutcome.at).order_by(FetchOutcome.fetch_id.desc()).limit(1)
    return QuerySubject(line.site, line.page_id, last, connection.scalars(ended).one() + timedelta(minutes=1))


@contextmanager
def _plans(engine: Engine) -> Iterator[set[str]]:
    """Collect the large tables that the plans of the statements executed meanwhile read whole."""
    read_whole: set[str] = set()

    def explain(connection: Connection, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        if statement.lstrip().upper().startswith(("SELECT", "WITH", "EXECUTE")):
            with closing(connection.connection.cursor()) as cursor:
                cursor.execute(f"EXPLAIN (FORMAT JSON) {statement}", parameters)
                read_whole.update(_whole_tables(cursor.fetchall()[0][0][0]["Plan"]))

    event.listen(engine, "before_cursor_execute", explain)
    try:
        yield read_whole
    finally:
        event.remove(engine, "before_cursor_execute", explain)


def _whole_tables(plan: Mapping[str, Any]) -> Iterator[str]:
    if plan["Node Type"] == "Seq Scan" and plan["Relation Name"] in LARGE:
        yield plan["Relation Name"]
    for part in plan.get("Plans", ()):
        yield from _whole_tables(part)
