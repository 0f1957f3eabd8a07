"""What characters are, as tables."""

import re
import unicodedata
from enum import IntFlag
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.native.library import array, lib, struct
from normalization import fold_presentation_forms


class Class(IntFlag):
    """What a character is, as bits: declared in ``native/text/text.h``."""

    SPACE = lib.SPACE
    """White space."""
    SEEN = lib.SEEN
    """All but white space, control and format characters."""
    DIGIT = lib.DIGIT
    STOP = lib.STOP
    """It ends a sentence."""
    COMMA = lib.COMMA
    """Commas and colons."""
    SYMBOL = lib.SYMBOL
    """Other marks."""
    UNSPACED = lib.UNSPACED
    """Of a script that parts no words."""
    LETTER = lib.LETTER
    """Letters and digits: what words are of."""
    ODD = lib.ODD
    """Its small letter, or what it folds to, hangs on the characters beside it, or is more than one."""
    MARK = lib.MARK
    """It belongs to the letter before it."""


_SENTENCE_ENDS: Final = frozenset(".!?…。！？؟۔।")
_COMMAS: Final = frozenset(",;:،؛、，；：")
_UNSPACED: Final = ((0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x2E80, 0x9FFF), (0xF900, 0xFAFF))
_FORMS: Final = range(0xFB50, 0xFF00)
_CASED: Final = 0x34000
"""No character from here on is a letter, and none has a small letter."""


def _every() -> str:
    """Give the characters below ``_CASED`` in order."""
    return np.arange(_CASED, dtype=np.uint32).tobytes().decode("utf-32-le", "surrogatepass")


def _classes() -> NDArray[np.uint16]:
    every = _every()
    table = np.full(_CASED, Class.SEEN, dtype=np.uint16)
    plane = table[:0x10000]  # beyond it only letters and digits are told apart
    categories = "".join(map(unicodedata.category, every[: len(plane)])).encode("ascii")
    kind, detail = np.frombuffer(categories, dtype=np.uint8).reshape(-1, 2).T
    plane[kind == ord("M")] |= np.uint16(Class.MARK)
    plane[(kind == ord("P")) | (kind == ord("S"))] |= np.uint16(Class.SYMBOL)
    plane[list(map(ord, _COMMAS))] = Class.SEEN | Class.COMMA
    plane[list(map(ord, _SENTENCE_ENDS))] = Class.SEEN | Class.STOP
    plane[(kind == ord("C")) & ((detail == ord("c")) | (detail == ord("f")))] = 0
    # The classes of `re` are those of str.isspace, isalnum and isdecimal, and characters of a class stand in runs.
    for run in re.finditer(r"\s+", every[: len(plane)]):
        plane[run.start() : run.end()] = Class.SPACE
    for pattern, class_ in (r"[^\W_]+", Class.LETTER), (r"\d+", Class.DIGIT):
        for run in re.finditer(pattern, every):
            table[run.start() : run.end()] |= np.uint16(class_)
    for low, high in _UNSPACED:
        table[low : high + 1] |= np.where(table[low : high + 1] & Class.SEEN, Class.UNSPACED, 0).astype(np.uint16)
    folded = fold_presentation_forms("\0".join(map(chr, _FORMS))).split("\0")
    odd = [code for code, fold in zip(_FORMS, folded, strict=True) if fold != every[code]]
    table[[ord("Σ"), *odd]] |= np.uint16(Class.ODD)
    return table


def _small() -> NDArray[np.int32]:
    """All characters that become more than one, or another beside others, are odd (but see ``put_small`` in C)."""
    small = _every().replace(DOTTED_I, "i").lower()
    return np.frombuffer(small.encode("utf-32-le", "surrogatepass"), dtype=np.int32)


DOTTED_I: Final = "\u0130"
"""The one letter whose small form is two characters: an "i" and U+0307."""
CLASSES: Final = _classes()
"""The ``Class`` of each character; those beyond are ``SEEN``."""
SMALL: Final = _small()
"""The small letter of each character; those beyond are their own."""
TABLE: Final = struct("Characters", classes=array(CLASSES, _CASED), small=array(SMALL, _CASED), beyond=_CASED)
"""Both, for the library."""
