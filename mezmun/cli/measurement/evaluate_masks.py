"""``mezmun evaluate masks``: how often the masks hit what they should."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mezmun.cli.json_output import print_json
from mezmun.cli.measurement.evaluate import evaluate
from mezmun.cli.options import PATH, rows_option
from mezmun.cli.tables import print_table

if TYPE_CHECKING:
    from evaluation.normalization.mask_accuracy import MaskFigure


@evaluate.command(epilog="Example: `mezmun evaluate masks --mistakes`")
@click.argument(
    "lines", type=PATH, required=False, help="Labelled lines of your own: kind, tab, text with ⟦what is to be masked⟧."
)
@click.option("--mistakes", "show_mistakes", is_flag=True, help="List the lines that are masked wrongly.")
@rows_option
def masks(lines: Path | None, show_mistakes: bool, as_json: bool) -> None:
    """Measure precision and recall of each mask (e-mail addresses, telephones, cards ...) on labelled lines."""
    from evaluation.normalization import mask_accuracy

    labelled = mask_accuracy.labelled_lines(lines)
    figures = mask_accuracy.measure_masks(labelled)
    if as_json:
        for figure in figures:
            print_json(asdict(figure))
    else:
        _print_table(figures)
    if show_mistakes:
        for line, masked in mask_accuracy.mistakes(labelled):
            click.echo(f"{line.kind}: {line.text}\n    became {masked}", err=as_json)


def _print_table(figures: "list[MaskFigure]") -> None:
    rows = []
    for figure in figures:
        rates = (f"{rate:.3f}" for rate in (figure.precision, figure.recall))
        rows.append((figure.kind, figure.right_lines, figure.wrong_lines, *rates))
    print_table(("mask", "lines right", "lines wrong", "precision", "recall"), rows)
