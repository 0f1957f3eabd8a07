"""The pages of a zip archive: its files that are pages by their names (APPNOTE 6.3.10), each read to its limit only."""

import zipfile
import zlib
from collections.abc import Iterator
from typing import Final

from mezmun.core.outcomes import Outcome
from workers.bulk.input.items import PAGE_SUFFIXES, Item, NoPage, PassedOver, Place, SourcePage
from workers.bulk.input.saved_page import source_page

_ENCRYPTED: Final = 1
"""Bit of an entry's flags (4.4.4)."""
_BOUNDED: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""What ``zipfile`` unpacks step by step; of bzip2 and LZMA it gives all that a stretch holds, however much it is."""


def read(path: str, most: int, after: int | None = None) -> Iterator[Item]:
    """Give what an archive holds, in the order in which it lies there.

    Args:
        path: the file.
        most: bytes of the largest page.
        after: offset of an entry behind which to go on.

    Raises:
        OSError: the file cannot be opened or read.
    """
    try:
        archive = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, NotImplementedError, ValueError):  # ValueError: names that are no UTF-8
        yield NoPage(Place(path, after), PassedOver.DAMAGED)
        return
    with archive:
        # Bombs list the same bytes under many names.
        entries = {entry.header_offset: entry for entry in archive.infolist() if not entry.is_dir()}
        for offset in sorted(entries):
            if after is None or offset > after:
                yield _item(archive, entries[offset], Place(path, offset), most)


def _item(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, place: Place, most: int) -> Item:
    if not entry.filename.lower().endswith(PAGE_SUFFIXES):
        return NoPage(place, PassedOver.TYPE)
    fault = None
    if entry.flag_bits & _ENCRYPTED:
        fault = (Outcome.FAILED, "the file is encrypted in its archive")
    elif entry.compress_type not in _BOUNDED:
        fault = (Outcome.FAILED, "the file is compressed in its archive by another method than deflate")
    if fault is not None:
        return SourcePage(place, b"", record_id=entry.filename, fault=fault)
    try:
        with archive.open(entry) as file:
            return source_page(place, file, most, entry.filename)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError):
        return NoPage(place, PassedOver.DAMAGED)
