"""Which line is the title again."""

import ctypes
from typing import Final

from extraction.native import characters, library
from extraction.native.known import Known
from extraction.texts import Texts

_TITLE: Final = library.load().mezmun_title
_TITLE.argtypes = (*(ctypes.c_void_p,) * 2, ctypes.c_char_p, *(ctypes.c_void_p,) * 2, *(ctypes.c_int32,) * 3)
_TITLE.restype = ctypes.c_int32


def line_of_title(lines: Texts, title: Known, longest: int, most_words: int) -> int:
    """Find the line that repeats most of a title, and hardly anything else: the first of several, -1 for none.

    ``title`` are the different words of the title; a line has less than ``longest`` characters and up to ``most_words``
    words.
    """
    lines = lines.plain
    numbers = library.address(lines.edge), library.address(lines.length), len(lines.length)
    found: int = _TITLE(characters.PLACE, title.place, lines.utf8, *numbers, longest, most_words)
    return found
