"""All documents as they were at a position of the feed: what an export is made of.

The log of changes is never rewritten, so the same position gives the same documents, but for those taken down since:
their texts are gone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any, Final

from sqlalchemy import ARRAY, BigInteger, Connection, Row, any_, bindparam, exists, func, select
from sqlalchemy.dialects.postgresql import distinct_on

from db.models import Extraction, Fetch, Page, StoredSite
from db.publication.changes import Filter
from db.publication.document_records import COLUMNS, records
from db.publication.further_pages import further_pages
from db.publication.revisits import revisits
from db.publication.tables import Change, DocumentChange


@dataclass(frozen=True, slots=True)
class SnapshotBatch:
    """The next documents of a snapshot in the order of their ids, and the id to go on after.

    ``withdrawn`` are the ids among those looked at that are no documents of the snapshot: withdrawn, taken down since,
    or, in a difference between two snapshots, filtered out. ``last`` is None when nothing is left. ``changes`` are, by
    the ids of the records, the places that each rule of normalisation changed.
    """

    records: list[dict[str, Any]]
    withdrawn: list[int]
    last: int | None
    changes: dict[int, dict[str, int]]


def snapshot_size(connection: Connection, *, position: int, base: int) -> int:
    """Count the pages that a snapshot looks at: an upper bound for its documents, for showing progress."""
    changes = DocumentChange.position.between(base + 1, position)
    return connection.scalar(select(func.count(DocumentChange.page_id.distinct())).where(changes)) or 0


def snapshot_time(connection: Connection, position: int) -> datetime | None:
    """Give the time of the change at a position; None for position 0, before all."""
    return connection.scalar(select(DocumentChange.at).where(DocumentChange.position == position))


def taken_down_count(connection: Connection, sites: Sequence[str]) -> int:
    """Count the pages, of these sites or all, that were taken down and had been fetched.

    When it has grown, what was read of a snapshot may hold their texts.
    """
    of_sites = (Page.site.in_(sites),) if sites else ()
    was_fetched = exists().where(Fetch.page_id == Page.id)  # else it was barred beforehand
    query = select(func.count()).select_from(Page).where(Page.taken_down_at.is_not(None), was_fetched, *of_sites)
    return connection.scalar(query) or 0


def read_snapshot(
    connection: Connection,
    *,
    position: int,
    after: int,
    limit: int,
    wanted: Filter,
    base: int = 0,
    for_archive: bool = False,
) -> SnapshotBatch:
    """Look at the next ``limit`` pages behind an id that had a document at a position or lost one until then.

    ``base`` is the position of an earlier snapshot: only what has changed since is looked at. ``for_archive`` gives
    each record two further fields: ``revisits``, a list of ``db.publication.revisits.Revisit``, and ``further_pages``,
    those of a thread beside its first (``db.publication.further_pages``), each with its own ``revisits``.
    """
    latest = _latest_changes(connection, (base + 1, position), after, limit)
    live = [row.position for row in latest if row.change != Change.WITHDRAWN]
    records, changes = _records(connection, live, wanted)
    present = {each["id"] for each in records}
    if for_archive:
        further = further_pages(connection, sorted(present), position=position)
        records = [each | {"further_pages": further.get(each["id"], [])} for each in records]
        pages = [*records, *chain.from_iterable(further.values())]
        by_fetch = revisits(connection, [each["fetch_id"] for each in pages], position=position)
        for each in pages:
            each["revisits"] = by_fetch.get(each["fetch_id"], [])
    if base == 0:  # who has no earlier snapshot need not forget what a filter leaves out
        gone = _gone(connection, live) if len(records) < len(live) else set()
        withdrawn = [row.page_id for row in latest if row.change == Change.WITHDRAWN or row.page_id in gone]
    else:
        withdrawn = [row.page_id for row in latest if row.page_id not in present]
    return SnapshotBatch(records, withdrawn, latest[-1].page_id if latest else None, changes)


def _latest_changes(
    connection: Connection, positions: tuple[int, int], after: int, limit: int
) -> Sequence[Row[int, int | None, str]]:
    """Give the last change, between two positions, of each of the next pages behind an id, in the order of their ids.

    The pages come first, from the index of their ids, which is read no further than the last of them. Their changes in
    the same query would be those of all pages behind the id, and each batch would sort the rest of the log.
    """
    between = DocumentChange.position.between(*positions)
    pages = connection.scalars(
        select(DocumentChange.page_id)
        .distinct()
        .where(between, DocumentChange.page_id > after)
        .order_by(DocumentChange.page_id)
        .limit(limit)
    ).all()
    return connection.execute(
        select(DocumentChange.page_id, DocumentChange.position, DocumentChange.change)
        .ext(distinct_on(DocumentChange.page_id))
        .where(between, DocumentChange.page_id == any_(bindparam("pages", list(pages), _IDS)))
        .order_by(DocumentChange.page_id, DocumentChange.position.desc())
    ).all()


def _records(
    connection: Connection, positions: Sequence[int | None], wanted: Filter
) -> tuple[list[dict[str, Any]], dict[int, dict[str, int]]]:
    query = (
        select(DocumentChange.page_id.label("id"), DocumentChange.site, *COLUMNS, Extraction.changes)
        .join(Page, Page.id == DocumentChange.page_id)
        .join(StoredSite, StoredSite.name == DocumentChange.site)
        .join(Extraction, Extraction.id == DocumentChange.extraction_id)
        .join(Fetch, Fetch.id == DocumentChange.fetch_id)
        .where(_AT_POSITIONS, *wanted.conditions())
        .order_by(DocumentChange.page_id)
    )
    rows = connection.execute(query, {"positions": positions}).all()
    present = [each for each in records(connection, rows) if each is not None]
    return present, {row.id: row.changes for row in rows}


def _gone(connection: Connection, positions: Sequence[int]) -> set[int]:
    query = (
        select(DocumentChange.page_id)
        .join(Extraction, Extraction.id == DocumentChange.extraction_id, isouter=True)
        .where(_AT_POSITIONS, Extraction.id.is_(None))
    )
    return set(connection.scalars(query, {"positions": positions}))


_IDS: Final = ARRAY(BigInteger)
_AT_POSITIONS: Final = DocumentChange.position == any_(bindparam("positions", type_=_IDS))
