"""The lines of a table that is text, plain or compressed, and the byte where each begins."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from workers.bulk.input.decompression import Unpacked, is_packed
from workers.bulk.input.items import Place

_MOST_ESCAPED: Final = 6
r"""Bytes that JSON may write for one of a page (``\u003c``)."""
_MOST_BESIDE: Final = 1 << 20
"""Bytes that the other columns of a line may take."""
MOST_FIRST_LINE: Final = 64 * _MOST_BESIDE
"""Bytes of the first row in which the names of the columns are looked for."""


class OpenLines:
    """The lines of an open table."""

    def __init__(self, path: str, opened: io.BufferedReader) -> None:
        self._path = path
        self._packed = Unpacked(opened) if is_packed(opened) else None
        self._file: IO[bytes] = opened if self._packed is None else io.BufferedReader(self._packed)
        self._at = 0

    def go_to(self, byte: int) -> None:
        """Go on at a byte of what is unpacked."""
        self._at = self._file.seek(byte)

    def line(self, most: int) -> bytes:
        """Give the next line, or so many bytes of it; nothing at the end."""
        line = self._file.readline(most)
        self._at += len(line)
        return line

    def skip(self, step: int) -> None:
        """Go behind the end of the line."""
        while (piece := self.line(step)) and not piece.endswith(b"\n"):
            pass

    @property
    def place(self) -> Place:
        """Where the next line begins."""
        return Place(self._path, self._at, None if self._packed is None else self._packed.share)

    @property
    def damaged(self) -> bool:
        """Whether what it was packed in broke off, or was damaged."""
        return self._packed is not None and self._packed.damaged


@contextmanager
def opened_lines(path: str) -> Iterator[OpenLines]:
    """Open a table; raises OSError."""
    with Path(path).open("rb") as opened:
        yield OpenLines(path, opened)


def longest_row(most: int) -> int:
    """Give how many bytes a row may have with a page of ``most`` bytes."""
    return _MOST_ESCAPED * most + _MOST_BESIDE
