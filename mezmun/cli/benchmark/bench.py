"""``mezmun bench``: what Mezmun costs beside other tools, measured on this machine."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any

import typer

from mezmun.cli import app

bench = typer.Typer(no_args_is_help=True)
app.add_typer(bench, name="bench", help="Measure what Mezmun costs beside other tools.")


@bench.callback()
def about() -> None:
    """Measure what Mezmun costs beside other tools."""


@bench.command(epilog="Example: `mezmun bench start --json`")
def start(
    runs: Annotated[int, typer.Option(min=1, help="The least time of so many runs counts.")] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line, one for each tool.")] = False,
) -> None:
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
            typer.echo(json.dumps(row))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(*rows[0])
    for row in rows:
        table.add_row(*(", ".join(value) if isinstance(value, tuple) else str(value) for value in row.values()))
    Console().print(table)
