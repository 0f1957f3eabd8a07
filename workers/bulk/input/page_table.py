"""Pages in the rows of a table, as corpora of web pages are handed on: JSON Lines, plain or compressed, and Parquet.

One column has the HTML, as text or as bytes, one may have the address. A row is read alone, whatever else it has.
"""

import io
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, Any, Final

from mezmun.core.errors import InvalidInputError
from mezmun.core.outcomes import Outcome
from workers.bulk.input.content_codings import too_large
from workers.bulk.input.decompression import Unpacked, is_packed
from workers.bulk.input.items import Item, NoPage, PassedOver, Place, SourcePage, TableColumns
from workers.bulk.input.saved_page import source_page

_PARQUET: Final = ".parquet"
ENDINGS: Final = (".jsonl", ".jsonl.gz", ".jsonl.zst", _PARQUET)
_HEADER: Final = "text/html; charset=utf-8"
"""What text is read as: it was decoded before, whatever encoding the page states."""
_MOST_ESCAPED: Final = 6
r"""Bytes that JSON may write for one of a page (``\u003c``)."""
_MOST_BESIDE: Final = 1 << 20
"""Bytes that the other columns of a line may take."""
_ROWS_AT_ONCE: Final = 16


def check(path: str, columns: TableColumns) -> None:
    """Refuse a table that has not the columns.

    Raises:
        InvalidInputError: one is not there; the message names those that are.
        ModuleNotFoundError: it is Parquet, and pyarrow is not installed.
        OSError: the file cannot be opened or read.
    """
    names = _names_of_parquet(path) if path.lower().endswith(_PARQUET) else _names_of_lines(path)
    for column, option in ((columns.html, "--html-column"), (columns.url, "--url-column")):
        if names is not None and column is not None and column not in names:
            raise InvalidInputError(
                f"The table {path} has no column {column!r}: {option} names one of {', '.join(names) or 'none'}."
            )


def read(path: str, most: int, after: int | None, columns: TableColumns) -> Iterator[Item]:
    """Give the page of each row; one without HTML is of no type that is read, one that is no JSON is damaged.

    Args:
        path: the file.
        most: bytes of the largest page.
        after: the row behind which to go on: of Parquet its number, from 0, of JSON Lines the byte of what is unpacked
            where it begins.
        columns: what the columns are called.

    Raises:
        OSError: the file cannot be opened or read.
    """
    return (_parquet if path.lower().endswith(_PARQUET) else _lines)(path, most, after, columns)


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


@contextmanager
def _opened(path: str) -> Iterator[IO[bytes]]:
    with Path(path).open("rb") as file:
        yield io.BufferedReader(Unpacked(file)) if is_packed(file) else file


def _lines(path: str, most: int, after: int | None, columns: TableColumns) -> Iterator[Item]:
    longest = _MOST_ESCAPED * most + _MOST_BESIDE
    with _opened(path) as file:
        at = file.seek(after or 0)
        if after is not None:
            at += _skip_line(file, longest)
        while line := file.readline(longest):
            place = Place(path, at)
            at += len(line)
            if len(line) == longest and not line.endswith(b"\n"):
                at += _skip_line(file, longest)
                yield SourcePage(place, b"", fault=(Outcome.TOO_LARGE, str(too_large(most))))
            elif line.strip():
                yield _of_line(place, line, most, columns)
        if isinstance(raw := getattr(file, "raw", None), Unpacked) and raw.damaged:
            yield NoPage(Place(path, at), PassedOver.DAMAGED)


def _of_line(place: Place, line: bytes, most: int, columns: TableColumns) -> Item:
    try:
        return _item(place, json.loads(line), most, columns)
    except (ValueError, RecursionError):
        return NoPage(place, PassedOver.DAMAGED)


def _skip_line(file: IO[bytes], step: int) -> int:
    """Go behind the end of a line; give how many bytes that were."""
    size = 0
    while piece := file.readline(step):
        size += len(piece)
        if piece.endswith(b"\n"):
            break
    return size


def _names_of_lines(path: str) -> Sequence[str] | None:
    """Give the names in the first line; None when there is none, or it is no object."""
    with _opened(path) as file:
        try:
            row = json.loads(file.readline(_MOST_BESIDE * 64))
        except (ValueError, RecursionError):
            return None
    return list(row) if isinstance(row, dict) else None


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
                            yield _item(Place(path, number), row, most, columns)
    except (pyarrow.ArrowException, OSError):
        yield NoPage(Place(path, max(number, 0)), PassedOver.DAMAGED)


def _rows(batch: Any) -> Iterator[dict[str, object]]:
    for number in range(batch.num_rows):
        yield {name: column[number].as_py() for name, column in zip(batch.schema.names, batch.columns, strict=True)}
