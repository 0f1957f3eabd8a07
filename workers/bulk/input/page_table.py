"""Pages in the rows of a table, as corpora of web pages are handed on: JSON Lines and CSV, plain or compressed, and
Parquet.

One column has the HTML, as text or as bytes, one may have the address. A row is read alone, whatever else it has.
"""

import csv
import io
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, Any, Final, NamedTuple, Self

from mezmun.core.errors import InvalidInputError
from mezmun.core.outcomes import Outcome
from workers.bulk.input.content_codings import too_large
from workers.bulk.input.decompression import Unpacked, is_packed
from workers.bulk.input.items import Item, NoPage, PassedOver, Place, SourcePage, TableColumns
from workers.bulk.input.saved_page import source_page

_HEADER: Final = "text/html; charset=utf-8"
"""What text is read as: it was decoded before, whatever encoding the page states."""
_MOST_ESCAPED: Final = 6
r"""Bytes that JSON may write for one of a page (``\u003c``)."""
_MOST_BESIDE: Final = 1 << 20
"""Bytes that the other columns of a line may take."""
_MOST_FIRST_LINE: Final = 64 * _MOST_BESIDE
"""Bytes of the first row in which the names of the columns are looked for."""
_ROWS_AT_ONCE: Final = 16
_MARK: Final = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""What programs write before UTF-8, to mark it."""
_DELIMITERS: Final = ",;\t"
"""What parts the columns of CSV: the one that its first line has most of. Where commas stand in numbers, programs
write semicolons."""


def check(path: str, columns: TableColumns) -> None:
    """Refuse a table that has not the columns.

    Raises:
        InvalidInputError: one is not there; the message names those that are.
        ModuleNotFoundError: it is Parquet, and pyarrow is not installed.
        OSError: the file cannot be opened or read.
    """
    names = _format_of(path).names(path)
    for column, option in ((columns.html, "--html-column"), (columns.url, "--url-column")):
        if names is not None and column is not None and column not in names:
            hint = ""
            if column == columns.html and (columns.url or columns.DEFAULT_URL) in names:
                hint = " Addresses alone are not fetched here: `mezmun crawl` does that, with a site file's seeds."
            others = f": {option} names one of {', '.join(names)}" if names else ", and no other"
            raise InvalidInputError(f"The table {path} has no column {column!r}{others}.{hint}")


def read(path: str, most: int, after: int | None, columns: TableColumns) -> Iterator[Item]:
    """Give the page of each row; one without HTML is of no type that is read, one that is no JSON is damaged.

    Args:
        path: the file.
        most: bytes of the largest page.
        after: the row behind which to go on: of Parquet its number, from 0, else the byte of what is unpacked where it
            begins.
        columns: what the columns are called.

    Raises:
        OSError: the file cannot be opened or read.
    """
    return _format_of(path).read(path, most, after, columns)


def _item(place: Place, row: object, most: int, columns: TableColumns) -> Item:
    if not isinstance(row, dict):
        return NoPage(place, PassedOver.TYPE)
    html, url = row.get(columns.html), row.get(columns.url or columns.DEFAULT_URL)
    address = url if isinstance(url, str) and url else None
    if isinstance(html, bytes):
        page = source_page(place, io.BytesIO(html), most)
        return replace(page, url=address or page.url)
    if not isinstance(html, str):
        return NoPage(place, PassedOver.TYPE)
    body = html.encode("utf-8", "replace")
    if len(body) > most:
        return SourcePage(place, b"", address, fault=(Outcome.TOO_LARGE, str(too_large(most))))
    return SourcePage(place, body, address, _HEADER)


# JSON Lines ----------------------------------------------------------------------------------------------------------


class _OpenLines:
    """The lines of a table that is text, plain or compressed, and where the next one begins."""

    def __init__(self, path: str, opened: io.BufferedReader) -> None:
        self._path = path
        self._packed = Unpacked(opened) if is_packed(opened) else None
        self._file: IO[bytes] = opened if self._packed is None else io.BufferedReader(self._packed)
        self._at = 0

    def go_to(self, byte: int) -> None:
        self._at = self._file.seek(byte)

    def line(self, most: int) -> bytes:
        """Give the next line, or so many bytes of it; nothing at the end."""
        line = self._file.readline(most)
        self._at += len(line)
        return line

    def skip(self, step: int) -> None:
        """Go behind the end of the line."""
        while (piece := self.line(step)) and not piece.endswith(b"\n"):
            pass

    @property
    def place(self) -> Place:
        return Place(self._path, self._at, None if self._packed is None else self._packed.share)

    @property
    def damaged(self) -> bool:
        return self._packed is not None and self._packed.damaged


@contextmanager
def _opened(path: str) -> Iterator[_OpenLines]:
    with Path(path).open("rb") as opened:
        yield _OpenLines(path, opened)


def _lines(path: str, most: int, after: int | None, columns: TableColumns) -> Iterator[Item]:
    longest = _longest(most)
    with _opened(path) as file:
        if after is not None:
            file.go_to(after)
            file.skip(longest)
        place = file.place
        while line := file.line(longest):
            if len(line) == longest and not line.endswith(b"\n"):
                file.skip(longest)
                yield _too_large(place, most)
            elif line.strip():
                yield _of_line(place, line, most, columns)
            place = file.place
        if file.damaged:
            yield NoPage(place, PassedOver.DAMAGED)


def _longest(most: int) -> int:
    """Give how many bytes a row may have with a page of ``most`` bytes."""
    return _MOST_ESCAPED * most + _MOST_BESIDE


def _too_large(place: Place, most: int) -> SourcePage:
    return SourcePage(place, b"", fault=(Outcome.TOO_LARGE, str(too_large(most))))


def _of_line(place: Place, line: bytes, most: int, columns: TableColumns) -> Item:
    try:
        return _item(place, json.loads(line), most, columns)
    except (ValueError, RecursionError):
        return NoPage(place, PassedOver.DAMAGED)


def _names_of_lines(path: str) -> Sequence[str] | None:
    """Give the names in the first line; None when there is none, or it is no object."""
    with _opened(path) as file:
        try:
            row = json.loads(file.line(_MOST_FIRST_LINE))
        except (ValueError, RecursionError):
            return None
    return list(row) if isinstance(row, dict) else None


# CSV (RFC 4180), also with tabs or semicolons ------------------------------------------------------------------------

_TOO_LARGE: Final = "field larger"
"""What the module ``csv`` writes of one."""


class _OpenRows:
    """The rows of CSV, each with its place. It iterates over the lines of the rows, one at a time, so that the file
    stands behind the row that was read last."""

    def __init__(self, file: _OpenLines, most_bytes: int) -> None:
        self._file, self._most = file, most_bytes
        header = file.line(most_bytes)
        file.go_to(0)
        delimiter = max(_DELIMITERS, key=lambda sign: header.count(sign.encode()))
        self._reader = csv.reader(self, delimiter=delimiter)
        _, names = next(self.rows(), (None, ""))
        shown = (name.encode("utf-8", "surrogateescape").decode("utf-8", "replace") for name in names)
        self.names = [] if isinstance(names, str) else [name.strip(_MARK) for name in shown]

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> str:
        line = self._file.line(self._most)
        if not line:
            raise StopIteration
        if len(line) == self._most and not line.endswith(b"\n"):
            self._file.skip(self._most)
            raise csv.Error(_TOO_LARGE)
        return line.decode("utf-8", "surrogateescape")  # bytes that are no UTF-8 stay what they are

    def rows(self) -> Iterator[tuple[Place, list[str] | str]]:
        """Give each row with its place, or what is wrong with it."""
        while True:
            place = self._file.place
            csv.field_size_limit(self._most)  # of the whole process: at first it is 131,072, less than many pages have
            try:
                yield place, next(self._reader)
            except csv.Error as error:
                yield place, str(error)
            except StopIteration:
                return


def _csv(path: str, most: int, after: int | None, columns: TableColumns) -> Iterator[Item]:
    with _opened(path) as file:
        table = _OpenRows(file, _longest(most))
        if after is not None:
            file.go_to(after)
        for place, row in table.rows():
            if place.offset == after:
                continue
            if isinstance(row, str):
                yield _too_large(place, most) if _TOO_LARGE in row else NoPage(place, PassedOver.DAMAGED)
            elif row:
                yield _of_row(place, table.names, row, most, columns)
        if file.damaged:
            yield NoPage(file.place, PassedOver.DAMAGED)


def _of_row(place: Place, names: Sequence[str], row: Sequence[str], most: int, columns: TableColumns) -> Item:
    if len(row) != len(names):
        return NoPage(place, PassedOver.DAMAGED)
    return _item(place, dict(zip(names, map(_text_or_bytes, row), strict=True)), most, columns)


def _text_or_bytes(value: str) -> str | bytes:
    """Give the bytes of what is no UTF-8."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return value.encode("utf-8", "surrogateescape")
    return value


def _names_of_csv(path: str) -> Sequence[str] | None:
    """Give the names in the first line."""
    with _opened(path) as file:
        return _OpenRows(file, _MOST_FIRST_LINE).names


# Parquet -------------------------------------------------------------------------------------------------------------


def _names_of_parquet(path: str) -> Sequence[str] | None:
    """Give the columns; None when the file is damaged."""
    import pyarrow
    import pyarrow.parquet

    try:
        names: Sequence[str] = pyarrow.parquet.read_schema(path).names
    except pyarrow.ArrowInvalid:
        return None
    return names


def _parquet(path: str, most: int, after: int | None, columns: TableColumns) -> Iterator[Item]:
    import pyarrow
    import pyarrow.parquet

    number, begin = -1, -1 if after is None else after
    try:
        # A column of a group of rows is read step by step, and not beforehand.
        with pyarrow.parquet.ParquetFile(path, pre_buffer=False, buffer_size=1 << 20) as table:
            wanted = [columns.html, columns.url or columns.DEFAULT_URL]
            for group in range(table.num_row_groups):
                rows = table.metadata.row_group(group).num_rows
                if number + rows <= begin:
                    number += rows
                    continue
                for batch in table.iter_batches(_ROWS_AT_ONCE, row_groups=[group], columns=wanted, use_threads=False):
                    for row in _rows(batch):
                        number += 1
                        if number > begin:
                            share = number / table.metadata.num_rows
                            yield _item(Place(path, number, share), row, most, columns)
    except (pyarrow.ArrowException, OSError):
        yield NoPage(Place(path, max(number, 0)), PassedOver.DAMAGED)


def _rows(batch: Any) -> Iterator[dict[str, object]]:
    for number in range(batch.num_rows):
        yield {name: column[number].as_py() for name, column in zip(batch.schema.names, batch.columns, strict=True)}


# Which is read how ---------------------------------------------------------------------------------------------------


class _Format(NamedTuple):
    names: Callable[[str], Sequence[str] | None]
    read: Callable[[str, int, int | None, TableColumns], Iterator[Item]]


_PACKED: Final = ("", ".gz", ".zst")
_FORMATS: Final = {
    **{f".jsonl{packed}": _Format(_names_of_lines, _lines) for packed in _PACKED},
    **{f"{name}{packed}": _Format(_names_of_csv, _csv) for name in (".csv", ".tsv") for packed in _PACKED},
    ".parquet": _Format(_names_of_parquet, _parquet),
}
ENDINGS: Final = tuple(_FORMATS)
"""How tables are called."""


def _format_of(path: str) -> _Format:
    return next(form for ending, form in _FORMATS.items() if path.lower().endswith(ending))
