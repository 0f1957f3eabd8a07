"""``mezmun evaluate normalization``: the figures of the normaliser beside other tools'."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mezmun.cli.measurement.evaluate import evaluate
from mezmun.core.errors import InvalidInputError

if TYPE_CHECKING:
    from evaluation.normalization.measurement import NormalizationFigure


@evaluate.command()
def normalization(
    data: Annotated[Path, typer.Argument(help="The folder that holds text, encodings, odd_pages and sites.")],
    golden: Annotated[Path | None, typer.Option(help="Golden cases: class, input, expected, tab-separated.")] = None,
    words: Annotated[
        Path | None,
        typer.Option(help="The vocabulary: words and counts, tab-separated; the shipped lexicon if left out."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line per figure.")] = False,
) -> None:
    """Measure decoding, letters, language and speed, ours and the installed peers', in one run.

    Example: `mezmun evaluate normalization ../shared/data --golden golden_cases.tsv --words words.tsv.gz`
    """
    from evaluation.errors import EvaluationError
    from evaluation.normalization.measurement import measure

    figures: list[NormalizationFigure] = []
    try:
        for figure in measure(data, golden, words):
            if as_json:
                typer.echo(json.dumps(asdict(figure), ensure_ascii=False))
            elif not figures or figures[-1].table != figure.table:
                typer.secho(f"{figure.table} …", fg="cyan", err=True)
            figures.append(figure)
    except (EvaluationError, OSError) as error:
        raise InvalidInputError(str(error)) from error
    if not figures:
        raise InvalidInputError(f"{data} holds nothing to measure on: no text, encodings, odd_pages or sites.")
    if not as_json:
        _print_tables(figures)


def _print_tables(figures: "list[NormalizationFigure]") -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    console.width = max(console.width, 120)  # a table cut to a narrow terminal says nothing
    for name in dict.fromkeys(figure.table for figure in figures):
        here = [figure for figure in figures if figure.table == name]
        systems = list(dict.fromkeys(figure.system for figure in here))
        table = Table(title=f"{name} ({here[0].unit})", title_justify="left")
        table.add_column("", no_wrap=True)
        for heading in ("of", *systems):
            table.add_column(heading, justify="right")
        for row in dict.fromkeys(figure.row for figure in here):
            values = {
                figure.system: f"{figure.value:.2f}".rstrip("0").rstrip(".") for figure in here if figure.row == row
            }
            count = next(figure.count for figure in here if figure.row == row)
            table.add_row(row, f"{count:,}", *(values.get(system, "") for system in systems))
        console.print(table, crop=False)
