"""The pages of a tar archive (POSIX.1-2017, pax; GNU tar), plain or compressed: each is read to its limit only.

``tarfile.TarFile`` is not used: it holds every entry it has seen and reads a long name whole, however long its header
says it is, and where a header is damaged it ends as if the archive did.
"""

import io
import re
import tarfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from workers.bulk.input.decompression import Unpacked, is_packed
from workers.bulk.input.items import PAGE_SUFFIXES, Item, NoPage, PassedOver, Place
from workers.bulk.input.saved_page import source_page

_BLOCK: Final = tarfile.BLOCKSIZE
_MOST_NAME_BYTES: Final = 1 << 16
"""A header that has the name of the next entry has at most so many bytes; behind a longer one the next entry keeps its
short name."""
_PAX_RECORD: Final = re.compile(rb"([0-9]{1,9}) ([^=\n]+)=")
_PAX_TYPES: Final = (tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE)
_EXTENSIONS: Final = (*_PAX_TYPES, tarfile.XGLTYPE, tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK)
"""Types of headers that say something of the entry behind them, its name above all."""
_FILES: Final = (tarfile.REGTYPE, tarfile.AREGTYPE, tarfile.CONTTYPE)
_LINKS_AND_DEVICES: Final = (tarfile.LNKTYPE, tarfile.SYMTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE)
_WITHOUT_DATA: Final = (tarfile.DIRTYPE, *_LINKS_AND_DEVICES)
"""Entries of these types have no data, whatever their size says."""
_MOST_BYTES: Final = 1 << 60
"""No file has more, and no system goes to a place much behind."""


class _Entry(NamedTuple):
    offset: int
    name: str
    size: int
    is_file: bool


def read(path: str, most: int, after: int | None = None) -> Iterator[Item]:
    """Give what an archive holds, in its order; a stretch that is damaged is one thing passed over.

    Args:
        path: the file.
        most: bytes of the largest page.
        after: offset of an entry behind which to go on, in what is unpacked.

    Raises:
        OSError: the file cannot be opened or read.
    """
    with Path(path).open("rb") as opened:
        raw = Unpacked(opened) if is_packed(opened) else None
        file: BinaryIO = opened if raw is None else io.BufferedReader(raw)
        file.seek(after or 0)
        for entry in _entries(file):
            if isinstance(entry, _Entry):
                if entry.offset != after:
                    yield _item(file, entry, Place(path, entry.offset, None if raw is None else raw.share), most)
            else:
                yield NoPage(Place(path, entry), PassedOver.DAMAGED)


def _item(file: BinaryIO, entry: _Entry, place: Place, most: int) -> Item:
    if not (entry.is_file and entry.name.lower().endswith(PAGE_SUFFIXES)):
        return NoPage(place, PassedOver.TYPE)
    data = file.read(min(entry.size, most + 1))
    cut = len(data) < min(entry.size, most + 1)
    page = source_page(place, io.BytesIO(data), most, entry.name)
    return replace(page, cut=page.cut or cut)


def _entries(file: BinaryIO) -> Iterator["_Entry | int"]:
    """Give the entries from where the file stands on, which stands at the data of each when it is given.

    Where a header is damaged, or the archive ends without its end mark, an offset is given instead, one for each
    stretch. Behind an end mark there may be another archive (``cat a.tar b.tar``).
    """
    begin = at = file.tell()
    name, size = "", None
    ended = damaged = False
    while len(block := file.read(_BLOCK)) == _BLOCK:
        at += _BLOCK
        header = _header(block)
        length = 0
        if header is None:
            ended = not any(block)
            if not ended and not damaged:
                yield at - _BLOCK
            damaged = not ended
        else:
            ended = damaged = False
            length = header.size
            if header.type in _EXTENSIONS:
                data = file.read(length) if length <= _MOST_NAME_BYTES else b""
                name, size = _extended(header.type, data, name, size)
            else:
                length = 0 if header.type in _WITHOUT_DATA else length if size is None else size
                if not header.isdir():
                    yield _Entry(begin, name or header.name, length, header.type in _FILES)
        at += -(-length // _BLOCK) * _BLOCK
        file.seek(at)
        if header is None or header.type not in _EXTENSIONS:
            begin, name, size = at, "", None
    if not ended and not damaged:
        yield at


def _header(block: bytes) -> tarfile.TarInfo | None:
    """Read a header; None when the block is none, by its checksum."""
    try:
        header = tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
    except tarfile.HeaderError:
        return None
    return header if 0 <= header.size <= _MOST_BYTES else None


def _extended(kind: bytes, data: bytes, name: str, size: int | None) -> tuple[str, int | None]:
    """Give the name and the size that a header has for the entry behind it; those known before where it has none."""
    if kind == tarfile.GNUTYPE_LONGNAME:
        return _text(data.partition(b"\0")[0]), size
    at = 0 if kind in _PAX_TYPES else len(data)
    while (record := _PAX_RECORD.match(data, at)) and int(record[1]) > len(record[0]):
        value = data[record.end() : at + int(record[1]) - 1]
        if record[2] == b"path":
            name = _text(value)
        elif record[2] == b"size" and value.isdigit():
            size = min(int(value[:20]), _MOST_BYTES)
        at += int(record[1])
    return name, size


def _text(name: bytes) -> str:
    return name.decode("utf-8", "surrogateescape")
