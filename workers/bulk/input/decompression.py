"""A file that was compressed as a whole, read as what is in it."""

import io
import zlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, BinaryIO, Final

from workers.bulk.input.content_codings import ZSTD_STEP

if TYPE_CHECKING:
    from bz2 import BZ2Decompressor
    from lzma import LZMADecompressor

_STEP: Final = 1 << 16
_MOST_UNPACKED: Final = 1 << 20
"""Bytes unpacked at once: a step of a bzip2 or xz bomb unpacks to gigabytes."""
_MOST_XZ_BYTES: Final = 256_000_000
"""Memory that unpacking may take: ``xz -9`` takes 65 MB."""


def is_packed(file: io.BufferedReader) -> bool:
    """Tell a file that ``Unpacked`` reads, by how it begins; it stays where it stands."""
    return file.peek(16).startswith(tuple(_READERS))


class Unpacked(io.RawIOBase):
    """The unpacked bytes of a gzip, zstd, bzip2 or xz file; where the packed ones are damaged or cut, they end.

    The packed ones begin at ``start`` of the file. A place is reached by unpacking all that is before: there is no
    other way.
    """

    damaged: bool
    """Whether it ended before its end."""

    def __init__(self, file: io.BufferedReader, start: int = 0) -> None:
        self._size = max(file.seek(0, io.SEEK_END) - start, 1)
        file.seek(start)
        self._file, self._start = file, start
        self._reader = next(_READERS[mark] for mark in _READERS if file.peek(16).startswith(mark))
        self._begin()

    def _begin(self) -> None:
        self._file.seek(self._start)
        self._pieces = self._reader(self._file)
        self._piece, self._at, self.damaged = memoryview(b""), 0, False

    def readable(self) -> bool:
        """Tell that it is."""
        return True

    def seekable(self) -> bool:
        """Tell that it is."""
        return True

    def tell(self) -> int:
        """Give the number of unpacked bytes before this place."""
        return self._at

    @property
    def share(self) -> float:
        """Tell how much of the packed file is read, from 0 to 1."""
        return (self._file.tell() - self._start) / self._size

    def readinto(self, buffer: "memoryview[int]") -> int:  # type: ignore[override] # what io.RawIOBase passes
        """Read the next bytes."""
        while not self._piece:
            try:
                self._piece = memoryview(next(self._pieces))
            except StopIteration:
                return 0
            except (EOFError, zlib.error):
                self.damaged = True
                return 0
        size = min(len(buffer), len(self._piece))
        buffer[:size], self._piece = self._piece[:size], self._piece[size:]
        self._at += size
        return size

    def seek(self, place: int, whence: int = io.SEEK_SET) -> int:
        """Go to a place, from the beginning only."""
        if whence != io.SEEK_SET:
            raise io.UnsupportedOperation("only from the beginning")
        if place < self._at:
            self._begin()
        while self._at < place and self.read(min(_STEP, place - self._at)):
            pass
        return self._at


def _gzip(file: BinaryIO) -> Iterator[bytes]:
    inflater = None
    while packed := file.read(_STEP):
        while packed:
            inflater = inflater or zlib.decompressobj(zlib.MAX_WBITS | 16)
            piece = inflater.decompress(packed, _MOST_UNPACKED)
            while piece:
                yield piece
                piece = inflater.decompress(inflater.unconsumed_tail, _MOST_UNPACKED)
            packed = inflater.unused_data
            if inflater.eof:
                inflater = None
    if inflater is not None:
        raise EOFError


def _zstd(file: BinaryIO) -> Iterator[bytes]:
    import zstandard  # an extra

    # Its stream_reader takes a file that was cut for one that is whole.
    frame = None
    while packed := file.read(_STEP):
        at = 0
        while at < len(packed):
            frame = frame or zstandard.ZstdDecompressor().decompressobj()
            step = packed[at : at + ZSTD_STEP]
            try:
                yield frame.decompress(step)
            except zstandard.ZstdError as error:
                raise EOFError from error
            at += len(step) - len(frame.unused_data)
            frame = None if frame.eof else frame
    if frame is not None:
        raise EOFError


def _bzip2(file: BinaryIO) -> Iterator[bytes]:
    from bz2 import BZ2Decompressor

    return _stepwise(file, BZ2Decompressor, OSError)


def _xz(file: BinaryIO) -> Iterator[bytes]:
    from lzma import FORMAT_XZ, LZMADecompressor, LZMAError

    return _stepwise(file, lambda: LZMADecompressor(FORMAT_XZ, memlimit=_MOST_XZ_BYTES), LZMAError)


def _stepwise(
    file: BinaryIO, new: "Callable[[], BZ2Decompressor | LZMADecompressor]", fault: type[Exception]
) -> Iterator[bytes]:
    decompressor = None
    while packed := file.read(_STEP):
        while packed or (decompressor is not None and not decompressor.needs_input):
            decompressor = decompressor or new()
            try:
                yield decompressor.decompress(packed, _MOST_UNPACKED)
            except fault as error:
                raise EOFError from error
            packed = b""
            if decompressor.eof:
                packed, decompressor = decompressor.unused_data, None
    if decompressor is not None:
        raise EOFError


_READERS: Final[dict[bytes, Callable[[BinaryIO], Iterator[bytes]]]] = {
    b"\x1f\x8b\x08": _gzip,
    b"\x28\xb5\x2f\xfd": _zstd,
    b"BZh": _bzip2,
    b"\xfd7zXZ\0": _xz,
}
"""What unpacks a file, by its first bytes (RFC 1952, RFC 8878, bzip2, the .xz file format)."""
