"""Which line is the title again."""

import ctypes
from typing import TYPE_CHECKING, Final

from extraction.native import characters, library
from extraction.native.lines import Table
from extraction.page.texts import plain

if TYPE_CHECKING:
    from extraction.page.lines import Lines


class _Title(ctypes.Structure):
    """``Title`` in ``titles.c``, field by field."""

    _fields_ = (
        ("characters", ctypes.c_void_p),
        *((name, ctypes.c_char_p) for name in ("title", "plain")),
        *((name, ctypes.c_int32) for name in ("title_bytes", "title_length", "plain_bytes")),
        ("lines", Table),
        *((name, ctypes.c_char_p) for name in ("text", "plain_text")),
        ("plain_edge", ctypes.c_void_p),
        *((name, ctypes.c_int32) for name in ("longest", "most_words", "shortest")),
        ("unspaced_word", ctypes.c_double),
        *((name, ctypes.c_void_p) for name in ("written", "word_edge", "slot")),
        ("slots", ctypes.c_int32),
    )


_TITLE: Final = library.load().mezmun_title
_TITLE.argtypes = (ctypes.POINTER(_Title),)
_TITLE.restype = ctypes.c_int32

_MOST_WORDS: Final = 30
"""Words beyond which a line is no headline."""
_LONGEST: Final = 8 * _MOST_WORDS
"""Characters likewise."""
_LONGEST_TITLE: Final = 2000
"""Characters of a title that are looked at: it is searched for each line."""
_SHORTEST: Final = 5
"""Characters of a headline in a script without spaces: two to three words."""
_UNSPACED_WORD: Final = 0.6
"""Words a character makes where words are not parted."""


def line_of_title(lines: "Lines", title: str) -> int:
    """Find the line that repeats most of a title, and hardly anything else: the first of several; -1 for none.

    In a script without spaces between words it is the longest line that stands in the title as it is.
    """
    if not title:
        return -1
    title = title[:_LONGEST_TITLE]
    texts, written, small = lines.texts, title.encode(), plain(title).encode()
    plain_texts = texts.plain
    asked = _Title(
        *(characters.PLACE, written, small, len(written), len(title), len(small)),
        *(lines.table, texts.utf8, plain_texts.utf8, library.address(plain_texts.edge)),
        *(_LONGEST, _MOST_WORDS, _SHORTEST, _UNSPACED_WORD),
    )
    found: int = _TITLE(asked)
    return library.check_memory(found)
