"""Pages in the lines of JSON Lines."""

import json
from collections.abc import Iterator, Sequence

from workers.bulk.input.items import Item, NoPage, PassedOver, Place, TableColumns
from workers.bulk.input.tables.page_in_row import large_page, page_in
from workers.bulk.input.tables.text_lines import MOST_FIRST_LINE, longest_row, opened_lines


def pages(path: str, most: int, after: int | None, columns: TableColumns) -> Iterator[Item]:
    """Give the page of each line, see ``page_table.read``."""
    longest = longest_row(most)
    with opened_lines(path) as file:
        if after is not None:
            file.go_to(after)
            file.skip(longest)
        place = file.place
        while line := file.line(longest):
            if len(line) == longest and not line.endswith(b"\n"):
                file.skip(longest)
                yield large_page(place, most)
            elif line.strip():
                yield _of_line(place, line, most, columns)
            place = file.place
        if file.damaged:
            yield NoPage(place, PassedOver.DAMAGED)


def _of_line(place: Place, line: bytes, most: int, columns: TableColumns) -> Item:
    try:
        return page_in(place, json.loads(line), most, columns)
    except (ValueError, RecursionError):
        return NoPage(place, PassedOver.DAMAGED)


def columns_of(path: str) -> Sequence[str] | None:
    """Give the names in the first line; None when there is none, or it is no object."""
    with opened_lines(path) as file:
        try:
            row = json.loads(file.line(MOST_FIRST_LINE))
        except (ValueError, RecursionError):
            return None
    return list(row) if isinstance(row, dict) else None
