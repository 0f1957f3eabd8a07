"""The records of a page: the rules of ``extraction.threads.records`` for many families."""

import ctypes
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction.native import library
from extraction.native.families import Families

if TYPE_CHECKING:
    from extraction.page.node_table import NodeTable


class Rules(ctypes.Structure):
    """``Rules`` in ``records.c``, field by field."""

    _fields_ = (
        *((name, ctypes.c_double) for name in ("least_share", "once", "alike", "alike_with_content")),
        *((name, ctypes.c_double) for name in ("nearly", "leading")),
        *((name, ctypes.c_int32) for name in ("most_studied", "smallest_template")),
    )


class _Likely(ctypes.Structure):
    """``Likely`` in ``records.c``, field by field."""

    _fields_ = (
        ("family", ctypes.c_int32),
        *((name, ctypes.c_int64) for name in ("chars", "extent")),
        ("division", ctypes.c_uint64),
        *((name, ctypes.c_int32) for name in ("template", "followers")),
        ("weight", ctypes.c_double),
    )


class _Records(ctypes.Structure):
    """``Records`` in ``records.c``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("page", "families")),
        ("rules", Rules),
        *((name, ctypes.c_void_p) for name in ("content", "held", "chars", "likely", "member", "holding")),
        *((name, ctypes.c_void_p) for name in ("times", "in_template", "common", "row", "of")),
        *((name, ctypes.c_int32) for name in ("records", "led")),
    )


_LIKELY: Final = ctypes.sizeof(_Likely) // ctypes.sizeof(ctypes.c_int64)
_LIBRARY: Final = library.load()
_LIBRARY.mezmun_records.argtypes = (ctypes.POINTER(_Records),)
_LIBRARY.mezmun_records.restype = None


class Found(NamedTuple):
    """R records."""

    row: NDArray[np.int32]
    """(R) their elements."""
    of: NDArray[np.int32]
    """(S) record of each text, the innermost; -1 outside all of them."""
    led: bool
    """A box before them has enough of their template."""


def records(page: "NodeTable", among: Families, content: NDArray[np.bool_], rules: Rules) -> Found | None:
    """Find the records that hold the marked (S) texts, of which there are some; None when nothing repeats."""
    texts, number = len(page.owner), among.table.families
    if len(content) != texts:
        raise ValueError(f"{len(content)} marks do not fit {texts} texts.")
    if not number:
        return None
    elements, members = len(page.tag), among.table.end - among.table.begin
    numbers, (member, times, in_template, row, of, held) = library.block(
        np.int32, elements, members, members, members, texts, texts + 1
    )
    numbers[elements : elements + members] = 0
    chars, (sums, likely) = library.block(np.int64, texts + 1, number * _LIKELY)
    marks, (holding, common) = library.block(np.uint8, members, number)
    found = _Records(
        *(ctypes.addressof(page.columns), ctypes.addressof(among.table), rules, library.address(content), held, sums),
        *(likely, member, holding, times, in_template, common, row, of),
    )
    _LIBRARY.mezmun_records(found)
    del chars, marks  # kept until nothing writes to them
    if not found.records:
        return None
    start = elements + 3 * members
    return Found(numbers[start - members : start][: found.records], numbers[start : start + texts], found.led > 0)
