"""``mezmun evaluate masks``: how often the masks hit what they should."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mezmun.cli.measurement.evaluate import Json, evaluate
from mezmun.core.errors import InvalidInputError

if TYPE_CHECKING:
    from evaluation.normalization.mask_accuracy import MaskFigure


@evaluate.command()
def masks(
    lines: Annotated[
        Path | None,
        typer.Argument(help="Labelled lines of your own: kind, tab, text with ⟦what is to be masked⟧."),
    ] = None,
    show_mistakes: Annotated[bool, typer.Option("--mistakes", help="List the lines that are masked wrongly.")] = False,
    as_json: Json = False,
) -> None:
    """Measure precision and recall of each mask (e-mail addresses, telephones, cards ...) on labelled lines.

    Example: `mezmun evaluate masks --mistakes`
    """
    from evaluation.errors import EvaluationError
    from evaluation.normalization import mask_accuracy

    try:
        labelled = mask_accuracy.labelled_lines(lines)
    except EvaluationError as error:
        raise InvalidInputError(str(error)) from error
    figures = mask_accuracy.measure_masks(labelled)
    if as_json:
        for figure in figures:
            typer.echo(json.dumps(asdict(figure)))
    else:
        _print_table(figures)
    if show_mistakes:
        for line, masked in mask_accuracy.mistakes(labelled):
            typer.echo(f"{line.kind}: {line.text}\n    became {masked}", err=as_json)


def _print_table(figures: "list[MaskFigure]") -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("mask", "lines right", "lines wrong", "precision", "recall")
    for column in table.columns[1:]:
        column.justify = "right"
    for figure in figures:
        rates = (f"{rate:.3f}" for rate in (figure.precision, figure.recall))
        table.add_row(figure.kind, str(figure.right_lines), str(figure.wrong_lines), *rates)
    Console().print(table)
