"""How the sites go. Functions take an open ``Connection``; times are zone-aware and passed in."""

from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, Row, column, select, table, text

_COLUMNS: Final = (
    *("site", "kind", "enabled", "paused_at", "taken_down_at", "next_due_at", "failures", "in_hand", "documents"),
    *("last_new_document_at", "fetches_24h", "failures_24h", "documents_24h"),
)
SORTABLE: Final = (
    *("site", "kind", "documents", "last_new_document_at", "fetches_24h", "failures_24h", "next_due_at"),
)
"""What the sites can be put in the order of."""

_HEALTH: Final = table("v_site_health", *map(column, _COLUMNS))


def site_health(connection: Connection, *, order: str = "site", descending: bool = False) -> list[Row[Any]]:
    """List all sites with the columns of the view ``v_site_health`` (docs/views.md), in the order of one of them."""
    key = _HEALTH.c[order if order in SORTABLE else "site"]
    return list(connection.execute(select(_HEALTH).order_by(key.desc() if descending else key, _HEALTH.c.site)).all())


def health_of(connection: Connection, site: str) -> Row[Any] | None:
    """Give one site's row; None when there is no such site."""
    return connection.execute(select(_HEALTH).where(_HEALTH.c.site == site)).one_or_none()


def site_days(connection: Connection, site: str, *, now: datetime, count: int = 28) -> list[Row[Any]]:
    """Give a site's last days, oldest first: ``day``, ``fetches``, ``failures``, ``documents`` (new ones)."""
    first = now.replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=count - 1)
    return list(connection.execute(_DAYS, {"site": site, "first": first, "last": now}).all())


def site_outcomes(connection: Connection, site: str, *, since: datetime) -> list[Row[Any]]:
    """Count a site's fetches since a time by ``outcome``, the most frequent first."""
    return list(connection.execute(_OUTCOMES, {"site": site, "since": since}).all())


def last_crawls(connection: Connection, site: str, *, limit: int = 5) -> list[Row[Any]]:
    """List a site's last crawls, newest first."""
    return list(connection.execute(_CRAWLS, {"site": site, "limit": limit}).all())


_DAYS: Final = text(
    """
    SELECT day, coalesce(f.fetches, 0) AS fetches, coalesce(f.failures, 0) AS failures,
           coalesce(c.count, 0) AS documents
      FROM generate_series(CAST(:first AS timestamptz), CAST(:last AS timestamptz), interval '1 day') AS day
      LEFT JOIN (SELECT date_trunc('day', fetches.fetched_at, 'UTC') AS day, count(*) AS fetches,
                        count(*) FILTER (WHERE outcome NOT IN ('stored', 'unchanged', 'listing', 'taken-down'))
                        AS failures
                   FROM fetches JOIN pages ON pages.id = page_id LEFT JOIN outcomes ON fetch_id = fetches.id
                  WHERE fetches.fetched_at >= :first AND pages.site = :site GROUP BY 1) f USING (day)
      LEFT JOIN (SELECT date_trunc('day', at, 'UTC') AS day, count(*)
                   FROM document_changes
                  WHERE at >= :first AND site = :site AND change = 'new' GROUP BY 1) c USING (day)
     ORDER BY day
    """
)
_OUTCOMES: Final = text(
    """
    SELECT outcome, count(*) AS count
      FROM fetches JOIN pages ON pages.id = page_id LEFT JOIN outcomes ON fetch_id = fetches.id
     WHERE fetches.fetched_at >= :since AND site = :site GROUP BY outcome ORDER BY count DESC, outcome
    """
)
_CRAWLS: Final = text(
    """
    SELECT id, started_at, finished_at, state, detail, fetches, new_pages
      FROM crawls WHERE site = :site ORDER BY id DESC LIMIT :limit
    """
)
