"""What was taken down for good: when, of which kind, and where, for operators to look at."""

from enum import StrEnum
from typing import Any, Final

from sqlalchemy import Connection, Row, text


class TombstoneKind(StrEnum):
    """What was taken down."""

    SITE = "site"
    THREAD = "thread"
    PAGE = "page"
    ADDRESS = "address"
    """Barred before any page had it."""


def list_tombstones(connection: Connection, *, limit: int | None = None, skip: int = 0) -> list[Row[Any]]:
    """List what was taken down, the latest first, without who did so.

    Rows have ``at``, ``kind`` (``TombstoneKind``), ``site``, ``url`` (the shortest, None for a site) and ``pages``, the
    addresses that are barred with it. Those that were barred beside a page are not listed again.
    """
    return list(connection.execute(_LIST, {"limit": limit, "skip": skip}).all())


_LIST: Final = text(
    """
    WITH gone AS (
        SELECT p.taken_down_at AS at, p.site, p.url,
               CASE WHEN p.discovered_at = p.taken_down_at THEN 'address'
                    WHEN p.thread_key IS NOT NULL THEN 'thread' ELSE 'page' END AS kind,
               CASE WHEN p.discovered_at = p.taken_down_at THEN ''
                    ELSE coalesce(p.thread_key, CAST(coalesce(p.alias_of, p.id) AS text)) END AS what
          FROM pages AS p JOIN sites ON sites.name = p.site
         WHERE p.taken_down_at IS NOT NULL AND sites.taken_down_at IS NULL
    ), listed AS (
        SELECT at, kind, site, (array_agg(url ORDER BY length(url), url))[1] AS url, count(*) AS pages
          FROM gone GROUP BY at, kind, site, what
         UNION ALL
        SELECT taken_down_at, 'site', name, NULL, (SELECT count(*) FROM pages WHERE site = name)
          FROM sites WHERE taken_down_at IS NOT NULL
    )
    SELECT * FROM listed
     WHERE kind <> 'address' OR NOT EXISTS (SELECT FROM listed AS page
                                             WHERE page.kind <> 'address' AND page.at = listed.at)
     ORDER BY at DESC, site, url LIMIT :limit OFFSET :skip
    """
)
