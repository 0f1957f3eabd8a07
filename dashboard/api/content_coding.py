"""The body of an answer in the best coding that the caller understands."""

import gzip
from typing import Final

import zstandard

GZIP_LEVEL: Final = 5
"""At this level Uyghur text becomes nearly as small as at level 9, in a third of the time."""


def encode(body: bytes, accept: str) -> tuple[bytes, dict[str, str]]:
    """Give the body in zstd, gzip or as it is, and the headers that say so, for an ``Accept-Encoding`` header.

    The better coding is chosen among those the caller takes at all (RFC 9110, 12.5.3).
    """
    headers = {"Vary": "Accept-Encoding"}
    accepted = {coding for coding, weight in map(_weighted, accept.split(",")) if weight > 0}
    if "zstd" in accepted:
        return zstandard.compress(body), headers | {"Content-Encoding": "zstd"}
    if "gzip" in accepted:
        return gzip.compress(body, GZIP_LEVEL, mtime=0), headers | {"Content-Encoding": "gzip"}
    return body, headers


def _weighted(part: str) -> tuple[str, float]:
    coding, _, weight = part.partition(";")
    try:
        return coding.strip().lower(), float(weight.strip().removeprefix("q=") or 1)
    except ValueError:
        return coding.strip().lower(), 0.0
