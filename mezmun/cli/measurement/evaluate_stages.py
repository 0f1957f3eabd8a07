"""``mezmun evaluate stages``: where the time of a page goes."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mezmun.cli.json_output import print_json
from mezmun.cli.measurement.evaluate import ManyValues, evaluate
from mezmun.cli.options import AT_LEAST_ONE, data_option, rows_option
from mezmun.cli.progress import progress
from mezmun.cli.tables import print_table
from mezmun.core.errors import InvalidInputError, UsageError

if TYPE_CHECKING:
    from evaluation.speed.instructions import Instructions
    from evaluation.speed.stages import StageTime


@evaluate.command(cls=ManyValues, epilog="Example: `mezmun evaluate stages --data sets --method correlativity`")
@data_option
@click.option("--method", default="mezmun", help="Which of our methods.")
@click.option("--pages", type=AT_LEAST_ONE, default=60, help="How many pages, spread evenly over the sets.")
@click.option("--rounds", type=AT_LEAST_ONE, default=5, help="How often each page is timed; the best counts.")
@click.option("--instructions", is_flag=True, help="Count machine instructions by valgrind: other work changes none.")
@rows_option
def stages(data: tuple[Path, ...], method: str, pages: int, rounds: int, instructions: bool, as_json: bool) -> None:
    """Time the stages of one method, from the parse to the dates, on one core."""
    from evaluation.benchmark.systems import source
    from evaluation.data.datasets import read_sets, spread
    from evaluation.speed.instructions import count_stages
    from evaluation.speed.stages import measure_stages
    from extraction import UnknownMethodError

    if not data:
        raise UsageError("Say which labelled pages to measure on: --data FOLDER.")
    try:
        on = spread([page for each in read_sets(data) for page in each.pages], pages)
        decoded = [source(page).html for page in on]
        measured: list[StageTime] | list[Instructions]
        if instructions:
            measured = count_stages(method, decoded)
        else:
            with progress("timing", len(on) * rounds) as advance:
                measured = measure_stages(method, decoded, rounds, advance)
    except UnknownMethodError as error:
        raise InvalidInputError(str(error)) from error
    if as_json:
        for stage in measured:
            print_json(asdict(stage))
    else:
        _print_table(measured)


def _print_table(stages: "list[StageTime] | list[Instructions]") -> None:
    from evaluation.speed.instructions import Instructions

    unit = "instructions a page" if isinstance(stages[0], Instructions) else "µs a page"
    rows = []
    whole, parser = stages[-1].so_far or 1, stages[0].so_far or 1
    for stage in stages:
        alone = stage.instructions if isinstance(stage, Instructions) else stage.microseconds
        figures = f"{alone:,.0f}", f"{alone / whole:.0%}", f"{stage.so_far:,.0f}", f"{stage.so_far / parser:.1f}"
        rows.append((stage.name, *figures))
    print_table(("stage", unit, "share", "so far", "x parser"), rows)
