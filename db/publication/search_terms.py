"""What people search for: the terms of a query, and what must be true of an extraction that has them.

The caller has made the words clean, as texts are (``normalization``); here is no language.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby
from typing import Any, Final

from sqlalchemy import ColumnElement, Text, func, not_, text, true
from sqlalchemy.dialects.postgresql import TSQUERY

from db.word_index import SEARCHED, WORDS

SIMPLE: Final = text("'simple'::regconfig")
"""The configuration of words that texts are searched with: it stems nothing."""

MOST_TERMS: Final = 20

_TERM: Final = re.compile(r'(-?)(?:"([^"]*)"?|(\S+))')


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """A part of a query: a word, the beginning of words, or a phrase; ``spellings`` are the same in other letters."""

    spellings: tuple[str, ...]
    prefix: bool = False
    phrase: bool = False
    excluded: bool = False


def read_query(query: str) -> list[QueryTerm]:
    """Read a query as people write them: ``word "a phrase" begin* -without``; at most ``MOST_TERMS`` terms."""
    terms = []
    for sign, phrase, word in _TERM.findall(query)[:MOST_TERMS]:
        body = phrase or word.rstrip("*")
        if body.strip():
            terms.append(QueryTerm((body,), prefix=word.endswith("*"), phrase=bool(phrase), excluded=bool(sign)))
    return terms


def matches(terms: Sequence[QueryTerm]) -> list[ColumnElement[bool]]:
    """Give what must be true of an extraction that has all the terms.

    One query has all that the index answers whole, also what is excluded. It has no places of words: it gives the texts
    with all words of a phrase, and these are looked at. To let PostgreSQL do so by the phrase's own query would make
    the words of each such text anew, in more than ten times the time.
    """
    sequences = {term: patterns for term in terms if (patterns := _sequence(term))}
    conditions = [_indexed(terms)]
    for term, patterns in sequences.items():
        beside = SEARCHED.regexp_match(f"(^|{_BETWEEN})({'|'.join(patterns)})({_BETWEEN}|$)", flags="i")
        conditions.append(not_(beside) if term.excluded else beside)
    return conditions


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


def any_of(terms: Sequence[QueryTerm]) -> Any:
    """Give the text search query that has a hit for each of the terms, for marking and ordering."""
    return _joined("||", map(_query, terms))


def _query(term: QueryTerm) -> Any:
    whole = _joined("||", (_tsquery(spelling, term) for spelling in term.spellings))
    return func.tsquery_not(whole) if term.excluded else whole


def _joined(operator: str, queries: Iterable[Any]) -> Any:
    return reduce(lambda one, other: one.op(operator)(other), queries)


def _tsquery(spelling: str, term: QueryTerm) -> Any:
    if term.phrase:
        return func.phraseto_tsquery(SIMPLE, spelling)
    plain = func.plainto_tsquery(SIMPLE, spelling)
    if not term.prefix:
        return plain
    # A query's text is 'word' or 'two' & 'words': the sign of a prefix goes behind the last; behind nothing, nowhere.
    begins = func.regexp_replace(plain.cast(Text), "(.)$", r"\1:*")
    return begins.cast(TSQUERY)
