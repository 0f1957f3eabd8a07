"""Texts in a writing that the groups of letters (``ngrams``) do not have, spelled in the one that they have.

Kazakh stands in the groups in Cyrillic letters alone, and Azerbaijani in Latin ones; half the letters of a text in the
other are those of their neighbours. ``respellings.tsv`` has a row each for what letters are read as: language (ISO
639-1), script (ISO 15924) that they are of, writing (empty: all of that language and script), letters, read. A speaker
of a language adds a writing there.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from normalization.load_once import load_once
from normalization.table_rows import mapping_of, rows_of

_MOST_STRANGE: Final = 0.03
"""Share of a text's letters that the writing does not have: those of names and foreign words."""


class _Writing(NamedTuple):
    language: str
    script: str
    read: Mapping[str, str]
    pattern: re.Pattern[str]
    """Of letters that are read together, the longest first, or of one."""
    letters: frozenset[str]
    """Those that are read alone; c is rare where only ch has it."""

    def read_in(self, small: str) -> str:
        """Give a text in small letters as it stands in the other writing."""
        return self.pattern.sub(lambda match: self.read[match[0]], small)


def respelled(text: str, script: str) -> Iterator[tuple[str, str]]:
    """Give each language whose writing a text may be in, and the text as it stands in the language's other one."""
    if not (writings := [writing for writing in _writings() if writing.script == script]):
        return
    small = text.lower()
    counts = {letter: small.count(letter) for letter in set(small) if letter.isalpha()}
    most = _MOST_STRANGE * sum(counts.values())
    for writing in writings:
        if sum(count for letter, count in counts.items() if letter not in writing.letters) <= most:
            yield writing.language, writing.read_in(small)


@load_once
def _writings() -> tuple[_Writing, ...]:
    rows: dict[tuple[str, str], dict[str, dict[str, str]]] = {}
    table = Path(__file__).with_name("respellings.tsv")
    cells = rows_of(table, "language", "script", "writing", "letters", "read")
    for (language, script, writing, letters), read in mapping_of(table, ((row[:-1], row[-1]) for row in cells)).items():
        rows.setdefault((language, script), {}).setdefault(writing, {})[letters] = read
    return tuple(
        _writing(language, script, {**writings.get("", {}), **own})
        for (language, script), writings in rows.items()
        for name, own in writings.items()
        if name or len(writings) == 1
    )


def _writing(language: str, script: str, read: Mapping[str, str]) -> _Writing:
    longest_first = "|".join(map(re.escape, sorted(read, key=len, reverse=True)))
    letters = frozenset(each for each in read if len(each) == 1)
    return _Writing(language, script, read, re.compile(longest_first), letters)
