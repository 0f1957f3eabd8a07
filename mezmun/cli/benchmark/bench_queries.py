"""``mezmun bench queries``: how fast the database answers when it has many documents."""

import click

from mezmun.cli.benchmark.bench import bench, print_figures
from mezmun.cli.options import json_option
from mezmun.cli.progress import progress


@bench.command(epilog="Example: `mezmun bench queries --documents 100000 --json`")
@click.option(
    "--documents", type=click.IntRange(min=1000), default=1_000_000, help="Documents that PostgreSQL makes up for it."
)
@click.option("--runs", type=click.IntRange(min=2), default=20, help="How often each query is asked.")
@json_option("One JSON object a line, one for each query.")
def queries(documents: int, runs: int, as_json: bool) -> None:
    """Measure the queries behind commands, dashboard and feed: the median, the 95th percentile, tables read whole.

    It uses the database server of the settings with a database of its own, which is removed at the end; with none set,
    an embedded one. A million documents take minutes to make and 3 GB of disk.
    """
    import tempfile
    from pathlib import Path

    from db.engine import open_engine
    from mezmun.benchmark.pipeline_benchmark import private_settings
    from mezmun.benchmark.query_benchmark import COUNTS, QUERIES, measure_queries
    from mezmun.benchmark.synthetic_documents import fill_database
    from mezmun.core import settings

    with (
        tempfile.TemporaryDirectory(prefix="mezmun-bench-") as folder,
        private_settings(settings.load(), Path(folder)) as private,
        open_engine(str(private.database_url)) as engine,
    ):
        with progress("documents", documents) as advance:
            fill_database(engine, documents, advance=advance)
        figures = list(measure_queries(engine, {**QUERIES, **COUNTS}, runs=runs))
    print_figures(figures, as_json)
