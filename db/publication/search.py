"""Searching documents: words, prefixes and phrases, in texts and titles."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    Connection,
    Row,
    ScalarSelect,
    Select,
    any_,
    case,
    func,
    literal,
    select,
    union_all,
)
from sqlalchemy.dialects.postgresql import aggregate_order_by

from db.models import Document, Extraction
from db.publication.narrowing import Narrowing
from db.publication.search_terms import SIMPLE, QueryTerm, any_of, matches
from db.threads.tables import PostVersion, Thread, ThreadPage
from db.word_index import SLICE_BITS, SLICES

BEGIN, END = "\ue000", "\ue001"
"""Around each hit in an excerpt: private-use characters, which no clean text has."""

MOST_HITS: Final = 100
"""Documents that are counted; to look a thousand up takes a second where their pages are on a disk."""

_HEADLINE: Final = f'StartSel={BEGIN}, StopSel={END}, MaxFragments=2, MaxWords=24, MinWords=8, FragmentDelimiter=" … "'


@dataclass(frozen=True, slots=True)
class Hits:
    """Documents that have all the terms, each as its page and its extraction, the newest first; ``are_all`` is whether
    no other has them."""

    documents: Sequence[tuple[int, int]]
    are_all: bool


def look_up(
    connection: Connection,
    terms: Sequence[QueryTerm],
    narrowing: Narrowing,
    *,
    limit: int,
    before: int | None = None,
) -> Hits:
    """Look up the newest documents that have all the terms: ``limit`` of them, if there are, and what else of
    ``MOST_HITS`` comes along.

    The newest slice of pages (``word_index.SLICES``) is looked through first, then older ones, each time a fifth more
    than should have what is still missing: so a frequent word costs no more than a rare one. ``before`` is the id of
    the last document of the list before.
    """
    chosen = narrowing.documents()
    if not terms:
        documents = _newest(connection, chosen, before)
        return Hits(documents[:MOST_HITS], are_all=len(documents) <= MOST_HITS)
    documents = _newest(connection, (_threads(each, terms) for each in chosen), before)
    newest = connection.scalar(select(func.max(Document.page_id))) or 0
    end = ((newest if before is None else min(newest, before - 1)) >> SLICE_BITS) + 1
    covered, enough = 0, 0
    width = FIRST_OF_PREFIX if any(term.prefix for term in terms) else 1
    while end > 0 and enough < limit:
        begin = end - width if width <= MOST_SLICES else 0
        documents += _newest(connection, (_pages(each, terms, begin, end) for each in chosen), before)
        enough = sum(page >= begin << SLICE_BITS for page, _ in documents)
        covered, end = covered + width, begin
        width = min(4 * covered, round(1.2 * covered * (limit - enough) / max(1, enough)) + 1)
    documents.sort(reverse=True)
    return Hits(documents[:MOST_HITS], are_all=end <= 0 and len(documents) <= MOST_HITS)


MOST_SLICES: Final = 2048
"""Slices looked through at once, half a million pages: what is not in as many stands in few of the rest."""

FIRST_OF_PREFIX: Final = 16
"""Slices looked through first for the beginning of words: each look at the index goes through all words that begin so,
which takes longer than to read the hits of some more slices."""


def search(connection: Connection, terms: Sequence[QueryTerm], hits: Sequence[tuple[int, int]]) -> list[Row[Any]]:
    """List documents that were looked up, the newest first, each with an excerpt around the terms.

    Rows have ``id``, ``site``, ``url``, ``title``, ``language``, ``characters``, ``updated_at``, ``confidence`` and
    ``excerpt`` (hits between ``BEGIN`` and ``END``).
    """
    positive = [term for term in terms if not term.excluded]
    # The posts of a thread that have the words stand first; of a long text the beginning is looked at, to be quick.
    shown = func.left(func.coalesce(_posts_with(positive), Extraction.text), 50_000)
    excerpt = func.ts_headline(SIMPLE, shown, any_of(positive), _HEADLINE) if positive else _beginning_of(shown)
    query = (
        select(
            Document.page_id.label("id"),
            Document.site,
            Document.url,
            Document.title,
            Document.language,
            Document.characters,
            Document.updated_at,
            Extraction.confidence,
            excerpt.label("excerpt"),
        )
        .join(Extraction, Extraction.id == Document.extraction_id)
        .where(Document.page_id == any_(_numbers(page for page, _ in hits)))
        .order_by(Document.page_id.desc())
    )
    return list(connection.execute(query).all())


def _beginning_of(shown: ColumnElement[str]) -> ColumnElement[str]:
    """Give the first whole words of a text, 200 characters at most."""
    cut = func.regexp_replace(func.left(shown, 200), r"\s+\S*$", "") + literal(" …")
    return case((func.length(shown) > 200, cut), else_=shown)


def _posts_with(terms: Sequence[QueryTerm]) -> ScalarSelect[str]:
    words = func.to_tsvector(SIMPLE, func.left(PostVersion.text, 50_000))
    order = [words.op("@@")(any_of(terms)).desc()] if terms else []
    place = func.array_position(Document.version_ids, PostVersion.id)
    joined = func.string_agg(PostVersion.text, aggregate_order_by(literal("\n\n"), *order, place))
    of_document = Document.version_ids.any_() == PostVersion.id
    return select(joined).where(of_document).correlate(Document).scalar_subquery()


def _newest(connection: Connection, chosen: Iterable[Select[int, int]], before: int | None) -> list[tuple[int, int]]:
    """Give the newest documents of all the queries, one more than ``MOST_HITS``."""
    newest = []
    for each in chosen:
        older = each if before is None else each.where(Document.page_id < before)
        newest.append(select(older.order_by(Document.page_id.desc()).limit(MOST_HITS + 1).subquery()))
    rows = connection.execute(union_all(*newest))
    return sorted(((page, extraction) for page, extraction in rows), reverse=True)[: MOST_HITS + 1]


def _pages(documents: Select[int, int], terms: Sequence[QueryTerm], begin: int, end: int) -> Select[int, int]:
    """Narrow to pages of the slices from ``begin`` to before ``end``."""
    in_slices = (
        SLICES.op("&&")(_numbers(range(begin, end)))
        if end - begin <= MOST_SLICES
        else Extraction.page_id < end << SLICE_BITS
    )
    with_terms = select(Extraction.id).where(*matches(terms), in_slices)
    return documents.where(Document.version_ids.is_(None), Document.extraction_id.in_(with_terms))


def _threads(documents: Select[int, int], terms: Sequence[QueryTerm]) -> Select[int, int]:
    """Narrow to threads: one page has all the words, and no page has what is excluded."""
    threads = documents.join(Thread, Thread.page_id == Document.page_id).where(Document.version_ids.is_not(None))
    if wanted := [term for term in terms if not term.excluded]:
        threads = threads.where(Thread.id.in_(_with_page(wanted)))
    for term in terms:
        if term.excluded:
            threads = threads.where(Thread.id.not_in(_with_page([replace(term, excluded=False)])))
    return threads


def _with_page(terms: Sequence[QueryTerm]) -> Select[int]:
    pages = select(ThreadPage.thread_id).join(Extraction, Extraction.id == ThreadPage.extraction_id)
    return pages.where(*matches(terms))


def _numbers(numbers: Iterable[int]) -> ColumnElement[Any]:
    return literal(list(numbers), ARRAY(BigInteger))
