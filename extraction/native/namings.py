"""The different combinations of names that the elements of a page have."""

import ctypes
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.native import library


class _Namings(ctypes.Structure):
    """``Namings`` in ``namings.c``, field by field."""

    _fields_ = (
        ("source", ctypes.c_char_p),
        ("length", ctypes.c_int64),
        ("tag", ctypes.c_void_p),
        ("names", ctypes.c_void_p),
        ("elements", ctypes.c_int32),
        ("slots", ctypes.c_int32),
        *((name, ctypes.c_void_p) for name in ("slot", "naming", "first", "values")),
        ("namings", ctypes.c_int32),
    )


_LIBRARY: Final = library.load()
_LIBRARY.mezmun_namings.argtypes = (ctypes.POINTER(_Namings),)
_LIBRARY.mezmun_namings.restype = None
_LIBRARY.mezmun_gather.argtypes = (ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int32, *(ctypes.c_void_p,) * 2)
_LIBRARY.mezmun_gather.restype = None


def namings(
    source: bytes, tag: NDArray[np.int16], names: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """Find the N different combinations of tag, ``class``, ``id`` and ``role`` (else ``itemprop``) of E elements.

    Gives the combination of each element (E), the first element of each combination (N), and the bytes of the source
    (N, 6) where each of its three values begins and ends.
    """
    elements = len(tag)
    slots = 1 << (2 * elements + 1).bit_length()
    slot = np.empty(slots, dtype=np.int32)
    naming, first = np.empty((2, elements), dtype=np.int32)
    values = np.empty((elements, 6), dtype=np.int32)
    found = _Namings(
        source=source,
        length=len(source),
        tag=library.address(tag),
        names=library.address(names),
        elements=elements,
        slots=slots,
        slot=library.address(slot),
        naming=library.address(naming),
        first=library.address(first),
        values=library.address(values),
    )
    _LIBRARY.mezmun_namings(found)
    return naming, first[: found.namings], values[: found.namings]


def gathered(source: bytes, spans: NDArray[np.int32]) -> tuple[bytes, NDArray[np.int32]]:
    """Give what the source has from byte to byte, for each of N spans (N, 2) within it.

    All of it one after the other, and (N + 1) where each begins there.
    """
    spans = np.ascontiguousarray(spans, dtype=np.int32)
    out = np.empty(int((spans[:, 1] - spans[:, 0]).sum()), dtype=np.uint8)
    edge = np.empty(len(spans) + 1, dtype=np.int32)
    _LIBRARY.mezmun_gather(source, library.address(spans), len(spans), library.address(out), library.address(edge))
    return out.tobytes(), edge
