"""How the whole goes. Functions take an open ``Connection``; times are zone-aware and passed in."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, Row, text


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
    """Count what there is; of large tables PostgreSQL's own estimates count, and of their sizes a sample's average."""
    return Totals(*connection.execute(_TOTALS).one())


def hours(connection: Connection, *, now: datetime, count: int = 24) -> list[Row[Any]]:
    """Give the last hours, oldest first: ``hour``, ``fetches``, ``documents`` (new ones)."""
    first = now.replace(minute=0, second=0, microsecond=0) - timedelta(hours=count - 1)
    return list(connection.execute(_HOURS, {"first": first, "last": now}).all())


def outcomes_since(connection: Connection, since: datetime) -> list[Row[Any]]:
    """Count the fetches since a time by ``outcome`` (None for those that wait), the most frequent first."""
    return list(connection.execute(_OUTCOMES, {"since": since}).all())


def waiting(connection: Connection, *, since: datetime) -> Waiting:
    """Count the fetches since a time that no worker has ended."""
    return Waiting(*connection.execute(_WAITING, {"since": since}).one())


def processes(connection: Connection, *, since: datetime) -> list[Row[Any]]:
    """List the processes that were seen since a time: ``kind``, ``machine``, ``pid``, ``started_at``, ``seen_at``."""
    return list(connection.execute(_PROCESSES, {"since": since}).all())


_TOTALS: Final = text(
    """
    SELECT (SELECT count(*) FROM sites WHERE taken_down_at IS NULL),
           (SELECT CASE WHEN reltuples < 10000 THEN (SELECT count(*) FROM pages) ELSE reltuples::bigint END
              FROM pg_class WHERE oid = 'pages'::regclass),
           (SELECT CASE WHEN reltuples < 100000 THEN (SELECT count(*) FROM documents) ELSE reltuples::bigint END
              FROM pg_class WHERE oid = 'documents'::regclass),
           (SELECT CASE WHEN reltuples < 100000 THEN (SELECT coalesce(sum(stored_size), 0)::bigint FROM raw_pages)
                   ELSE (reltuples * (SELECT avg(stored_size) FROM raw_pages TABLESAMPLE SYSTEM (1)))::bigint END
              FROM pg_class WHERE oid = 'raw_pages'::regclass),
           pg_database_size(current_database())
    """
)
_HOURS: Final = text(
    """
    SELECT hour, coalesce(f.count, 0) AS fetches, coalesce(c.count, 0) AS documents
      FROM generate_series(CAST(:first AS timestamptz), CAST(:last AS timestamptz), interval '1 hour') AS hour
      LEFT JOIN (SELECT date_trunc('hour', fetched_at) AS hour, count(*)
                   FROM fetches WHERE fetched_at >= :first GROUP BY 1) f USING (hour)
      LEFT JOIN (SELECT date_trunc('hour', at) AS hour, count(*)
                   FROM document_changes WHERE at >= :first AND change = 'new' GROUP BY 1) c USING (hour)
     ORDER BY hour
    """
)
_OUTCOMES: Final = text(
    """
    SELECT outcome, count(*) AS count
      FROM fetches LEFT JOIN outcomes ON outcomes.fetch_id = fetches.id
     WHERE fetched_at >= :since GROUP BY outcome ORDER BY count DESC, outcome
    """
)
_WAITING: Final = text(
    """
    SELECT count(*), min(fetched_at) FROM fetches
     WHERE fetched_at >= :since AND sha256 IS NOT NULL
       AND NOT EXISTS (SELECT FROM outcomes WHERE fetch_id = fetches.id)
    """
)
_PROCESSES: Final = text(
    "SELECT kind, machine, pid, started_at, seen_at FROM heartbeats WHERE seen_at >= :since ORDER BY kind, machine, pid"
)
