"""The boxes of a page that are named after comments or quotes.

Comments are in block elements but ``pre`` that are named so, where those begin below the beginning of the content. What
may quote are ``blockquote`` elements, and the boxes that forum software names so, but not the buttons and headers of
quotes.
"""

import ctypes
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction.native import library
from extraction.page import tags
from extraction.page.subjects import Subject

if TYPE_CHECKING:
    from extraction.page.node_table import NodeTable


class NamedBoxes(NamedTuple):
    """What is in boxes so named."""

    comments: NDArray[np.bool_] | None
    """(S) marks the content in boxes of comments; None when there is none."""
    quoting: NDArray[np.int32]
    """(Q) rows of the elements with content that may quote."""


class _NamedBoxes(ctypes.Structure):
    """``NamedBoxes`` in ``named_boxes.c``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("page", "kind", "naming", "subjects")),
        *((name, ctypes.c_uint8) for name in ("comments", "quote", "around_quote")),
        *((name, ctypes.c_void_p) for name in ("content", "below", "quoting")),
        *((name, ctypes.c_int32) for name in ("texts", "quotes")),
    )


_BOXES: Final = library.load().mezmun_named_boxes
_BOXES.argtypes = (ctypes.POINTER(_NamedBoxes),)
_BOXES.restype = ctypes.c_int32
_COMMENTS: Final = tags.BLOCK & ~tags.tag_set("pre")
_QUOTES: Final = tags.tag_set("aside article dd details div dl fieldset section table tbody td tr")
_KINDS: Final = (_COMMENTS + 2 * _QUOTES + 4 * tags.tag_set("blockquote")).astype(np.uint8)
_PLACE_OF_KINDS: Final = library.address(_KINDS)
_SUBJECTS: Final = Subject.COMMENTS.value, Subject.QUOTE.value, Subject.AROUND_QUOTE.value


def named_boxes(page: "NodeTable", content: NDArray[np.bool_]) -> NamedBoxes:
    """Find the boxes with marked (S) content that are named after comments or quotes."""
    texts = len(page.owner)
    if len(content) != texts:
        raise ValueError(f"{len(content)} marks do not fit {texts} texts.")
    content = np.ascontiguousarray(content, dtype=np.bool_)
    below, quoting = np.empty(texts, dtype=np.bool_), np.empty(len(page.tag), dtype=np.int32)
    naming, subjects = page.naming, page.written_namings.subjects
    asked = _NamedBoxes(
        *(ctypes.addressof(page.columns), _PLACE_OF_KINDS, library.address(naming), library.address(subjects)),
        *(*_SUBJECTS, library.address(content), library.address(below), library.address(quoting)),
    )
    library.check_memory(_BOXES(asked))
    return NamedBoxes(below if asked.texts else None, quoting[: asked.quotes])
