"""From what the network gave to the word a fetch ends with, as far as that needs no look at the text."""

import gzip
import re
import zlib
from http import HTTPStatus
from typing import Final

from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    IgnoreRequest,
    ResponseDataLossError,
    UnsupportedURLSchemeError,
)
from scrapy.http import Response

from crawler.politeness.request_filter import RefusedError
from mezmun.core.outcomes import Outcome

_UNREACHABLE: Final = (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    ResponseDataLossError,
    OSError,
)
_HTML_TYPES: Final = frozenset({"", "text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml"})
_TAG: Final = re.compile(
    rb"<(?:!doctype\s+html|html|head|body|title|meta|link|base|script|style|div|table|center|font|frameset|article|main"
    rb"|section|h[1-6]|p|a|ul|ol|dl|br|span|img|b|i)[\s>/]",
    re.IGNORECASE,
)
_MAGIC: Final = re.compile(
    rb"\x89PNG|GIF8|\xff\xd8\xff|%PDF-|PK\x03\x04|\x1f\x8b|RIFF|\x7fELF|MZ|Rar!|7z\xbc\xaf|BM.{4}\0\0|II\*\0|MM\0\*|OggS|ID3"
    rb"|fLaC|\0\0\0.ftyp|\xd0\xcf\x11\xe0|\0\0\x01\0|wOF[F2]|\xca\xfe\xba\xbe|\{\\rtf|FLV\x01|[CF]WS",
    re.DOTALL,
)
_SNIFFED: Final = 4096
"""Octets that are looked at; a page that says nothing of markup in them is judged by its declared type."""
_CONTROLS: Final = bytes(set(range(32)) - {9, 10, 12, 13, 27})
_BINARY_SHARE: Final = 0.1
"""Share of control characters from which bytes without markup are no text in any encoding but UTF-16."""


def outcome_of_error(error: Exception) -> tuple[Outcome, str]:
    """Give the outcome and its detail for a request that got no answer."""
    detail = " ".join(str(error).split())[:300] or type(error).__name__
    match error:
        case RefusedError():
            return error.outcome, error.detail
        case DownloadTimeoutError():
            return Outcome.TIMEOUT, detail
        case DownloadCancelledError():
            return Outcome.TOO_LARGE, detail
        case IgnoreRequest() if "max redirections" in detail:
            return Outcome.REDIRECTED_AWAY, detail
        case IgnoreRequest() if "MAXSIZE" in detail:
            return Outcome.TOO_LARGE, detail
        case gzip.BadGzipFile() | zlib.error() | EOFError():
            return Outcome.UNDECODABLE, f"its packing is broken: {detail}"
        case UnsupportedURLSchemeError():
            return Outcome.REDIRECTED_AWAY, detail
        case _ if isinstance(error, _UNREACHABLE) or type(error).__module__.startswith("twisted."):
            return Outcome.UNREACHABLE, detail
    return Outcome.FAILED, f"{type(error).__name__}: {detail}"


def outcome_of_answer(response: Response) -> tuple[Outcome, str] | None:
    """Give the outcome and its detail for an answer that holds no page; ``None`` for one that does."""
    status = response.status
    if status == HTTPStatus.NOT_MODIFIED:
        return Outcome.UNCHANGED, "not modified"
    if 300 <= status < 400 and (place := response.headers.get("Location")):
        return Outcome.REDIRECTED_AWAY, f"to {place.decode('latin-1')[:300]}"
    if not 200 <= status < 300:
        phrase = HTTPStatus(status).phrase if status in HTTPStatus._value2member_map_ else ""
        return Outcome.HTTP_ERROR, f"{status} {phrase}".strip()
    if not response.body:
        return Outcome.EMPTY, "no bytes"
    return None


def is_html(body: bytes, content_type: str | None) -> bool:
    """Say whether the bytes are a page: by their beginning, then by the declared type, which is often wrong."""
    head = body[:_SNIFFED]
    if _MAGIC.match(head):
        return False
    if head[:2] in {b"\xff\xfe", b"\xfe\xff"} or _TAG.search(head.replace(b"\0", b"")):
        return True
    if sum(head.count(control) for control in _CONTROLS) > _BINARY_SHARE * len(head):
        return False
    return (content_type or "").partition(";")[0].strip().lower() in _HTML_TYPES
