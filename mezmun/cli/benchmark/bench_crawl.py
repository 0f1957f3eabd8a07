"""``mezmun bench crawl``: how fast this machine crawls many sites in one process."""

import json
from dataclasses import asdict
from typing import Final

import click

from mezmun.cli.benchmark.bench import bench
from mezmun.cli.options import AT_LEAST_ONE, json_option
from mezmun.core.errors import UsageError

_PAGES: Final = 40


@bench.command()
@click.option("--sites", type=click.IntRange(min=1, max=10_000), default=50, help="Local sites, all crawled at once.")
@click.option("--pages", type=AT_LEAST_ONE, help=f"Pages of 48 kB of each site.  [default: {_PAGES}]")
@click.option(
    "--minutes",
    type=AT_LEAST_ONE,
    help="Crawl for so long instead, each site asked every six seconds, beside a worker: the memory of each minute.",
)
@json_option("One JSON object instead of a list; with `--minutes` one a line.")
def crawl(sites: int, pages: int | None, minutes: int | None, as_json: bool) -> None:
    """Measure a crawl of many sites by one process, beside plain Scrapy over the same pages; or its memory by minutes.

    It uses the database server and the broker of the settings with a database and queues of its own, which are removed
    at the end; with none set, embedded ones.

    Examples: `mezmun bench crawl --sites 200 --json`, `mezmun bench crawl --sites 200 --minutes 60`
    """
    from mezmun.benchmark.crawl_benchmark import measure_crawl
    from mezmun.benchmark.crawl_memory import crawl_minutes
    from mezmun.core import settings

    if minutes is not None and pages is not None:
        raise UsageError("--minutes and --pages ask for different things: give one of them.")
    if minutes is not None:
        for each in crawl_minutes(settings.load(), sites, minutes):
            row = asdict(each)
            click.echo(json.dumps(row) if as_json else ", ".join(f"{name} {value:,}" for name, value in row.items()))
        return
    figures = asdict(measure_crawl(settings.load(), sites, pages or _PAGES))
    if as_json:
        click.echo(json.dumps(figures))
    else:
        for name, value in figures.items():
            click.echo(f"{name:30} {value:>10}")
