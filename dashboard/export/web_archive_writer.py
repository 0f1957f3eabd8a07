"""Web archives (WARC 1.1, ISO 28500): the pages as they came, or the texts made of them (WET).

Each record is a gzip member of its own, as archives are read record by record; ids and dates come from what is written,
so that the same documents give the same bytes.
"""

import gzip
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from langcodes import Language

from store.raw_store import RawStore

LEVEL: Final = 6  # zlib's own choice between time and size

_INFORMATION: Final = b"software: Mezmun\r\nformat: WARC File Format 1.1\r\n"
_RESPONSE: Final = "application/http; msgtype=response"
_PROFILES: Final = "http://netpreserve.org/warc/1.1/revisit/"
_SAME_BYTES: Final = "identical-payload-digest"
_EPOCH: Final = "1970-01-01T00:00:00Z"
"""The date of the record about the file itself: an export does not say when it was written."""


class _Archive:
    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")
        head = {"WARC-Date": _EPOCH, "WARC-Filename": path.name.removesuffix(".unfinished")}
        self._write("warcinfo", path.name, {**head, "Content-Type": "application/warc-fields"}, _INFORMATION)

    def close(self) -> None:
        """End the file; see ``Shard``."""
        self._file.close()

    def _write(self, kind: str, identity: str, fields: Mapping[str, str], block: bytes) -> None:
        head = {
            "WARC-Type": kind,
            "WARC-Record-ID": _record_id(kind, identity),
            **fields,
            "Content-Length": str(len(block)),
        }
        lines = "".join(f"{name}: {_one_line(value)}\r\n" for name, value in head.items())
        record = b"WARC/1.1\r\n" + lines.encode() + b"\r\n" + block + b"\r\n\r\n"
        self._file.write(gzip.compress(record, LEVEL, mtime=0))

    @staticmethod
    def _fields(record: Mapping[str, Any], content_type: str) -> dict[str, str]:
        return {
            "WARC-Date": record["fetched_at"].replace("+00:00", "Z"),
            "WARC-Target-URI": record["url"],
            "WARC-Payload-Digest": f"sha256:{record['sha256']}",
            "Content-Type": content_type,
        }


class WarcShard(_Archive):
    """Pages, as ``response`` records; of the same bytes at a further address or at a later time, ``revisit`` records
    that refer to them.

    The head of the answer has its type and length only: most was not kept, and the bytes are kept without transfer and
    content codings.
    """

    def __init__(self, path: Path, raw: RawStore) -> None:
        super().__init__(path)
        self._raw = raw
        self._originals: dict[str, dict[str, str]] = {}
        """By SHA-256, how a revisit refers to the response with these bytes: one entry a page of the shard."""

    def add(self, record: Mapping[str, Any]) -> None:
        """Write the page of one record; see ``Shard``.

        Raises:
            MissingRawPageError, DamagedRawPageError, UnavailableError: its bytes cannot be had.
        """
        if record["sha256"] in self._originals:
            self._add_revisit(record, record["fetch_id"], not_modified=False)
        else:
            self._add_response(record)
        for revisit in record["revisits"]:
            fetched_at = revisit.fetched_at.isoformat()
            self._add_revisit({**record, "fetched_at": fetched_at}, revisit.fetch_id, revisit.not_modified)

    def _add_response(self, record: Mapping[str, Any]) -> None:
        identity = f"{record['fetch_id']} {record['sha256']}"
        body = self._raw.get(record["sha256"])
        content_type = _one_line(record["content_type"] or "text/html")
        head = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\nContent-Length: {len(body)}\r\n\r\n"
        fields = self._fields(record, _RESPONSE)
        self._originals[record["sha256"]] = {
            "WARC-Refers-To": _record_id("response", identity),
            "WARC-Refers-To-Target-URI": fields["WARC-Target-URI"],
            "WARC-Refers-To-Date": fields["WARC-Date"],
        }
        self._write("response", identity, fields, head.encode() + body)

    def _add_revisit(self, record: Mapping[str, Any], fetch_id: int, not_modified: bool) -> None:
        fields = self._fields(record, _RESPONSE)
        profile, status = ("server-not-modified", "304 Not Modified") if not_modified else (_SAME_BYTES, "200 OK")
        if not_modified:
            del fields["WARC-Payload-Digest"]  # no bytes came of which there is one
        fields = {**fields, "WARC-Profile": _PROFILES + profile, **self._originals[record["sha256"]]}
        self._write("revisit", f"{fetch_id} {record['sha256']}", fields, f"HTTP/1.1 {status}\r\n\r\n".encode())


class WetShard(_Archive):
    """Texts, as ``conversion`` records."""

    def add(self, record: Mapping[str, Any]) -> None:
        """Write the text of one record; see ``Shard``."""
        fields = self._fields(record, "text/plain; charset=utf-8")
        del fields["WARC-Payload-Digest"]  # that is the page's, not the text's
        if record["language"]:
            fields["WARC-Identified-Content-Language"] = Language.get(record["language"]).to_alpha3()
        title, text = record["title"], record["text"]
        if title and title != text.partition("\n")[0]:  # most texts begin with it
            text = f"{title}\n{text}"
        self._write("conversion", f"{record['fetch_id']} {record['method_version']}", fields, text.encode())


def _record_id(kind: str, identity: str) -> str:
    return f"<urn:uuid:{uuid5(NAMESPACE_URL, f'{kind} {identity}')}>"


def _one_line(value: str) -> str:
    return " ".join(value.split())
