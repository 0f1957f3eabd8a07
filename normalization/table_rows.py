"""The rows of the tables that come with Mezmun: what a speaker of a language, or who knows a program, can extend.

A table is a text of UTF-8. Its first line names the columns, every other one is a row with a cell for each column, and
tabs part the cells; a cell may be empty. Lines that begin with "# " are comments. There are no quotation marks around
cells: those in a table are part of its words. No row stands twice, and where rows say what a word means
(``mapping_of``), no two rows say different things of one word.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Final, TypeVar

_Key = TypeVar("_Key", bound=Hashable)
_Meaning = TypeVar("_Meaning")
_COMMENT: Final = "# "


class TableError(ValueError):
    """A line of a table has not the form that its readers expect."""


def rows_of(
    table: Path, *columns: str, least: int | None = None, words: Mapping[str, Iterable[str]] | None = None
) -> list[tuple[str, ...]]:
    """Give the rows of a table, in its order, a string for each column.

    Args:
        table: the file.
        columns: what the first line has to say, so that whoever reads the code sees what a row has.
        least: how many cells a row has at least, where the last ones may be left out; they are empty then.
        words: of columns in which only some words have a meaning, these words: a row with another one, misspelt
            perhaps, would be read by nobody.

    Raises:
        TableError: the first line names other columns, a row has more or fewer cells, or another word, or stands twice.
    """
    lines = table.read_text(encoding="utf-8").splitlines()
    names, *rows = [tuple(line.split("\t")) for line in lines if not line.startswith(_COMMENT)] or [()]
    if names != columns:
        raise TableError(f"{table}: the columns are {', '.join(names)}; they must be {', '.join(columns)}.")
    # The lines of a table are numbered only where one is wrong: all tables are read at each start.
    width, least = len(columns), len(columns) if least is None else least
    sizes = set(map(len, rows))
    if not sizes <= set(range(least, width + 1)):
        number, cells = _first_wrong(lines, lambda cells: not least <= len(cells) <= width)
        raise TableError(f"{table}, line {number}: it has {len(cells)} cells, not {width}.")
    rows = rows if sizes <= {width} else [cells + ("",) * (width - len(cells)) for cells in rows]
    for column, known in (words or {}).items():
        _check(table, lines, rows, columns.index(column), frozenset(known))
    if len(set(rows)) < len(rows):
        row = Counter(rows).most_common(1)[0][0]
        raise TableError(f"{table}: the row {row} stands twice; delete one of them.")
    return rows


def mapping_of(table: Path, pairs: Iterable[tuple[_Key, _Meaning]]) -> dict[_Key, _Meaning]:
    """Give what the rows of a table say that each word means; rows that say the same of one word are one.

    Args:
        table: the file that the pairs are from.
        pairs: for each row, what a reader looks up (the word as it is compared) and what the row says of it.

    Raises:
        TableError: two rows say different things of a word, so that one of them would have no effect.
    """
    meanings: dict[_Key, _Meaning] = {}
    for key, meaning in pairs:
        if meanings.setdefault(key, meaning) != meaning:
            raise TableError(
                f"{table}: one row says of {key!r} {meanings[key]!r}, another {meaning!r}; delete one of them."
            )
    return meanings


def _check(
    table: Path, lines: Sequence[str], rows: Sequence[tuple[str, ...]], place: int, known: frozenset[str]
) -> None:
    """Check that the cells of a column, given by its place, are known words."""
    unknown = {cells[place] for cells in rows} - known
    if unknown:
        number, cells = _first_wrong(lines, lambda cells: not unknown.isdisjoint(cells[place : place + 1]))
        raise TableError(f"{table}, line {number}: {cells[place]!r} is none of {', '.join(sorted(known))}.")


def _first_wrong(lines: Sequence[str], is_wrong: Callable[[list[str]], bool]) -> tuple[int, list[str]]:
    """Give the number and the cells of the first line that is wrong, behind the one that names the columns."""
    cells = ((number, line.split("\t")) for number, line in enumerate(lines, start=1) if not line.startswith(_COMMENT))
    return next((number, row) for number, row in islice(cells, 1, None) if is_wrong(row))
