"""``mezmun bench crawl``: how fast this machine crawls many sites in one process."""

import json
from dataclasses import asdict

import click

from mezmun.cli.benchmark.bench import bench
from mezmun.cli.options import AT_LEAST_ONE, json_option


@bench.command()
@click.option("--sites", type=click.IntRange(min=1, max=10_000), default=50, help="Local sites, all crawled at once.")
@click.option("--pages", type=AT_LEAST_ONE, default=40, help="Pages of 48 kB of each site.")
@json_option("One JSON object instead of a list.")
def crawl(sites: int, pages: int, as_json: bool) -> None:
    """Measure a crawl of many sites by one process, beside plain Scrapy over the same pages.

    It uses the database server and the broker of the settings with a database and queues of its own, which are removed
    at the end; with none set, embedded ones.

    Example: `mezmun bench crawl --sites 200 --json`
    """
    from mezmun.benchmark.crawl_benchmark import measure_crawl
    from mezmun.core import settings

    figures = asdict(measure_crawl(settings.load(), sites, pages))
    if as_json:
        click.echo(json.dumps(figures))
    else:
        for name, value in figures.items():
            click.echo(f"{name:30} {value:>10}")
