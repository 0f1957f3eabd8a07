"""Terms in a text: the longest at a place, found by a tree of their letters.

A regular expression finds them in less time, but of four thousand terms it takes a sixth of a second to compile, and
most pages ask for a few places only. So the tree is in Python; it is made in some milliseconds, and asked as
``re.Pattern`` is.
"""

import re
from collections.abc import Iterator
from enum import IntEnum
from typing import Any, Final, NamedTuple

APOSTROPHES: Final = "'’‘ʻʼ`´"
"""All characters that are used as an apostrophe."""
_JOINS: Final = frozenset(APOSTROPHES + "-")
"""Between two letters these signs are part of a word."""
_ENDING: Final = ""
"""The key of what must follow where a term ends."""


class Ending(IntEnum):
    """What follows a term."""

    WORD = 0
    """The end of a word."""
    ANY = 1
    """Any letters, which belong to the match."""
    NONE = 2
    """Nothing in particular, in scripts without spaces."""


class TermMatch(NamedTuple):
    """Where a term stands; it has the methods of ``re.Match``."""

    text: str
    """In which it was looked for."""
    first: int
    last: int
    """Where it begins, and the place behind it."""

    def start(self) -> int:
        """Give where it begins."""
        return self.first

    def end(self) -> int:
        """Give the place behind it."""
        return self.last

    def word(self) -> str:
        """Give what stands there."""
        return self.text[self.first : self.last]


class TermSearch:
    """Finds terms: those of ``spaced`` begin where a word does, those of ``unspaced`` anywhere.

    In them a space is any white space, and "'" any apostrophe.
    """

    def __init__(self, spaced: dict[str, Ending], unspaced: dict[str, Ending]) -> None:
        self._spaced, self._unspaced = _tree(spaced), _tree(unspaced)
        beginnings = [rf"(?<![^\W\d_])[{_class_of(spaced)}]"] if spaced else []
        beginnings += [f"[{_class_of(unspaced)}]"] if unspaced else []
        self._begins = re.compile("|".join(beginnings) or r"(?!)")

    def match(self, text: str, start: int = 0) -> TermMatch | None:
        """Give the longest term that begins at a place."""
        last = -1
        if self._spaced and not (start and _is_letter(text[start - 1])):
            last = _longest(self._spaced, text, start)
        if last < 0 and self._unspaced:
            last = _longest(self._unspaced, text, start)
        return TermMatch(text, start, last) if last >= 0 else None

    def fullmatch(self, text: str) -> TermMatch | None:
        """Give the term that is all of a text."""
        term = self.match(text)
        return term if term is not None and term.last == len(text) else None

    def finditer(self, text: str) -> Iterator[TermMatch]:
        """Give the terms from left to right, none within another."""
        behind = 0
        for place in self._begins.finditer(text):
            if place.start() >= behind and (term := self.match(text, place.start())) is not None:
                yield term
                behind = term.last

    def search(self, text: str) -> TermMatch | None:
        """Give the first one."""
        return next(self.finditer(text), None)

    def sub(self, replacement: str, text: str) -> str:
        """Give a text with something else in place of each."""
        pieces, behind = list[str](), 0
        for term in self.finditer(text):
            pieces += text[behind : term.first], replacement
            behind = term.last
        return "".join([*pieces, text[behind:]])


_Node = dict[str, Any]
"""By character the next node, and by ``_ENDING`` what must follow here."""


def _tree(terms: dict[str, Ending]) -> _Node:
    root: _Node = {}
    for text, ending in terms.items():
        node = root
        for character in text:
            node = node.setdefault(character, {})
        node[_ENDING] = ending
    return root


def _class_of(terms: dict[str, Ending]) -> str:
    first = {text[0] for text in terms}
    return "".join(map(re.escape, sorted(first | set(APOSTROPHES) if "'" in first else first)))


def _longest(node: _Node | None, text: str, at: int) -> int:
    """Give the place behind the longest term that begins at a place; -1 for none."""
    last = -1
    while node is not None:
        if _ENDING in node and (behind := _behind(node[_ENDING], text, at)) >= 0:
            last = behind
        if at == len(text):
            break
        character = text[at]
        if character in node:
            node = node[character]
        else:
            node = node.get(" " if character.isspace() else "'" if character in APOSTROPHES else character)
        at += 1
    return last


def _behind(ending: Ending, text: str, at: int) -> int:
    """Give the place behind a term whose letters end at a place, with what belongs to it; -1 where it does not end."""
    if ending is Ending.ANY:
        while at < len(text) and _is_letter(text[at]):
            at += 1
    elif ending is Ending.WORD:
        behind = text[at : at + 2]
        if any(map(_is_letter, behind[:1])) or (behind[:1] in _JOINS and any(map(_is_letter, behind[1:]))):
            return -1
    return at


def _is_letter(character: str) -> bool:
    """Tell whether a character is one of ``[^\\W\\d_]``."""
    return character.isalnum() and not character.isdecimal()
