"""Files of documents: each format has a way to begin one, add records to it and end it."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, Protocol

import orjson
import zstandard

from dashboard.export.options import ExportFormat
from dashboard.export.parquet import ParquetShard, dataset_card
from dashboard.export.web_archive_writer import WarcShard, WetShard
from store.raw_store import RawStore

Record = Mapping[str, Any]

LEVEL: Final = 6
"""At this level of zstd, Uyghur text becomes 7 % smaller than at level 3, at less than half its speed. At level 9 it
would become another 5 % smaller, at half the speed again."""


class Shard(Protocol):
    """A file being written. The same records give the same bytes."""

    def add(self, record: Record) -> None:
        """Write one record."""

    def close(self) -> None:
        """End the file."""


class CompressedShard:
    """Lines made of the records, compressed with zstd."""

    def __init__(self, path: Path, to_lines: Callable[[Record], bytes]) -> None:
        self._file = path.open("wb")
        self._compressor = zstandard.ZstdCompressor(level=LEVEL, threads=1).compressobj()  # beside this thread
        self._to_lines = to_lines

    def add(self, record: Record) -> None:
        """Write the lines of one record; see ``Shard``."""
        self._file.write(self._compressor.compress(self._to_lines(record)))

    def close(self) -> None:
        """End the file; see ``Shard``."""
        self._file.write(self._compressor.flush())
        self._file.close()


def _json_line(record: Record) -> bytes:
    return orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE)


def _paragraphs(record: Record) -> bytes:
    """Give a paragraph a line, and an empty line after the document."""
    lines = [line for line in record["text"].splitlines() if line.strip()]
    return "\n".join([*lines, "", ""]).encode()


_TABLE: Final[dict[ExportFormat, tuple[str, Callable[[Path, RawStore], Shard]]]] = {
    ExportFormat.JSONL: ("part-{:05}.jsonl.zst", lambda path, _: CompressedShard(path, _json_line)),
    ExportFormat.TEXT: ("part-{:05}.txt.zst", lambda path, _: CompressedShard(path, _paragraphs)),
    ExportFormat.PARQUET: ("part-{:05}.parquet", lambda path, _: ParquetShard(path)),
    ExportFormat.HUGGINGFACE: ("data/train-{:05}.parquet", lambda path, _: ParquetShard(path)),
    ExportFormat.WARC: ("part-{:05}.warc.gz", WarcShard),
    ExportFormat.WET: ("part-{:05}.warc.wet.gz", lambda path, _: WetShard(path)),
}


def shard_name(kind: ExportFormat, number: int) -> str:
    """Give the path of a shard below the export's folder."""
    return _TABLE[kind][0].format(number)


def open_shard(kind: ExportFormat, path: Path, raw: RawStore) -> Shard:
    """Begin a shard at a path.

    Raises:
        InvalidInputError: the format needs a package that is not installed.
    """
    return _TABLE[kind][1](path, raw)


def extra_files(kind: ExportFormat, documents: int) -> dict[str, str]:
    """Give the files that a format has beside its shards, each with its text."""
    return {"README.md": dataset_card(documents)} if kind is ExportFormat.HUGGINGFACE else {}
