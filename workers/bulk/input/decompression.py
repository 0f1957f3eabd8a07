"""A file that was compressed as a whole, read as what is in it."""

import io
import zlib
from collections.abc import Iterator
from typing import BinaryIO, Final

_STEP: Final = 1 << 16


class Unpacked(io.RawIOBase):
    """The unpacked bytes of a gzip or zstd file; where the packed ones are damaged or cut, they end.

    A place in it is reached by unpacking all that is before: there is no other way.
    """

    damaged: bool
    """Whether it ended before its end."""

    def __init__(self, file: BinaryIO, *, gzipped: bool) -> None:
        self._file, self._gzipped = file, gzipped
        self._begin()

    def _begin(self) -> None:
        self._file.seek(0)
        self._pieces = _gzip(self._file) if self._gzipped else _zstd(self._file)
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
            yield inflater.decompress(packed)
            packed = inflater.unused_data
            if inflater.eof:
                inflater = None
    if inflater is not None:
        raise EOFError


def _zstd(file: BinaryIO) -> Iterator[bytes]:
    import zstandard  # an extra

    reader = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True, closefd=False)
    try:
        while piece := reader.read(_STEP):
            yield piece
    except zstandard.ZstdError as error:
        raise EOFError from error
