"""Pages in the rows of Parquet."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from workers.bulk.input.items import Item, NoPage, PassedOver, Place, TableColumns
from workers.bulk.input.tables.page_in_row import page_in

_ROWS_AT_ONCE: Final = 16


def columns_of(path: str) -> Sequence[str] | None:
    """Give the columns; None when the file is damaged."""
    import pyarrow
    import pyarrow.parquet

    try:
        names: Sequence[str] = pyarrow.parquet.read_schema(path).names
    except pyarrow.ArrowInvalid:
        return None
    return names


def pages(path: str, most: int, after: int | None, columns: TableColumns) -> Iterator[Item]:
    """Give the page of each row, see ``page_table.read``."""
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
                            place = Place(path, number, share)
                            is_read = row is not None
                            yield page_in(place, row, most, columns) if is_read else NoPage(place, PassedOver.DAMAGED)
    except (pyarrow.ArrowException, OSError):
        yield NoPage(Place(path, max(number, 0)), PassedOver.DAMAGED)


def _rows(batch: Any) -> Iterator[dict[str, object] | None]:
    """Give each row, None for one with a text that is no UTF-8: some programs write bytes of any encoding as texts."""
    for number in range(batch.num_rows):
        cells = zip(batch.schema.names, batch.columns, strict=True)
        try:
            yield {name: column[number].as_py() for name, column in cells}
        except UnicodeDecodeError:
            yield None
