"""Whether a site or page was taken down for good, asked so that the answer holds until the transaction ends; and the
list of all that was."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import Connection, Row, bindparam, select, text

from db.models import Page, StoredSite


def sites_taken_down(connection: Connection, sites: Sequence[str]) -> set[str]:
    """Name those of these sites that are gone for good; a takedown waits until the caller commits.

    The locks are shared (``FOR KEY SHARE``: many writers hold them at once, only a takedown waits) and always taken
    site first, page second, as a takedown does, so that nobody waits in a ring. Every writer of pages asks here first.
    """
    return {row.name for row in connection.execute(_SITES, {"sites": sites}) if row.taken_down_at is not None}


def pages_taken_down(connection: Connection, page_ids: Sequence[int]) -> set[int]:
    """Give those of these pages that are gone for good; ask ``sites_taken_down`` for their sites before."""
    return {row.id for row in connection.execute(_PAGES, {"pages": page_ids}) if row.taken_down_at is not None}


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
_SITES: Final = (
    select(StoredSite.name, StoredSite.taken_down_at)
    .where(StoredSite.name.in_(bindparam("sites", expanding=True)))
    .order_by(StoredSite.name)
    .with_for_update(read=True, key_share=True)
)
_PAGES: Final = (
    select(Page.id, Page.taken_down_at)
    .where(Page.id.in_(bindparam("pages", expanding=True)))
    .order_by(Page.id)
    .with_for_update(read=True, key_share=True)
)
