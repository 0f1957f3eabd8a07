"""Whether a site or page was taken down for good, asked so that the answer holds until the transaction ends."""

from typing import Final

from sqlalchemy import Connection, bindparam, select

from db.models import Page, Site


def is_taken_down(connection: Connection, site: str, page_id: int | None = None) -> bool:
    """Say whether the site, or this page of it, is gone for good; a takedown waits until the caller commits.

    The locks are shared (``FOR KEY SHARE``: many writers hold them at once, only a takedown waits) and always taken
    site first, page second, as a takedown does, so that nobody waits in a ring. Every writer of pages asks here first.
    """
    down = connection.scalar(_SITE, {"site": site})
    if down or page_id is None:
        return bool(down)
    return bool(connection.scalar(_PAGE, {"page_id": page_id}))


_SITE: Final = (
    select(Site.taken_down_at.is_not(None))
    .where(Site.name == bindparam("site"))
    .with_for_update(read=True, key_share=True)
)
_PAGE: Final = (
    select(Page.taken_down_at.is_not(None))
    .where(Page.id == bindparam("page_id"))
    .with_for_update(read=True, key_share=True)
)
