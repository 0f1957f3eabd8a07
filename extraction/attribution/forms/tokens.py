"""A line as tokens: terms of the lexicon, days, times, numbers, signs, and words that may be names.

Each token is one character of the line's *shape*, so that a pattern over tokens is a regular expression over shapes
(``patterns``).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from extraction.lexicon.date_mentions import mentions
from extraction.lexicon.person_names import NameRole, names
from extraction.lexicon.terms import OF_LINES, UNSPACED_SCRIPTS, Term, TermRole, expression, terms
from extraction.page.characters import DOTTED_I
from normalization import fold_presentation_forms
from normalization.load_once import load_once

DAY, DAY_WITH_MONTH_NAME, TIME, NUMBER = "d", "D", "t", "#"
COLON, STOP, OPEN, CLOSE, SIGN, GAP = ":", ".", "(", ")", "|", "_"
"""``GAP`` is white space between words of a script that parts none."""
CAPITALISED, SMALL, UNCASED, SHORT_UNSPACED, WITH_SURNAME = "N", "n", "u", "k", "K"
"""Kinds of words: with a capital, without one, and of a script without capitals. The last two are of scripts without
spaces: two to four characters, the length of a name, without and with a surname at the beginning."""

WORDS: Final = frozenset({CAPITALISED, SMALL, UNCASED})
"""Kinds of words that are no terms, in scripts that part words."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """A line that was cut into T tokens."""

    kinds: list[str]
    """(T) the kind of each token, one character each."""
    starts: list[int]
    """(T) where each begins in the line, in characters."""
    stops: list[int]
    """(T) where each ends, in characters."""

    @property
    def shape(self) -> str:
        """The kinds of all tokens as one text, which the forms are matched with."""
        return "".join(self.kinds)

    def add(self, kind: str, start: int, stop: int) -> None:
        """Put a token behind the others."""
        self.kinds.append(kind)
        self.starts.append(start)
        self.stops.append(stop)


@lru_cache(maxsize=16)  # several roles are asked of the same line
def tokenise(line: str, language: str = "und") -> Tokens:
    """Cut a line into tokens.

    ``language`` is the one that the page declares: prepositions of other languages are words like others.
    """
    text = _unified(line)
    small = text.lower()
    tokens = Tokens([], [], [])
    at = 0
    for day in mentions(small):
        _between_days(tokens, small, text, at, day.start, language)
        tokens.add(DAY_WITH_MONTH_NAME if day.has_month_name else DAY, day.start, day.stop)
        at = day.stop
    _between_days(tokens, small, text, at, len(small), language)
    return tokens if len(text) == len(line) else _in_line(tokens, line)


def without_signs_around(text: str) -> str:
    """Give what is left of a text without signs and white space before and behind it."""
    words = _WORDS.search(text)
    return words[0] if words else ""


def has_moment(text: str) -> bool:
    """Tell whether a text has a day, or may have a time of day."""
    small = _unified(text).lower()
    return bool(mentions(small)) or _LIKELY_TIME.search(small) is not None


def _unified(line: str) -> str:
    """Give a line without positional forms, with one form of apostrophe."""
    return line if line.isascii() and "`" not in line else fold_presentation_forms(line).translate(_SAME)


def _in_line(tokens: Tokens, line: str) -> Tokens:
    """Move tokens to their places in the line itself, in which ligatures were not yet folded to several letters."""
    places = [at for at, character in enumerate(line) for _ in fold_presentation_forms(character)]
    places.append(len(line))
    starts, stops = ([places[min(at, len(places) - 1)] for at in ends] for ends in (tokens.starts, tokens.stops))
    return Tokens(tokens.kinds, starts, stops)


def letters_of_roles(*roles: TermRole) -> str:
    """Give the characters that stand for terms of any of some roles, for a class of a regular expression."""
    return "".join(sorted(letter for each, letter in _lexicon().letters.items() if not each.isdisjoint(roles)))


def _between_days(tokens: Tokens, small: str, text: str, start: int, stop: int, language: str) -> None:
    """Add the tokens of a part of a line, given in small letters (``small``) and with its capitals (``text``)."""
    lexicon, token, at = _lexicon(), _patterns().token, start
    max_words = lexicon.max_words
    while (match := token.match(small, at, stop)) is not None:
        begin, at = match.span(match.lastindex or 0)
        kind = _KINDS[match.lastindex or 0]
        if kind == _WORD:
            word = small[begin:at]
            letter = ""
            if word in max_words and max_words[word] > 1:
                letter, at = _phrase(small, begin, at, stop, max_words[word], language)
            letter = letter or _letter(word, language)
            if not letter or (letter in lexicon.within_names and text[begin].isupper()):  # within a name they are small
                letter = _kind_of_word(text[begin:at], language)
            tokens.add(letter, begin, at)
        elif kind == UNCASED:
            if begin and small[begin - 1].isspace() and _patterns().unspaced.match(small, begin - 2):
                tokens.add(GAP, begin - 1, begin)
            _add_unspaced(tokens, small, begin, at, language)
        else:
            tokens.add(kind, begin, at)


def _phrase(small: str, begin: int, end: int, stop: int, max_words: int, language: str) -> tuple[str, int]:
    """Give the longest term of several words that begins with a word, and where it ends; an empty text for none."""
    ends: list[int] = []
    behind, next_word = end, _patterns().next_word
    while len(ends) < max_words - 1 and (match := next_word.match(small, behind, stop)) is not None:
        behind = match.end()
        ends.append(behind)
    for behind in reversed(ends):
        letter = _letter(small[begin:behind], language)
        if letter:
            return letter, behind
    return "", end


def _add_unspaced(tokens: Tokens, small: str, start: int, stop: int, language: str) -> None:
    """Add the terms in a run of letters of a script that parts no words, and what is between them."""
    lexicon, begin, at = _lexicon(), start, start
    if small[start:stop] in lexicon.alone:
        tokens.add(_letter(small[start:stop], language), start, stop)
        return
    while at < stop:
        sizes, left = lexicon.unspaced_sizes.get(small[at], ()), stop - at
        size = next((size for size in sizes if size <= left and small[at : at + size] in lexicon.unspaced), 0)
        letter = _letter(small[at : at + size], language) if size else ""
        if not letter:  # what is a term in another language only is a part of a word
            at += 1
            continue
        if begin < at:
            tokens.add(_kind_of_word(small[begin:at], language), begin, at)
        tokens.add(letter, at, at + size)
        begin = at = at + size
    if begin < stop:
        tokens.add(_kind_of_word(small[begin:stop], language), begin, stop)


def _kind_of_word(word: str, language: str) -> str:
    if not word.isascii() and _patterns().unspaced.match(word):
        if not 2 <= len(word) <= _MAX_NAME_CHARS:
            return UNCASED
        return WITH_SURNAME if language == "ja" or word[0] in _lexicon().surnames else SHORT_UNSPACED
    return CAPITALISED if word[0].isupper() else SMALL if word[0].islower() else UNCASED


class _Lexicon(NamedTuple):
    """The terms of the tables, prepared so that they can be looked up in lines."""

    rows: dict[str, tuple[Term, ...]]
    """The rows of the tables, by the text of the term."""
    open_ended: dict[str, tuple[Term, ...]]
    """The rows of the terms that may have any ending, by their text."""
    letters: dict[frozenset[TermRole], str]
    """A character for each set of roles that a term may have."""
    within_names: frozenset[str]
    """Characters of terms that are only particles of names, or stand only between one name and another."""
    max_words: dict[str, int]
    """How many words the longest term has that begins with a word."""
    unspaced: frozenset[str]
    """The terms of scripts without spaces."""
    alone: frozenset[str]
    """Terms of one character that are also part of names: they are terms only where nothing stands beside them."""
    unspaced_sizes: dict[str, tuple[int, ...]]
    """How many characters the terms in ``unspaced`` have, by their first character, the longest first."""
    surnames: frozenset[str]
    """The characters with which Chinese names begin."""


@load_once
def _lexicon() -> _Lexicon:
    rows: dict[str, tuple[Term, ...]] = {}
    max_words: dict[str, int] = {}
    every = [term for table in OF_LINES for term in terms(table) if term.role not in _NOT_OF_FORMS]
    for term in every:
        rows[term.text] = *rows.get(term.text, ()), term
        words = term.text.split()
        max_words[words[0]] = max(max_words.get(words[0], 1), len(words))
    open_ended = {text: tuple(row for row in of_text if row.open_ended) for text, of_text in rows.items()}
    open_ended = {text: of_text for text, of_text in open_ended.items() if of_text}
    sets = {
        _roles(rows, open_ended, text + ending, language)
        for text in rows
        for ending in ("", "\0")
        for language in ("und", "")
    }
    letters = {roles: chr(_PRIVATE_USE + number) for number, roles in enumerate(sorted(filter(None, sets), key=sorted))}
    unspaced = frozenset(term.text for term in every if term.script in UNSPACED_SCRIPTS)
    alone = frozenset(
        text
        for text in unspaced
        if len(text) == 1 and {row.role for row in rows[text]} < {TermRole.WORK, TermRole.CLOCK}
    )
    sizes_by_first: dict[str, set[int]] = {}
    for text in unspaced - alone:
        sizes_by_first.setdefault(text[0], set()).add(len(text))
    return _Lexicon(
        rows,
        open_ended,
        letters,
        frozenset(letters[frozenset({role})] for role in (TermRole.NAME_PARTICLE, TermRole.ON_BEHALF_OF)),
        max_words,
        unspaced - alone,
        alone,
        {first: tuple(sorted(sizes, reverse=True)) for first, sizes in sizes_by_first.items()},
        names(NameRole.SURNAME, "zh"),
    )


@lru_cache(maxsize=8192)
def _letter(text: str, language: str) -> str:
    """Give the character that stands for a term; empty when the text has no role on a page in that language."""
    lexicon = _lexicon()
    return lexicon.letters.get(_roles(lexicon.rows, lexicon.open_ended, text, language), "")


def _roles(
    rows: Mapping[str, tuple[Term, ...]], open_ended: Mapping[str, tuple[Term, ...]], text: str, language: str
) -> frozenset[TermRole]:
    sizes = range(len(text), max(text.rfind(" "), 1), -1)  # an open term goes on to the end of its word
    stem = next((text[:size] for size in sizes if text[:size] in open_ended), "")
    of_text = (*rows.get(text, ()), *open_ended.get(stem, ()))
    return frozenset(row.role for row in of_text if row.role is not _UNSURE or language in ("und", row.language))


_NOT_OF_FORMS: Final = frozenset(
    {
        *(TermRole.MEANS, TermRole.TALK, TermRole.UNSIGNED, TermRole.DATELINE, TermRole.WIRE),
        *(TermRole.ENTRY_NAME, TermRole.ENTRY_FIELD, TermRole.ENTRY_TEXT),
    }
)
_UNSURE: Final = TermRole.PREPOSITION
_PRIVATE_USE: Final = 0xE000  # Unicode gives these characters no meaning, so no other kind of token has one
_MAX_NAME_CHARS: Final = 4
"""Characters of a Chinese name: a surname of one or two, and a given name of as many (half 3, twice 0)."""
_SAME: Final = {**dict.fromkeys(map(ord, "’‘ʻʼ`´"), "'"), ord(DOTTED_I): "I"}
"""Apostrophes, and the one letter whose small form is two characters."""
_CJK: Final = "\u3005\u0e00-\u0f0b\u0f0f-\u0fff\u3040-\u30fa\u30fc-\u30ff\u3400-\u9fff"
"""Letters of scripts that part no words (and of Thai)."""
_INDIC: Final = "".join(
    f"{chr(block)}-{chr(block + 0x03)}{chr(block + 0x3A)}-{chr(block + 0x4F)}" for block in range(0x0900, 0x0D80, 0x80)
)
"""Vowel signs and the like, which stand at the same places in the blocks from Devanagari to Malayalam."""
_MARKS: Final = f"\u0300-\u036f\u064b-\u065f{_INDIC}"
"""Marks of letters: of Latin and Cyrillic, Arabic, and the scripts of India and Bangladesh."""
_WORD: Final = "word"
_WORD_FORM: Final = (
    rf"[^\W\d_{_CJK}](?:\.(?=\s[^\W\d_])|(?:[a-z]++|[^\W{_CJK}]|[{_MARKS}]|['.\u200c-](?=[^\W\d_{_CJK}]))*)"
)
"""A word. Most text is runs of Latin letters, which are matched in one step."""
_WORDS: Final = re.compile(r"\w(?:.*\w)?", re.DOTALL)
"""It matches from the first letter or digit to the last."""
_LIKELY_TIME: Final = re.compile(r"\d[:h]\d\d")
_KINDS: Final = ("", TIME, NUMBER, UNCASED, _WORD, SIGN, COLON, STOP, OPEN, CLOSE, SIGN)
"""What the groups of ``_Patterns.token`` are, from 1."""


class _Patterns(NamedTuple):
    unspaced: re.Pattern[str]
    next_word: re.Pattern[str]
    token: re.Pattern[str]


@load_once
def _patterns() -> _Patterns:
    """Give the patterns of tokens. To compile them at the first use instead of the import saves a twentieth of it."""
    clock = rf"\s?(?:{expression(TermRole.CLOCK, TermRole.ZONE)})(?!\w)"
    return _Patterns(
        re.compile(f"[{_CJK}]"),
        re.compile(rf"\s({_WORD_FORM})"),
        re.compile(
            r"[\s\u0f0d\u0f0e]*(?:"  # strokes end a phrase in Tibetan
            rf"(\d{{1,2}}(?:[:h]\d{{2}}(?::\d{{2}})?(?:\s?[ap]\.?m\b\.?)?(?:{clock})?|\.\d{{2}}{clock})(?!\d))|(\d+)"
            rf"|([{_CJK}]+)|({_WORD_FORM})"
            r"|([:;]-?[()](?!\w))|([:：﹕፦፡])|([.。!！?？؟])|([(（\[［【〔＜«「])|([)）\]］】〕＞»」])|([^\s\u0f0d\u0f0e]))"
        ),
    )
