"""``mezmun store``: whether the raw pages are as they were stored, and what is there for nothing."""

from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
from click.exceptions import Exit

from mezmun.cli import app
from mezmun.cli.json_output import print_json
from mezmun.cli.options import json_option, stoppable
from mezmun.core import settings
from mezmun.core.clock import utc_now
from mezmun.core.counts import count_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Engine

    from store.raw_store import RawStore


@app.group()
def store() -> None:
    """Look after the raw pages."""


@store.command(epilog="Examples: `mezmun store check` · `mezmun store check --megabytes 5 --json`")
@click.option(
    "--megabytes",
    type=click.FloatRange(min=0),
    default=20.0,
    help="To read in a second at most; 0: as fast as it goes.",
)
@click.option("--anew", is_flag=True, help="Begin again, not where the last check was stopped.")
@json_option("One JSON object at the end.")
@stoppable("The next check goes on from here.")
def check(megabytes: float, anew: bool, as_json: bool) -> None:
    """Read every raw page and say which are missing or damaged; exit code 1 when any is. They are fetched again.

    Crawlers and workers go on meanwhile. Stopped, it goes on where it was when it is called again.
    """
    import time

    from db.removal.store_check import begin, check_some
    from mezmun.cli.progress import progress

    with _installation() as (engine, store):
        with engine.begin() as connection:
            before = begin(connection, now=utc_now(), anew=anew)
        pages, lost, asked_again = before.pages, before.lost, 0
        with progress("checked", before.stored) as advance:
            advance(before.pages)
            while True:
                start = time.monotonic()
                with engine.begin() as connection:
                    step = check_some(connection, store, now=utc_now())
                if step is None:
                    break
                for sentence in step.lost:
                    click.echo(sentence, err=True)
                pages, lost, asked_again = pages + step.pages, lost + len(step.lost), asked_again + step.asked_again
                advance(step.pages)
                if megabytes:
                    time.sleep(max(0.0, step.stored_size / (megabytes * 1e6) - (time.monotonic() - start)))
    if as_json:
        print_json({"pages": pages, "lost": lost, "asked_again": asked_again})
    else:
        click.echo(
            f"{count_of(pages, 'raw page')} checked, {lost:,} missing or damaged,"
            f" {count_of(asked_again, 'page is', 'pages are')} fetched again for it."
        )
    if lost:
        raise Exit(1)


@store.command(epilog="Example: `mezmun store tidy`")
def tidy() -> None:
    """Remove raw bytes that nothing points to: what a killed crawler stored and did not get to write down, and what was
    taken down while the raw store was away."""
    from datetime import timedelta

    from db.removal.garbage_collection import remove_orphans
    from db.removal.raw_deletions import delete_waiting

    with _installation() as (engine, store), engine.connect() as connection:
        delete_waiting(engine, store)
        before = utc_now() - timedelta(hours=1)  # younger bytes may be about to be written down
        removed = remove_orphans(connection, store, before=before)
    click.echo(f"{count_of(removed, 'raw page')} removed.")


@contextmanager
def _installation() -> "Iterator[tuple[Engine, RawStore]]":
    from db.crawling.raw_store import open_raw_store
    from db.engine import checked_engine
    from services.resolver import resolve

    with resolve(settings.load()) as services, checked_engine(services.database_url) as engine:
        yield engine, open_raw_store(engine, services.raw_store_url)
