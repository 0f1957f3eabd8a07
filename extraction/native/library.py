"""The library that the C files beside this one are compiled to when the project is installed (``hatch_build.py``)."""

import ctypes
import secrets
import zlib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Told = TypeVar("Told", int, float)


@cache
def load() -> ctypes.CDLL:
    """Load the library; raises ImportError when it was not compiled, or of other sources than those beside it."""
    folder = Path(str(files("extraction"))) / "native"
    try:
        library = ctypes.CDLL(str(folder / "libmezmun.so"))
    except OSError as error:
        raise ImportError(f"The compiled part of Mezmun is missing: install the project again. ({error})") from error
    check(library, folder)
    ctypes.c_uint64.in_dll(library, "mezmun_secret").value = secrets.randbits(64)
    return library


def check(library: ctypes.CDLL, folder: Path) -> None:
    """Raise ImportError when a library was not compiled of the sources in a folder: calling it would be a crash."""
    sources = zlib.crc32(b"".join(path.read_bytes() for path in sorted(folder.glob("*.[ch]"))))
    try:
        compiled = ctypes.c_uint32.in_dll(library, "mezmun_sources").value
    except ValueError:
        compiled = None  # by a version that did not tell
    if compiled != sources:
        raise ImportError("The compiled part of Mezmun is another version: run `make check`, or install it again.")


def address(array: NDArray[Any]) -> int:
    """Give the place of an array in memory: a quarter of the time that ``array.ctypes.data`` takes."""
    try:
        return _ADDRESS(_FIRST(array))  # type: ignore[arg-type]  # it is a buffer
    except (TypeError, ValueError):  # read-only, or empty
        return array.ctypes.data


def block(kind: type[np.generic], *sizes: int) -> tuple[NDArray[Any], list[int]]:
    """Make one empty array of several parts, and say where each of them is."""
    whole = np.empty(sum(sizes), dtype=kind)
    place, width, places = address(whole), whole.itemsize, []
    for size in sizes:
        places.append(place)
        place += size * width
    return whole, places


_ADDRESS, _FIRST = ctypes.addressof, ctypes.c_char.from_buffer  # asked for thirty times a page
_NO_MEMORY = -2
"""As in ``room.h``."""


def check_memory(told: Told) -> Told:
    """Give what a function of the library told; raises MemoryError when that is that it had none."""
    if told == _NO_MEMORY:
        raise MemoryError("There is no memory to read a page.")
    return told
