"""How the sites fare: where each stands, and what came of its fetches day by day.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in, days are UTC's.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import Connection, text

from mezmun.core.outcomes import Outcome


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


_GOOD: Final = frozenset({None, Outcome.STORED, Outcome.UNCHANGED, Outcome.LISTING, Outcome.TAKEN_DOWN})


@dataclass(frozen=True, slots=True)
class SiteDay:
    """What came of a site on one day: fetches by outcome (None: waiting for a worker), and documents stored first."""

    outcomes: Mapping[Outcome | None, int] = field(default_factory=dict)
    new_documents: int = 0

    @property
    def fetches(self) -> int:
        """Count the fetches of the day."""
        return sum(self.outcomes.values())

    @property
    def failures(self) -> int:
        """Count those of them that ended badly."""
        return sum(count for outcome, count in self.outcomes.items() if outcome not in _GOOD)


def site_states(connection: Connection, *, now: datetime, site: str | None = None) -> list[SiteState]:
    """Give all sites that were not taken down, or the one of this name, by name."""
    rows = connection.execute(_STATES, {"now": now, "site": site})
    return [SiteState(**row._mapping) for row in rows]  # the columns have the fields' names


def site_days(connection: Connection, *, since: datetime, site: str | None = None) -> dict[str, dict[date, SiteDay]]:
    """Give what came of each site on each day since a time; days without anything are left out."""
    values = {"since": since, "site": site}
    days: dict[str, dict[date, SiteDay]] = {}
    outcomes: dict[tuple[str, date], dict[Outcome | None, int]] = {}
    for row in connection.execute(_OUTCOMES, values):
        word = None if row.outcome is None else Outcome(row.outcome)
        outcomes.setdefault((row.site, row.day), {})[word] = row.fetches
    stored = {(row.site, row.day): row.documents for row in connection.execute(_DOCUMENTS, values)}
    for name, day in sorted(outcomes.keys() | stored.keys()):
        counts = SiteDay(outcomes.get((name, day), {}), stored.get((name, day), 0))
        days.setdefault(name, {})[day] = counts
    return days


_STATES: Final = text(
    """
    SELECT sites.name, sites.kind, sites.config, sites.enabled, sites.paused_at, sites.next_due_at, sites.failures,
           sites.leased_by IS NOT NULL AS is_crawled,
           coalesce(known.pages, 0) AS pages, coalesce(known.due, 0) AS due,
           (SELECT count(*) FROM documents WHERE documents.site = sites.name) AS documents,
           crawl.started_at AS crawl_started_at, crawl.finished_at AS crawl_finished_at,
           crawl.state AS crawl_state, crawl.detail AS crawl_detail, crawl.fetches AS crawl_fetches
      FROM sites LEFT JOIN LATERAL (
           SELECT * FROM crawls WHERE crawls.site = sites.name ORDER BY id DESC LIMIT 1) AS crawl ON true
      LEFT JOIN (
           SELECT site, count(*) AS pages, count(*) FILTER (WHERE next_due_at <= :now) AS due
             FROM pages
            WHERE taken_down_at IS NULL AND alias_of IS NULL AND (CAST(:site AS text) IS NULL OR site = :site)
            GROUP BY site) AS known ON known.site = sites.name
     WHERE sites.taken_down_at IS NULL AND (CAST(:site AS text) IS NULL OR sites.name = :site)
     ORDER BY sites.name
    """
)
_OUTCOMES: Final = text(
    """
    SELECT crawls.site, CAST(fetches.fetched_at AT TIME ZONE 'UTC' AS date) AS day, outcomes.outcome,
           count(*) AS fetches
      FROM crawls JOIN fetches ON fetches.crawl_id = crawls.id
           LEFT JOIN outcomes ON outcomes.fetch_id = fetches.id
     WHERE fetches.fetched_at >= :since AND (crawls.finished_at IS NULL OR crawls.finished_at >= :since)
       AND (CAST(:site AS text) IS NULL OR crawls.site = :site)
     GROUP BY 1, 2, 3
    """
)
_DOCUMENTS: Final = text(
    """
    SELECT site, CAST(at AT TIME ZONE 'UTC' AS date) AS day, count(*) AS documents
      FROM document_changes
     WHERE change = 'new' AND at >= :since AND (CAST(:site AS text) IS NULL OR site = :site)
     GROUP BY 1, 2
    """
)
