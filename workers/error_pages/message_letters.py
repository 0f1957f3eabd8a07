"""The letters of a text by which messages are compared: case, signs and spaces do not count."""

import re
from collections.abc import Sequence
from typing import Final

from extraction.page.signs import HAN_AND_KANA, HANGUL


def letters_of(text: str) -> str:
    """Give the letters and digits of a text, in small letters; the apostrophes that count as letters are none."""
    return "".join(filter(str.isalnum, text.casefold().translate(_NO_LETTERS)))


def length_of(block: str) -> int:
    """Give the letters of a block; a character of Chinese, Japanese or Korean writes as much as three."""
    letters = letters_of(block)
    return len(letters) + 2 * len(_SYLLABLE.findall(letters))


def characters_of(blocks: Sequence[str]) -> int:
    """Give the characters of a text, its signs and spaces, too; one of Chinese, Japanese or Korean counts as three."""
    return sum(len(block) + 2 * len(_SYLLABLE.findall(block)) for block in blocks)


def are_longer(blocks: Sequence[str], most: int) -> bool:
    """Tell whether a text has more characters (``characters_of``) than some, without counting those of a long one."""
    return sum(map(len, blocks)) > most or characters_of(blocks) > most


_NO_LETTERS: Final = dict.fromkeys(map(ord, "\u02bb\u02bc\u02b9"))
_SYLLABLE: Final = re.compile(f"[{HAN_AND_KANA}{HANGUL}]")
