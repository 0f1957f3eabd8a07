"""``mezmun bench pipeline``: how fast this machine turns fetched pages into documents."""

import json
from dataclasses import asdict
from typing import Annotated

import typer

from mezmun.cli.benchmark.bench import bench


@bench.command()
def pipeline(
    pages: Annotated[int, typer.Option(min=20, help="Generated pages of 48 kB, of ten sites.")] = 2000,
    workers: Annotated[int, typer.Option(min=1, help="Processes that read pages.")] = 2,
    method: Annotated[str | None, typer.Option(help="Extraction method; the default one when not given.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of a list.")] = False,
) -> None:
    """Measure the way of pages from fetched bytes to committed documents.

    It uses the database server and the broker of the settings with a database and queues of its own, which are removed
    at the end; with none set, embedded ones.

    Example: `mezmun bench pipeline --pages 2000 --workers 2 --json`
    """
    from mezmun.benchmark.pipeline_benchmark import measure_pipeline
    from mezmun.core import settings

    figures = asdict(measure_pipeline(settings.load(), pages, workers, method))
    if as_json:
        typer.echo(json.dumps(figures))
    else:
        for name, value in figures.items():
            typer.echo(f"{name:20} {value:>10}")
