"""``mezmun bench dashboard``: how long pages, searches and calls take over many documents."""

from dataclasses import asdict

import click

from mezmun.cli.benchmark.bench import bench
from mezmun.cli.json_output import print_json
from mezmun.cli.options import AT_LEAST_ONE, json_option
from mezmun.cli.tables import print_table


@bench.command(epilog="Example: `mezmun bench dashboard --documents 100000 --json`")
@click.option(
    "--documents", type=click.IntRange(min=1000), default=1_000_000, help="Generated documents, of a hundred sites."
)
@click.option("--users", type=AT_LEAST_ONE, default=20, help="Users who ask at once.")
@click.option("--seconds", type=click.FloatRange(min=1), default=60, help="For how long they ask.")
@json_option("One JSON object instead of a table.")
def dashboard(documents: int, users: int, seconds: float, as_json: bool) -> None:
    """Measure the dashboard, the feed of documents and an export over many documents.

    Users read a page for one to two seconds before they ask for the next. Beside their times stand those of one user
    alone, and the processor time of such a call, of dashboard and PostgreSQL together.

    It uses the database server of the settings with a database of its own, which is removed at the end; with none set,
    an embedded one. A million documents take some 4 GB and some ten minutes to make.
    """
    from mezmun.benchmark.dashboard_benchmark import measure_dashboard
    from mezmun.cli.progress import progress
    from mezmun.core import settings

    with progress("documents", documents) as advance:
        figures = measure_dashboard(settings.load(), documents, users, seconds, advance)
    if as_json:
        print_json(asdict(figures))
        return
    headings = "what", "calls", "median ms", "p95 ms", "alone ms", "cpu ms"
    print_table(headings, [list(asdict(call).values()) for call in figures.calls])
    names = "documents", "users", "feed_per_second", "export_per_second", "export_mb", "export_end_mb", "load"
    print_table((), [(name, getattr(figures, name)) for name in names])
