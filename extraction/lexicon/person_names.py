"""Names that persons have, and words that tell names of persons from those of places, institutions and works.

They stand in ``person_names.tsv``: a row is a language (ISO 639-1), a script (ISO 15924), a role, and names in small
letters with spaces between them. Within a script a name stands once for each role, in the row of the first language
that has it. The table has the most common names of some ninety languages. A name alone proves little: whoever uses the
table must look at form and place first.
"""

import re
import unicodedata
from collections import defaultdict
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Final

from normalization.load_once import load_once
from normalization.table_rows import rows_of


class NameRole(StrEnum):
    """What a name, or a word beside a name, proves about a line."""

    GIVEN_NAME = "given-name"
    """A name with which names of persons begin; in letters without capitals, the only proof of a name."""
    NAME_OR_WORD = "name-or-word"
    """A given name that is also a word or a place: "hope", "victoria", "نور". In Korean also a word with the form of a
    name."""
    SURNAME = "surname"
    """A name of a family: in Chinese, Japanese and Korean, and in languages without capitals."""
    GIVEN_PART = "given-part"
    """A character of Chinese, or a syllable of Korean, given names."""
    SURNAME_OR_PLACE = "surname-or-place"
    """A surname that places are called by as well: "hill"."""
    IMPERSONAL = "impersonal"
    """A word in names of places, institutions and works: "court". A line with it names no person unless more than its
    form proves it."""
    SURNAME_ENDING = "surname-ending"
    """How surnames of a language end."""
    SURNAME_PART = "surname-part"
    """A part of surnames in letters without capitals: they begin with "ال-", and end with "-زاده"; "بن" is a word."""
    GIVEN_ENDING = "given-ending"
    """It stands behind a given name and makes another given name of it."""
    HONORIFIC = "honorific"
    """A title before or behind a name: "dr."."""
    BY_PREFIX = "by-prefix"
    """It stands for "by" in one word with the name behind it, in languages that write it so: "በ" in Amharic."""
    SIGN_OFF = "sign-off"
    """It stands before the name of a reporter who signs off; with a hyphen it ends a word: "지금까지", "-에서"."""
    SIGN_OFF_ENDING = "sign-off-ending"
    """It ends the name of a reporter who signs off: "입니다"."""
    AND = "and"
    """It stands between two names."""
    IN = "in"
    """It stands between a name and a place."""


@lru_cache(maxsize=32)
def names(role: NameRole, language: str | None = None) -> frozenset[str]:
    """Give the names of a role, without accents, of one language or of all."""
    rows = (row for row in _rows()[role] if language in (None, row[0]))
    return frozenset(" ".join(folded(text) if script in _WITH_ACCENTS else text for _, script, text in rows).split())


def folded(text: str) -> str:
    """Give a text in small letters, without the accents of Latin, Greek and Cyrillic letters."""
    small = text.lower()
    if small.isascii():
        return small
    return unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFD", small)))


@load_once
def _rows() -> dict[NameRole, list[tuple[str, str, str]]]:
    """Give the rows of each role: the language, the script, and the names."""
    table = Path(__file__).with_name("person_names.tsv")
    rows: dict[NameRole, list[tuple[str, str, str]]] = defaultdict(list)
    for language, script, role, text in rows_of(table, "language", "script", "role", "names", words={"role": NameRole}):
        rows[NameRole(role)].append((language, script, text))
    return rows


_WITH_ACCENTS: Final = frozenset({"Latn", "Grek", "Cyrl"})
_ACCENTS: Final = re.compile("[\u0300-\u036f]")
