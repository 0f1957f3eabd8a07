"""``mezmun bench``: what Mezmun costs beside other tools, measured on this machine."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import click

from mezmun.cli import app
from mezmun.cli.json_output import print_json
from mezmun.cli.options import AT_LEAST_ONE, json_option
from mezmun.cli.tables import print_table


@app.group()
def bench() -> None:
    """Measure what Mezmun costs beside other tools."""


@bench.command(epilog="Example: `mezmun bench start --json`")
@click.option("--runs", type=AT_LEAST_ONE, default=5, help="The least time of so many runs counts.")
@json_option("One JSON object a line, one for each tool.")
def start(runs: int, as_json: bool) -> None:
    """Measure the way to the first page: packages, megabytes, seconds to import, for a page, and by command.

    Trafilatura is measured in the same run when it is installed.
    """
    from evaluation.speed.start import MEZMUN, TRAFILATURA, measure

    figures = [each for each in (measure(MEZMUN, runs), measure(TRAFILATURA, runs)) if each is not None]
    print_figures(figures, as_json)


def print_figures(figures: Sequence[Any], as_json: bool) -> None:
    """Print measurements, dataclasses of one kind, as a JSON object a line or as a table."""
    rows = [asdict(each) for each in figures]
    if as_json:
        for row in rows:
            print_json(row)
        return
    cells = [[", ".join(value) if isinstance(value, tuple) else value for value in row.values()] for row in rows]
    print_table(list(rows[0]), cells)


def print_one(figures: Any, as_json: bool) -> None:
    """Print one measurement, a dataclass, as a JSON object or as a list of its fields."""
    fields = asdict(figures)
    if as_json:
        print_json(fields)
    else:
        print_table((), list(fields.items()))
