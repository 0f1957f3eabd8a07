"""``mezmun health``: is anything wrong with a site? For monitors, which read exit codes."""

import click
from click.exceptions import Exit

from mezmun.cli import app
from mezmun.cli.database import database_transaction
from mezmun.cli.json_output import print_json
from mezmun.cli.options import json_option
from mezmun.core.counts import count_of, names_of


@app.command(epilog="Examples: `mezmun health` · `mezmun health --json || notify`")
@json_option("One JSON object an alert and line.")
def health(as_json: bool) -> None:
    """Say what is wrong with which site; exit code 1 when anything is.

    The last three days of a site are held against the four weeks before; an alert closes itself when all is as before.
    """
    from db.monitoring.open_alerts import open_alerts
    from db.monitoring.site_history import site_states
    from mezmun.cli.monitoring.sites_without_crawl import sites_without_crawl
    from mezmun.core.clock import utc_now

    now = utc_now()
    with database_transaction() as connection:
        states = site_states(connection, now=now)
        wrong = open_alerts(connection, states, now=now)
        without_crawl = sites_without_crawl(connection)
    for alert in wrong:
        if as_json:
            print_json({"site": alert.site, "kind": alert.kind, "message": alert.message})
        else:
            click.echo(f"{alert.site}: {alert.kind}: {alert.message}")
    if without_crawl:
        click.secho(f"No crawl has begun yet of {names_of(without_crawl)}.", fg="yellow", err=True)
    if wrong:
        raise Exit(1)
    if not as_json:
        click.echo(f"{count_of(len(states), 'site')}, nothing wrong.")
