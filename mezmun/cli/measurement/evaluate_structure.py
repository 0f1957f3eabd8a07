"""``mezmun evaluate structure``: whether posts are counted, dates read, and links, lists ... kept right."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mezmun.cli.json_output import print_json
from mezmun.cli.measurement.evaluate import ManyValues, evaluate
from mezmun.cli.options import data_option, rows_option
from mezmun.cli.progress import progress
from mezmun.cli.tables import print_table
from mezmun.core.errors import InvalidInputError

if TYPE_CHECKING:
    from evaluation.metrics.structure_accuracy import AccuracyFigure


@evaluate.command(cls=ManyValues, epilog="Example: `mezmun evaluate structure --data sets --method mezmun gold`")
@data_option
@click.option(
    "--method", multiple=True, help="A method, or gold: the division of the marked text alone; several may follow."
)
@rows_option
def structure(data: tuple[Path, ...], method: tuple[str, ...], as_json: bool) -> None:
    """Measure how often the posts of threads are counted right, dates read right, and markup kept.

    Markup (headings, lists, code, tables, quotes, links, images, formulas, emphasis) is measured on pages written for
    the purpose, which the package carries; without `--data` nothing else is.
    """
    from evaluation.data.datasets import read_sets
    from evaluation.metrics.markup_accuracy import measure_markup
    from evaluation.metrics.structure_accuracy import GOLD, labelled, measure
    from extraction import UnknownMethodError

    names = method or ["mezmun", "gold"]
    figures: list[AccuracyFigure] = []
    try:
        sets = read_sets(data) if data else []
        with progress("measuring", len(labelled(sets)) * len(names)) as advance:
            for name in names if sets else ():
                figures += measure(sets, name, advance)
        for name in (name for name in names if name != GOLD):
            figures += measure_markup(name)
    except UnknownMethodError as error:
        raise InvalidInputError(str(error)) from error
    if as_json:
        for figure in figures:
            print_json(asdict(figure) | {"share": round(figure.share, 4)})
    else:
        _print_table(figures)


def _print_table(figures: "list[AccuracyFigure]") -> None:
    rows = []
    for what, method in dict.fromkeys((figure.what, figure.method) for figure in figures):
        here = [figure for figure in figures if (figure.what, figure.method) == (what, method)]
        sets = [(figure.set, figure.cases, figure.right) for figure in here]
        if len(sets) > 1:
            sets.append(("all", sum(each[1] for each in sets), sum(each[2] for each in sets)))
        rows += [(what, method, name, cases, right, f"{right / cases:.1%}") for name, cases, right in sets]
    print_table(("what", "method", "set", "cases", "right", "share"), rows)
