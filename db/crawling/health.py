"""How the sites fare: where each stands, and what came of its fetches day by day.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in, days are UTC's.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Date,
    Select,
    String,
    bindparam,
    cast,
    func,
    or_,
    select,
    text,
)

from db.monitoring.tables import COUNTS, Span, Subject
from mezmun.core.outcomes import NO_FAILURE, Outcome


@dataclass(frozen=True, slots=True)
class SiteState:
    """A site and its last crawl. ``due`` counts the pages due now, ``failures`` the crawls that found it down."""

    name: str
    kind: str
    config: Mapping[str, Any]
    enabled: bool
    paused_at: datetime | None
    next_due_at: datetime
    failures: int
    is_crawled: bool
    pages: int
    due: int
    documents: int
    crawl_started_at: datetime | None
    crawl_finished_at: datetime | None
    crawl_state: str | None
    crawl_detail: str | None
    crawl_fetches: int | None


_WITHOUT_FAILURE: Final = frozenset({None, *NO_FAILURE})


@dataclass(frozen=True, slots=True)
class SiteDay:
    """What came of a site on one day: fetches by outcome (None: waiting for a worker), and documents stored first.

    ``languages`` counts those documents by their language, "" for none that is known.
    """

    outcomes: Mapping[Outcome | None, int] = field(default_factory=dict)
    new_documents: int = 0
    languages: Mapping[str, int] = field(default_factory=dict)

    @property
    def fetches(self) -> int:
        """Count the fetches of the day."""
        return sum(self.outcomes.values())

    @property
    def failures(self) -> int:
        """Count those of them that ended badly."""
        return sum(count for outcome, count in self.outcomes.items() if outcome not in _WITHOUT_FAILURE)


def site_states(connection: Connection, *, now: datetime, site: str | None = None) -> list[SiteState]:
    """Give all sites that were not taken down, or the one of this name, by name."""
    rows = connection.execute(_STATES, {"now": now, "site": site})
    return [SiteState(**row._mapping) for row in rows]  # the columns have the fields' names


def site_days(connection: Connection, *, since: datetime, site: str | None = None) -> dict[str, dict[date, SiteDay]]:
    """Give what came of each site on each day since the day of a time; days without anything are left out."""
    days: dict[str, dict[date, SiteDay]] = {}
    for name, day, fetches, documents, words, *counts in connection.execute(_DAYS, {"since": since, "site": site}):
        outcomes: dict[Outcome | None, int] = {
            word: count for word, count in zip(Outcome, counts, strict=True) if count
        }
        if waiting := fetches - sum(outcomes.values()):
            outcomes[None] = waiting
        languages: Counter[str] = Counter()
        for language, count in words or ():
            languages[language] += count
        days.setdefault(name, {})[day] = SiteDay(outcomes, documents, +languages)
    return days


_STATES: Final = text(
    """
    WITH known AS (
         SELECT site, CAST(sum(count) FILTER (WHERE subject = 'pages') AS bigint) AS pages,
                CAST(sum(count) FILTER (WHERE subject = 'documents') AS bigint) AS documents
           FROM v_counts
          WHERE span = 'all' AND subject IN ('pages', 'documents') AND (CAST(:site AS text) IS NULL OR site = :site)
          GROUP BY site)
    SELECT sites.name, sites.kind, sites.config, sites.enabled, sites.paused_at, sites.next_due_at, sites.failures,
           sites.leased_by IS NOT NULL AS is_crawled,
           coalesce(known.pages, 0) AS pages, due.pages AS due, coalesce(known.documents, 0) AS documents,
           crawl.started_at AS crawl_started_at, crawl.finished_at AS crawl_finished_at,
           crawl.state AS crawl_state, crawl.detail AS crawl_detail, crawl.fetches AS crawl_fetches
      FROM sites LEFT JOIN known ON known.site = sites.name
      LEFT JOIN LATERAL (
           SELECT * FROM crawls WHERE crawls.site = sites.name ORDER BY id DESC LIMIT 1) AS crawl ON true
      CROSS JOIN LATERAL (
           SELECT count(*) AS pages FROM pages
            WHERE pages.site = sites.name AND next_due_at <= :now AND taken_down_at IS NULL AND alias_of IS NULL) AS due
     WHERE sites.taken_down_at IS NULL AND (CAST(:site AS text) IS NULL OR sites.name = :site)
     ORDER BY sites.name
    """
)


def _days() -> Select[Any]:
    """Give a row a day, with a column for each outcome: PostgreSQL adds all of them up in one go."""

    def count(condition: ColumnElement[bool]) -> ColumnElement[int]:
        return cast(func.coalesce(func.sum(COUNTS.c.count).filter(condition), 0), BigInteger)

    subject, begins = COUNTS.c.subject, COUNTS.c.begins
    day = cast(func.timezone("UTC", begins), Date)
    outcomes = (count((subject == Subject.OUTCOMES) & (COUNTS.c.word == outcome)) for outcome in Outcome)
    documents = subject == Subject.DOCUMENTS
    languages = func.jsonb_agg(func.jsonb_build_array(COUNTS.c.word, COUNTS.c.count)).filter(documents)
    since, site = bindparam("since", type_=begins.type), bindparam("site", type_=String)
    return (
        select(COUNTS.c.site, day, count(subject == Subject.FETCHES), count(documents), languages, *outcomes)
        .where(
            *(COUNTS.c.span == Span.DAY, begins >= func.date_trunc("day", since, "UTC")),
            subject.in_((Subject.FETCHES, Subject.OUTCOMES, Subject.DOCUMENTS)),
            or_(site.is_(None), COUNTS.c.site == site),
        )
        .group_by(COUNTS.c.site, begins)
        .order_by(COUNTS.c.site, begins)
    )


_DAYS: Final = _days()
