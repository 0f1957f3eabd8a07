"""A look at the source of a page before it is parsed."""

import ctypes
from typing import Final

from extraction.native import library


class Scan(ctypes.Structure):
    """``Scan`` in ``scan.c``, field by field: what was asked, and what was counted."""

    tags: int
    """``<``"""
    ends: int
    """``</``"""
    reopened: int
    """Over all tags, the formatting elements (``b``, ``font`` ...) that are left open behind it."""
    words: int
    """The most words in a long tag."""
    closed: int
    """Tags of elements that swallow what follows (``script``, ``title`` ...) which end in ``/>``."""
    titles: int
    """``</title``"""
    templates: int
    """``</template``"""

    _fields_ = (
        *((name, ctypes.c_int64) for name in ("length", "longest")),
        *((name, ctypes.c_int64) for name in ("tags", "ends", "reopened", "words", "closed", "titles", "templates")),
    )


_SCAN: Final = library.load().mezmun_scan
_SCAN.argtypes = (ctypes.POINTER(Scan), ctypes.c_char_p)
_SCAN.restype = None


def scan(source: bytes, longest: int) -> Scan:
    """Count what there is in the source of a page (UTF-8); words are counted in tags of more than ``longest`` bytes."""
    found = Scan(len(source), longest)
    _SCAN(found, source)  # a field would keep it as long as the counts, even when it is set to None
    return found
