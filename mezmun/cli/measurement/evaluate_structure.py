"""``mezmun evaluate structure``: whether posts are counted, dates read, and links, lists ... kept right."""

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from mezmun.cli.measurement.evaluate import Data, Json, ManyValues, evaluate
from mezmun.cli.progress import progress
from mezmun.core.errors import InvalidInputError

if TYPE_CHECKING:
    from evaluation.metrics.structure_accuracy import AccuracyFigure


@evaluate.command(cls=ManyValues)
def structure(
    data: Data = None,
    method: Annotated[
        list[str] | None,
        typer.Option(help="A method, or gold: the division of the marked text alone; several may follow."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure how often the posts of threads are counted right, dates read right, and markup kept.

    Markup (headings, lists, code, tables, quotes, links, images, formulas, emphasis) is measured on pages written for
    the purpose, which the package carries; without `--data` nothing else is.

    Example: `mezmun evaluate structure --data sets --method mezmun gold`
    """
    from evaluation.data.datasets import read_sets
    from evaluation.errors import EvaluationError
    from evaluation.metrics.markup_accuracy import measure_markup
    from evaluation.metrics.structure_accuracy import GOLD, labelled, measure

    names = method or ["mezmun", "gold"]
    figures: list[AccuracyFigure] = []
    try:
        sets = read_sets(data) if data else []
        with progress("measuring", len(labelled(sets)) * len(names)) as advance:
            for name in names if sets else ():
                figures += measure(sets, name, advance)
        for name in (name for name in names if name != GOLD):
            figures += measure_markup(name)
    except EvaluationError as error:
        raise InvalidInputError(str(error)) from error
    if as_json:
        for figure in figures:
            typer.echo(json.dumps(asdict(figure) | {"share": round(figure.share, 4)}, ensure_ascii=False))
    else:
        _print_table(figures)


def _print_table(figures: "list[AccuracyFigure]") -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("what", "method", "set", "cases", "right", "share")
    for column in table.columns:
        column.no_wrap = True
    for column in table.columns[3:]:
        column.justify = "right"
    for what, method in dict.fromkeys((figure.what, figure.method) for figure in figures):
        here = [figure for figure in figures if (figure.what, figure.method) == (what, method)]
        rows = [(figure.set, figure.cases, figure.right) for figure in here]
        if len(rows) > 1:
            rows.append(("all", sum(row[1] for row in rows), sum(row[2] for row in rows)))
        for name, cases, right in rows:
            table.add_row(what, method, name, str(cases), str(right), f"{right / cases:.1%}")
    console = Console()
    console.width = max(console.width, 100)  # a table cut to a narrow terminal says nothing
    console.print(table, crop=False)
