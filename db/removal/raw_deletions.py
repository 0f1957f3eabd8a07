"""Deleting raw pages on purpose, in two steps: the database forgets them at once, and the raw store follows.

So what is taken down is out of sight whether or not the raw store answers, and what it has still to delete is known
until it has done so. Functions take an open ``Connection`` and neither begin nor commit, but for ``delete_waiting``.
"""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, Engine, text

from mezmun.core.counts import count_of
from mezmun.core.errors import UnavailableError
from store.raw_store import RawStore

AT_ONCE: Final = 100
"""Raw pages deleted in one transaction, and done again when the raw store goes away in the middle."""


def delete_later(connection: Connection, addresses: Sequence[str]) -> None:
    """Let these bytes, which nothing asks for any more, be deleted once the caller has committed."""
    connection.execute(_ADD, {"sha256": [bytes.fromhex(address) for address in addresses]})


def count_waiting(connection: Connection) -> int:
    """Count the raw pages that the raw store has still to delete."""
    return int(connection.scalar(_COUNT) or 0)


def delete_waiting(engine: Engine, store: RawStore, *, limit: int | None = None) -> None:
    """Let the raw store delete all that waits for it, or about so many, in transactions of their own.

    Raises:
        UnavailableError: the raw store cannot be written to; what is left waits for the next call.
    """
    looked = 0
    while limit is None or looked < limit:
        with engine.begin() as connection:
            some = delete_some(connection, store)
        if not some:
            return
        looked += some


def delete_some(connection: Connection, store: RawStore) -> int:
    """Let the raw store delete some of what waits for it; give how many were looked at, 0 when none are left.

    Bytes that a page has brought again since stay. What another process has in hand is left to it.

    Raises:
        UnavailableError: the raw store cannot be written to.
    """
    addresses = [bytes(sha256) for sha256 in connection.scalars(_NEXT, {"limit": AT_ONCE})]
    # Locked, so that who writes a fetch with the same bytes waits.
    brought_again = {bytes(sha256) for sha256 in connection.scalars(_BROUGHT_AGAIN, {"sha256": addresses})}
    for sha256 in addresses:
        if sha256 not in brought_again:
            store.delete(sha256.hex())
    connection.execute(_REMOVE, {"sha256": addresses})
    return len(addresses)


def still_stored(engine: Engine, error: UnavailableError) -> UnavailableError:
    """Say of a raw store that is away what it has still of all that was taken down, and who deletes it when."""
    with engine.connect() as connection:
        waiting = count_of(count_waiting(connection), "raw page")
    return UnavailableError(
        f"{error} What is taken down is shown nowhere any more, but the raw store still has {waiting} to delete: the"
        " workers do so when it answers again. Without workers, run `mezmun store tidy` then."
    )


_ADD: Final = text("INSERT INTO raw_deletions (sha256) SELECT unnest(CAST(:sha256 AS bytea[])) ON CONFLICT DO NOTHING")
_COUNT: Final = text("SELECT count(*) FROM raw_deletions")
_NEXT: Final = text("SELECT sha256 FROM raw_deletions ORDER BY sha256 LIMIT :limit FOR UPDATE SKIP LOCKED")
_BROUGHT_AGAIN: Final = text(
    """
    WITH locked AS (SELECT sha256, removed_at FROM raw_pages WHERE sha256 = ANY (:sha256) ORDER BY sha256 FOR UPDATE)
    SELECT sha256 FROM locked WHERE removed_at IS NULL
    """
)
_REMOVE: Final = text("DELETE FROM raw_deletions WHERE sha256 = ANY (:sha256)")
