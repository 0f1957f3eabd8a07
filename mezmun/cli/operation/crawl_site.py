"""``mezmun crawl``: one site, from its seeds to its documents, in one command."""

import os
import time
from typing import TYPE_CHECKING, Final

import click
from click.exceptions import Exit

from mezmun.cli import app
from mezmun.cli.exit_codes import NO_TEXT
from mezmun.cli.json_output import print_json
from mezmun.cli.monitoring.waiting_crawlers import why_crawlers_wait
from mezmun.cli.options import AT_LEAST_ONE, Member, json_option, stoppable
from mezmun.cli.progress import progress
from mezmun.cli.tables import print_table
from mezmun.core.counts import count_of
from mezmun.core.sites.site_schema import SiteKind

if TYPE_CHECKING:
    from mezmun.supervisor import CrawlProgress, SupervisedCrawl

STILL: Final = 15.0
"""Seconds without any progress after which it is asked why."""
STILL_AGAIN: Final = 120.0
"""Seconds after which it is asked again."""
SITE_IS_DOWN = 1
"""Exit code of one that holds no document since the site did not answer: it could not be done."""


@app.command(
    epilog="Examples: `mezmun crawl my-site` · `mezmun crawl https://example.org/ --kind blog --max-pages 100` · "
    "`mezmun crawl my-site --json`"
)
@click.argument("target", metavar="SITE|URL", help="Name of a site file, or a web address to try.")
@click.option("--kind", type=Member(SiteKind), default=str(SiteKind.NEWS), help="What the web address is.")
@click.option("--max-pages", type=AT_LEAST_ONE, help="Stop after so many pages.")
@click.option("--processes", type=AT_LEAST_ONE, default=os.cpu_count() or 1, help="Pages worked on at once.")
@json_option("The counts as one JSON object.")
@stoppable("The next crawl of this site goes on from here.")
def crawl(target: str, kind: SiteKind, max_pages: int | None, processes: int, as_json: bool) -> None:
    """Crawl a site, turn its pages into documents, and say what became of each.

    Runs on the embedded database and queue unless MEZMUN_DATABASE_URL and MEZMUN_BROKER_URL are set. Ctrl-C stops it;
    the next crawl of the site goes on where it stopped. Exit code 3: the crawl ended, and the site has no document, or
    forbids each page; 1, when none came because the site does not answer.
    """
    from mezmun.core import settings
    from mezmun.core.sites import site_files
    from mezmun.core.sites.site_schema import Site
    from mezmun.supervisor import SupervisedCrawl
    from services.resolver import resolve

    loaded = settings.load()
    site = Site.from_url(target, kind) if "://" in target else site_files.find(loaded.sites_dir, target)
    with resolve(loaded) as services:
        job = SupervisedCrawl(site, loaded, services, max_pages, processes)
        start = time.monotonic()
        crawled = watch(job)
        seconds = time.monotonic() - start
    if as_json:
        outcomes = {str(word): count for word, count in sorted(crawled.outcomes.items(), key=str)}
        record = {"site": site.name, "pages": crawled.known, "documents": crawled.documents, "outcomes": outcomes}
        print_json(record | {"seconds": seconds, "stopped": crawled.stop_reason})
        if not has_documents(crawled):
            tell_why(site.name, crawled)
    else:
        report(site.name, crawled, seconds)
    if not has_documents(crawled):
        raise Exit(SITE_IS_DOWN if crawled.is_down else NO_TEXT)


def watch(job: "SupervisedCrawl") -> "CrawlProgress":
    """Run a job under a live display on standard error, and give what became of its pages."""
    from mezmun.core.outcomes import Outcome

    before: CrawlProgress | None = None
    look_at = 0.0
    with progress(job.site.name) as bar:

        def show(now: "CrawlProgress") -> None:
            nonlocal before, look_at
            worked, stored = now.fetched - now.waiting, now.outcomes.get(Outcome.STORED, 0)
            note = f"{now.fetched:,} of {now.known:,} pages known so far fetched, {worked:,} worked, {stored:,} stored"
            bar.show(now.fetched, now.known, note)
            if now != before:
                before, look_at = now, time.monotonic() + STILL
            elif time.monotonic() > look_at:
                if waiting := why_crawlers_wait(job.settings, job.services):
                    click.secho(f"\nmezmun: {waiting}", fg="yellow", err=True)
                look_at = time.monotonic() + STILL_AGAIN

        return job.run(show)


def report(name: str, crawled: "CrawlProgress", seconds: float) -> None:
    """Print the table of outcomes of a site's crawl, and where to look if it brought no document."""
    from mezmun.core.outcomes import Outcome

    counts = sorted(crawled.outcomes.items(), key=lambda item: -item[1])
    rows = [(str(word or "waiting"), f"{count:,}") for word, count in counts]
    print_table(("outcome", "pages"), [*rows, ("fetched", f"{crawled.fetched:,}")], title=name)
    fetched = crawled.fetched - crawled.fetched_before
    rate = fetched / seconds if seconds else 0.0
    earlier = f", after {crawled.fetched_before:,} before it was stopped" if crawled.fetched_before else ""
    click.echo(f"{count_of(fetched, 'page')} in {seconds:.1f} s ({rate:.1f} a second){earlier}")
    if crawled.stop_reason:
        click.secho(f"It ended early: {crawled.stop_reason}. The next crawl goes on there.", fg="yellow", err=True)
    if not documents_in(crawled) and has_earlier_documents(crawled):
        failed = f" `mezmun failures {name}` lists what failed." if crawled.outcomes.keys() - {Outcome.LISTING} else ""
        click.echo(f"Nothing new: the site has {count_of(crawled.documents, 'document')}.{failed}")
    elif not has_documents(crawled):
        tell_why(name, crawled)


def tell_why(name: str, crawled: "CrawlProgress") -> None:
    """Say on standard error why a site has no document, and where to look."""
    if crawled.is_down:  # without its robots.txt each page ends as forbidden
        hint = f"Crawl it again when the site answers; `mezmun failures {name}` lists what failed."
    elif is_forbidden(crawled):
        hint = f"The site forbids each page that was asked for: `mezmun failures {name}` says by what."
    else:
        hint = f"`mezmun failures {name}` lists what failed, `mezmun sites try URL` shows what is made of links."
    click.secho(f"No page became a document. {hint}", fg="yellow", err=True)


def has_documents(crawled: "CrawlProgress") -> bool:
    """Say whether a site has a document, from this crawl or from before."""
    return documents_in(crawled) > 0 or has_earlier_documents(crawled)


def documents_in(crawled: "CrawlProgress") -> int:
    """Count the fetches whose page is a document now."""
    from mezmun.core.outcomes import Outcome

    return crawled.outcomes.get(Outcome.STORED, 0) + crawled.outcomes.get(Outcome.UNCHANGED, 0)


def is_forbidden(crawled: "CrawlProgress") -> bool:
    """Say whether each page that was asked for is forbidden."""
    from mezmun.core.outcomes import Outcome

    return crawled.outcomes.keys() == {Outcome.ROBOTS_DENIED}


def has_earlier_documents(crawled: "CrawlProgress") -> bool:
    """Say whether a crawl that brought no document is one of a site that has some, and lets itself be crawled.

    Most are: what is due a day later are lists that show nothing new.
    """
    return crawled.documents > 0 and not crawled.is_down and not is_forbidden(crawled)
