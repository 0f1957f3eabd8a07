"""Tables of the commands: columns of text, each as wide as what stands in it."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final, TextIO

import click

_NUMBER: Final = re.compile(r"-?[\d.,]+%?|[-–]?")


def print_table(
    headings: Sequence[str], rows: Sequence[Sequence[object]], *, title: str = "", file: TextIO | None = None
) -> None:
    """Print a table. Columns of numbers are set to the right; no cell is cut, however narrow the terminal is.

    Args:
        headings: of the columns; none for a table without.
        rows: of as many cells.
        title: a line above it.
        file: where to; standard output by default.
    """
    cells = [[str(cell) for cell in row] for row in rows]
    numeric = [all(map(_NUMBER.fullmatch, column)) for column in zip(*cells, strict=True)] or [False] * len(headings)
    if headings:
        cells.insert(0, list(headings))
    widths = [max(map(columns_of, column)) for column in zip(*cells, strict=True)]
    if headings:
        cells.insert(1, ["-" * width for width in widths])
    if title:
        click.echo(title, file=file)
    for line in cells:
        padded = map(_padded, line, widths, numeric)
        click.echo("  ".join(padded).rstrip(), file=file)


def columns_of(text: str) -> int:
    """Count the columns of a terminal that a text takes: two for wide letters, none for marks above or below others."""
    if text.isascii():
        return len(text)
    marks = {"Mn", "Me", "Cf"}
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return sum(unicodedata.category(letter) not in marks for letter in text) + wide


def _padded(cell: str, width: int, is_number: bool) -> str:
    gap = " " * (width - columns_of(cell))
    return f"{gap}{cell}" if is_number else f"{cell}{gap}"
