"""Files of documents: each format has a way to begin one, add records to it and end it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Protocol

import zstandard

from dashboard.export.options import Format
from dashboard.export.parquet import ParquetShard, dataset_card
from dashboard.export.web_archive import WarcShard, WetShard
from store.raw_store import RawStore

Record = dict[str, Any]

LEVEL: Final = 9
"""Of zstd: Uyghur text gets 5 % smaller than at level 3, at half the speed, which is still 50 MB/s."""


class Shard(Protocol):
    """A file being written. The same records give the same bytes."""

    def add(self, record: Record) -> None:
        """Write one record."""

    def close(self) -> None:
        """End the file."""


class JsonLinesShard:
    """A record a line."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")
        self._packed = zstandard.ZstdCompressor(level=LEVEL).stream_writer(self._file)

    def add(self, record: Record) -> None:
        """Write one record; see ``Shard``."""
        self._packed.write(json.dumps(record, ensure_ascii=False).encode() + b"\n")

    def close(self) -> None:
        """End the file; see ``Shard``."""
        self._packed.close()  # type: ignore[no-untyped-call] # zstandard's
        self._file.close()


class TextShard:
    """A paragraph a line, an empty line after each document."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")
        self._packed = zstandard.ZstdCompressor(level=LEVEL).stream_writer(self._file)

    def add(self, record: Record) -> None:
        """Write the text of one record; see ``Shard``."""
        lines = [line for line in record["text"].splitlines() if line.strip()]
        self._packed.write("\n".join([*lines, "", ""]).encode())

    def close(self) -> None:
        """End the file; see ``Shard``."""
        self._packed.close()  # type: ignore[no-untyped-call] # zstandard's
        self._file.close()


_TABLE: Final[dict[Format, tuple[str, Callable[[Path, RawStore], Shard]]]] = {
    Format.JSONL: ("part-{:05}.jsonl.zst", lambda path, _: JsonLinesShard(path)),
    Format.TEXT: ("part-{:05}.txt.zst", lambda path, _: TextShard(path)),
    Format.PARQUET: ("part-{:05}.parquet", lambda path, _: ParquetShard(path)),
    Format.HUGGINGFACE: ("data/train-{:05}.parquet", lambda path, _: ParquetShard(path)),
    Format.WARC: ("part-{:05}.warc.gz", WarcShard),
    Format.WET: ("part-{:05}.warc.wet.gz", lambda path, _: WetShard(path)),
}


def shard_name(kind: Format, number: int) -> str:
    """Give the path of a shard below the export's folder."""
    return _TABLE[kind][0].format(number)


def open_shard(kind: Format, path: Path, raw: RawStore) -> Shard:
    """Begin a shard at a path.

    Raises:
        InvalidInputError: the format needs a package that is not installed.
    """
    return _TABLE[kind][1](path, raw)


def extra_files(kind: Format, documents: int) -> dict[str, str]:
    """Give the files that a format has beside its shards, each with its text."""
    return {"README.md": dataset_card(documents)} if kind is Format.HUGGINGFACE else {}
