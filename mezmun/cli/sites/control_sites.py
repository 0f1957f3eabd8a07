"""``mezmun sites pause|resume|now|backfill``: what the crawlers do with a site, from their next look on."""

import click

from mezmun.cli.database import database_transaction, log_command
from mezmun.cli.sites.check_sites import sites
from mezmun.core.clock import utc_now
from mezmun.core.counts import count_of

name_argument = click.argument("name", metavar="NAME", help="Name of the site.")


@sites.command(epilog="Example: `mezmun sites pause my-site`; `mezmun sites resume my-site` ends it.")
@name_argument
def pause(name: str) -> None:
    """Stop crawling a site until it is resumed; a crawl that runs ends within seconds and loses nothing."""
    from db.access.audit import OperatorAction
    from db.crawling import control

    with database_transaction() as connection:
        control.pause(connection, name, now=utc_now())
        log_command(connection, OperatorAction.PAUSE_SITE, name)
    click.echo(f"{name} is paused.")


@sites.command(epilog="Example: `mezmun sites resume my-site`")
@name_argument
def resume(name: str) -> None:
    """Crawl a paused site again, where it stopped."""
    from db.access.audit import OperatorAction
    from db.crawling import control

    with database_transaction() as connection:
        control.resume(connection, name)
        log_command(connection, OperatorAction.RESUME_SITE, name)
    click.echo(f"{name} is crawled again when it is due.")


@sites.command(name="now", epilog="Example: `mezmun sites now my-site`")
@name_argument
def crawl_now(name: str) -> None:
    """Make a site due now, with its seeds."""
    _make_due(name, whole=False)


@sites.command(epilog="Example: `mezmun sites backfill my-site`")
@name_argument
def backfill(name: str) -> None:
    """Look at every list, archive and feed of a site again, up to its budget a day: for what was missed."""
    _make_due(name, whole=True)


def _make_due(name: str, *, whole: bool) -> None:
    """Make a site due, and say so; also when it is paused or has no file, so that nothing comes of it."""
    from db.access.audit import OperatorAction
    from db.crawling import control
    from mezmun.cli.monitoring.sites_without_file import sites_without_file

    with database_transaction() as connection:
        pages = control.make_due(connection, name, now=utc_now(), whole=whole)
        action = OperatorAction.BACK_FILL_SITE if whole else OperatorAction.RUN_SITE
        log_command(connection, action, name, pages=pages)
        is_paused = control.is_paused(connection, name)
    what = count_of(pages, f"list of {name} is", f"lists of {name} are") if whole else f"{name} is"
    click.echo(f"{what} due now.")
    if is_paused:
        click.secho(
            f"mezmun: {name} is paused: `mezmun sites resume {name}` lets it be crawled.", fg="yellow", err=True
        )
    if sites_without_file([name]):
        click.secho(f"mezmun: {name} has no site file: `mezmun crawler` leaves it alone.", fg="yellow", err=True)
