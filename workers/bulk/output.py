"""Where records go: lines of JSON, or Parquet.

An output is written in parts. ``commit`` ends one and gives a mark; opened again at that mark, an output goes on as if
nothing had been written behind it. The same records in the same parts give the same bytes.
"""

import gzip
import json
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, BinaryIO, Final, Protocol, cast

from mezmun.core.errors import InvalidInputError, UsageError
from workers.bulk.bulk_record import Record


class Output(Protocol):
    """What records are written to."""

    def write(self, record: Record) -> None:
        """Write one record."""

    def commit(self) -> int:
        """Put what was written on the disk for good; give the mark to go on at."""

    def close(self) -> None:
        """Close the output; what was not committed may be lost."""


def journal_of(path: Path) -> Path:
    """Give the file that says how far a run with this output has come.

    It lies beside a folder of Parquet files: many programs take every file in one for a part of the table.
    """
    return Path(f"{path}.journal.json")


def discard(path: Path) -> None:
    """Remove an output into which nothing was written, with its journal."""
    journal_of(path).unlink(missing_ok=True)
    if path.is_dir():
        path.rmdir()
    else:
        path.unlink(missing_ok=True)


def check(path: Path) -> None:
    """Refuse an output that cannot be made.

    Raises:
        InvalidInputError: its name has no known ending, it lies in no folder, or Parquet is not installed.
    """
    if not path.name.endswith((*_PACKERS, ".parquet")):
        known = ", ".join(_PACKERS)
        raise UsageError(f"The output {path} must end in {known} or .parquet.")
    if not path.absolute().parent.is_dir():
        raise InvalidInputError(f"There is no folder {path.parent} for the output.")
    if path.suffix == ".parquet":
        _arrow()


@contextmanager
def writing(path: Path | None) -> Iterator[None]:
    """Say it in a sentence when the output cannot be written: a full disk, a missing right.

    Raises:
        InvalidInputError: instead of the system's error. A closed pipe is none: who read has enough.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except (OSError, sqlite3.Error) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        if path is None:
            raise InvalidInputError(f"Writing standard output failed: {reason}.") from None
        raise InvalidInputError(
            f"Writing the output {path} failed: {reason}. The same command with --resume goes on where it was."
        ) from None


def open_output(path: Path | None, mark: int) -> Output:
    """Open an output at a mark that ``commit`` gave; 0 begins it anew, and without a path it is standard output."""
    if path is None:
        return _Lines(sys.stdout.buffer, _plain)
    if path.suffix == ".parquet":
        return _Parquet(path, mark)
    file = path.open("r+b" if path.exists() else "w+b")
    file.truncate(mark)
    file.seek(mark)
    return _Lines(file, next(pack for suffix, pack in _PACKERS.items() if path.name.endswith(suffix)))


class _Lines:
    """JSON Lines; each part is a gzip member or a zstd frame, and such a file read whole is the parts' lines."""

    def __init__(self, file: BinaryIO, pack: Callable[[BinaryIO], IO[bytes]]) -> None:
        self._file, self._pack = file, pack
        self._part: IO[bytes] | None = None

    def write(self, record: Record) -> None:
        self._part = self._part or self._pack(self._file)
        line = json.dumps(record, ensure_ascii=False)
        self._part.write(line.encode("utf-8", "replace") + b"\n")

    def commit(self) -> int:
        if self._part is not None and self._part is not self._file:
            self._part.close()
        self._part = None
        self._file.flush()
        if self._file is sys.stdout.buffer:
            return 0
        os.fsync(self._file.fileno())
        return self._file.tell()

    def close(self) -> None:
        if self._file is not sys.stdout.buffer:
            with suppress(OSError):  # on a full disk, what the failure left unwritten
                self._file.close()


def _plain(file: BinaryIO) -> IO[bytes]:
    return file


def _gzip(file: BinaryIO) -> IO[bytes]:
    return cast("IO[bytes]", gzip.GzipFile("", "wb", compresslevel=6, fileobj=file, mtime=0))


def _zstd(file: BinaryIO) -> IO[bytes]:
    import zstandard  # an extra

    return cast("IO[bytes]", zstandard.ZstdCompressor(level=6).stream_writer(file, closefd=False))


_PACKERS: Final[dict[str, Callable[[BinaryIO], IO[bytes]]]] = {
    ".jsonl": _plain,
    ".jsonl.gz": _gzip,
    ".jsonl.zst": _zstd,
}


class _Parquet:
    """A folder with a file a part, which Parquet's readers take as one table."""

    def __init__(self, folder: Path, mark: int) -> None:
        self._arrow = _arrow()
        self._folder, self._parts = folder, mark
        self._rows: list[dict[str, Any]] = []
        folder.mkdir(exist_ok=True)
        for part in folder.glob("part-*"):
            if part.suffix != ".parquet" or int(part.stem.partition("-")[2]) >= mark:
                part.unlink()

    def write(self, record: Record) -> None:
        self._rows.append(record)

    def commit(self) -> int:
        if self._rows:
            arrow, parquet = self._arrow
            texts = arrow.list_(arrow.string())
            others = {"confidence": arrow.float64(), "offset": arrow.int64(), "posts": texts, "comments": texts}
            schema = arrow.schema([(name, others.get(name, arrow.string())) for name in self._rows[0]])
            final = self._folder / f"part-{self._parts:06d}.parquet"
            unfinished = final.with_suffix(".unfinished")
            parquet.write_table(arrow.Table.from_pylist(self._rows, schema), unfinished, compression="zstd")
            with unfinished.open("rb") as file:
                os.fsync(file.fileno())
            unfinished.rename(final)
            self._rows.clear()
            self._parts += 1
        return self._parts

    def close(self) -> None:
        pass


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise InvalidInputError(
            "Parquet output needs pyarrow, which is not installed: `pip install 'mezmun[parquet]'`, or choose an output"
            " that ends in .jsonl.zst."
        ) from None
    return pyarrow, pyarrow.parquet
