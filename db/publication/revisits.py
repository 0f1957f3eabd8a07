"""Later looks at a page that found the bytes its document was made of: what a web archive has as ``revisit`` records.

Functions take an open ``Connection`` and neither begin nor commit.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, text


@dataclass(frozen=True, slots=True)
class Revisit:
    """One fetch of a page whose bytes had not changed."""

    fetch_id: int
    fetched_at: datetime
    not_modified: bool
    """The server answered 304, without bytes; else they came again."""


def revisits(connection: Connection, fetch_ids: Sequence[int], *, position: int) -> dict[int, list[Revisit]]:
    """Give, by fetch, the later ones of its page that found the same bytes, in order.

    What comes after the bytes had changed, and after the change at a position of the feed, is not among them: so the
    same snapshot has the same revisits.
    """
    by_fetch: defaultdict[int, list[Revisit]] = defaultdict(list)
    for row in connection.execute(_REVISITS, {"fetches": list(fetch_ids), "position": position}):
        by_fetch[row.first].append(Revisit(row.id, row.fetched_at, row.not_modified))
    return dict(by_fetch)


_REVISITS: Final = text(
    """
    SELECT first.id AS first, later.id, later.fetched_at, later.sha256 IS NULL AS not_modified
      FROM fetches AS first JOIN fetches AS later ON later.page_id = first.page_id AND later.id > first.id
     WHERE first.id = ANY(CAST(:fetches AS bigint[])) AND (later.status = 304 OR later.sha256 = first.sha256)
       AND later.fetched_at <= (SELECT "at" FROM document_changes WHERE position = :position)
       AND NOT EXISTS (SELECT FROM fetches AS other WHERE other.page_id = first.page_id
                          AND other.id > first.id AND other.id < later.id AND other.sha256 <> first.sha256)
     ORDER BY later.id
    """
)
