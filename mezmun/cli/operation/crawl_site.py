"""``mezmun crawl``: one site, from its seeds to its documents, in one command."""

import json
import os
import sys
import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mezmun.cli import app
from mezmun.core.sites.site_schema import SiteKind

if TYPE_CHECKING:
    from mezmun.supervisor import CrawlProgress, SupervisedCrawl

NOTHING_STORED = 3
"""Exit code of a crawl that ended well and holds no document; a script wants to know."""


@app.command(
    epilog="Examples: `mezmun crawl my-site` · `mezmun crawl https://example.org/ --kind blog --max-pages 100` · "
    "`mezmun crawl my-site --json`"
)
def crawl(
    target: Annotated[str, typer.Argument(metavar="SITE|URL", help="Name of a site file, or a web address to try.")],
    kind: Annotated[SiteKind, typer.Option(help="What the web address is.")] = SiteKind.NEWS,
    max_pages: Annotated[int | None, typer.Option(min=1, help="Stop after so many pages.")] = None,
    processes: Annotated[int, typer.Option(min=1, help="Pages worked on at once.")] = os.cpu_count() or 1,
    as_json: Annotated[bool, typer.Option("--json", help="The counts as one JSON object.")] = False,
) -> None:
    """Crawl a site, turn its pages into documents, and say what became of each.

    Runs on the embedded database and queue unless MEZMUN_DATABASE_URL and MEZMUN_BROKER_URL are set. Ctrl-C stops it;
    the next crawl of the site goes on where it stopped. Exit code 3: the crawl ended, and no page became a document.
    """
    from mezmun.core import settings
    from mezmun.core.sites import site_files
    from mezmun.core.sites.site_schema import Site
    from mezmun.supervisor import SupervisedCrawl
    from services.resolver import resolve

    loaded = settings.load()
    if target.startswith(("http://", "https://")):
        site = Site.from_url(target, kind)
    else:
        site = site_files.find(loaded.sites_dir, target)
    with resolve(loaded) as services:
        job = SupervisedCrawl(site, loaded, services, max_pages, processes)
        start = time.monotonic()
        progress = watch(job)
        seconds = time.monotonic() - start
    if as_json:
        outcomes = {str(word): count for word, count in sorted(progress.outcomes.items(), key=str)}
        print(json.dumps({"site": site.name, "pages": progress.known, "outcomes": outcomes, "seconds": seconds}))
    else:
        report(site.name, progress, seconds)
    if not documents_in(progress):
        raise typer.Exit(NOTHING_STORED)


def watch(job: "SupervisedCrawl") -> "CrawlProgress":
    """Run a job under a live display on standard error, and give what became of its pages."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    from mezmun.core.outcomes import Outcome

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[note]}"),
    )
    with Bars(*columns, console=Console(file=sys.stderr)) as bars:
        fetched = bars.add_task(f"{job.site.name}: fetched", total=None, note="")
        worked = bars.add_task(f"{job.site.name}: worked", total=None, note="")

        def show(now: "CrawlProgress") -> None:
            done = now.fetched - now.waiting
            bars.update(fetched, completed=now.fetched, total=max(now.known, 1), note="of the pages found so far")
            stored = now.outcomes.get(Outcome.STORED, 0)
            bars.update(worked, completed=done, total=max(now.fetched, 1), note=f"{stored:,} stored")

        try:
            return job.run(show)
        except KeyboardInterrupt:
            bars.stop()
            typer.secho("Stopped. The next crawl of this site goes on from here.", fg="yellow", err=True)
            raise typer.Exit(130) from None


def report(name: str, progress: "CrawlProgress", seconds: float) -> None:
    """Print the table of outcomes of a site's crawl."""
    from rich.console import Console

    console = Console()
    console.print(_table(name, progress))
    rate = progress.fetched / seconds if seconds else 0.0
    console.print(f"{progress.fetched:,} pages in {seconds:.1f} s ({rate:.1f} a second)")


def documents_in(progress: "CrawlProgress") -> int:
    """Count the fetches whose page is a document now."""
    from mezmun.core.outcomes import Outcome

    return progress.outcomes.get(Outcome.STORED, 0) + progress.outcomes.get(Outcome.UNCHANGED, 0)


def _table(name: str, progress: "CrawlProgress") -> Any:
    from rich.table import Table

    table = Table("outcome", "pages", title=name, title_justify="left")
    table.columns[1].justify = "right"
    for word, count in sorted(progress.outcomes.items(), key=lambda item: -item[1]):
        table.add_row(str(word or "waiting"), f"{count:,}")
    table.add_section()
    table.add_row("fetched", f"{progress.fetched:,}")
    return table
