"""The families of alike elements of a page, and what the members of one have in common: loops of ``records``."""

import ctypes
from itertools import chain
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
        ("parent", ctypes.c_void_p),
        ("elements", ctypes.c_int32),
        ("members", ctypes.c_void_p),
        ("number", ctypes.c_int32),
        ("holding", ctypes.c_void_p),
        ("least", ctypes.c_double),
        *((name, ctypes.c_void_p) for name in ("times", "member", "common", "names")),
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
    if not len(words) == len(alike) == len(page.namings) or among.stop > len(naming):
        raise ValueError(f"Words of {len(words)} namings and elements up to {among.stop} are not this page's.")
    begin = np.zeros(len(words) + 1, dtype=np.int32)
    np.cumsum(np.fromiter(map(len, words), dtype=np.int32, count=len(words)), out=begin[1:])
    word = np.fromiter(chain.from_iterable(words), dtype=np.int32, count=int(begin[-1]))
    same = np.array(alike, dtype=np.int32)
    most_words, most_alike = int(word.max(initial=-1)) + 1, int(same.max()) + 1
    room = len(among) + int((begin[1:] - begin[:-1])[naming[among.start : among.stop]].sum())
    count = np.empty(max(most_words, most_alike, len(tags.NAMES)) + 1, dtype=np.int32)
    order, row, size = np.empty(len(among), dtype=np.int32), *np.empty((2, room), dtype=np.int32)
    found = _Families(
        *(library.address(each) for each in (naming, page.parent, page.tag)),
        *(among.start, among.stop),
        *(library.address(each) for each in (begin, word, same)),
        *(most_words, most_alike, len(tags.NAMES)),
        *(library.address(each) for each in (count, order, row, size)),
    )
    _LIBRARY.mezmun_families(found)
    size = size[: found.families]
    return Families(row[: int(size.sum())], size)


class Common(NamedTuple):
    """What R members of a family have in common."""

    member: NDArray[np.int32]
    """(E) the member each element is, or lies in: the nearest; -1 outside all."""
    template: NDArray[np.bool_]
    """(F) the families of which enough of the members have just one element."""
    names: NDArray[np.int32]
    """(R) of how many of these families each member has an element."""


def common(
    among: Families, parent: NDArray[np.int32], members: NDArray[np.int32], holding: NDArray[np.bool_], least: float
) -> Common:
    """Find what some members (R, their rows ascending) have in common, that is: ``least`` of those that are holding.

    ``parent`` (E) is the row of each element's parent.
    """
    number, elements = len(members), len(parent)
    template = np.empty(len(among.size), dtype=np.bool_)
    member = np.empty(elements, dtype=np.int32)
    times, names = np.zeros((2, number), dtype=np.int32)
    arrays = (among.row, among.size, parent, members, holding, times, member, template, names)
    row, size, above, rows, held, *rest = (library.address(each) for each in arrays)
    study = _Study(row, size, len(among.size), above, elements, rows, number, held, least, *rest)
    _LIBRARY.mezmun_study(study)
    return Common(member, template, names)
