"""The feed of documents: every change once, in an order that never changes, however many write at the same time.

A trigger logs each change in the transaction that makes it. The numbers it draws do not come in the order of the
commits: one that is still open may have drawn a number below those already seen, and a reader that remembers the
largest would skip it. So a change gets its place in the feed only once it is committed: whoever reads first numbers,
alone, what has become visible. A change of the same document is visible only after the one before it (its writer waits
for the row), and ids of one document rise, so that within a batch the order of ids is right.

Nothing here depends on transaction ids, so positions survive a dump and its restoration elsewhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    SQLColumnExpression,
    and_,
    case,
    exists,
    func,
    not_,
    or_,
    select,
    text,
)
from sqlalchemy.orm import aliased

from db.models import Extraction, Fetch, Page, StoredSite
from db.publication.document_records import COLUMNS, KIND, STATED_DAY, records
from db.publication.tables import Change, DocumentChange
from mezmun.core.errors import InvalidInputError

MOST_NUMBERED: Final = 20_000
"""Changes numbered in one transaction, so that the first reader of a large database answers in a second."""

MOST_LOOKED_AT: Final = 20_000
"""Positions one call goes over: a filter that nothing passes must not make a call go through the whole feed."""

_NUMBERING: Final = 0x66656564
"""Advisory lock of the one who numbers ("feed" in ASCII)."""


@dataclass(frozen=True, slots=True)
class Filter:
    """What a reader of the feed wants; None and empty stand for all. ``since`` is the day a page was published on, or
    was fetched on when it states none."""

    sites: Sequence[str] = ()
    languages: Sequence[str] = ()
    kinds: Sequence[str] = ()
    since: date | None = None
    min_confidence: float | None = None

    def conditions(self) -> list[ColumnElement[bool]]:
        """Give what must be true of a change with its page, site, extraction and fetch."""
        return [*self.on_page(), *self.on_text()]

    def on_page(self) -> list[ColumnElement[bool]]:
        """Give what must be true of the page, and is as long as the page is there."""
        wanted: list[ColumnElement[bool]] = []
        if self.sites:
            wanted.append(DocumentChange.site.in_(self.sites))
        if self.kinds:
            wanted.append(KIND.in_(self.kinds))
        return wanted

    def on_text(self) -> list[ColumnElement[bool]]:
        """Give what must be true of the text, and may be so of one version of it and not of another."""
        wanted: list[ColumnElement[bool]] = []
        if self.languages:
            wanted.append(Extraction.language.in_(self.languages))
        if self.since is not None:
            wanted.append(self.since <= STATED_DAY)
        if self.min_confidence is not None:
            wanted.append(Extraction.confidence >= self.min_confidence)
        return wanted


class UnknownPositionError(InvalidInputError):
    """A reader goes on from a position of the feed that was never given here."""


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One change; ``document`` is the record of the document, None when it is withdrawn or was later."""

    position: int
    change: Change
    id: int
    site: str
    url: str
    at: datetime
    document: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class FeedPage:
    """Changes in order, and the position to go on from; ``more`` when there are further ones already."""

    entries: list[FeedEntry]
    position: int
    more: bool


def number_changes(engine: Engine) -> int:
    """Give every committed change its place in the feed, at most ``MOST_NUMBERED``; say how many got one."""
    with engine.begin() as connection:
        if not connection.scalar(_ANY_WAITING):
            return 0
        # The statement after the lock sees all that whoever held it before has numbered.
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _NUMBERING})
        return connection.execute(_NUMBER, {"limit": MOST_NUMBERED}).rowcount


def newest_position(engine: Engine) -> int:
    """Give the position of the last change there is; 0 when there is none."""
    while number_changes(engine) == MOST_NUMBERED:
        pass
    with engine.connect() as connection:
        return _last_position(connection)


def read_feed(engine: Engine, *, after: int, limit: int, wanted: Filter = Filter(), latest: bool = False) -> FeedPage:
    """Read the changes behind a position, at most ``limit``.

    With ``latest`` of each document the last one alone, so that a reader who begins gets each once.

    With a filter, a document that does not pass it any more comes as ``withdrawn``, and so does every one that is:
    a reader may be told to forget what it never had. A change whose text is gone, since the page was taken down
    afterwards, comes without its document; its withdrawal follows.

    Raises:
        UnknownPositionError: there is no such position yet.
    """
    number_changes(engine)
    with engine.connect() as connection:
        last = _last_position(connection)
        check_position(after, last)
        until = min(last, after + MOST_LOOKED_AT)
        rows = connection.execute(_query(wanted, latest).limit(limit), {"after": after, "until": until}).all()
        entries = [_entry(row, each) for row, each in zip(rows, records(connection, rows), strict=True)]
    if len(entries) == limit:
        until = entries[-1].position
    return FeedPage(entries, until, more=until < last)


def check_position(position: int, newest: int) -> None:
    """Refuse a position that is not reached yet: whoever goes on from it would miss all changes until it is.

    Raises:
        UnknownPositionError: it is beyond the newest.
    """
    if position > newest:
        raise UnknownPositionError(
            f"The position {position} is beyond the newest, {newest}: it is of another database, or of this one before"
            " a backup was restored. Forget what came until then, and begin anew at 0."
        )


def _last_position(connection: Connection) -> int:
    return connection.scalar(select(func.max(DocumentChange.position))) or 0


def _entry(row: Any, document: dict[str, Any] | None) -> FeedEntry:
    change = Change(row.shown_change)
    whole = None if change is Change.WITHDRAWN else document
    return FeedEntry(row.position, change, row.id, row.site, row.url, row.at, whole)


def _query(wanted: Filter, latest: bool) -> Any:
    shown: SQLColumnExpression[str] = DocumentChange.change
    conditions = wanted.on_page()
    if passes := wanted.on_text():
        matches = func.coalesce(and_(*passes), False)
        shown = case((matches, DocumentChange.change), else_=Change.WITHDRAWN.value)
        conditions.append(or_(matches, DocumentChange.change != Change.NEW.value))
    if latest:  # also one without a place yet, which gets one behind all
        newer = exists().where(_NEWER.page_id == DocumentChange.page_id, _NEWER.id > DocumentChange.id)
        conditions.append(not_(newer))
    return (
        select(
            DocumentChange.page_id.label("id"),
            DocumentChange.site,
            *COLUMNS,
            DocumentChange.position,
            shown.label("shown_change"),
            DocumentChange.at,
        )
        .join(Page, Page.id == DocumentChange.page_id)
        .join(StoredSite, StoredSite.name == DocumentChange.site)
        .join(Extraction, Extraction.id == DocumentChange.extraction_id, isouter=True)
        .join(Fetch, Fetch.id == DocumentChange.fetch_id, isouter=True)
        .where(DocumentChange.position > text(":after"), DocumentChange.position <= text(":until"), *conditions)
        .order_by(DocumentChange.position)
    )


_NEWER: Final = aliased(DocumentChange)
_ANY_WAITING: Final = text("SELECT EXISTS (SELECT FROM document_changes WHERE position IS NULL)")
_NUMBER: Final = text(
    """
    WITH waiting AS (
        SELECT id FROM document_changes WHERE position IS NULL ORDER BY id LIMIT :limit
    ), numbered AS (
        SELECT id, coalesce((SELECT max(position) FROM document_changes), 0) + row_number() OVER (ORDER BY id) AS place
          FROM waiting
    )
    UPDATE document_changes SET position = place FROM numbered WHERE document_changes.id = numbered.id
    """
)
