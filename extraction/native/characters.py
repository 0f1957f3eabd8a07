"""The tables of characters, as the library reads them."""

import ctypes
from typing import Final

from extraction.native import library
from extraction.page import characters


class _Characters(ctypes.Structure):
    """``Characters`` in ``characters.h``, field by field."""

    _fields_ = (("classes", ctypes.c_void_p), ("small", ctypes.c_void_p), ("beyond", ctypes.c_int32))


CHARACTERS: Final = _Characters(
    library.address(characters.CLASSES), library.address(characters.SMALL), len(characters.CLASSES)
)
PLACE: Final = ctypes.addressof(CHARACTERS)
"""Where the library finds them."""
