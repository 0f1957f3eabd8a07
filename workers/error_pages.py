"""Pages that come with status 200 and hold only a message of the site's software: not found, log in, no database.

The messages stand in ``error_pages.tsv``, a row each: how the message begins, its language (ISO 639-1), what it is
about, and how much of a line it must be: ``whole`` where it must be all of it, as "forbidden" must, ``phrase`` where
the line must end behind it, or go on behind a sign: "Page not found (404)", and not "Page not found: a novel". A
speaker of a language reviews and extends the table without reading Python. Case, signs and spaces do not count.
"""

import csv
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

MOST_CHARACTERS: Final = 800
"""Characters of a page's whole text: who writes more about such a message has written a text of his own."""


def message_about(title: str, blocks: Sequence[str]) -> str | None:
    """Tell what the message is about that a page consists of; None for a page that is no error page.

    Args:
        title: of the page, without the site's name.
        blocks: of its main text, as plain text in clean letters.

    Returns:
        ``not-found``, ``no-permission``, ``log-in``, ``server``, ``database`` or ``robot-check``.
    """
    if sum(map(len, blocks)) > MOST_CHARACTERS:
        return None
    for line in (title, *blocks):
        text = _letters(line)
        for length in _lengths():
            message = _messages().get(text[:length])
            if message and (len(text) == length or message.match is _Match.BEGINNING or _ends(message, line, length)):
                return message.about
    return None


def _ends(message: "_Message", line: str, length: int) -> bool:
    """Tell whether a line goes on behind a sign after so many letters, where its message may."""
    if message.match is not _Match.PHRASE:
        return False
    letters = (place for place, sign in enumerate(line) if sign.isalnum())
    return line[next(islice(letters, length - 1, None)) + 1 :].lstrip().startswith(_SIGNS)


class _Match(StrEnum):
    BEGINNING = ""
    PHRASE = "phrase"
    WHOLE = "whole"


_SIGNS: Final = tuple("-–—|(.,;!！。，；·«»（،؛")


class _Message(NamedTuple):
    about: str
    match: _Match


@cache
def _messages() -> Mapping[str, _Message]:
    table = Path(__file__).with_name("error_pages.tsv").read_text(encoding="utf-8")
    rows = csv.DictReader(table.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    return {_letters(row["message"]): _Message(row["about"], _Match(row["match"] or "")) for row in rows}


@cache
def _lengths() -> tuple[int, ...]:
    return tuple(sorted({len(message) for message in _messages()}))


def _letters(text: str) -> str:
    """Give the letters and digits of a text, in small letters."""
    return "".join(filter(str.isalnum, text.casefold()))
