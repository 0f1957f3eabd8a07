import gzip
import tracemalloc
import zlib
from functools import partial

import brotli
import pytest
import zstandard

from workers.bulk.input.content_codings import BodyTooLargeError, decode

BODY = b"<html><body><p>" + b"plums in the winter " * 2000 + b"</p></body></html>"
MOST = 2_000_000


def chunked(body):
    pieces = [body[start : start + 1000] for start in range(0, len(body), 1000)]
    return b"".join(b"%x;note=1\r\n%b\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


@pytest.mark.parametrize(
    ("wire", "transfer", "content"),
    [
        (BODY, None, None),
        (BODY, None, "identity"),
        (gzip.compress(BODY, mtime=0), None, "gzip"),
        (gzip.compress(BODY, mtime=0), None, "X-GZIP"),
        (zlib.compress(BODY), None, "deflate"),
        (zlib.compress(BODY)[2:-4], None, "deflate"),
        (brotli.compress(BODY), None, "br"),
        (zstandard.compress(BODY), None, "zstd"),
        (chunked(BODY), "chunked", None),
        (chunked(gzip.compress(BODY, mtime=0)), "chunked", "gzip"),
        (brotli.compress(gzip.compress(BODY, mtime=0)), None, "gzip, br"),
        (gzip.compress(BODY[:500], mtime=0) + gzip.compress(BODY[500:], mtime=0), None, "gzip"),
        (gzip.compress(b"", mtime=0) + gzip.compress(BODY, mtime=0) + bytes(100), None, "gzip"),
        (zstandard.compress(BODY[:500]) + zstandard.compress(BODY[500:]), None, "zstd"),
    ],
)
def test_encodings_are_undone(wire, transfer, content):
    assert decode(wire, transfer, content, MOST) == (BODY, False)


@pytest.mark.parametrize("content", ["gzip", "deflate", "br", "zstd", "sdch", None])
@pytest.mark.parametrize("transfer", ["chunked", None])
def test_a_body_that_was_decoded_beside_the_headers_of_the_wire_is_left_as_it_is(content, transfer):
    assert decode(BODY, transfer, content, MOST) == (BODY, False)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pack", "content"),
    [(gzip.compress, "gzip"), (zlib.compress, "deflate"), (brotli.compress, "br"), (zstandard.compress, "zstd")],
)
def test_of_a_body_that_breaks_off_the_beginning_is_kept(pack, content):
    lines = b"".join(b"<p>%d plums</p>" % (number * 7919 % 99991) for number in range(60_000))
    beginning, cut = decode(pack(lines)[:-2000], None, content, MOST)
    assert cut
    assert len(beginning) > len(lines) // 2
    assert lines.startswith(beginning)


def test_of_brotli_too_it_is_told():
    beginning, cut = decode(brotli.compress(BODY)[:-9], None, "br", MOST)
    assert cut
    assert BODY.startswith(beginning)


@pytest.mark.parametrize(
    "body", [bytes(count) for count in (0, 1, (1 << 16) - 1, 1 << 16, (1 << 16) + 200, (1 << 17) + 1)]
)
@pytest.mark.parametrize(
    ("pack", "content"),
    [
        (gzip.compress, "gzip"),
        (zlib.compress, "deflate"),
        (lambda body: zlib.compress(body)[2:-4], "deflate"),
        (brotli.compress, "br"),
        (zstandard.compress, "zstd"),
    ],
)
def test_a_body_is_whole_however_long_it_is(pack, content, body):
    assert decode(pack(body), None, content, MOST) == (body, False)


@pytest.mark.parametrize("left", [-1, -5, -500])
def test_a_body_whose_chunks_have_no_end_breaks_off(left):
    beginning, cut = decode(chunked(BODY)[: left - 5], "chunked", None, MOST)
    assert cut
    assert BODY.startswith(beginning)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pack", "content"),
    [
        (partial(gzip.compress, compresslevel=1), "gzip"),
        (partial(brotli.compress, quality=1), "br"),
        (zstandard.compress, "zstd"),
    ],
)
def test_a_bomb_is_seen_before_it_is_whole(pack, content):
    bomb = pack(bytes(400_000_000))
    tracemalloc.start()
    try:
        with pytest.raises(BodyTooLargeError):
            decode(bomb, None, content, MOST)
        assert tracemalloc.get_traced_memory()[1] < 200_000_000
    finally:
        tracemalloc.stop()
