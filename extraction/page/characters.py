"""What characters are, as tables."""

from enum import IntFlag
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from native.library import array, lib, struct


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


CASED: Final = 0x34000
"""No character from here on is a letter, and none has a small letter."""
FILE: Final = Path(__file__).parent.parent / "data" / "characters.bin"
"""Runs of characters that are alike: how long each is, its ``Class``, and how far its small letters lie, as rows of
int32. Shipped, for asking Python about each character took a tenth of the time that all imports take; and so they are
the same for every Python. ``evaluation.training.character_table`` makes it."""


def _read() -> tuple[NDArray[np.uint16], NDArray[np.int32]]:
    length, kind, shift = np.fromfile(FILE, dtype="<i4").reshape(3, -1)
    small = np.arange(CASED, dtype=np.int32) + np.repeat(shift, length)
    return np.repeat(kind.astype(np.uint16), length), small


CLASSES, SMALL = _read()
"""The ``Class`` of each character (those beyond are ``SEEN``), and its small letter (those beyond are their own)."""
DOTTED_I: Final = "\u0130"
"""The one letter whose small form is two characters: an "i" and U+0307."""
TABLE: Final = struct("Characters", classes=array(CLASSES, CASED), small=array(SMALL, CASED), beyond=CASED)
"""This has the classes and the small letters, for the functions in C."""


def seen_in(text: str) -> NDArray[np.bool_]:
    """Mark the characters of a text that are ``SEEN``, those that ``NodeTable.chars`` counts."""
    points = np.frombuffer(text.encode("utf-32-le"), dtype="<u4")
    return ((CLASSES.take(points, mode="clip") & int(lib.SEEN)) > 0) | (points >= CASED)
