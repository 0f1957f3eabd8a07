"""``mezmun bench dashboard``: how long pages, searches and calls take over many documents."""

import json
from dataclasses import asdict
from typing import Annotated

import typer

from mezmun.cli.benchmark.bench import bench


@bench.command(epilog="Example: `mezmun bench dashboard --documents 100000 --json`")
def dashboard(
    documents: Annotated[int, typer.Option(min=1000, help="Generated documents, of a hundred sites.")] = 1_000_000,
    users: Annotated[int, typer.Option(min=1, help="Users who ask at once.")] = 20,
    seconds: Annotated[float, typer.Option(min=1, help="For how long they ask.")] = 60,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of a table.")] = False,
) -> None:
    """Measure the dashboard, the feed of documents and an export over many documents.

    Users read a page for one to two seconds before they ask for the next. Beside their times stand those of one user
    alone, and the processor time of such a call, of dashboard and PostgreSQL together.

    It uses the database server of the settings with a database of its own, which is removed at the end; with none set,
    an embedded one. A million documents take some 4 GB and some ten minutes to make.
    """
    from rich.console import Console
    from rich.table import Table

    from mezmun.benchmark.dashboard_benchmark import measure_dashboard
    from mezmun.cli.progress import progress
    from mezmun.core import settings

    with progress("documents", documents) as advance:
        figures = measure_dashboard(settings.load(), documents, users, seconds, advance)
    if as_json:
        typer.echo(json.dumps(asdict(figures)))
        return
    table = Table("what", "calls", "median ms", "p95 ms", "alone ms", "cpu ms")
    for call in figures.calls:
        table.add_row(*map(str, asdict(call).values()))
    console = Console()
    console.print(table)
    for name in ("documents", "users", "feed_per_second", "export_per_second", "export_mb", "export_end_mb", "load"):
        console.print(f"{name:20} {getattr(figures, name):>12}")
