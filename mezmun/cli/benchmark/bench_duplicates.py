"""``mezmun bench duplicates``: how well texts that are nearly the same find each other."""

from typing import Annotated

import typer

from mezmun.cli.benchmark.bench import bench, print_figures


@bench.command(epilog="Example: `mezmun bench duplicates --pairs 3000 --json`")
def duplicates(
    pairs: Annotated[int, typer.Option(min=1, help="Pairs of texts that are made for it.")] = 3000,
    seed: Annotated[int, typer.Option(help="Of the random numbers they are made from.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line, one for each class.")] = False,
) -> None:
    """Measure on built copies which share of the pairs are taken for duplicates, by how much their texts overlap."""
    from mezmun.benchmark.duplicate_benchmark import measure_duplicates

    print_figures(measure_duplicates(pairs, seed), as_json)
