"""How the sites fare: where each stands, and what came of its fetches day by day.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in, days are UTC's.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any, Final, Literal

from natsort import natsorted
from sqlalchemy import Connection, text

from db.monitoring.site_status import SiteStatus, site_status
from db.monitoring.tables import CountSubject
from mezmun.core.outcomes import NO_FAILURE, Outcome

MethodSource = Literal["site file", "re-extraction", "default"]
"""What decides which extraction method reads a site: its file, a re-extraction that was promoted, or neither."""


@dataclass(frozen=True, slots=True)
class SiteState:
    """A site and its last crawl. ``due`` counts the pages due now, ``failures`` the crawls that found it down;
    ``was_crawled`` says whether any crawl of it has ended, for what the first has not looked at yet is not missing;
    ``down_reason`` why the last of the crawls that found it down ended, ``robots_error`` why its robots.txt, or that
    of one of its hosts, could not be read when it was last asked for; ``method`` is the extraction method that reads
    it, None for the default one."""

    name: str
    kind: str
    config: Mapping[str, Any]
    enabled: bool
    paused_at: datetime | None
    next_due_at: datetime
    failures: int
    is_crawled: bool
    was_crawled: bool
    pages: int
    due: int
    documents: int
    crawl_started_at: datetime | None
    crawl_finished_at: datetime | None
    crawl_state: str | None
    crawl_detail: str | None
    crawl_fetches: int | None
    down_reason: str | None = None
    robots_error: str | None = None
    method: str | None = None
    method_source: MethodSource = "default"

    @property
    def status(self) -> SiteStatus:
        """Say how the site stands."""
        return site_status(
            paused_at=self.paused_at, enabled=self.enabled, failures=self.failures, is_crawled=self.is_crawled
        )


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


@dataclass(frozen=True, slots=True)
class SiteHistory:
    """What came of a site in its last days and in those before, all days of each added up.

    ``busy_days`` counts the days among those before that brought a new document.
    """

    recent: SiteDay = SiteDay()
    past: SiteDay = SiteDay()
    busy_days: int = 0


def site_states(connection: Connection, *, now: datetime, site: str | None = None) -> list[SiteState]:
    """Give all sites that were not taken down, or the one of this name, by name."""
    rows = connection.execute(_STATES, {"now": now, "site": site})
    states = [SiteState(**row._mapping) for row in rows]  # the columns have the fields' names
    return natsorted(states, key=lambda state: state.name)


def site_days(connection: Connection, *, since: datetime, site: str | None = None) -> dict[str, dict[date, SiteDay]]:
    """Give what came of each site on each day since the day of a time; days without anything are left out."""
    tallies: defaultdict[tuple[str, date], _Tally] = defaultdict(_Tally)
    values = {"since": _day(since), "site": site}
    rows = connection.execute(_DAYS, values).all()  # at once: one by one takes twice as long
    for name, day, subject, word, count in rows:
        tallies[name, day].add(subject, word, count)
    days: dict[str, dict[date, SiteDay]] = {}
    for name, day in sorted(tallies):
        days.setdefault(name, {})[day] = tallies[name, day].day()
    return days


def site_histories(
    connection: Connection, *, since: datetime, recent_since: datetime, site: str | None = None
) -> dict[str, SiteHistory]:
    """Give what came of each site since the day of a time, parted by the day of ``recent_since``; sites of which
    nothing came are left out.

    The days are added up by PostgreSQL: it hands over a tenth of the rows that ``site_days`` reads.
    """
    values = {"since": _day(since), "recent_since": _day(recent_since), "site": site}
    tallies: defaultdict[tuple[str, bool], _Tally] = defaultdict(_Tally)
    busy_days: dict[str, int] = {}
    for name, is_recent, subject, word, count in connection.execute(_HISTORIES, values).all():
        if subject is None:
            busy_days[name] = count
        else:
            tallies[name, is_recent].add(subject, word, count)
    return {
        name: SiteHistory(tallies[name, True].day(), tallies[name, False].day(), busy_days.get(name, 0))
        for name in natsorted({name for name, _ in tallies})
    }


def _day(at: datetime) -> datetime:
    """Give the beginning of a time's day: in a query PostgreSQL would find it anew for each row."""
    return at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


@dataclass(slots=True)
class _Tally:
    """The sums of one site's day, or of many, by word."""

    fetches: int = 0
    outcomes: dict[str, int] = field(default_factory=dict)
    languages: dict[str, int] = field(default_factory=dict)

    def add(self, subject: str, word: str, count: int) -> None:
        if subject == CountSubject.FETCHES:
            self.fetches += count
        else:
            words = self.outcomes if subject == CountSubject.OUTCOMES else self.languages
            words[word] = words.get(word, 0) + count

    def day(self) -> SiteDay:
        outcomes: dict[Outcome | None, int] = {_OUTCOMES[word]: count for word, count in self.outcomes.items() if count}
        if waiting := self.fetches - sum(outcomes.values()):
            outcomes[None] = waiting
        languages = {language: count for language, count in self.languages.items() if count}
        return SiteDay(outcomes, sum(languages.values()), languages)


_OUTCOMES: Final = {outcome.value: outcome for outcome in Outcome}
_STATES: Final = text(
    """
    WITH known AS (
         SELECT site, CAST(sum(count) FILTER (WHERE subject = 'pages') AS bigint) AS pages,
                CAST(sum(count) FILTER (WHERE subject = 'documents') AS bigint) AS documents
           FROM v_counts
          WHERE span = 'all' AND subject IN ('pages', 'documents') AND (CAST(:site AS text) IS NULL OR site = :site)
          GROUP BY site),
         unread AS MATERIALIZED (
         SELECT regexp_replace(origin, '^[a-z]+://(www[.])?', '') AS host, error FROM robots_files WHERE failures > 0)
    SELECT sites.name, sites.kind, sites.config, sites.enabled, sites.paused_at, sites.next_due_at, sites.failures,
           sites.leased_by IS NOT NULL AS is_crawled,
           EXISTS (SELECT FROM crawls WHERE crawls.site = sites.name AND crawls.state <> 'running') AS was_crawled,
           coalesce(known.pages, 0) AS pages, due.pages AS due, coalesce(known.documents, 0) AS documents,
           crawl.started_at AS crawl_started_at, crawl.finished_at AS crawl_finished_at,
           crawl.state AS crawl_state, crawl.detail AS crawl_detail, crawl.fetches AS crawl_fetches,
           CASE WHEN sites.failures > 0 THEN (
                SELECT detail FROM crawls WHERE crawls.site = sites.name AND state = 'stopped' ORDER BY id DESC LIMIT 1
           ) END AS down_reason,
           (SELECT max(error) FROM unread WHERE host = ANY (sites.hosts)) AS robots_error,
           coalesce(sites.config ->> 'method', sites.promoted_method) AS method,
           CASE WHEN sites.config ->> 'method' IS NOT NULL THEN 'site file'
                WHEN sites.promoted_method IS NOT NULL THEN 're-extraction' ELSE 'default' END AS method_source
      FROM sites LEFT JOIN known ON known.site = sites.name
      LEFT JOIN LATERAL (
           SELECT * FROM crawls WHERE crawls.site = sites.name ORDER BY id DESC LIMIT 1) AS crawl ON true
      CROSS JOIN LATERAL (
           SELECT count(*) AS pages FROM pages
            WHERE pages.site = sites.name AND next_due_at <= :now AND taken_down_at IS NULL AND alias_of IS NULL) AS due
     WHERE sites.taken_down_at IS NULL AND (CAST(:site AS text) IS NULL OR sites.name = :site)
    """
)
# Added up in Python: for PostgreSQL, sums of single days take three times as long as to hand over the rows.
_DAYS: Final = text(
    """
    SELECT site, CAST(begins AT TIME ZONE 'UTC' AS date), subject, word, CAST(count AS integer) FROM v_counts
     WHERE span = 'day' AND begins >= :since
       AND subject IN ('fetches', 'outcomes', 'documents') AND (CAST(:site AS text) IS NULL OR site = :site)
    """
)
# The counts of a day fit into 32 bits, whose sums PostgreSQL makes without its numbers of any length.
_HISTORIES: Final = text(
    """
    WITH days AS MATERIALIZED (
         SELECT site, begins, subject, word, CAST(count AS integer) AS count,
                begins >= :recent_since AS is_recent
           FROM v_counts
          WHERE span = 'day' AND begins >= :since
            AND subject IN ('fetches', 'outcomes', 'documents') AND (CAST(:site AS text) IS NULL OR site = :site))
    SELECT site, is_recent, subject, word, sum(count) FROM days GROUP BY 1, 2, 3, 4
     UNION ALL
    SELECT site, false, NULL, NULL, count(*)
      FROM (SELECT site FROM days WHERE subject = 'documents' AND NOT is_recent GROUP BY site, begins
            HAVING sum(count) > 0) AS busy
     GROUP BY site
    """
)
