"""The rows of the tables that come with Mezmun: what a speaker of a language, or who knows a program, can extend.

A table is a text of UTF-8. Its first line names the columns, every other one is a row with a cell for each column, and
tabs part the cells; a cell may be empty. Lines that begin with "# " are comments. There are no quotation marks around
cells: those in a table are part of its words.
"""

from pathlib import Path
from typing import Final

_COMMENT: Final = "# "


class TableError(ValueError):
    """A line of a table has not the form that its readers expect."""


def rows_of(table: Path, *columns: str, least: int | None = None) -> list[tuple[str, ...]]:
    """Give the rows of a table, in its order, a string for each column.

    Args:
        table: the file.
        columns: what the first line has to say, so that whoever reads the code sees what a row has.
        least: how many cells a row has at least, where the last ones may be left out; they are empty then.

    Raises:
        TableError: the first line names other columns, or a row has more or fewer cells.
    """
    lines = table.read_text(encoding="utf-8").splitlines()
    names, *rows = [tuple(line.split("\t")) for line in lines if not line.startswith(_COMMENT)] or [()]
    if names != columns:
        raise TableError(f"{table}: the columns are {', '.join(names)}; they must be {', '.join(columns)}.")
    width, least = len(columns), len(columns) if least is None else least
    sizes = set(map(len, rows))
    if not sizes <= set(range(least, width + 1)):  # quicker than to number the lines of all tables
        number, cells = next(
            (number, line.count("\t") + 1)
            for number, line in enumerate(lines, start=1)
            if not (line.startswith(_COMMENT) or least <= line.count("\t") + 1 <= width)
        )
        raise TableError(f"{table}, line {number}: it has {cells} cells, not {width}.")
    return rows if sizes <= {width} else [cells + ("",) * (width - len(cells)) for cells in rows]
