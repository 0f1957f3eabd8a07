"""Clean Uyghur text written the ways it must be read: in positional forms, and in the substitution alphabets."""

import unicodedata

from normalization.uyghur.alphabet import LETTERS, NON_JOINING, UYGHUR_WORD
from normalization.uyghur.legacy import ALPHABETS
from normalization.uyghur.presentation import UYGHUR_TABLE


def _shapes(position: str) -> dict[str, str]:
    """Give each letter's form in a position; where there are several, the last in code order, as converters use."""
    codes = (chr(code) for code in UYGHUR_TABLE if unicodedata.decomposition(chr(code)).startswith(f"<{position}>"))
    return {UYGHUR_TABLE[ord(form)]: form for form in codes if UYGHUR_TABLE[ord(form)] in LETTERS}


_SHAPES = {position: _shapes(position) for position in ("isolated", "initial", "medial", "final")}


def in_forms(text: str) -> str:
    """Write every Uyghur word in positional forms."""
    return UYGHUR_WORD.sub(lambda word: _shaped(word[0]), text)


def _shaped(word: str) -> str:
    shaped = ""
    for place, letter in enumerate(word):
        joined = place > 0 and word[place - 1] not in NON_JOINING
        joins = place + 1 < len(word) and letter not in NON_JOINING
        position = {
            (False, False): "isolated",
            (False, True): "initial",
            (True, True): "medial",
            (True, False): "final",
        }
        shaped += _SHAPES[position[joined, joins]].get(letter, letter)
    return shaped


def in_alphabet(text: str, name: str) -> str:
    """Write a text in one of the substitution alphabets."""
    return text.translate({ord(letter): host for letter, host in ALPHABETS[name].items()})
