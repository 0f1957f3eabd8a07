"""The ways people write Uyghur in Latin letters, each read as ULY, the spelling of 2008.

UYY (yengi yéziq, of the schools of 1965 to 1982) has letters of its own, and other sounds for h, j, q and x; what is
written on Turkish and German keyboards has ş, ç and ğ, or ä beside e. Which one a text is in shows in its letters.
"""

import re
from collections.abc import Callable
from typing import Final

APOSTROPHES: Final = "'’‘ʼʻ`´′＇ʹ"
"""What stands for the glottal stop; ULY has the first."""
LETTERS: Final = "A-Za-zÉÖÜËéöüëƏəƟɵƢƣⱧⱨⱩⱪⱫⱬŞşÇçĞğÑñŊŋŽžÄäÊêÈèIıǝƎӘәӨө"
"""What such words are written with, as part of a character class."""

_OF_UYY: Final = re.compile("[ƟɵƢƣⱧⱨⱩⱪⱫⱬ]")
"""Letters that hardly another language has; Azerbaijani has ə."""
_UYY: Final = {
    "ə": "e",
    "ǝ": "e",
    "ә": "e",
    "e": "é",
    "ɵ": "ö",
    "ƣ": "gh",
    "ⱨ": "h",
    "ⱪ": "q",
    "ⱬ": "zh",
    "q": "ch",
    "x": "sh",
    "h": "x",
}
_SCHWA: Final = re.compile("[ƏəǝƎӘә]")
_WITH_A_UMLAUT: Final = re.compile("[Ää]")
_KEYBOARDS: Final = {
    "ş": "sh",
    "ç": "ch",
    "ğ": "gh",
    "ñ": "ng",
    "ŋ": "ng",
    "ž": "zh",
    "ə": "e",
    "ǝ": "e",
    "ә": "e",
    "ө": "ö",
    "ı": "i",
}
_OF_KEYBOARDS: Final = re.compile("[ŞşÇçĞğÑñÄä]")
_OTHER_E: Final = {"ë": "é", "ê": "é", "è": "é"}
_APOSTROPHES: Final = dict.fromkeys(APOSTROPHES, "'")


def is_uyy(text: str) -> bool:
    """Tell whether a text is in UYY."""
    return _OF_UYY.search(text) is not None


def reader(text: str) -> Callable[[str], str]:
    """Give what reads a word of this text: it comes out in ULY, in small letters."""
    letters = _APOSTROPHES | _OTHER_E | _KEYBOARDS
    if is_uyy(text):
        letters |= _UYY
        if not _SCHWA.search(text):  # then e is the letter of both sounds, as where people leave out the accent of ULY
            letters |= {"e": "e"}
    elif _WITH_A_UMLAUT.search(text):
        letters |= {"ä": "e", "e": "é"}
    if _OF_KEYBOARDS.search(text):
        letters |= {"v": "w"}
    table = str.maketrans(letters)
    return lambda word: word.replace("I", "i").lower().translate(table)
