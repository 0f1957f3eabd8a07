"""Raw pages whose time is over, by what the files of their sites say (``retention``); the texts stay.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, text

from db.processing.retries import MOST_RETRIES
from db.removal.raw_deletions import delete_later


@dataclass(frozen=True, slots=True)
class RawPosition:
    """A place in the order of the raw pages by age."""

    stored_at: datetime
    sha256: bytes


def next_raw_pages(
    connection: Connection, after: RawPosition | None, *, now: datetime, limit: int
) -> list[RawPosition]:
    """Give the next raw pages that are old enough for the shortest retention of any site, the oldest first.

    They are locked: who writes a fetch with the same bytes waits.
    """
    begin = after or _BEGINNING
    values = {"after_at": begin.stored_at, "after": begin.sha256, "now": now, "limit": limit}
    return [RawPosition(row.stored_at, bytes(row.sha256)) for row in connection.execute(_NEXT, values)]


def expired(connection: Connection, raw_pages: Sequence[RawPosition], *, now: datetime) -> list[str]:
    """Name those of these raw pages, which are locked, that no site keeps any more.

    Kept is what any fetch needs: one whose site has no retention or whose time is not over, one that waits for a
    worker or for a further try, one in a re-extraction that is not at its end, and, unless the site says otherwise,
    the newest of a page and what a document was made of.
    """
    values = {"sha256": [each.sha256 for each in raw_pages], "now": now, "most_retries": MOST_RETRIES}
    return [bytes(sha256).hex() for sha256 in connection.scalars(_EXPIRED, values)]


def raw_pages_were_removed(connection: Connection, addresses: Sequence[str], *, now: datetime) -> None:
    """Write down that these bytes are given up on purpose; the raw store deletes them later."""
    connection.execute(_WERE_REMOVED, {"sha256": [bytes.fromhex(address) for address in addresses], "now": now})
    delete_later(connection, addresses)


def were_removed(connection: Connection, address: str) -> bool:
    """Say whether these bytes were given up on purpose."""
    return bool(connection.scalar(_WAS_REMOVED, {"sha256": bytes.fromhex(address)}))


_BEGINNING: Final = RawPosition(datetime.fromisoformat("0001-01-01T00:00:00+00:00"), b"")

_NEXT: Final = text(
    # Both numbers stand in the index of raw pages that are there, by age.
    """
    WITH retention AS (SELECT min(CAST(config -> 'retention' ->> 'raw_days' AS integer)) AS days FROM sites)
    SELECT sha256, stored_at FROM raw_pages, retention
     WHERE removed_at IS NULL AND (stored_at, sha256) > (:after_at, :after)
       AND stored_at <= CAST(:now AS timestamptz) - make_interval(days => retention.days)
     ORDER BY stored_at, sha256 LIMIT :limit
       FOR UPDATE OF raw_pages SKIP LOCKED
    """
)
_EXPIRED: Final = text(
    """
    SELECT sha256 FROM raw_pages
     WHERE sha256 = ANY (:sha256) AND removed_at IS NULL AND NOT EXISTS (
           SELECT FROM fetches
             JOIN pages ON pages.id = fetches.page_id
             JOIN sites ON sites.name = pages.site
             LEFT JOIN outcomes ON outcomes.fetch_id = fetches.id
            CROSS JOIN LATERAL (
                  SELECT CAST(sites.config -> 'retention' ->> 'raw_days' AS integer) AS days,
                         coalesce(CAST(sites.config -> 'retention' ->> 'keep_newest' AS boolean), true) AS keeps_newest
                  ) AS retention
            WHERE fetches.sha256 = raw_pages.sha256
              AND (retention.days IS NULL
                   OR fetches.fetched_at > CAST(:now AS timestamptz) - make_interval(days => retention.days)
                   OR outcomes.outcome IS NULL
                   OR outcomes.outcome IN ('failed', 'timeout') AND outcomes.retries < :most_retries
                   OR EXISTS (SELECT FROM reextracted_pages JOIN reextractions ON reextractions.id = reextraction_id
                               WHERE reextracted_pages.fetch_id = fetches.id AND reextractions.ended_at IS NULL)
                   OR retention.keeps_newest
                      AND (NOT EXISTS (SELECT FROM fetches AS newer WHERE newer.page_id = fetches.page_id
                                          AND newer.id > fetches.id AND newer.sha256 IS NOT NULL)
                           OR EXISTS (SELECT FROM documents JOIN extractions ON extractions.id = extraction_id
                                       WHERE documents.page_id = fetches.page_id
                                         AND extractions.sha256 = raw_pages.sha256)
                           OR EXISTS (SELECT FROM thread_pages JOIN extractions ON extractions.id = extraction_id
                                       WHERE thread_pages.page_id = fetches.page_id
                                         AND extractions.sha256 = raw_pages.sha256))))
     ORDER BY sha256
    """
)
_WERE_REMOVED: Final = text("UPDATE raw_pages SET removed_at = :now WHERE sha256 = ANY (:sha256)")
_WAS_REMOVED: Final = text("SELECT removed_at IS NOT NULL FROM raw_pages WHERE sha256 = :sha256")
