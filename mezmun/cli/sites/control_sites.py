"""``mezmun sites pause|resume|now|backfill``: what the crawlers do with a site, from their next look on."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated

import typer
from sqlalchemy import Connection

from mezmun.cli.sites.check_sites import group
from mezmun.core.clock import utc_now

Name = Annotated[str, typer.Argument(help="Name of the site.", metavar="NAME")]


@group.command(epilog="Example: `mezmun sites pause my-site`; `mezmun sites resume my-site` ends it.")
def pause(name: Name) -> None:
    """Stop crawling a site until it is resumed; a crawl that runs ends within seconds and loses nothing."""
    from db.crawling import control

    _do(lambda connection, now: control.pause(connection, name, now=now))
    typer.echo(f"{name} is paused.")


@group.command(epilog="Example: `mezmun sites resume my-site`")
def resume(name: Name) -> None:
    """Crawl a paused site again, where it stopped."""
    from db.crawling import control

    _do(lambda connection, now: control.resume(connection, name))
    typer.echo(f"{name} is crawled again when it is due.")


@group.command(name="now", epilog="Example: `mezmun sites now my-site`")
def crawl_now(name: Name) -> None:
    """Make a site due now, with its seeds."""
    from db.crawling import control

    _do(lambda connection, now: control.make_due(connection, name, now=now))
    typer.echo(f"{name} is due now.")


@group.command(epilog="Example: `mezmun sites backfill my-site`")
def backfill(name: Name) -> None:
    """Look at every list, archive and feed of a site again, up to its budget a day: for what was missed."""
    from db.crawling import control

    lists = _do(lambda connection, now: control.make_due(connection, name, now=now, whole=True))
    typer.echo(f"{lists:,} lists of {name} are due now.")


def _do(what: Callable[[Connection, datetime], int]) -> int:
    from mezmun.cli.monitoring.database import connection

    with connection() as open_connection:
        return what(open_connection, utc_now())
