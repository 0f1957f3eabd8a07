"""Tables of the commands: columns of text, each as wide as what stands in it."""

import re
import shutil
import sys
import unicodedata
from collections.abc import Sequence
from typing import Final, TextIO

import click

NARROWEST: Final = 12
"""Columns of the terminal that are left of a cell that is cut."""
_NUMBER: Final = re.compile(r"-?[\d.,]+%?|[-–]?")
_GAP: Final = "  "


def print_table(
    headings: Sequence[str],
    rows: Sequence[Sequence[object]],
    *,
    title: str = "",
    file: TextIO | None = None,
    cut: Sequence[str] = (),
) -> None:
    """Print a table. Columns of numbers are set to the right. No cell is cut but in the columns that may be, and there
    only as far as a terminal is too narrow: who reads on from a file or a pipe gets them whole.

    Args:
        headings: of the columns; none for a table without.
        rows: of as many cells.
        title: a line above it.
        file: where to; standard output by default.
        cut: headings of the columns that may be cut, the one that gives way first before the others.
    """
    cells = [[str(cell) for cell in row] for row in rows]
    numeric = [all(map(_NUMBER.fullmatch, column)) for column in zip(*cells, strict=True)] or [False] * len(headings)
    if headings:
        cells.insert(0, list(headings))
    widths = [max(map(columns_of, column)) for column in zip(*cells, strict=True)]
    if cut and (file or sys.stdout).isatty():
        too_wide = sum(widths) + len(_GAP) * (len(widths) - 1) - shutil.get_terminal_size().columns
        for place in map(headings.index, cut):
            less = max(0, min(too_wide, widths[place] - NARROWEST))
            widths[place], too_wide = widths[place] - less, too_wide - less
        cells = [list(map(_cut, line, widths)) for line in cells]
    if headings:
        cells.insert(1, ["-" * width for width in widths])
    if title:
        click.echo(title, file=file)
    for line in cells:
        padded = map(_padded, line, widths, numeric)
        click.echo(_GAP.join(padded).rstrip(), file=file)


def columns_of(text: str) -> int:
    """Count the columns of a terminal that a text takes: two for wide letters, none for marks above or below others."""
    if text.isascii():
        return len(text)
    marks = {"Mn", "Me", "Cf"}
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return sum(unicodedata.category(letter) not in marks for letter in text) + wide


def _cut(cell: str, width: int) -> str:
    if columns_of(cell) <= width:
        return cell
    while columns_of(cell) >= width:
        cell = cell[:-1]
    return f"{cell}…"


def _padded(cell: str, width: int, is_number: bool) -> str:
    gap = " " * (width - columns_of(cell))
    return f"{gap}{cell}" if is_number else f"{cell}{gap}"
