"""Pages that come with status 200 and hold only a message of the site's software: not found, log in, no database.

The messages stand in ``error_pages.tsv``, a row each: how the message begins, its language (ISO 639-1), what it is
about, and how much of a line it must be: ``whole`` where it must be all of it, as "forbidden" must, ``phrase`` where
the line must end behind it, or go on behind a sign: "Page not found (404)", and not "Page not found: a novel", and
``alone`` where little may stand beside it, as forms and players in articles have such messages, too. Software words
the same in many ways, so some messages stand in two parts: each ``subject`` ("the page you requested") makes one with
each ``predicate`` ("does not exist") of its language that is about the same, and each ``relative`` ("the page that
you") with one some words on. Before a message may stand words of regret, the rows ``opening``; the name of a host in
it does not count ("the domain example.com is for sale"). Behind a message that somebody writes about stand words that
quote it, the rows ``mention``: "page not found" *is what* it says. The rows ``credit`` begin a line at the foot of a
page, which is no text. The rows ``path`` stand before the path of a folder in the title of a list of its files, which a
server makes by itself (Apache, nginx, lighttpd, Tomcat, Python ...), however long it is. A speaker of a language
reviews and extends the table without reading Python. Case, signs and spaces do not count.
"""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from itertools import accumulate, islice, product
from pathlib import Path
from typing import Final, NamedTuple

from extraction.page.signs import HAN_AND_KANA, HANGUL, QUESTION_MARKS, SENTENCE_ENDS
from normalization.table_rows import rows_of

MOST_CHARACTERS: Final = 800
"""Characters of a page's whole text: who writes more about such a message has written a text of his own."""
MOST_BESIDE_ALONE: Final = 300
"""Likewise of a page with a message that must stand alone."""
_MOST_BETWEEN: Final = 40
"""Letters between a relative subject and its predicate: "the page you *were trying to open* does not exist"."""
_FEWEST_LETTERS_OF_SENTENCES: Final = 30
"""Of what somebody wrote; the software's own advice ("It may have been moved.") is shorter, or a message itself."""
_NO_LETTERS: Final = dict.fromkeys(map(ord, "\u02bb\u02bc\u02b9"))
_SYLLABLE: Final = re.compile(f"[{HAN_AND_KANA}{HANGUL}]")
_HOST: Final = re.compile(r"(?:https?://)?(?:[a-z0-9-]+\.)+[a-z]{2,}(?![a-z])/?|[а-яё0-9-]+\.рф\b", re.IGNORECASE)
_MOST_OF_BEGINNING: Final = 3
"""Letters by which lines that begin like no message are passed over."""
_LEAST_PREDICATE: Final = 6
"""Letters of one that may stand so far off, or before more words: shorter ones ("нет") are words of any sentence."""
_FOLDER_TITLE: Final = re.compile(r"([^/]*?)\[?(?:ftp:/|\.)?(/.*?)\]?(?: - Up To .*)?")
"""What stands before a path, and the path: Tomcat writes it in brackets, and adds the folder above."""
_FILE: Final = re.compile(r"<dir>|\S(?:\.\w{1,8}|\.\.>|/)(?!\S)")
"""The end of a file's or folder's name in a line; Apache cuts long ones, IIS writes before folders what they are."""
_FEWEST_FILES: Final = 0.5
"""Share of the lines below a title that is a path alone, or behind a host (Caddy, IIS)."""
_MOST_OPENINGS: Final = 3
"""Before one message: "Oops! We are sorry, but ..."."""


def message_about(title: str, blocks: Sequence[str], *, dated: bool = False) -> str | None:
    """Tell what the message is about that a page consists of; None for a page that is no error page.

    Args:
        title: of the page, without the site's name.
        blocks: of its main text, as plain text in clean letters.
        dated: the page says when it was published, as people's texts do. Then a message that is no more than its
            title is what its sentences are about: who asks for help in a forum writes it there.

    Returns:
        ``not-found``, ``no-permission``, ``log-in``, ``server``, ``database`` or ``robot-check``.
    """
    chars = sum(map(len, blocks))
    if chars > MOST_CHARACTERS:
        return None
    about = next((about for line in (title, *blocks) if (about := _stated(line, chars))), None)
    return None if about and dated and _is_topic(title, blocks, chars) else about


def lists_folder(title: str, blocks: Sequence[str]) -> bool:
    """Tell whether a page is a server's list of the files of a folder: nobody wrote a sentence below its path."""
    named = _FOLDER_TITLE.fullmatch(title.strip())
    if named is None or (" " in named[2] and not named[2].endswith("/")):
        return False
    if any(
        block.rstrip().endswith(SENTENCE_ENDS) and _length(block) >= _FEWEST_LETTERS_OF_SENTENCES for block in blocks
    ):
        return False
    before = named[1].strip()
    if _letters(before) in _table().paths:
        return True
    lines = [line for block in blocks for line in block.splitlines() if line.strip() and line.strip() != title.strip()]
    files = sum(1 for line in lines if _FILE.search(line))
    host_alone = before.endswith(" -") and " " not in before.removesuffix(" -")
    return (not before or host_alone) and files > 0 and files >= _FEWEST_FILES * len(lines)


def is_credit(line: str) -> bool:
    """Tell whether a line says by what software a page was made, or whose it is, as at its foot."""
    return not (letters := _letters(line)) or letters.startswith(_credits())


def _stated(line: str, chars: int) -> str | None:
    """Tell what the message is about that a line begins with, behind words of regret; hosts' names may be left out."""
    for version in dict.fromkeys((line, _HOST.sub("", line))):
        text, at = _letters(version), 0
        for _ in range(_MOST_OPENINGS + 1):
            if _table().beginnings.isdisjoint(accumulate(text[at : at + _MOST_OF_BEGINNING])):  # as of most lines
                break
            if about := _about(version, text, at, chars):
                return about
            before, at = at, _behind_opening(text, at)
            if at == before:
                break
    return None


def _is_topic(title: str, blocks: Sequence[str], chars: int) -> bool:
    """Tell whether sentences stand below the title or headings alone that begin with a message."""
    below = [block for block in blocks if not _is_heading(title, block)]
    sentences = sum(_length(block) for block in below if block.rstrip().endswith(SENTENCE_ENDS))
    statements = (block for block in below if not block.rstrip().endswith(QUESTION_MARKS))
    return sentences >= _FEWEST_LETTERS_OF_SENTENCES and not any(_stated(block, chars) for block in statements)


def _length(block: str) -> int:
    """Give the letters of a block; a character of Chinese, Japanese or Korean writes as much as three."""
    letters = _letters(block)
    return len(letters) + 2 * len(_SYLLABLE.findall(letters))


def _is_heading(title: str, block: str) -> bool:
    """Tell whether a block is a title once more, or a line that ends like none of a text."""
    return _letters(block) == _letters(title) or not block.rstrip().endswith(SENTENCE_ENDS)


def _about(line: str, text: str, at: int, chars: int) -> str | None:
    """Tell what a line is about whose letters are given, if a message begins at one of them."""
    for length in _table().lengths:
        message = _table().messages.get(text[at : at + length])
        if message is None or at + length > len(text):
            continue
        if message.match is _Match.ALONE and chars > MOST_BESIDE_ALONE:
            continue
        goes_on = message.match in (_Match.BEGINNING, _Match.ALONE) or _ends(message, line, at + length)
        if (len(text) == at + length and not (at and message.match is _Match.WHOLE)) or goes_on:
            return None if text.startswith(_table().mentions, at + length) else message.about
    for relative in _table().relatives:
        if text.startswith(relative.letters, at):
            begin = at + len(relative.letters)
            between = text[begin : begin + _MOST_BETWEEN]
            if any(predicate in between for predicate in relative.predicates):
                return relative.about
    return None


def _behind_opening(text: str, at: int) -> int:
    """Give the place behind the longest words of regret that begin at a letter; the same place when none do."""
    lengths = (length for length in _table().opening_lengths if text[at : at + length] in _table().openings)
    return at + next(lengths, 0)


def _ends(message: "_Message", line: str, length: int) -> bool:
    """Tell whether a line goes on behind a sign after so many letters, where its message may."""
    if message.match is not _Match.PHRASE:
        return False
    letters = (place for place, sign in enumerate(line) if _letters(sign))
    return line[next(islice(letters, length - 1, None)) + 1 :].lstrip().startswith(_SIGNS)


class _Match(StrEnum):
    BEGINNING = ""
    PHRASE = "phrase"
    WHOLE = "whole"
    ALONE = "alone"
    SUBJECT = "subject"
    DETERMINER = "determiner"
    NOUN = "noun"
    PREDICATE = "predicate"
    RELATIVE = "relative"
    OPENING = "opening"
    MENTION = "mention"
    PATH = "path"
    CREDIT = "credit"
    """See ``_credits``."""


_PARTS: Final = {_Match.SUBJECT, _Match.DETERMINER, _Match.NOUN, _Match.PREDICATE, _Match.RELATIVE}
"""Those of a message in parts."""
_SIGNS: Final = tuple("-–—|(.,;!！。，；·«»（،؛")


class _Message(NamedTuple):
    about: str
    match: _Match


class _Relative(NamedTuple):
    letters: str
    about: str
    predicates: tuple[str, ...]


class _Table(NamedTuple):
    """What the rows say: keys are letters and digits, in small letters."""

    messages: Mapping[str, _Message]
    lengths: tuple[int, ...]
    """The longest first: what stands behind all of a message may quote it."""
    relatives: tuple[_Relative, ...]
    openings: frozenset[str]
    opening_lengths: tuple[int, ...]
    """The longest first."""
    mentions: tuple[str, ...]
    paths: frozenset[str]
    """What stands before the path of a folder."""
    beginnings: frozenset[str]
    """The first letters, ``_MOST_OF_BEGINNING`` or all, of messages, relative subjects and words of regret."""


@cache
def _table() -> _Table:
    messages: dict[str, _Message] = {}
    parts: dict[_Match, dict[tuple[str, str], list[str]]] = {}
    openings, mentions, paths = set[str](), list[str](), set[str]()
    for message, language, about, word in _rows():
        letters, match = _letters(message), _Match(word)
        if match is _Match.OPENING:
            openings.add(letters)
        elif match is _Match.MENTION:
            mentions.append(letters)
        elif match is _Match.PATH:
            paths.add(letters)
        elif match in _PARTS:
            parts.setdefault(match, {}).setdefault((language, about), []).append(letters)
        elif match is not _Match.CREDIT:
            messages[letters] = _Message(about, match)
    for key, determiners in parts[_Match.DETERMINER].items():
        whole = map("".join, product(determiners, parts[_Match.NOUN][key]))
        parts[_Match.SUBJECT].setdefault(key, []).extend(whole)
    for (language, about), subjects in parts[_Match.SUBJECT].items():
        for subject, predicate in product(subjects, parts[_Match.PREDICATE][language, about]):
            match = _Match.BEGINNING if _length(predicate) >= _LEAST_PREDICATE else _Match.PHRASE
            messages.setdefault(subject + predicate, _Message(about, match))
    relatives = [
        _Relative(begin, about, tuple(each for each in predicates if len(each) >= _LEAST_PREDICATE))
        for (language, about), begins in parts[_Match.RELATIVE].items()
        for predicates in [parts[_Match.PREDICATE][language, about]]
        for begin in begins
    ]
    lengths, opening_lengths = (tuple(sorted(set(map(len, words)), reverse=True)) for words in (messages, openings))
    words_around = frozenset(openings), opening_lengths, tuple(mentions), frozenset(paths)
    words = (*messages, *openings, *(each.letters for each in relatives))
    beginnings = frozenset(each[:_MOST_OF_BEGINNING] for each in words)
    return _Table(messages, lengths, tuple(relatives), *words_around, beginnings)


@cache
def _credits() -> tuple[str, ...]:
    """Give the letters of the rows ``credit``: every page asks for them, and only short ones for all others."""
    return tuple(_letters(message) for message, _, _, match in _rows() if match == _Match.CREDIT)


def _rows() -> list[tuple[str, ...]]:
    table = Path(__file__).with_name("error_pages.tsv")
    # Mostly a message matches where it begins, and that cell is left out.
    return rows_of(table, "message", "language", "about", "match", least=3, words={"match": _Match})


def _letters(text: str) -> str:
    """Give the letters and digits of a text, in small letters; the apostrophes that count as letters are none."""
    return "".join(filter(str.isalnum, text.casefold().translate(_NO_LETTERS)))
