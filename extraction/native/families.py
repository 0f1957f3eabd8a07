"""The families of alike elements of a page, and what the members of one have in common: loops of ``records``."""

import ctypes
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction import tags
from extraction.native import library

if TYPE_CHECKING:
    from extraction.node_table import NodeTable


class Families(NamedTuple):
    """Families of two members at least: first those of each word, then those of each tag in parents of one name."""

    row: NDArray[np.int32]
    """(M) the members of the families, ascending in each."""
    size: NDArray[np.int32]
    """(F) how many members a family has."""


class _Families(ctypes.Structure):
    """``Families`` in ``families.c``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("naming", "parent", "tag")),
        *((name, ctypes.c_int32) for name in ("begin", "end")),
        *((name, ctypes.c_void_p) for name in ("from", "word", "alike")),
        *((name, ctypes.c_int32) for name in ("words", "alikes", "tags")),
        *((name, ctypes.c_void_p) for name in ("count", "order", "row", "size")),
        ("families", ctypes.c_int32),
    )


class _Study(ctypes.Structure):
    """``Study`` in ``families.c``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("row", "size")),
        ("families", ctypes.c_int32),
        *((name, ctypes.c_void_p) for name in ("member", "holding")),
        ("least", ctypes.c_double),
        *((name, ctypes.c_void_p) for name in ("times", "common", "names")),
    )


_LIBRARY: Final = library.load()
_LIBRARY.mezmun_families.argtypes = (ctypes.POINTER(_Families),)
_LIBRARY.mezmun_families.restype = None
_LIBRARY.mezmun_study.argtypes = (ctypes.POINTER(_Study),)
_LIBRARY.mezmun_study.restype = None


def families(page: "NodeTable", among: range, words: list[list[int]], alike: list[int]) -> Families:
    """Find the families among some elements, of which the first holds all others.

    ``words`` are the numbers of the words of each naming of the page, counted up from 0 and none twice in one, and
    ``alike`` is a number of each naming, the same for those that count as the same name.
    """
    naming = page.naming
    begin = np.zeros(len(words) + 1, dtype=np.int32)
    np.cumsum([len(each) for each in words], out=begin[1:])
    word = np.array([number for each in words for number in each], dtype=np.int32)
    same = np.array(alike, dtype=np.int32)
    most_words, most_alike = int(word.max(initial=-1)) + 1, int(same.max()) + 1
    room = len(among) + int((begin[1:] - begin[:-1])[naming[among.start : among.stop]].sum())
    count = np.empty(max(most_words, most_alike, len(tags.NAMES)) + 1, dtype=np.int32)
    order, row, size = np.empty(len(among), dtype=np.int32), *np.empty((2, room), dtype=np.int32)
    found = _Families(
        *(each.ctypes.data for each in (naming, page.parent, page.tag)),
        *(among.start, among.stop),
        *(each.ctypes.data for each in (begin, word, same)),
        *(most_words, most_alike, len(tags.NAMES)),
        *(each.ctypes.data for each in (count, order, row, size)),
    )
    _LIBRARY.mezmun_families(found)
    size = size[: found.families]
    return Families(row[: int(size.sum())], size)


def common(
    among: Families, member: NDArray[np.intp], holding: NDArray[np.bool_], least: float
) -> tuple[NDArray[np.bool_], NDArray[np.int32]]:
    """Tell which families have just one element in ``least`` of the members of another that are holding: (F).

    ``member`` (E) is the member each element lies in, -1 outside all R. Gives besides, of each member, in how many of
    these families it has elements: (R).
    """
    found = np.empty(len(among.size), dtype=np.bool_)
    times, names = np.zeros((2, len(holding)), dtype=np.int32)
    arrays = (among.row, among.size, member, holding, times, found, names)
    row, size, *rest = (each.ctypes.data for each in arrays)
    _LIBRARY.mezmun_study(_Study(row, size, len(among.size), *rest[:2], least, *rest[2:]))
    return found, names
