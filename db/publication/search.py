"""Searching documents: words, prefixes and phrases, in texts and titles.

The caller has made the words clean, as texts are (``normalization``); here is no language.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import reduce
from itertools import groupby
from typing import Any, Final

from sqlalchemy import (
    ARRAY,
    BigInteger,
    ClauseElement,
    ColumnElement,
    Connection,
    Executable,
    Row,
    ScalarSelect,
    Select,
    Text,
    and_,
    any_,
    func,
    literal,
    not_,
    select,
    text,
    true,
    union_all,
)
from sqlalchemy.dialects.postgresql import TSQUERY, aggregate_order_by
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import aliased

from db.duplicates.tables import DocumentSignature
from db.models import SEARCHED, WORDS, Document, Extraction, Fetch
from db.threads.tables import PostVersion, Thread, ThreadPage

BEGIN, END = "\ue000", "\ue001"
"""Around each hit in an excerpt: private-use characters, which no clean text has."""

MOST_TERMS: Final = 20

_TERM: Final = re.compile(r'(-?)(?:"([^"]*)"?|(\S+))')
_HEADLINE: Final = f'StartSel={BEGIN}, StopSel={END}, MaxFragments=2, MaxWords=24, MinWords=8, FragmentDelimiter=" … "'


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """A part of a query: a word, the beginning of words, or a phrase; ``spellings`` are the same in other letters."""

    spellings: tuple[str, ...]
    prefix: bool = False
    phrase: bool = False
    excluded: bool = False


@dataclass(frozen=True, slots=True)
class Narrowing:
    """What documents are listed beside the words; None stands for all.

    ``since`` and ``until`` are the first and the last day a page was published on, or was fetched on when it states
    none.
    """

    site: str | None = None
    language: str | None = None
    cluster: int | None = None
    since: date | None = None
    until: date | None = None
    method: str | None = None
    min_confidence: float | None = None

    def narrow(self, documents: Select[int, int]) -> list[Select[int, int]]:
        """Narrow documents by their extractions and fetches; those of two queries are all of them, each once.

        A day that a page states and one that it was fetched on stand in two tables, each with its index.
        """
        if (self.since, self.until, self.method, self.min_confidence) == (None, None, None, None):
            return [documents]
        documents = documents.join(_SHOWN, _SHOWN.id == Document.extraction_id)
        if self.method is not None:
            documents = documents.where(_SHOWN.method == self.method)
        if self.min_confidence is not None:
            documents = documents.where(_SHOWN.confidence >= self.min_confidence)
        if self.since is None and self.until is None:
            return [documents]
        stated = documents.where(_SHOWN.published.is_not(None))
        fetched = documents.join(_FETCH, _FETCH.id == Document.fetch_id).where(_SHOWN.published.is_(None))
        if self.since is not None:
            stated = stated.where(_SHOWN.published >= self.since)
            fetched = fetched.where(_FETCH.fetched_at >= _midnight(self.since))
        if self.until is not None:
            stated = stated.where(_SHOWN.published <= self.until)
            if self.until < date.max:
                fetched = fetched.where(_FETCH.fetched_at < _midnight(self.until + timedelta(days=1)))
        return [stated, fetched]


_SHOWN: Final = aliased(Extraction)
_FETCH: Final = aliased(Fetch)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def read_query(query: str) -> list[QueryTerm]:
    """Read a query as people write them: ``word "a phrase" begin* -without``; at most ``MOST_TERMS`` terms."""
    terms = []
    for sign, phrase, word in _TERM.findall(query)[:MOST_TERMS]:
        body = phrase or word.rstrip("*")
        if body.strip():
            terms.append(QueryTerm((body,), prefix=word.endswith("*"), phrase=bool(phrase), excluded=bool(sign)))
    return terms


@dataclass(frozen=True, slots=True)
class Hits:
    """Extractions with all the terms, each with its page, the newest page first: all of them, or some of so many
    that the newest documents are read until enough have them."""

    extractions: Mapping[int, int] = field(default_factory=dict)
    are_all: bool = False


def look_up(connection: Connection, terms: Sequence[QueryTerm], *, limit: int) -> Hits:
    """Look up what has the terms, unless to read documents until ``limit`` of them have them takes less time.

    PostgreSQL would read documents too soon: it takes the words of a text for as cheap as a sum, and they cost several
    times what a hit of the index costs. Its estimate of the hits spares the question where they are many.
    """
    if not terms:
        return Hits()
    most = limit + round((WALKED_COST * limit * max(0.0, connection.scalar(_EXTRACTIONS) or 0.0)) ** 0.5)
    plan = connection.scalar(_Explained(select(Extraction.id).where(_indexed(terms))))
    is_phrase = any(map(_sequence, terms))
    if plan[0]["Plan"]["Plan Rows"] > most * (PHRASE_HITS if is_phrase else 1):
        return Hits()
    some = connection.execute(select(Extraction.id, Extraction.page_id).where(and_(*_matches(terms))).limit(most + 1))
    extractions = {row.id: row.page_id for row in sorted(some, key=lambda row: row.page_id, reverse=True)}
    return Hits(extractions, are_all=len(extractions) <= most)


WALKED_COST: Final = 5
"""What it costs to make the words of a document anew (75 µs), by the cost of a hit: its row, and its document's."""

PHRASE_HITS: Final = 5
"""How many times as many texts with all words of a phrase are looked at: few of them have the words side by side."""


def search(
    connection: Connection,
    terms: Sequence[QueryTerm],
    narrowing: Narrowing,
    *,
    limit: int,
    before: int | None = None,
    hits: Hits | None = None,
) -> list[Row[Any]]:
    """List the documents that have all the terms, newest first, each with an excerpt around its hits.

    ``hits`` are those of the terms (``look_up``), which are looked up when None. ``before`` is the id of the last
    document of the page before. Rows have ``id``, ``site``, ``url``, ``title``, ``language``, ``characters``,
    ``updated_at``, ``confidence`` and ``excerpt`` (hits between ``BEGIN`` and ``END``).
    """
    hits = hits or look_up(connection, terms, limit=limit)
    if not hits.are_all:
        return _newest(connection, terms, _matching(terms, narrowing), limit, before)
    older = [each for each, page in hits.extractions.items() if before is None or page < before]
    for some in (older[: FIRST_HITS * limit], older):
        rows = _newest(connection, terms, _matching(terms, narrowing, some), limit, before)
        if len(rows) == limit and rows[-1].id >= hits.extractions[some[-1]]:
            break  # what was not looked at is older
    return rows


FIRST_HITS: Final = 10
"""How many times as many of the newest hits as are wanted are joined to their documents first."""


def _newest(
    connection: Connection,
    terms: Sequence[QueryTerm],
    matching: Iterable[Select[int, int]],
    limit: int,
    before: int | None,
) -> list[Row[Any]]:
    newest = []
    for each in matching:
        older = each if before is None else each.where(Document.page_id < before)
        newest.append(select(older.order_by(Document.page_id.desc()).limit(limit).subquery()))
    shown_ones = union_all(*newest).subquery()
    positive = [term for term in terms if not term.excluded]
    # The posts of a thread that have the words stand first; of a long text the beginning is looked at, to be quick.
    shown = func.left(func.coalesce(_posts_with(positive), Extraction.text), 50_000)
    excerpt = (
        func.ts_headline(_SIMPLE, shown, _joined("||", map(_query, positive)), _HEADLINE)
        if positive
        else func.left(shown, 200)
    )
    return list(
        connection.execute(
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
            .join(shown_ones, shown_ones.c.page_id == Document.page_id)
            .join(Extraction, Extraction.id == shown_ones.c.extraction_id)
            .order_by(Document.page_id.desc())
            .limit(limit)
        ).all()
    )


def count_hits(
    connection: Connection,
    terms: Sequence[QueryTerm],
    narrowing: Narrowing,
    *,
    at_most: int = 1000,
    hits: Hits = Hits(),
) -> int:
    """Count the documents that have all the terms, up to a number, as counting all takes long."""
    newest = list(hits.extractions)[: 2 * at_most]
    count = _count(connection, _matching(terms, narrowing, newest), at_most) if newest else 0
    if count < at_most and not (hits.are_all and len(newest) == len(hits.extractions)):
        count = _count(connection, _matching(terms, narrowing), at_most)
    return count


def _count(connection: Connection, matching: Iterable[Select[int, int]], at_most: int) -> int:
    some = [select(each.limit(at_most).subquery()) for each in matching]
    return min(connection.scalar(select(func.count()).select_from(union_all(*some).subquery())) or 0, at_most)


def _posts_with(terms: Sequence[QueryTerm]) -> ScalarSelect[str]:
    words = func.to_tsvector(_SIMPLE, func.left(PostVersion.text, 50_000))
    order = [words.op("@@")(_joined("||", map(_query, terms))).desc()] if terms else []
    place = func.array_position(Document.version_ids, PostVersion.id)
    joined = func.string_agg(PostVersion.text, aggregate_order_by(literal("\n\n"), *order, place))
    of_document = Document.version_ids.any_() == PostVersion.id
    return select(joined).where(of_document).correlate(Document).scalar_subquery()


_SIMPLE: Final = text("'simple'::regconfig")


_EXTRACTIONS: Final = text("SELECT reltuples FROM pg_class WHERE oid = 'extractions'::regclass")


class _Explained(Executable, ClauseElement):
    """The plan of a query, as JSON, instead of its rows."""

    inherit_cache = False

    def __init__(self, query: Select[int]) -> None:
        self.query = query


@compiles(_Explained)
def _explain(element: _Explained, compiler: Any, **options: Any) -> str:
    return f"EXPLAIN (FORMAT JSON) {compiler.process(element.query, **options)}"


def _matching(
    terms: Sequence[QueryTerm], narrowing: Narrowing, hits: Sequence[int] | None = None
) -> list[Select[int, int]]:
    """Give queries for the documents that have the terms, each once. Beside each other they use their indexes; as one
    condition PostgreSQL would look all hits up first. ``hits`` are extractions with the terms, where they are known."""
    documents = select(Document.page_id, Document.extraction_id)
    if narrowing.site:
        documents = documents.where(Document.site == narrowing.site)
    if narrowing.language:
        documents = documents.where(Document.language == narrowing.language)
    if narrowing.cluster:
        cluster = select(DocumentSignature.page_id).where(DocumentSignature.cluster_id == narrowing.cluster)
        documents = documents.where(Document.page_id.in_(cluster))
    alternatives = narrowing.narrow(documents)
    if not terms:
        return alternatives
    of_pages = (
        Document.extraction_id.in_(select(Extraction.id).where(and_(*_matches(terms))))
        if hits is None
        else Document.extraction_id == any_(literal(hits, ARRAY(BigInteger)))
    )
    pages = [each.where(Document.version_ids.is_(None), of_pages) for each in alternatives]
    return [*pages, *(_threads(each, terms) for each in alternatives)]


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
    return pages.where(*_matches(terms))


def _matches(terms: Sequence[QueryTerm]) -> list[ColumnElement[bool]]:
    """Give what must be true of an extraction that has all the terms.

    One query has all that the index answers whole, also what is excluded. It has no places of words: it gives the texts
    with all words of a phrase, and these are looked at. To let PostgreSQL do so by the phrase's own query would make
    the words of each such text anew, in more than ten times the time.
    """
    sequences = {term: patterns for term in terms if (patterns := _sequence(term))}
    matches = [_indexed(terms)]
    for term, patterns in sequences.items():
        beside = SEARCHED.regexp_match(f"(^|{_BETWEEN})({'|'.join(patterns)})({_BETWEEN}|$)", flags="i")
        matches.append(not_(beside) if term.excluded else beside)
    return matches


def _indexed(terms: Sequence[QueryTerm]) -> ColumnElement[bool]:
    """Give what the index answers of the terms: all but the order of a phrase's words."""
    indexed = [replace(term, phrase=False) for term in terms if not (term.excluded and _sequence(term))]
    return WORDS.op("@@")(_joined("&&", map(_query, indexed))) if indexed else true()


_BETWEEN: Final = "[^[:alnum:]]"


def _sequence(term: QueryTerm) -> list[str]:
    """Give a pattern for each spelling of a phrase, its words beside each other; nothing when one is a word alone."""
    words = [_words(spelling) for spelling in term.spellings] if term.phrase else []
    return [f"{_BETWEEN}+".join(each) for each in words] if words and min(map(len, words)) > 1 else []


def _words(phrase: str) -> list[str]:
    """Give the runs of letters, digits and the marks on them."""
    runs = groupby(phrase, key=lambda character: unicodedata.category(character)[0] in "LMN")
    return ["".join(run) for of_word, run in runs if of_word]


def _query(term: QueryTerm) -> Any:
    whole = _joined("||", (_tsquery(spelling, term) for spelling in term.spellings))
    return func.tsquery_not(whole) if term.excluded else whole


def _joined(operator: str, queries: Iterable[Any]) -> Any:
    return reduce(lambda one, other: one.op(operator)(other), queries)


def _tsquery(spelling: str, term: QueryTerm) -> Any:
    if term.phrase:
        return func.phraseto_tsquery(_SIMPLE, spelling)
    plain = func.plainto_tsquery(_SIMPLE, spelling)
    if not term.prefix:
        return plain
    # A query's text is 'word' or 'two' & 'words': the sign of a prefix goes behind the last; behind nothing, nowhere.
    begins = func.regexp_replace(plain.cast(Text), "(.)$", r"\1:*")
    return begins.cast(TSQUERY)
