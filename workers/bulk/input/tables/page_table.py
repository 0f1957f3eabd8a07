"""Pages in the rows of a table, as corpora of web pages are handed on: JSON Lines and CSV, plain or compressed, and
Parquet.

One column has the HTML, as text or as bytes, one may have the address. A row is read alone, whatever else it has.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from mezmun.core.errors import InvalidInputError
from workers.bulk.input.items import Item, TableColumns
from workers.bulk.input.tables import csv_rows, json_lines, parquet_rows


def check(path: str, columns: TableColumns) -> None:
    """Refuse a table that has not the columns.

    Raises:
        InvalidInputError: one is not there; the message names those that are.
        ModuleNotFoundError: it is Parquet, and pyarrow is not installed.
        OSError: the file cannot be opened or read.
    """
    names = _format_of(path).columns_of(path)
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
    return _format_of(path).pages(path, most, after, columns)


class _Format(NamedTuple):
    columns_of: Callable[[str], Sequence[str] | None]
    """Gives the names of a table's columns; None when none can be read."""
    pages: Callable[[str, int, int | None, TableColumns], Iterator[Item]]


_PACKED: Final = ("", ".gz", ".zst")
_FORMATS: Final = {
    **{f".jsonl{packed}": _Format(json_lines.columns_of, json_lines.pages) for packed in _PACKED},
    **{f".csv{packed}": _Format(csv_rows.columns_of, csv_rows.pages) for packed in _PACKED},
    **{f".tsv{packed}": _Format(csv_rows.columns_of, csv_rows.pages) for packed in _PACKED},
    ".parquet": _Format(parquet_rows.columns_of, parquet_rows.pages),
}
ENDINGS: Final = tuple(_FORMATS)
"""How tables are called."""


def _format_of(path: str) -> _Format:
    return next(form for ending, form in _FORMATS.items() if path.lower().endswith(ending))
