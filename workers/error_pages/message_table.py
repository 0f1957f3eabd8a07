"""The table ``error_pages.tsv``: the messages that software sends in place of a page, and words around them.

A row is a text, its language (ISO 639-1), what it is about, and its role (``MessageRole``). Software words the same
message in many ways, so some messages stand in two parts: each ``subject`` ("the page you requested") makes a message
with each ``predicate`` ("does not exist") of its language and subject matter, and each ``relative`` ("the page that
you") makes one with a predicate some words later. A speaker of a language reviews and extends the table without reading
Python. Case, signs and spaces do not count.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

from normalization.load_once import load_once
from normalization.table_rows import mapping_of, rows_of
from workers.error_pages.message_letters import length_of, letters_of


class MessageRole(StrEnum):
    """What a row is: a message and how much of a line it must be, a part of messages, or words around them."""

    BEGINNING = ""
    """A message with which a line begins."""
    PHRASE = "phrase"
    """A message behind which the line ends, or a sign or an ``or`` stands: "Page not found (404)", not "Page not found:
    a novel"."""
    WHOLE = "whole"
    """A message that is a line of its own: "forbidden"."""
    ALONE = "alone"
    """A message beside which the page has little text: forms and players in articles have such messages, too."""
    PART = "part"
    """It begins a paragraph of a page that software wrote as a whole, as a server's first page or a firewall's."""
    SUBJECT = "subject"
    DETERMINER = "determiner"
    """It makes a subject with each ``noun`` of its language."""
    NOUN = "noun"
    PREDICATE = "predicate"
    RELATIVE = "relative"
    OPENING = "opening"
    """Words of regret before a message."""
    OR = "or"
    """A word behind a phrase that goes on: "deleted *or* moved"."""
    MENTION = "mention"
    """Words behind a message that somebody writes about, or that does not bar the page: "page not found" *is what* it
    says; "you must be logged in" *to comment*."""
    PATH = "path"
    """It stands before the path of a folder in the title of a server's list of files."""
    CREDIT = "credit"
    """It begins a line at the foot of a page, which is no text."""
    EXPLANATION = "explanation"
    """It begins a sentence that explains a message: "this message appears when"; "…" stands for any words between."""
    ADVICE = "advice"
    """The beginning of a word that stands in what software adds to a message ("address", "log in"), and seldom in what
    people tell of one."""


class ErrorMessage(NamedTuple):
    """A message of software, whole."""

    about: str
    """What it is about, as ``messages.message_about`` gives it."""
    role: MessageRole


class RelativeClause(NamedTuple):
    """The first part of messages whose second part stands some words on."""

    letters: str
    about: str
    predicates: tuple[str, ...]


class MessageTable(NamedTuple):
    """The rows, ready for a search; all texts are letters and digits, in small letters (``letters_of``)."""

    messages: Mapping[str, ErrorMessage]
    lengths: tuple[int, ...]
    """Letters of messages, the longest first: what stands behind all of a message may quote it."""
    relatives: tuple[RelativeClause, ...]
    openings: frozenset[str]
    opening_lengths: tuple[int, ...]
    """Letters of openings, the longest first."""
    mentions: tuple[str, ...]
    paths: frozenset[str]
    ors: tuple[str, ...]
    """With the space behind them, where their script has any."""
    parts: Mapping[str, str]
    """What the page is about of which each begins a paragraph."""
    part_beginnings: frozenset[str]
    """The first ``LETTERS_OF_PART`` of each."""
    explanations: tuple[tuple[str, str], ...]
    """Each with what stands later in the sentence; empty for nothing."""
    beginnings: frozenset[str]
    """The first letters, ``MOST_OF_BEGINNING`` or all, of messages, relative subjects and words of regret."""


@load_once
def message_table() -> MessageTable:
    """Give the table, read once per process."""
    cells = _rows()
    rows = [_Row(letters_of(message), language, about, MessageRole(role)) for message, language, about, role in cells]
    messages, relatives = _messages(rows), _relatives(rows)
    openings, mentions, paths, ors = ([row.letters for row in rows if row.role is role] for role in _AROUND)
    words = (*messages, *openings, *(each.letters for each in relatives))
    parts = mapping_of(_TABLE, ((row.letters, row.about) for row in rows if row.role is MessageRole.PART))
    return MessageTable(
        messages,
        _lengths(messages),
        relatives,
        frozenset(openings),
        _lengths(openings),
        tuple(mentions),
        frozenset(paths),
        tuple(word if length_of(word) > len(word) else f"{word} " for word in ors),
        parts,
        frozenset(part[:LETTERS_OF_PART] for part in parts),
        tuple(_explanation(phrase) for phrase, _, _, role in cells if role == MessageRole.EXPLANATION),
        frozenset(each[:MOST_OF_BEGINNING] for each in words),
    )


@load_once
def credit_words() -> tuple[str, ...]:
    """Give the letters of the rows ``credit``: every page asks for them, and only short ones for all others."""
    return tuple(letters_of(message) for message, _, _, role in _rows() if role == MessageRole.CREDIT)


def advice_words() -> tuple[str, ...]:
    """Give the beginnings of the words of software's advice, in small letters."""
    return tuple(word.casefold() for word, _, _, role in _rows() if role == MessageRole.ADVICE)


class _Row(NamedTuple):
    letters: str
    language: str
    about: str
    role: MessageRole


def _rows() -> list[tuple[str, ...]]:
    # Mostly a message matches where it begins, and that cell is left out.
    return rows_of(_TABLE, "message", "language", "about", "match", least=3, words={"match": MessageRole})


def _messages(rows: Sequence[_Row]) -> dict[str, ErrorMessage]:
    """Give the messages that are rows, and those of a subject and a predicate: a row goes before one of two parts."""
    whole = ((row.letters, ErrorMessage(row.about, row.role)) for row in rows if row.role in _WHOLE)
    messages = mapping_of(_TABLE, whole)
    predicates, nouns = _by_kind(rows, MessageRole.PREDICATE), _by_kind(rows, MessageRole.NOUN)
    subjects = _by_kind(rows, MessageRole.SUBJECT)
    for kind, determiners in _by_kind(rows, MessageRole.DETERMINER).items():
        subjects.setdefault(kind, []).extend(map("".join, product(determiners, nouns[kind])))
    for (language, about), of_kind in subjects.items():
        ends = [(predicate, ErrorMessage(about, _role_of(predicate))) for predicate in predicates[language, about]]
        for subject, (predicate, message) in product(of_kind, ends):
            messages.setdefault(subject + predicate, message)
    return messages


def _role_of(predicate: str) -> MessageRole:
    return MessageRole.BEGINNING if length_of(predicate) >= _LEAST_BEFORE_MORE else MessageRole.PHRASE


def _relatives(rows: Sequence[_Row]) -> tuple[RelativeClause, ...]:
    predicates = _by_kind((row for row in rows if len(row.letters) >= _LEAST_BEHIND_WORDS), MessageRole.PREDICATE)
    return tuple(
        RelativeClause(begin, about, tuple(predicates.get((language, about), ())))
        for (language, about), begins in _by_kind(rows, MessageRole.RELATIVE).items()
        for begin in begins
    )


def _explanation(phrase: str) -> tuple[str, str]:
    beginning, _, later = phrase.partition("…")
    return letters_of(beginning), letters_of(later)


def _by_kind(rows: Iterable[_Row], role: MessageRole) -> dict[tuple[str, str], list[str]]:
    """Give the letters of the rows with a role, by their language and what they are about."""
    by_kind: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        if row.role is role:
            by_kind.setdefault((row.language, row.about), []).append(row.letters)
    return by_kind


def _lengths(words: Iterable[str]) -> tuple[int, ...]:
    return tuple(sorted(set(map(len, words)), reverse=True))


_TABLE: Final = Path(__file__).with_name("error_pages.tsv")
_WHOLE: Final = (MessageRole.BEGINNING, MessageRole.PHRASE, MessageRole.WHOLE, MessageRole.ALONE)
"""Rows that are a message by themselves."""
_AROUND: Final = (MessageRole.OPENING, MessageRole.MENTION, MessageRole.PATH, MessageRole.OR)
"""Rows of words around messages."""
_LEAST_BEFORE_MORE: Final = 10
"""Length (``length_of``) of a predicate behind which the sentence may go on: behind shorter ones it says anything
("该帖子不存在", does not exist, goes on with "抄袭": contains no plagiarism)."""
_LEAST_BEHIND_WORDS: Final = 6
"""Letters of a predicate that may stand some words behind a relative subject: shorter ones ("нет") are anywhere."""
MOST_OF_BEGINNING: Final = 3
"""Letters by which lines that begin like no message are passed over."""
LETTERS_OF_PART: Final = 6
"""Letters by which a line is passed over that begins like no part; a part has at least so many."""
