"""The web archives in a WACZ file (Web Archive Collection Zipped 1.1.1), as Browsertrix and ArchiveWeb.page write it.

They lie in a zip archive as they are and are not compressed again, so a place in them is a place in the whole file.
A WACZ file of several crawls holds WACZ files.
"""

import io
import struct
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO, Final

from mezmun.core.outcomes import Outcome
from workers.bulk.input import web_archive
from workers.bulk.input.items import Item, NoPage, PassedOver, Place, SourcePage

SUFFIX: Final = ".wacz"
WEB_ARCHIVE_SUFFIXES: Final = (".warc", ".warc.gz", ".warc.zst")
_LOCAL_HEADER: Final = struct.Struct("<4s22xHH")
"""What an entry begins with (APPNOTE 6.3.10, 4.3.7): a mark, and how long its name and its extra field are."""
_MARK: Final = b"PK\x03\x04"
_ENCRYPTED: Final = 1
"""Bit of an entry's flags (4.4.4)."""


def read(path: str, most: int, after: int | None = None) -> Iterator[Item]:
    """Give what the web archives hold, in the order in which they lie in the file.

    Args:
        path: the file.
        most: bytes of the largest page.
        after: offset of a record or an entry behind which to go on.

    Raises:
        OSError: the file cannot be opened or read.
    """
    with Path(path).open("rb") as file:
        package = _Stretch(file, 0, file.seek(0, io.SEEK_END))
        for item in _items(package, Place(path, after), most, may_nest=True):
            if after is None or item.place.offset is None or item.place.offset > after:
                yield item


def _items(package: "_Stretch", place: Place, most: int, *, may_nest: bool) -> Iterator[Item]:
    """Give what a WACZ file holds, of its web archives only what is behind the place, its damage at the place."""
    try:
        with zipfile.ZipFile(package) as archive:
            entries = {entry.header_offset: entry for entry in archive.infolist() if not entry.is_dir()}
    except (zipfile.BadZipFile, NotImplementedError, ValueError):  # ValueError: names that are no UTF-8
        yield NoPage(place, PassedOver.DAMAGED)
        return
    end = package.start
    for offset in sorted(entries):
        entry, here = entries[offset], Place(place.source, package.start + offset)
        name = entry.filename.lower()
        nests = name.endswith(SUFFIX) and may_nest
        if not nests and not name.endswith(WEB_ARCHIVE_SUFFIXES):
            yield NoPage(here, PassedOver.TYPE)
            continue
        if entry.flag_bits & _ENCRYPTED or entry.compress_type != zipfile.ZIP_STORED:
            fault = "the archive is encrypted in its WACZ file, or compressed again: unpack it, and give its folder"
            yield SourcePage(here, b"", record_id=entry.filename, fault=(Outcome.FAILED, fault))
            continue
        stretch = package.of(entry)
        if stretch is None or stretch.start < end:  # bombs list the same bytes under many names
            yield NoPage(here, PassedOver.DAMAGED)
            continue
        end = stretch.end
        behind = place.offset or 0
        if behind >= end:
            continue
        if nests:
            at = max(behind, package.start + offset)
            yield from _items(stretch, Place(place.source, at), most, may_nest=False)
            continue
        begin = behind - stretch.start if behind >= stretch.start else None
        for item in web_archive.read_opened(io.BufferedReader(stretch), place.source, most, begin):
            yield replace(item, place=Place(place.source, stretch.start + (item.place.offset or 0)))


class _Stretch(io.RawIOBase):
    """A stretch of a file, read as a file; ``start`` and ``end`` are bytes of the whole file."""

    def __init__(self, file: BinaryIO, start: int, end: int) -> None:
        self._file, self.start, self.end = file, start, end
        self._at = start

    def of(self, entry: zipfile.ZipInfo) -> "_Stretch | None":
        """Give the bytes of an entry that is not compressed; None where it does not lie."""
        self.seek(entry.header_offset)
        header = self.read(_LOCAL_HEADER.size) or b""
        if len(header) < _LOCAL_HEADER.size:
            return None
        mark, *lengths = _LOCAL_HEADER.unpack(header)
        start = self.start + entry.header_offset + _LOCAL_HEADER.size + sum(lengths)
        end = start + entry.file_size
        return _Stretch(self._file, start, end) if mark == _MARK and end <= self.end else None

    def readable(self) -> bool:
        """Tell that it is."""
        return True

    def seekable(self) -> bool:
        """Tell that it is."""
        return True

    def tell(self) -> int:
        """Give the number of bytes of the stretch before this place."""
        return self._at - self.start

    def seek(self, place: int, whence: int = io.SEEK_SET) -> int:
        """Go to a place."""
        base = {io.SEEK_SET: self.start, io.SEEK_CUR: self._at, io.SEEK_END: self.end}[whence]
        if base + place < self.start:
            raise ValueError("It would be before the beginning.")
        self._at = base + place
        return self.tell()

    def readinto(self, buffer: "memoryview[int]") -> int:  # type: ignore[override] # what io.RawIOBase passes
        """Read the next bytes."""
        self._file.seek(self._at)
        piece = self._file.read(max(0, min(len(buffer), self.end - self._at)))
        buffer[: len(piece)] = piece
        self._at += len(piece)
        return len(piece)
