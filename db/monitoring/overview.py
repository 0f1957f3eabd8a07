"""How the whole goes. Functions take an open ``Connection``; times are zone-aware and passed in."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, Row, text

from db.monitoring.tables import CountPeriod


@dataclass(frozen=True, slots=True)
class Totals:
    """What there is in all; sizes in octets."""

    sites: int
    pages: int
    documents: int
    raw_bytes: int
    database_bytes: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """The fetches whose bytes wait for a worker, of the last days, and when the oldest of them came."""

    count: int
    oldest: datetime | None


def totals(connection: Connection) -> Totals:
    """Count what there is; the size of many raw pages is an estimate, from a sample's average."""
    return Totals(*connection.execute(_TOTALS).one())


def hours(connection: Connection, *, now: datetime) -> list[Row[Any]]:
    """Give the last 24 hours, oldest first: ``hour``, ``fetches``, and new ``documents`` and ``posts`` of threads."""
    first = _hour(now) - timedelta(hours=23)
    return list(connection.execute(_HOURS, {"first": first, "last": now}).all())


def outcomes_since(connection: Connection, since: datetime) -> list[Row[Any]]:
    """Count the fetches since the hour of a time by ``outcome`` (None for those that wait), the most frequent first."""
    return list(connection.execute(_OUTCOMES, {"since": _hour(since)}).all())


def waiting(connection: Connection, *, since: datetime) -> Waiting:
    """Count the fetches since the day of a time that no worker has ended."""
    periods = connection.execute(_WAITING, {"since": _hour(since).replace(hour=0)}).all()
    days = [period for period in periods if period.span == CountPeriod.DAY]
    if not days:
        return Waiting(0, None)
    # Where to look for the oldest: the last days are counted by the hour as well.
    end = days[0].begins + timedelta(days=1)
    first = next((period for period in periods if period.span == CountPeriod.HOUR and period.begins < end), days[0])
    within = {"begin": first.begins, "end": min(end, first.begins + _LENGTHS[first.span])}
    return Waiting(sum(day.waiting for day in days), connection.scalar(_OLDEST, within))


def processes(connection: Connection, *, since: datetime) -> list[Row[Any]]:
    """List the processes that were seen since a time: ``kind``, ``machine``, ``pid``, ``started_at``, ``seen_at``."""
    return list(connection.execute(_PROCESSES, {"since": since}).all())


def _hour(at: datetime) -> datetime:
    """Give the beginning of a time's hour: in a query PostgreSQL would find it anew for each row."""
    return at.astimezone(UTC).replace(minute=0, second=0, microsecond=0)


_TOTALS: Final = text(
    """
    SELECT (SELECT count(*) FROM sites WHERE taken_down_at IS NULL),
           coalesce(CAST(sum(count) FILTER (WHERE subject = 'pages') AS bigint), 0),
           coalesce(CAST(sum(count) FILTER (WHERE subject = 'documents') AS bigint), 0),
           (SELECT CASE WHEN reltuples < 100000 THEN (SELECT coalesce(sum(stored_size), 0)::bigint FROM raw_pages)
                   ELSE (reltuples * (SELECT avg(stored_size) FROM raw_pages TABLESAMPLE SYSTEM (1)))::bigint END
              FROM pg_class WHERE oid = 'raw_pages'::regclass),
           pg_database_size(current_database())
      FROM v_counts WHERE span = 'all' AND subject IN ('pages', 'documents')
    """
)
_HOURS: Final = text(
    """
    SELECT hour, coalesce(fetches, 0) AS fetches, coalesce(documents, 0) AS documents, coalesce(posts, 0) AS posts
      FROM generate_series(CAST(:first AS timestamptz), CAST(:last AS timestamptz), interval '1 hour') AS hour
      LEFT JOIN (SELECT begins AS hour, CAST(sum(count) FILTER (WHERE subject = 'fetches') AS bigint) AS fetches,
                        CAST(sum(count) FILTER (WHERE subject = 'documents') AS bigint) AS documents
                   FROM v_counts
                  WHERE span = 'hour' AND begins >= :first AND subject IN ('fetches', 'documents')
                  GROUP BY begins) AS counted USING (hour)
      LEFT JOIN (SELECT date_trunc('hour', fetched_at, 'UTC') AS hour, count(*) AS posts
                   FROM post_versions AS version JOIN fetches ON fetches.id = first_fetch_id
                  WHERE first_fetch_id >= (SELECT min(id) FROM fetches WHERE fetched_at >= :first)
                    AND fetched_at >= :first
                    AND NOT EXISTS (SELECT FROM post_versions AS earlier
                                     WHERE earlier.thread_id = version.thread_id AND earlier.key = version.key
                                       AND earlier.first_fetch_id < version.first_fetch_id)
                  GROUP BY 1) AS written USING (hour)
     ORDER BY hour
    """
)
_OUTCOMES: Final = text(
    """
    WITH ended AS (
         SELECT subject, word, CAST(sum(count) AS bigint) AS count FROM v_counts
          WHERE span = 'hour' AND subject IN ('fetches', 'outcomes')
            AND begins >= :since
          GROUP BY subject, word)
    SELECT * FROM (
           SELECT word AS outcome, count FROM ended WHERE subject = 'outcomes'
            UNION ALL
           SELECT NULL, CAST(sum(CASE subject WHEN 'fetches' THEN count ELSE -count END) AS bigint) FROM ended
    ) AS counted WHERE count > 0 ORDER BY count DESC, outcome
    """
)
_WAITING: Final = text(
    """
    SELECT span, begins, sum(waiting) AS waiting
      FROM (SELECT span, begins, subject,
                   CAST(CASE subject WHEN 'fetches' THEN count ELSE -count END AS integer) AS waiting
              FROM v_counts) AS counted
     WHERE span IN ('day', 'hour') AND subject IN ('fetches', 'outcomes')
       AND begins >= :since
     GROUP BY span, begins HAVING sum(waiting) > 0
     ORDER BY begins
    """
)
_OLDEST: Final = text(
    """
    SELECT min(fetched_at) FROM fetches
     WHERE fetched_at >= :begin AND fetched_at < :end
       AND NOT EXISTS (SELECT FROM outcomes WHERE fetch_id = fetches.id)
    """
)
_LENGTHS: Final = {CountPeriod.HOUR: timedelta(hours=1), CountPeriod.DAY: timedelta(days=1)}
_PROCESSES: Final = text(
    "SELECT kind, machine, pid, started_at, seen_at FROM heartbeats WHERE seen_at >= :since ORDER BY kind, machine, pid"
)
