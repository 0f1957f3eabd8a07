"""``mezmun bench duplicates``: how well texts that are nearly the same find each other."""

import click

from mezmun.cli.benchmark.bench import bench, print_figures
from mezmun.cli.options import AT_LEAST_ONE, json_option


@bench.command(epilog="Example: `mezmun bench duplicates --pairs 3000 --json`")
@click.option("--pairs", type=AT_LEAST_ONE, default=3000, help="Pairs of texts that are made for it.")
@click.option("--seed", type=int, default=1, help="Of the random numbers they are made from.")
@json_option("One JSON object a line, one for each class.")
def duplicates(pairs: int, seed: int, as_json: bool) -> None:
    """Measure on built copies which share of the pairs are taken for duplicates, by how much their texts overlap."""
    from mezmun.benchmark.duplicate_benchmark import measure_duplicates

    print_figures(measure_duplicates(pairs, seed), as_json)
