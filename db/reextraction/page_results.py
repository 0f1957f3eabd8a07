"""What came of the pages of a re-extraction: written by workers, compared for the operator.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, and_, bindparam, func, select, union_all, update
from sqlalchemy.orm import aliased

from db.column_types import Sha256
from db.models import Document, Extraction, Page
from db.processing.extraction_storage import store_aside
from db.processing.fetch_outcomes import PROVISIONAL
from db.reextraction.tables import ReextractedPage, Reextraction, State, TextChange
from db.threads.tables import ThreadPage
from mezmun.core.outcomes import Outcome


@dataclass(frozen=True, slots=True)
class Trial:
    """A page that a re-extraction waits for, and with what it is to be read."""

    reextraction_id: int
    page_id: int
    method: str
    method_version: str | None
    normalizer_version: str | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a re-extraction would change: pages by what becomes of their documents, and by the word they ended with.

    Lengths are the characters, on average, of the documents that are changed, before and after.
    """

    pages: Mapping[str, int]
    outcomes: Mapping[str, int]
    old_characters: float
    new_characters: float

    @property
    def share_changed(self) -> float:
        """The share of the documents that would read differently, come or go."""
        documents = sum(count for change, count in self.pages.items() if change not in ("none", "failed"))
        return 1 - self.pages.get(TextChange.SAME, 0) / documents if documents else 0.0


@dataclass(frozen=True, slots=True)
class Sample:
    """A page with the text of its document and the one of the re-extraction; None where there is none."""

    page_id: int
    url: str
    change: str
    old_title: str | None
    old_text: str | None
    new_title: str | None
    new_text: str | None


def trial_of(connection: Connection, fetch_id: int) -> Trial | None:
    """Give the re-extraction that waits for a fetch to be read; None when there is none."""
    row = connection.execute(_TRIAL.where(ReextractedPage.fetch_id == fetch_id)).first()
    return None if row is None else Trial(*row)


def record_result(
    connection: Connection,
    trial: Trial,
    fetch_id: int,
    outcome: Outcome,
    *,
    now: datetime,
    detail: str | None = None,
    extraction: Mapping[str, Any] | None = None,
) -> None:
    """Note what a re-extraction made of a page, beside its document.

    ``extraction`` has the columns of ``extractions``, with ``STORED`` only.
    """
    aside = None if extraction is None else store_aside(connection, fetch_id, extraction, now=now)
    if extraction is not None and aside is None:
        outcome = Outcome.TAKEN_DOWN
    shown = connection.execute(_SHOWN_NOW, {"page": trial.page_id}).one_or_none()
    if outcome in PROVISIONAL:
        change = TextChange.FAILED
    elif aside is None or extraction is None:
        change = TextChange.NONE if shown is None else TextChange.LOST
    elif shown is None:
        change = TextChange.NEW
    else:
        before = (shown.text_digest, shown.title, shown.language)
        same = before == (aside.text_digest, extraction["title"], extraction["language"])
        change = TextChange.SAME if same else TextChange.CHANGED
    values = {
        "outcome": outcome,
        "detail": detail,
        "change": change,
        "extraction_id": aside and aside.extraction_id,
        "characters": aside and aside.characters,
        "text_digest": aside and aside.text_digest,
        "template_version": extraction and extraction["template_version"],
        "old_extraction_id": shown and shown.extraction_id,
        "old_characters": shown and shown.characters,
    }
    row = and_(
        ReextractedPage.reextraction_id == trial.reextraction_id,
        ReextractedPage.page_id == trial.page_id,
        ReextractedPage.fetch_id == fetch_id,
    )
    connection.execute(update(ReextractedPage).where(row).values(**values))


def compare(connection: Connection, number: int) -> Comparison:
    """Count what a re-extraction has changed in the pages it has read so far."""
    of_it = ReextractedPage.reextraction_id == number
    read = and_(of_it, ReextractedPage.change.is_not(None))

    def counted(column: Any) -> dict[str, int]:
        rows = connection.execute(select(column, func.count()).where(read).group_by(column).order_by(column))
        return {row[0]: row[1] for row in rows}

    means = select(func.avg(ReextractedPage.old_characters), func.avg(ReextractedPage.characters))
    old, new = connection.execute(means.where(of_it, ReextractedPage.change == TextChange.CHANGED)).one()
    return Comparison(
        counted(ReextractedPage.change), counted(ReextractedPage.outcome), float(old or 0), float(new or 0)
    )


def samples(connection: Connection, number: int, *, limit: int, after: int = 0) -> list[Sample]:
    """Give pages that a re-extraction changes, those whose length it changes most first, with both texts.

    ``after`` is how many to pass over.
    """
    old, new, result = aliased(Extraction), aliased(Extraction), ReextractedPage
    distance = func.abs(func.coalesce(result.characters, 0) - func.coalesce(result.old_characters, 0))
    query = (
        select(result.page_id, Page.url, result.change, old.title, old.text, new.title, new.text)
        .join(Page, Page.id == result.page_id)
        .join(old, old.id == result.old_extraction_id, isouter=True)
        .join(new, new.id == result.extraction_id, isouter=True)
        .where(result.reextraction_id == number, result.change.in_(_SHOWN))
        .order_by(distance.desc(), result.page_id)
        .limit(limit)
        .offset(after)
    )
    rows: Any = connection.execute(query)
    return [Sample(*row) for row in rows]


_SHOWN: Final = (TextChange.CHANGED, TextChange.NEW, TextChange.LOST)
_SHOWN_NOW: Final = union_all(
    select(Document.extraction_id, Document.characters, Document.text_digest, Document.title, Document.language).where(
        Document.page_id == bindparam("page"), Document.version_ids.is_(None)
    ),
    # Of a page of a thread, what that page shows in it. The digest is as of any text without comments.
    select(
        Extraction.id,
        func.length(Extraction.text),
        func.sha256(func.convert_to(Extraction.text, "UTF8"), type_=Sha256),
        Extraction.title,
        Extraction.language,
    )
    .join(ThreadPage, ThreadPage.extraction_id == Extraction.id)
    .where(ThreadPage.page_id == bindparam("page")),
)
_TRIAL: Final = (
    select(
        Reextraction.id,
        ReextractedPage.page_id,
        Reextraction.method,
        Reextraction.method_version,
        Reextraction.normalizer_version,
    )
    .join(ReextractedPage, ReextractedPage.reextraction_id == Reextraction.id)
    .where(ReextractedPage.change.is_(None), Reextraction.state.in_((State.RUNNING, State.PROMOTING)))
)
