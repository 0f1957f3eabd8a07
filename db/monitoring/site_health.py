"""How the sites go. Functions take an open ``Connection``; times are zone-aware and passed in."""

from datetime import datetime
from typing import Any, Final

from natsort import natsorted
from sqlalchemy import Connection, Row, column, select, table, text

from db.column_types import CleanText

_COLUMNS: Final = (
    *("kind", "enabled", "paused_at", "taken_down_at", "next_due_at", "failures", "in_hand", "documents"),
    *("last_new_document_at", "fetches_24h", "failures_24h", "documents_24h", "denied_24h"),
    *("requests_7d", "documents_7d", "fetches_today", "budget", "robots"),
)
_HEALTH: Final = table("v_site_health", column("site", CleanText), *map(column, _COLUMNS))
_MOST_CRAWLS: Final = 5
_DAYS_AHEAD: Final = 4


def site_health(connection: Connection) -> list[Row[Any]]:
    """List all sites by name (``site-2`` before ``site-10``) with the columns of ``v_site_health`` (docs/views.md)."""
    return natsorted(connection.execute(select(_HEALTH)).all(), key=lambda row: row.site)


def health_of(connection: Connection, site: str) -> Row[Any] | None:
    """Give one site's row; None when there is no such site."""
    return connection.execute(select(_HEALTH).where(_HEALTH.c.site == site)).one_or_none()


def last_crawls(connection: Connection, site: str) -> list[Row[Any]]:
    """List a site's last five crawls, newest first."""
    return list(connection.execute(_CRAWLS, {"site": site, "limit": _MOST_CRAWLS}).all())


def due_per_day(connection: Connection, site: str, *, now: datetime) -> list[Row[Any]]:
    """Count a site's pages due today, with the overdue ones, and on the four days after: ``day`` (UTC), ``pages``."""
    return list(connection.execute(_DUE, {"site": site, "now": now, "last": _DAYS_AHEAD}).all())


_DUE: Final = text(
    """
    WITH planned AS (
         SELECT greatest(CAST(next_due_at AT TIME ZONE 'UTC' AS date), CAST(:now AT TIME ZONE 'UTC' AS date)) AS day,
                count(*) AS pages
           FROM pages
          WHERE site = :site AND taken_down_at IS NULL AND alias_of IS NULL
            AND next_due_at < :now + (:last + 1) * interval '1 day'
          GROUP BY 1)
    SELECT CAST(at AS date) AS day, coalesce(pages, 0) AS pages
      FROM generate_series(CAST(:now AT TIME ZONE 'UTC' AS date),
                           CAST(:now AT TIME ZONE 'UTC' AS date) + CAST(:last AS integer), interval '1 day') AS at
      LEFT JOIN planned ON planned.day = CAST(at AS date)
     ORDER BY day
    """
)
_CRAWLS: Final = text(
    """
    SELECT id, started_at, finished_at, state, detail, fetches, new_pages
      FROM crawls WHERE site = :site ORDER BY id DESC LIMIT :limit
    """
)
