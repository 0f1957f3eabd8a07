"""Pages in the rows of CSV (RFC 4180), also with tabs or semicolons between the columns."""

import codecs
import csv
from collections.abc import Iterator, Sequence
from typing import Final, Self

from mezmun.core.errors import InvalidInputError
from workers.bulk.input.items import Item, NoPage, PassedOver, Place, TableColumns
from workers.bulk.input.tables.page_in_row import large_page, page_in
from workers.bulk.input.tables.text_lines import MOST_FIRST_LINE, OpenLines, longest_row, opened_lines

_MARK: Final = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""What programs write before UTF-8, to mark it."""
_DELIMITERS: Final = ",;\t"
"""What parts the columns: the one that the first line has most of. Where commas stand in numbers, programs write
semicolons."""
_TOO_LARGE: Final = "field larger"
"""What the module ``csv`` writes of one."""


class _OpenRows:
    """The rows of CSV, each with its place. It iterates over the lines of the rows, one at a time, so that the file
    stands behind the row that was read last."""

    def __init__(self, file: OpenLines, most_bytes: int) -> None:
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


def pages(path: str, most: int, after: int | None, columns: TableColumns) -> Iterator[Item]:
    """Give the page of each row, see ``page_table.read``."""
    with opened_lines(path) as file:
        table = _OpenRows(file, longest_row(most))
        if after is not None:
            file.go_to(after)
        for place, row in table.rows():
            if place.offset == after:
                continue
            if isinstance(row, str):
                yield large_page(place, most) if _TOO_LARGE in row else NoPage(place, PassedOver.DAMAGED)
            elif row:
                yield _of_row(place, table.names, row, most, columns)
        if file.damaged:
            yield NoPage(file.place, PassedOver.DAMAGED)


def _of_row(place: Place, names: Sequence[str], row: Sequence[str], most: int, columns: TableColumns) -> Item:
    if len(row) != len(names):
        return NoPage(place, PassedOver.DAMAGED)
    return page_in(place, dict(zip(names, map(_text_or_bytes, row), strict=True)), most, columns)


def _text_or_bytes(value: str) -> str | bytes:
    """Give the bytes of what is no UTF-8."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return value.encode("utf-8", "surrogateescape")
    return value


def columns_of(path: str) -> Sequence[str] | None:
    """Give the names in the first line.

    Raises:
        InvalidInputError: it is UTF-16, whose lines end otherwise.
    """
    with opened_lines(path) as file:
        if file.line(len(codecs.BOM_UTF16)) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            raise InvalidInputError(f"The table {path} is written in UTF-16: write it in UTF-8.")
        file.go_to(0)
        return _OpenRows(file, MOST_FIRST_LINE).names
