"""``mezmun bench pipeline``: how fast this machine turns fetched pages into documents."""

import click

from mezmun.cli.benchmark.bench import bench, print_one
from mezmun.cli.options import AT_LEAST_ONE, json_option


@bench.command(epilog="Example: `mezmun bench pipeline --pages 2000 --workers 2 --json`")
@click.option("--pages", type=click.IntRange(min=20), default=2000, help="Generated pages of 48 kB, of ten sites.")
@click.option("--workers", type=AT_LEAST_ONE, default=2, help="Processes that read pages.")
@click.option("--method", help="Extraction method; the default one when not given.")
@json_option("One JSON object instead of a list.")
def pipeline(pages: int, workers: int, method: str | None, as_json: bool) -> None:
    """Measure the way of pages from fetched bytes to committed documents.

    It uses the database server and the broker of the settings with a database and queues of its own, which are removed
    at the end; with none set, embedded ones.
    """
    from mezmun.benchmark.pipeline_benchmark import measure_pipeline
    from mezmun.core import settings

    print_one(measure_pipeline(settings.load(), pages, workers, method), as_json)
