"""The border to C: the library that the C files beside this one are compiled to, and what crosses to it.

Layouts, bits, orders and limits are declared once, in the C headers. ``hatch_build.py`` makes ``_interface.py`` of them
when the project is installed, so ``lib`` and ``ffi`` know what the compiler knows.

Every array crosses through ``array``. It checks the array, and cffi compares its type with the declared one where it is
used. Every struct is made by ``struct``, which keeps what the struct points to for as long as the struct lives.
"""

import os
import zlib
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar
from weakref import ref

import numpy as np
from numpy.typing import NDArray

try:
    from native._interface import SOURCES
    from native._interface import ffi as ffi  # given on
except ImportError as error:
    raise ImportError(f"The compiled part of Mezmun is missing: install the project again. ({error})") from error

Pointer: TypeAlias = Any
"""A pointer into C: to a struct, or to the first number of an array. cffi has no static types for them."""
Number = TypeVar("Number", int, float)

FOLDER: Final = Path(__file__).parent
"""Where the C files are."""


def _open() -> Any:
    """Open the library; raises ImportError when it is missing, or was compiled of other sources than those here."""
    path = os.environ.get("MEZMUN_NATIVE_LIBRARY") or str(FOLDER / "libmezmun.so")  # one with sanitizers, say
    try:
        library = ffi.dlopen(path)
    except OSError as error:
        raise ImportError(f"The compiled part of Mezmun is missing: install the project again. ({error})") from error
    check_sources(FOLDER, library.mezmun_sources, SOURCES)
    library.mezmun_secret = int.from_bytes(os.urandom(8))
    return library


def check_sources(folder: Path, *compiled: int) -> None:
    """Raise ImportError when parts of the library were not made of the sources in a folder: calling it could crash."""
    sources = zlib.crc32(b"".join(path.read_bytes() for path in sorted(folder.rglob("*.[ch]"))))
    if any(stamp != sources for stamp in compiled):
        raise ImportError("The compiled part of Mezmun is another version: run `make check`, or install it again.")


lib: Final = _open()
"""The functions and constants that the headers declare."""


def array(values: NDArray[Any] | bytes, size: int, *, writable: bool = False) -> Pointer:
    """Give a pointer to the numbers of an array (or to bytes), which it keeps alive.

    Args:
        values: numbers one after the other in memory (C order).
        size: how many numbers C expects; there must be just so many.
        writable: C writes to them.

    Raises:
        TypeError: C has no such numbers.
        ValueError: the array is not contiguous, is read-only although C writes to it, or has another size.
    """
    if type(values) is bytes:
        kind = _BYTES
    else:
        # numpy has one object of each of its own types, which is found in a third of the time that comparing takes.
        kind = _KIND_BY_ID.get(id(values.dtype)) or _KINDS.get(values.dtype)  # type: ignore[union-attr]
        if kind is None:
            raise TypeError(f"An array of {values.dtype} cannot cross to C.")  # type: ignore[union-attr]
    pointer = _from_buffer(kind, values, writable)
    if len(pointer) != size:
        raise ValueError(f"An array of {len(pointer)} numbers stands where C expects {size}.")
    return pointer


def struct(name: str, /, **fields: Any) -> Pointer:
    """Make a C struct of a declared type: numbers, and pointers that ``array`` and ``struct`` gave.

    A field that is not given is 0. What the fields point to lives as long as the struct.

    Raises:
        TypeError: a field's type is not the declared one.
    """
    try:
        pointer = _new(_STRUCTS[name], fields)
    except TypeError as error:
        raise TypeError(f"{name}: {error}") from error
    _BUFFERS[ref(pointer, _BUFFERS.pop)] = fields
    return pointer


def keep(pointer: Pointer, *objects: object) -> None:
    """Keep objects alive as long as a struct that ``struct`` made, which C lets point to them."""
    _BUFFERS[ref(pointer)][""] = objects


def check_memory(result: Number) -> Number:
    """Give what a function of the library returned; raises MemoryError when it says that it had none."""
    if result == lib.NO_MEMORY:
        raise MemoryError("There is no memory to read a page.")
    return result


_from_buffer, _new = ffi.from_buffer, ffi.new
_KINDS: Final = {
    np.dtype(name): ffi.typeof(f"{kind}[]")
    for name, kind in {
        "bool": "uint8_t",
        "float32": "float",
        "float64": "double",
        **{each: f"{each}_t" for each in ("uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64")},
    }.items()
}
_KIND_BY_ID: Final = {id(kind): pointer for kind, pointer in _KINDS.items()}
_BYTES: Final = ffi.typeof("uint8_t[]")
_STRUCTS: Final = {name: ffi.typeof(f"{name} *") for name in ffi.list_types()[0]}
_BUFFERS: Final[dict[ref[Pointer], dict[str, Any]]] = {}
"""Each struct has its pointers here, which keep their arrays alive: this is quicker than a ``WeakKeyDictionary``."""
