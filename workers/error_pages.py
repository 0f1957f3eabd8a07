"""Pages that come with status 200 and hold only a message of the site's software: not found, log in, no database.

The messages stand in ``error_pages.tsv``, a row each: how the message begins, its language (ISO 639-1) and what it is
about. A speaker of a language reviews and extends the table without reading Python. Case, signs and spaces do not
count.
"""

import csv
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

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
            if about := _messages().get(text[:length]):
                return about
    return None


@cache
def _messages() -> Mapping[str, str]:
    table = Path(__file__).with_name("error_pages.tsv").read_text(encoding="utf-8")
    rows = csv.DictReader(table.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    return {_letters(row["message"]): row["about"] for row in rows}


@cache
def _lengths() -> tuple[int, ...]:
    return tuple(sorted({len(message) for message in _messages()}))


def _letters(text: str) -> str:
    """Give the letters and digits of a text, in small letters."""
    return "".join(filter(str.isalnum, text.casefold()))
