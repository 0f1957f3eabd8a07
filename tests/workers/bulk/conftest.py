"""Archives made in the test, of pages made in the test; jobs that fail in every way."""

import gzip

import pytest

from tests.workers.bulk.bulk_for_tests import html


@pytest.fixture
def warc_record():
    """A function that gives one record of a web archive, gzipped as they are."""

    def make(
        url, body=b"", *, headers=(), kind="response", status="200 OK", content_type="text/html", packed=True, wire=None
    ):
        fields = [f"HTTP/1.1 {status}", *([f"Content-Type: {content_type}"] if content_type else []), *headers]
        block = wire if wire is not None else "\r\n".join(fields).encode() + b"\r\n\r\n" + body
        head = (
            f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:test:{url}>\r\nWARC-Target-URI: {url}\r\n"
            "WARC-Date: 2026-01-02T03:04:05Z\r\nContent-Type: application/http; msgtype="
            f"{'request' if kind == 'request' else 'response'}\r\nContent-Length: {len(block)}\r\n\r\n"
        )
        record = head.encode() + block + b"\r\n\r\n"
        return gzip.compress(record, mtime=0) if packed else record

    return make


@pytest.fixture
def archive(tmp_path, warc_record):
    """A function that writes an archive of so many pages and gives its path."""

    def make(pages, name="pages.warc.gz", hosts=1):
        path = tmp_path / name
        path.write_bytes(
            b"".join(
                warc_record(f"http://host{n % hosts}.example/{n}", html(n))
                + warc_record(f"http://host{n % hosts}.example/{n}", kind="request", wire=b"GET / HTTP/1.1\r\n\r\n")
                for n in range(pages)
            )
        )
        return str(path)

    return make
