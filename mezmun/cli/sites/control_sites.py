"""``mezmun sites pause|resume|now|backfill``: what the crawlers do with a site, from their next look on."""

from collections.abc import Callable
from datetime import datetime

import click
from sqlalchemy import Connection

from mezmun.cli.database import database_transaction
from mezmun.cli.sites.check_sites import sites
from mezmun.core.clock import utc_now
from mezmun.core.counts import count_of

name_argument = click.argument("name", metavar="NAME", help="Name of the site.")


@sites.command(epilog="Example: `mezmun sites pause my-site`; `mezmun sites resume my-site` ends it.")
@name_argument
def pause(name: str) -> None:
    """Stop crawling a site until it is resumed; a crawl that runs ends within seconds and loses nothing."""
    from db.crawling import control

    _do(lambda connection, now: control.pause(connection, name, now=now))
    click.echo(f"{name} is paused.")


@sites.command(epilog="Example: `mezmun sites resume my-site`")
@name_argument
def resume(name: str) -> None:
    """Crawl a paused site again, where it stopped."""
    from db.crawling import control

    _do(lambda connection, now: control.resume(connection, name))
    click.echo(f"{name} is crawled again when it is due.")


@sites.command(name="now", epilog="Example: `mezmun sites now my-site`")
@name_argument
def crawl_now(name: str) -> None:
    """Make a site due now, with its seeds."""
    from db.crawling import control

    _do(lambda connection, now: control.make_due(connection, name, now=now))
    click.echo(f"{name} is due now.")
    _tell_pause(name)


@sites.command(epilog="Example: `mezmun sites backfill my-site`")
@name_argument
def backfill(name: str) -> None:
    """Look at every list, archive and feed of a site again, up to its budget a day: for what was missed."""
    from db.crawling import control

    lists = _do(lambda connection, now: control.make_due(connection, name, now=now, whole=True))
    click.echo(f"{count_of(lists, f'list of {name} is', f'lists of {name} are')} due now.")
    _tell_pause(name)


def _tell_pause(name: str) -> None:
    """Say so when a site that is due is paused, and nothing comes of it."""
    from db.crawling import control

    if _do(lambda connection, _: control.is_paused(connection, name)):
        click.secho(
            f"mezmun: {name} is paused: `mezmun sites resume {name}` lets it be crawled.", fg="yellow", err=True
        )


def _do(what: Callable[[Connection, datetime], int]) -> int:
    with database_transaction() as connection:
        return what(connection, utc_now())
