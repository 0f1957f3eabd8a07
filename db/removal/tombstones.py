"""Whether a site or page was taken down for good, asked so that the answer holds until the transaction ends."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, bindparam, select

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
