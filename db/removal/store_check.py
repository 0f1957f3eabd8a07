"""The check of the raw store: whether each page that the database knows lies there as it was stored.

It goes on where it was when it was stopped, and what is lost is asked of its site again. Functions take an open
``Connection`` and neither begin nor commit; times are zone-aware and passed in.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert

from db.models import RawPage
from db.processing.retries import ask_again
from db.removal.tables import StoreCheck
from store.raw_store import DamagedRawPageError, MissingRawPageError, RawStore

AT_ONCE: Final = 50
"""Raw pages of one transaction: what a check that is killed does again."""


@dataclass(frozen=True, slots=True)
class CheckProgress:
    """How far a check is."""

    begun_at: datetime
    pages: int
    """Checked."""
    lost: int
    """Of these, missing or damaged."""
    stored: int
    """Raw pages that there are."""


@dataclass(frozen=True, slots=True)
class CheckStep:
    """What one step has seen."""

    pages: int
    stored_size: int
    """Octets read."""
    lost: Sequence[str]
    """A sentence for each that is missing or damaged."""
    asked_again: int
    """Pages that are to be fetched again for it."""


def begin(connection: Connection, *, now: datetime, anew: bool = False) -> CheckProgress:
    """Begin a check, or take up the one that was stopped unless it is to begin ``anew``."""
    if anew:
        connection.execute(delete(StoreCheck))
    connection.execute(insert(StoreCheck).values(id=True, begun_at=now).on_conflict_do_nothing())
    row = connection.execute(select(StoreCheck.begun_at, StoreCheck.pages, StoreCheck.lost)).one()
    stored = connection.scalar(select(func.count()).select_from(RawPage).where(RawPage.removed_at.is_(None))) or 0
    return CheckProgress(row.begun_at, row.pages, row.lost, stored)


def check_some(connection: Connection, store: RawStore, *, now: datetime) -> CheckStep | None:
    """Check the next raw pages; None when there are no more, which ends the check.

    What was lost is marked, and fetched again once where it is the newest that was kept of a page. Two checks at once
    take turns.

    Raises:
        UnavailableError: the raw store is away; nothing was written.
    """
    position = connection.execute(select(StoreCheck.checked_up_to).with_for_update()).one_or_none()
    if position is None:
        return None
    query = select(RawPage.sha256, RawPage.stored_size, RawPage.lost_at).where(RawPage.removed_at.is_(None))
    if position.checked_up_to is not None:
        query = query.where(RawPage.sha256 > position.checked_up_to)
    rows = connection.execute(query.order_by(RawPage.sha256).limit(AT_ONCE)).all()
    if not rows:
        connection.execute(delete(StoreCheck))
        return None
    lost = {}
    for row in rows:
        try:
            store.get(row.sha256)
        except (MissingRawPageError, DamagedRawPageError) as error:
            lost[row.sha256] = str(error)
    new = [row.sha256 for row in rows if row.sha256 in lost and row.lost_at is None]
    mended = [row.sha256 for row in rows if row.sha256 not in lost and row.lost_at is not None]
    # Pages before raw pages, as all who write both do.
    pages = connection.scalars(_NEWEST_OF_PAGES, {"sha256": [bytes.fromhex(address) for address in new]}).all()
    ask_again(connection, pages, now=now)
    for addresses, at in ((new, now), (mended, None)):
        connection.execute(update(RawPage).where(RawPage.sha256.in_(addresses)).values(lost_at=at))
    connection.execute(
        update(StoreCheck).values(
            checked_up_to=rows[-1].sha256, pages=StoreCheck.pages + len(rows), lost=StoreCheck.lost + len(lost)
        )
    )
    return CheckStep(len(rows), sum(row.stored_size for row in rows), list(lost.values()), len(pages))


_NEWEST_OF_PAGES: Final = text(
    """
    SELECT pages.id FROM pages
     WHERE pages.id IN (SELECT page_id FROM fetches
                         WHERE sha256 = ANY (:sha256) AND NOT EXISTS (
                               SELECT FROM fetches AS newer WHERE newer.page_id = fetches.page_id
                                  AND newer.id > fetches.id AND newer.sha256 IS NOT NULL))
       AND pages.taken_down_at IS NULL
     ORDER BY pages.id FOR NO KEY UPDATE
    """
)
