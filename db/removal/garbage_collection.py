"""Removing bytes that nothing points to: put in the raw store by a crawler that was killed before it wrote its fetch,
or for a page that was taken down in that moment.
"""

from datetime import datetime
from itertools import islice
from typing import Final

from sqlalchemy import Connection, bindparam, select

from db.models import RawPage
from store.raw_store import RawStore

_BATCH = 1000
"""Addresses asked for at once."""


def remove_orphans(connection: Connection, store: RawStore, *, before: datetime) -> int:
    """Delete what was last put in the store before a time and has no row, or is half written; give the number.

    The time keeps out what a crawler is about to record: an hour is plenty.
    """
    removed = store.remove_unfinished(before)
    old = (sha256 for sha256, put_at in store.addresses() if put_at < before)
    while batch := list(islice(old, _BATCH)):
        known = set(connection.scalars(_KNOWN, {"addresses": batch}))
        for sha256 in batch:
            if sha256 not in known:
                store.delete(sha256)
                removed += 1
    return removed


_KNOWN: Final = select(RawPage.sha256).where(
    RawPage.sha256.in_(bindparam("addresses", expanding=True)), RawPage.removed_at.is_(None)
)
