"""``mezmun bench crawl``: how fast this machine crawls many sites in one process."""

from dataclasses import asdict
from typing import Final

import click

from mezmun.cli.benchmark.bench import bench, print_one
from mezmun.cli.json_output import print_json
from mezmun.cli.options import AT_LEAST_ONE, json_option
from mezmun.core.errors import UsageError

_PAGES: Final = 40


@bench.command(
    epilog="Examples: `mezmun bench crawl --sites 200 --json` · `mezmun bench crawl --sites 200 --minutes 60`"
)
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
    """
    from mezmun.benchmark.crawl_benchmark import measure_crawl
    from mezmun.benchmark.crawl_memory import crawl_minutes
    from mezmun.core import settings

    if minutes is not None and pages is not None:
        raise UsageError("--minutes and --pages ask for different things: give one of them.")
    if minutes is not None:
        for each in crawl_minutes(settings.load(), sites, minutes):
            row = asdict(each)
            if as_json:
                print_json(row)
            else:
                click.echo(", ".join(f"{name} {value:,}" for name, value in row.items()))
        return
    print_one(measure_crawl(settings.load(), sites, pages or _PAGES), as_json)
