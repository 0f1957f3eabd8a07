"""HTTP bodies as archives keep them: chunked and compressed by the server (RFC 9112, 7.1; RFC 9110, 8.4)."""

import zlib
from collections.abc import Generator, Iterator
from typing import IO, Final, NamedTuple

_STEP: Final = 1 << 16
"""Bytes decompressed at once: a bomb is seen before it is whole."""
ZSTD_STEP: Final = 256
"""Bytes that are decompressed at once, to 8 MB at most: four of them may be a block of 128 KB."""
GZIP: Final = b"\x1f\x8b"
"""What a member begins with."""
_ZSTD: Final = b"\x28\xb5\x2f\xfd"


class BodyTooLargeError(Exception):
    """The body has more bytes than it may."""


def too_large(most: int) -> BodyTooLargeError:
    """Make the error of a body with more bytes than ``most``."""
    return BodyTooLargeError(f"The page has more than {most:,} bytes.")


class Body(NamedTuple):
    """A body whose encodings are undone."""

    data: bytes
    cut: bool
    """It breaks off: more was encoded."""


def unpacked(file: IO[bytes], most: int) -> Body:
    """Give the bytes of the one page that an open file holds, unpacked when they are gzipped.

    Raises:
        BodyTooLargeError: there are more than ``most``.
    """
    raw = file.read(most + 1)
    return decode(raw, None, "gzip" if raw.startswith(GZIP) else None, most)


def decode(body: bytes, transfer: str | None, content: str | None, most: int) -> Body:
    """Undo the transfer and content encodings of a body.

    Archives lie: many keep the headers of the wire beside a body that is decoded already. What an encoding does not
    fit is given as it is, and of a body that breaks off what came before the break.

    Args:
        body: the body as recorded.
        transfer: value of ``Transfer-Encoding``.
        content: value of ``Content-Encoding``.
        most: bytes that may come out.

    Raises:
        BodyTooLargeError: more come out.
    """
    body, cut = _unchunked(body) if "chunked" in (transfer or "").lower() else Body(body, cut=False)
    for coding in reversed((content or "").lower().split(",")):
        decoder = _DECODERS.get(coding.strip())
        if decoder is not None:
            decoded = _decompressed(decoder(body), most)
            if decoded.data or not decoded.cut:  # else it is something else
                body, cut = decoded.data, cut or decoded.cut
    if len(body) > most:
        raise too_large(most)
    return Body(body, cut)


def _decompressed(pieces: Iterator[bytes], most: int) -> Body:
    decoded = bytearray()
    try:
        for piece in pieces:
            decoded += piece
            if len(decoded) > most:
                raise too_large(most)
    except (EOFError, zlib.error):  # it breaks off, or is something else
        return Body(bytes(decoded), cut=True)
    return Body(bytes(decoded), cut=False)


def _inflate(body: bytes, window: int) -> Generator[bytes, None, bytes]:
    """Inflate what one stream holds; gives back what is behind it."""
    inflater = zlib.decompressobj(window)
    while not inflater.eof:
        piece = inflater.decompress(body, _STEP)
        if not piece and not inflater.eof:  # nor is there any in what was read already
            raise EOFError
        yield piece
        body = inflater.unconsumed_tail
    return inflater.unused_data


def _gzip(body: bytes) -> Iterator[bytes]:
    # A file may be made of several (RFC 1952, 2.2); what is no other, zeros say, fills it up.
    body = yield from _inflate(body, zlib.MAX_WBITS | 16)
    while body.startswith(GZIP):
        body = yield from _inflate(body, zlib.MAX_WBITS | 16)


def _deflate(body: bytes) -> Iterator[bytes]:
    # "deflate" is zlib's format (RFC 9110, 8.4.1.2), but some servers send it without zlib's two bytes in front.
    headed = body[:1] == b"\x78" and int.from_bytes(body[:2]) % 31 == 0
    yield from _inflate(body, zlib.MAX_WBITS if headed else -zlib.MAX_WBITS)


def _brotli(body: bytes) -> Iterator[bytes]:
    import brotli  # here, for few pages need it

    decompressor = brotli.Decompressor()
    while not decompressor.is_finished():
        try:
            piece = decompressor.process(body, output_buffer_limit=_STEP)
        except brotli.error as error:
            raise EOFError from error
        if not piece and not body and not decompressor.is_finished():
            raise EOFError
        yield piece
        body = b""


def _zstd(body: bytes) -> Iterator[bytes]:
    import zstandard  # an extra

    at = 0
    while at == 0 or body.startswith(_ZSTD, at):  # there may be several frames (RFC 8878, 3)
        decompressor = zstandard.ZstdDecompressor().decompressobj()
        while not decompressor.eof:
            if at >= len(body):
                raise EOFError
            try:
                yield decompressor.decompress(body[at : at + ZSTD_STEP])
            except zstandard.ZstdError as error:
                raise EOFError from error
            at += ZSTD_STEP
        at = min(at, len(body)) - len(decompressor.unused_data)


_DECODERS: Final = {"gzip": _gzip, "x-gzip": _gzip, "deflate": _deflate, "br": _brotli, "zstd": _zstd}


def _unchunked(body: bytes) -> Body:
    """Give the body without the sizes between its chunks; the body itself when it has none."""
    chunks: list[bytes] = []
    at = 0
    while (end := body.find(b"\r\n", at, at + 100)) > 0:
        digits = body[at:end].split(b";", 1)[0].strip()
        try:
            size = int(digits, 16)
        except ValueError:
            break
        if size <= 0:
            return Body(b"".join(chunks) if chunks else body, cut=False)
        chunks.append(body[end + 2 : end + 2 + size])
        at = end + 2 + size + 2
    return Body(b"".join(chunks), cut=True) if chunks else Body(body, cut=False)
