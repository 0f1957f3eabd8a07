"""``mezmun bench``: what Mezmun costs beside other tools, measured on this machine."""

import json
from dataclasses import asdict, fields
from typing import Annotated

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
    from evaluation.speed.start import MEZMUN, TRAFILATURA, Start, measure

    figures = [each for each in (measure(MEZMUN, runs), measure(TRAFILATURA, runs)) if each is not None]
    if as_json:
        for each in figures:
            typer.echo(json.dumps(asdict(each)))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(*(field.name for field in fields(Start)))
    for each in figures:
        table.add_row(*map(str, asdict(each).values()))
    Console().print(table)
