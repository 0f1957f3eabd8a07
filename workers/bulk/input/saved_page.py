"""A page as a program saved it: its bytes, gzipped or not, or an MHTML file (RFC 2557), which has its pictures, too.

Of an MHTML file the HTML part is read that is its root: that which ``start`` names (RFC 2387, 3.2), or the first. The
file is gone through line by line, for the pictures in it may be of any size.
"""

import io
import re
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesHeaderParser
from typing import IO, Final, NamedTuple

from mezmun.core.outcomes import Outcome
from mezmun.core.web.web_address import fault_of
from workers.bulk.input.content_codings import GZIP, BodyTooLargeError, too_large, unpacked
from workers.bulk.input.items import Place, SourcePage

_HTML: Final = ("text/html", "application/xhtml+xml")
_FIELD: Final = re.compile(rb"[A-Za-z][A-Za-z0-9-]*:")
"""How a header begins; no page does."""
_LONGEST_FIELD: Final = 100
"""Bytes within which the name of the first header ends."""
_MOST_HEADER_BYTES: Final = 1 << 16
"""The headers of a file or a part, which ``email`` reads whole, have at most so many bytes."""
_LONGEST_LINE: Final = 1 << 16
"""Bytes read at once; a part that is not encoded has lines of any length."""
_MOST_ENCODED: Final = 4
"""Bytes of a part for one of the page: quoted-printable has three, and ends its lines."""


class NoHtmlPartError(Exception):
    """The MHTML file has no part that is HTML."""


class SavedPage(NamedTuple):
    """The bytes of a page, and what its file says of it."""

    data: bytes
    cut: bool
    """It breaks off: there was more."""
    content_type: str | None = None
    url: str | None = None


def read(file: IO[bytes], most: int) -> SavedPage:
    """Give the one page that an open file holds, which stands at its beginning, and can go back there.

    Raises:
        BodyTooLargeError: the page has more bytes than ``most``.
        NoHtmlPartError: an MHTML file has no part that is HTML.
    """
    packed = file.read(len(GZIP)) == GZIP
    file.seek(0)
    cut = False
    if packed:
        body, cut = unpacked(file, most)
        file = io.BytesIO(body)
    has_headers = _FIELD.match(file.read(_LONGEST_FIELD))
    file.seek(0)
    if has_headers:
        headers = _headers(file)
        if "MIME-Version" in headers:
            page = _root(file, headers, most)
            return page._replace(cut=page.cut or cut)
        file.seek(0)
    body, breaks_off = unpacked(file, most)
    return SavedPage(body, cut or breaks_off)


def source_page(place: Place, file: IO[bytes], most: int, record_id: str | None = None) -> SourcePage:
    """Give the one page that an open file holds, with a fault when it cannot be had."""
    try:
        page = read(file, most)
    except BodyTooLargeError as error:
        return SourcePage(place, b"", record_id=record_id, fault=(Outcome.TOO_LARGE, str(error)))
    except NoHtmlPartError as error:
        return SourcePage(place, b"", record_id=record_id, fault=(Outcome.NOT_HTML, str(error)))
    return SourcePage(place, page.data, page.url, page.content_type, record_id, cut=page.cut)


def _root(file: IO[bytes], headers: Message, most: int) -> SavedPage:
    """Give the root of the MHTML file whose headers were read."""
    root, part, delimiters = headers.get_param("start"), headers, set[bytes]()
    first: SavedPage | None = None
    ended = True
    while ended:
        boundary = part.get_boundary() if part.get_content_maintype() == "multipart" else None
        if boundary is not None:
            delimiters.add(b"--" + boundary.encode("utf-8", "surrogateescape"))
        is_root = root is None or str(part["Content-ID"]).strip() == root
        is_page = part.get_content_type() in _HTML and (first is None or is_root)
        encoded, ended, closed = _content(file, delimiters, _MOST_ENCODED * most if is_page else None)
        if is_page:
            page = SavedPage(
                _decoded(part, encoded, most),
                cut=bool(delimiters) and not ended,
                content_type=" ".join(str(part["Content-Type"]).split()),
                url=_address(part["Content-Location"]) or _address(headers["Snapshot-Content-Location"]),
            )
            if is_root:
                return page
            first = page
        part = Message() if closed else _headers(file)
    if first is None:
        raise NoHtmlPartError("The MHTML file has no part that is HTML.")
    return first


def _headers(file: IO[bytes]) -> Message:
    """Read the headers at which a file stands, and the empty line behind them; what is beyond the limit is none."""
    lines: list[bytes] = []
    left = _MOST_HEADER_BYTES
    while left > 0 and (line := file.readline(left)).strip():
        lines.append(line)
        left -= len(line)
    return BytesHeaderParser().parsebytes(b"".join(lines))


def _content(file: IO[bytes], delimiters: set[bytes], most: int | None) -> tuple[bytes, bool, bool]:
    """Read to the next delimiter: the bytes before it, whether there is one, and whether it ends its multipart.

    ``most`` is how many bytes there may be; None where they are passed over.
    """
    content = bytearray()
    while line := file.readline(_LONGEST_LINE):
        if line.startswith(b"--"):
            mark = line.rstrip()
            if mark in delimiters:
                return bytes(content), True, False
            if mark.endswith(b"--") and mark[:-2] in delimiters:
                return bytes(content), True, True
        if most is not None:
            content += line
            if len(content) > most:
                raise too_large(most // _MOST_ENCODED)
    return bytes(content), False, False


def _decoded(part: Message, encoded: bytes, most: int) -> bytes:
    part.set_payload(encoded.decode("ascii", "surrogateescape"))
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return b""
    if len(data) > most:
        raise too_large(most)
    return data


def _address(value: object) -> str | None:
    """Give the web address in a header, which may be folded and encoded (RFC 2047); None for another (``cid:``)."""
    try:
        url = "".join(str(make_header(decode_header(str(value or "")))).split())
    except (HeaderParseError, LookupError, ValueError):
        return None
    return url if fault_of(url) is None else None
