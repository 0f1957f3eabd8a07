"""Addresses that one program makes by one pattern have one shape, so that fifty thousand of them take one turn."""

import re
import zlib
from typing import Final
from urllib.parse import urlsplit

_DIGITS: Final = re.compile(r"\d+")


def shape_of(url: str) -> int:
    """Give the shape of a URL as a signed number of 32 bits.

    Numbers count as one, and so do the last names of a path; what is left are folders, the ending and the names of the
    query: ``/calendar/2024/05`` and ``/calendar/1999/12`` have one shape, ``/calendar/`` and ``/news/`` two.
    """
    parts = urlsplit(url)
    folders, _, last = parts.path.rpartition("/")
    ending = last.rpartition(".")[2] if "." in last else ""
    names = sorted(_DIGITS.sub("0", piece.partition("=")[0]) for piece in parts.query.split("&") if piece)
    shape = "\n".join((parts.netloc, _DIGITS.sub("0", folders), "x" if last else "", ending, *names))
    return zlib.crc32(shape.encode()) - 2**31
