"""Why no answer came, in words that are the same for all pages: ``mezmun.core.reasons`` counts and translates them."""

import re
from typing import Final

from scrapy.exceptions import (
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    IgnoreRequest,
    ResponseDataLossError,
)

_TOOK_LONGER: Final = re.compile(r"Getting .+ took longer than ([0-9.]+) seconds\.?")
_MORE_THAN: Final = re.compile(r"max size \((\d+)\) in request|MAXSIZE \((\d+) B\)")


def words_of(error: Exception) -> str:
    """Say why no answer came. What the network's software says names the page each time: its failures would be as many
    reasons as pages."""
    detail = " ".join(str(error).split()) or type(error).__name__
    if isinstance(error, ResponseDataLossError):
        return "the connection broke before the page was whole"
    if isinstance(error, DownloadConnectionRefusedError):
        return "the connection was refused"
    if isinstance(error, DownloadFailedError) and "ConnectionLost" in detail:
        return "the connection broke"
    if isinstance(error, DownloadTimeoutError) and (match := _TOOK_LONGER.fullmatch(detail)):
        return f"the download took longer than {float(match[1]):g} seconds"
    if isinstance(error, DownloadCancelledError | IgnoreRequest) and (match := _MORE_THAN.search(detail)):
        return f"the page has more than {int(match[1] or match[2]):,} bytes"
    return detail[:300]
