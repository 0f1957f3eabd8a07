"""Storing what the workers made of a page: its extraction, the document that shows it, and the outcome of its fetch.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    CTE,
    BigInteger,
    Boolean,
    ColumnElement,
    Connection,
    String,
    and_,
    bindparam,
    case,
    cast,
    exists,
    literal_column,
    not_,
    or_,
    select,
    text,
    true,
    union_all,
)
from sqlalchemy.dialects.postgresql import insert

from db.base import Base
from db.block_texts import without_texts
from db.column_types import Sha256, storable, storable_json
from db.models import Document, Extraction, FetchOutcome
from db.prepared_statement import PreparedStatement
from db.processing.fetch_outcomes import keeping_the_first_word, outcome_of
from mezmun.core.errors import InvalidInputError
from mezmun.core.outcomes import Outcome


def store_extraction(connection: Connection, fetch_id: int, values: Mapping[str, Any], *, now: datetime) -> Outcome:
    """Store what was made of a fetch, and let its page's document show it.

    ``values`` has every column of ``extractions`` but those of page, bytes and time.

    Gives ``STORED`` when the document is new or reads differently now, ``UNCHANGED`` when text, comments, title and
    language are what it holds (its provenance stays that of the first such fetch, but a newer version of the template
    that comes to the same text is noted in it), when a newer fetch has been stored already or withdrew the document, or
    when the address has become an alias of a page that has a document; and ``TAKEN_DOWN``, with nothing written, when
    page, site or bytes are gone for good. The same again changes nothing.

    Workers on the same page take turns at the page's row, which is locked before anything is written; workers on
    different pages share no row they write. So no two can wait for each other.

    Raises:
        InvalidInputError: there is no such fetch.
    """
    result = write_extraction(connection, fetch_id, values, now=now)
    if result.gone:
        return Outcome.TAKEN_DOWN
    return Outcome.STORED if result.shown else Outcome.UNCHANGED


def end_with_extraction(
    connection: Connection, fetch_id: int, values: Mapping[str, Any], *, seconds: float | None, now: datetime
) -> Outcome:
    """Store what was made of a fetch as ``store_extraction`` does, and give the fetch the outcome that comes of it.

    One statement for both, and so one transaction without a word before or behind it. It gives the outcome that the
    fetch has now, as ``record_outcome`` does.

    Raises:
        InvalidInputError: there is no such fetch.
    """
    result = _store(connection, _row(fetch_id, values, now) | {"seconds": seconds}, show=True, end=True)
    return outcome_of(connection, fetch_id) if result.outcome is None else Outcome(result.outcome)


def write_extraction(connection: Connection, fetch_id: int, values: Mapping[str, Any], *, now: datetime) -> Any:
    """Store an extraction, and let its page's document show it unless the page is one of a thread.

    Gives ``gone``, ``page_id``, ``extraction_id`` and whether it is ``shown`` now; else as ``store_extraction``.
    """
    return _store(connection, _row(fetch_id, values, now), show=True)


@dataclass(frozen=True, slots=True)
class StoredAside:
    """An extraction that no document shows: its number, the length of its text, and what tells it from another."""

    extraction_id: int
    characters: int
    text_digest: str


def store_aside(
    connection: Connection, fetch_id: int, values: Mapping[str, Any], *, now: datetime
) -> StoredAside | None:
    """Store what was made of a fetch as ``store_extraction`` does, and leave the page's document as it is.

    An extraction of the same versions that a document shows stays as it is too. Gives None, with nothing written, when
    page, site or bytes are gone for good.

    Raises:
        InvalidInputError: there is no such fetch.
    """
    row = _row(fetch_id, values, now)
    result = _store(connection, row, show=False)
    return None if result.gone else StoredAside(result.extraction_id, row["characters"], row["text_digest"])


def _row(fetch_id: int, values: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    stored, blocks = storable(values["text"]), values["blocks"]
    if stored != values["text"]:
        blocks = storable_json(blocks)  # whose texts are looked for in the text
    return {
        **{name: values[name] for name in (*_VERSIONS, *_CHANGING)},
        "blocks": without_texts(blocks, stored),
        "fetch_id": fetch_id,
        "created_at": now,
        "updated_at": now,
        "characters": len(stored),
        "text_digest": _digest(stored, values["comments"]),
    }


def _store(connection: Connection, row: Mapping[str, Any], *, show: bool, end: bool = False) -> Any:
    while True:
        result = _STORE.execute(connection, {**row, "show": show, "end": end})
        if result is None:
            raise InvalidInputError(f"There is no fetch {row['fetch_id']} in the database.")
        if result.gone or result.extraction_id is not None:
            return result
        # Another worker wrote the same extraction after this statement began to wait for it: now it is seen.


def _digest(text: str, comments: Sequence[Mapping[str, Any]]) -> str:
    """Tell one text with its comments from another; without comments it is the text's own SHA-256."""
    parts = [text, *(storable(str(comment.get("text", ""))) for comment in comments)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


_VERSIONS: Final = ("method", "method_version", "normalizer_version", "code_version")
_KEY: Final = ("page_id", "sha256", *_VERSIONS)
_CONTENT: Final = tuple(
    column.key
    for column in Extraction.__table__.columns
    if column.key not in {"id", *_KEY, "template_version", "created_at"}
)
"""These columns hold what is made of a page."""
_CHANGING: Final = (*_CONTENT, "template_version")
"""What two extractions of one key may differ in."""


def _store_statement() -> PreparedStatement:
    """Write an extraction, let its page's document show it, and end its fetch: one statement, for a single way to the
    server and back.

    The template's version is no part of an extraction's key: it would leave a row of the same text for each version.
    The row has the version that its text was last made with. The document is written unless a newer fetch has, or it
    reads the same.
    """
    fetch = _locked_fetch()
    show = cast(bindparam("show", type_=Boolean), Boolean)
    extraction = _extraction_of(fetch, show)
    chosen = _chosen_extraction(fetch, extraction)
    document = _document_of(fetch, chosen, show)
    shown = exists(select(document.c.page_id))
    outcome = _outcome_of(fetch, chosen, shown)
    return PreparedStatement(
        "mezmun_store_extraction",
        select(
            fetch.c.gone,
            fetch.c.page_id,
            select(chosen.c.id).scalar_subquery().label("extraction_id"),
            shown.label("shown"),
            select(outcome.c.outcome).scalar_subquery().label("outcome"),
        ),
    )


def _locked_fetch() -> CTE:
    """Give the fetch with its page, and whether they may still be written to."""
    # Site first, page second (db.removal.tombstones); the page for writing, so that workers on one page take turns.
    return (
        text(
            """
            SELECT fetches.page_id, fetches.sha256, pages.site, pages.url,
                   sites.taken_down_at IS NOT NULL OR pages.taken_down_at IS NOT NULL OR fetches.sha256 IS NULL AS gone,
                   pages.thread_key IS NOT NULL OR coalesce(pages.withdrawn_by > fetches.id, false)
                   OR EXISTS (SELECT FROM documents WHERE documents.page_id = pages.alias_of) AS makes_no_document
              FROM sites JOIN pages ON pages.site = sites.name JOIN fetches ON fetches.page_id = pages.id
             WHERE fetches.id = CAST(:fetch_id AS bigint)
               FOR KEY SHARE OF sites FOR NO KEY UPDATE OF pages
            """
        )
        .columns(page_id=BigInteger, sha256=Sha256, site=String, url=String, gone=Boolean, makes_no_document=Boolean)
        .cte("fetch")
    )


def _extraction_of(fetch: CTE, show: ColumnElement[bool]) -> CTE:
    """Write the extraction: the id of its row, no row where one that reads the same is there."""
    columns = ("page_id", "sha256", *_VERSIONS, *_CHANGING, "created_at")
    rows = select(fetch.c.page_id, fetch.c.sha256, *(_value(Extraction, name) for name in columns[2:]))
    upsert = insert(Extraction).from_select(columns, rows.where(not_(fetch.c.gone)))
    return (
        upsert.on_conflict_do_update(
            constraint="uq_extractions_provenance",
            set_={name: upsert.excluded[name] for name in (*_CHANGING, "created_at")},
            where=_differs(Extraction, upsert.excluded, _CHANGING)  # an INSERT lends its table to no subquery
            & or_(show, not_(exists().where(Document.extraction_id == literal_column("extractions.id")))),
        )
        .returning(Extraction.id)
        .cte("extraction")
    )


def _chosen_extraction(fetch: CTE, extraction: CTE) -> CTE:
    """Give the id of the extraction that was written, or else of the one that was there."""
    same = (
        select(Extraction.id)
        .join(fetch, and_(fetch.c.page_id == Extraction.page_id, fetch.c.sha256 == Extraction.sha256))
        .where(
            not_(fetch.c.gone),  # this statement may still see what a takedown has deleted while it waited
            not_(exists(select(extraction.c.id))),
            *(getattr(Extraction, name) == _value(Extraction, name) for name in _VERSIONS),
        )
    )
    return union_all(select(extraction.c.id), same).cte("chosen")


def _document_of(fetch: CTE, chosen: CTE, show: ColumnElement[bool]) -> CTE:
    """Let the page's document show the extraction: the page's id, no row where the document stays as it is."""
    changing = ("title", "characters", "posts", "text_digest", "language", "fetch_id", "updated_at")
    rows = select(
        *(fetch.c.page_id, fetch.c.site, fetch.c.url, chosen.c.id, _value(Document, "updated_at")),
        *(_value(Document, name) for name in changing),
    )
    rows = rows.select_from(fetch.join(chosen, true())).where(show, not_(fetch.c.makes_no_document))
    upsert = insert(Document).from_select(
        ("page_id", "site", "url", "extraction_id", "first_stored_at", *changing), rows
    )
    return (
        upsert.on_conflict_do_update(
            index_elements=[Document.page_id],
            set_={name: upsert.excluded[name] for name in ("extraction_id", *changing)},
            where=(Document.fetch_id <= upsert.excluded.fetch_id)
            & _differs(Document, upsert.excluded, ("text_digest", "title", "language")),
        )
        .returning(Document.page_id)
        .cte("document")
    )


def _outcome_of(fetch: CTE, chosen: CTE, shown: ColumnElement[bool]) -> CTE:
    """End the fetch, unless it has ended: the word for how."""
    word = case((fetch.c.gone, Outcome.TAKEN_DOWN.value), (shown, Outcome.STORED.value), else_=Outcome.UNCHANGED.value)
    rows = select(
        _value(FetchOutcome, "fetch_id"), word, _value(Extraction, "created_at"),
        _value(FetchOutcome, "seconds"), _value(Extraction, "template_version"),
    )  # fmt: skip
    end = cast(bindparam("end", type_=Boolean), Boolean)
    rows = rows.select_from(fetch).where(end, or_(fetch.c.gone, exists(select(chosen.c.id))))
    upsert = insert(FetchOutcome).from_select(("fetch_id", "outcome", "at", "seconds", "template_version"), rows)
    return keeping_the_first_word(upsert).returning(FetchOutcome.outcome).cte("outcome")


def _value(table: type[Base], column: str) -> ColumnElement[Any]:
    kind = table.__table__.c[column].type
    return cast(bindparam(column, type_=kind), kind)


def _differs(table: type[Base], proposed: Any, columns: Iterable[str]) -> ColumnElement[bool]:
    return or_(*(table.__table__.c[name].is_distinct_from(proposed[name]) for name in columns))


_STORE: Final = _store_statement()
