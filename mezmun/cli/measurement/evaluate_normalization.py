"""``mezmun evaluate normalization``: the figures of the normaliser beside other tools'."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mezmun.cli.json_output import print_json
from mezmun.cli.measurement.evaluate import evaluate
from mezmun.cli.options import PATH, json_option
from mezmun.cli.tables import print_table
from mezmun.core.errors import InvalidInputError

if TYPE_CHECKING:
    from evaluation.normalization.measurement import NormalizationFigure


@evaluate.command(
    epilog="Example: `mezmun evaluate normalization my-labelled-pages --golden golden_cases.tsv --words words.tsv.gz`"
)
@click.argument("data", type=PATH, help="The folder that holds text, encodings, odd_pages and sites.")
@click.option("--golden", type=PATH, help="Golden cases: class, input, expected, tab-separated.")
@click.option(
    "--words", type=PATH, help="The vocabulary: words and counts, tab-separated; the shipped lexicon if left out."
)
@json_option("One JSON object a line per figure.")
def normalization(data: Path, golden: Path | None, words: Path | None, as_json: bool) -> None:
    """Measure decoding, letters, language and speed, ours and the installed peers', in one run."""
    from evaluation.normalization.measurement import measure

    figures: list[NormalizationFigure] = []
    try:
        for figure in measure(data, golden, words):
            if as_json:
                print_json(asdict(figure))
            elif not figures or figures[-1].table != figure.table:
                click.secho(f"{figure.table} …", fg="cyan", err=True)
            figures.append(figure)
    except OSError as error:
        raise InvalidInputError(str(error)) from error
    if not figures:
        raise InvalidInputError(f"{data} holds nothing to measure on: no text, encodings, odd_pages or sites.")
    if not as_json:
        _print_tables(figures)


def _print_tables(figures: "list[NormalizationFigure]") -> None:
    for name in dict.fromkeys(figure.table for figure in figures):
        here = [figure for figure in figures if figure.table == name]
        systems = list(dict.fromkeys(figure.system for figure in here))
        rows = []
        for row in dict.fromkeys(figure.row for figure in here):
            values = {
                figure.system: f"{figure.value:.2f}".rstrip("0").rstrip(".") for figure in here if figure.row == row
            }
            count = next(figure.count for figure in here if figure.row == row)
            rows.append((row, f"{count:,}", *(values.get(system, "") for system in systems)))
        headings = ("", "of", *systems)
        print_table(headings, rows, title=f"{name} ({here[0].unit})")
