"""Pages that come with status 200 and hold only a message of the site's software: not found, log in, no database.

The messages stand in ``error_pages.tsv``, a row each: how the message begins, its language (ISO 639-1), what it is
about, and ``whole`` where it must be all of a line, as "forbidden" must. A speaker of a language reviews and extends
the table without reading Python. Case, signs and spaces do not count.
"""

import csv
from collections.abc import Mapping, Sequence
from functools import cache
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
    for text in map(_letters, (title, *blocks)):
        for length in _lengths():
            message = _messages().get(text[:length])
            if message and (len(text) == length or not message.whole):
                return message.about
    return None


class _Message(NamedTuple):
    about: str
    whole: bool
    """It must be all of a line."""


@cache
def _messages() -> Mapping[str, _Message]:
    table = Path(__file__).with_name("error_pages.tsv").read_text(encoding="utf-8")
    rows = csv.DictReader(table.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    return {_letters(row["message"]): _Message(row["about"], row["match"] == "whole") for row in rows}


@cache
def _lengths() -> tuple[int, ...]:
    return tuple(sorted({len(message) for message in _messages()}))


def _letters(text: str) -> str:
    """Give the letters and digits of a text, in small letters."""
    return "".join(filter(str.isalnum, text.casefold()))
