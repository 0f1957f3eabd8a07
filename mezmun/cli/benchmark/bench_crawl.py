"""``mezmun bench crawl``: how fast this machine crawls many sites in one process."""

import json
from dataclasses import asdict
from typing import Annotated

import typer

from mezmun.cli.benchmark.bench import bench


@bench.command()
def crawl(
    sites: Annotated[int, typer.Option(min=1, max=10_000, help="Local sites, all crawled at once.")] = 50,
    pages: Annotated[int, typer.Option(min=1, help="Pages of 48 kB of each site.")] = 40,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of a list.")] = False,
) -> None:
    """Measure a crawl of many sites by one process, beside plain Scrapy over the same pages.

    It uses the database server and the broker of the settings with a database and queues of its own, which are removed
    at the end; with none set, embedded ones.

    Example: `mezmun bench crawl --sites 200 --json`
    """
    from mezmun.benchmark.crawl_benchmark import measure_crawl
    from mezmun.core import settings

    figures = asdict(measure_crawl(settings.load(), sites, pages))
    if as_json:
        typer.echo(json.dumps(figures))
    else:
        for name, value in figures.items():
            typer.echo(f"{name:30} {value:>10}")
