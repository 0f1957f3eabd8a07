"""Packed bodies that were cut short: a part of a page must not take the place of the whole one.

Where a server states no length, a connection that breaks looks like the end of the body (RFC 9112, 6.3). Packed bodies
say themselves where they end (RFC 1952, 2.3; RFC 1951, 3.2.3), but ``HttpCompressionMiddleware`` gives what it could
unpack. With a length stated, a body whose packing has no end is all that the server has.
"""

import zlib
from typing import Final

from scrapy import Request
from scrapy.exceptions import ResponseDataLossError
from scrapy.http import Response

_PACKINGS: Final = frozenset({b"gzip", b"x-gzip", b"deflate"})
_NO_LENGTH: Final = "partial"
"""Scrapy's flag of a body that ended with its connection."""
_GZIP_OR_ZLIB: Final = 32 + zlib.MAX_WBITS
_MOST_AT_ONCE: Final = 1 << 20
"""Bytes that are unpacked at once, so that a body of a thousand times its size takes no room here."""


class WholeBody:
    """Downloader middleware between the downloader and ``HttpCompressionMiddleware``."""

    def process_response(self, request: Request, response: Response) -> Response:
        """Give the response on.

        Raises:
            ResponseDataLossError: its body is packed, and ends before its packing does.
        """
        packing = (response.headers.get("Content-Encoding") or b"").strip().lower()
        if _NO_LENGTH in response.flags and packing in _PACKINGS and is_cut_short(response.body):
            raise ResponseDataLossError(request.url)
        return response


def is_cut_short(body: bytes) -> bool:
    """Tell whether a body in gzip or zlib ends before its packing does; what is in neither, or broken, is not."""
    unpacker = zlib.decompressobj(wbits=_GZIP_OR_ZLIB)
    try:
        while body and not unpacker.eof:
            unpacker.decompress(body, _MOST_AT_ONCE)
            body = unpacker.unconsumed_tail
    except zlib.error:
        return False
    return not unpacker.eof
