"""From what the network gave to the word a fetch ends with, as far as that needs no look at the text."""

import gzip
import zlib
from http import HTTPStatus
from typing import Final

import brotli
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

from crawler.politeness.download_errors import words_of
from crawler.politeness.request_filter import RefusedError
from mezmun.core.outcomes import Outcome

_ZSTD_ERROR: Final = "ZstdError"
"""Of ``compression.zstd``, or of its backport before Python 3.14."""
_UNREACHABLE: Final = (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    ResponseDataLossError,
    OSError,
)


def outcome_of_error(error: Exception) -> tuple[Outcome, str]:
    """Give the outcome and its detail for a request that got no answer."""
    detail = words_of(error)
    match error:
        case RefusedError():
            return error.outcome, error.detail
        case DownloadTimeoutError():
            return Outcome.TIMEOUT, detail
        case DownloadCancelledError():
            return Outcome.TOO_LARGE, detail
        case IgnoreRequest() if "max redirections" in detail:
            return Outcome.REDIRECTED_AWAY, detail
        case IgnoreRequest() if "MAXSIZE" in str(error):
            return Outcome.TOO_LARGE, detail
        case gzip.BadGzipFile() | zlib.error() | brotli.error() | EOFError():
            return Outcome.UNDECODABLE, f"its packing is broken: {detail}"
        case _ if type(error).__name__ == _ZSTD_ERROR:
            return Outcome.UNDECODABLE, f"its packing is broken: {detail}"
        case UnsupportedURLSchemeError():
            return Outcome.REDIRECTED_AWAY, detail
        case ValueError() if not isinstance(error, UnicodeError):  # of a `Location` that no request can be made of
            return Outcome.REDIRECTED_AWAY, "to what is no web address"
        case _ if isinstance(error, _UNREACHABLE) or type(error).__module__.startswith("twisted."):
            return Outcome.UNREACHABLE, detail
    return Outcome.FAILED, f"{type(error).__name__}: {detail}"


def outcome_of_answer(response: Response) -> tuple[Outcome, str] | None:
    """Give the outcome and its detail for an answer that holds no page; ``None`` for one that does."""
    status = response.status
    if status == HTTPStatus.NOT_MODIFIED and _is_conditional(response):
        return Outcome.UNCHANGED, "not modified"
    if 300 <= status < 400 and (place := response.headers.get("Location")):
        return Outcome.REDIRECTED_AWAY, f"to {place.decode('latin-1')[:300]}"
    if not 200 <= status < 300:
        phrase = HTTPStatus(status).phrase if status in HTTPStatus._value2member_map_ else ""
        return Outcome.HTTP_ERROR, f"{status} {phrase}".strip()
    if not response.body:
        return Outcome.EMPTY, "no bytes"
    return None


def _is_conditional(response: Response) -> bool:
    """Tell whether an answer is to a request for what has changed: another one cannot be "not modified"."""
    headers = response.request.headers if response.request is not None else {}
    return "If-None-Match" in headers or "If-Modified-Since" in headers


def is_page(response: Response) -> bool:
    """Say whether an answer is called an HTML page by its server."""
    return response.status == HTTPStatus.OK and b"html" in (response.headers.get("Content-Type") or b"").lower()
