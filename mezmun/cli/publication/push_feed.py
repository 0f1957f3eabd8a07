"""``mezmun feed``: the feed of documents, sent to a receiver as it comes, and how far each receiver is."""

import signal
import threading
from contextlib import closing
from typing import TYPE_CHECKING, Final

import click

from mezmun.cli import app
from mezmun.cli.database import database_transaction, log_command
from mezmun.cli.json_output import print_json
from mezmun.cli.options import confidence_option, json_option, languages_option, sites_option
from mezmun.cli.tables import print_table
from mezmun.core import settings
from mezmun.core.clock import utc_now
from mezmun.core.counts import count_of
from mezmun.core.errors import ConfigurationError, UsageError

if TYPE_CHECKING:
    from dashboard.push.exchange import FanoutExchange
    from dashboard.push.webhook import Webhook
    from services.resolver import Services


SHORTEST_SECRET: Final = 16
"""Characters: as many random ones cannot be guessed by whoever has a signed batch."""


@app.group()
def feed() -> None:
    """Send the feed of documents to those who do not ask for it."""


@feed.command(
    epilog="Examples: `MEZMUN_FEED_SECRET=… mezmun feed push search --webhook https://search.example.org/in`"
    " · `mezmun feed push all --exchange`"
)
@click.argument("name", help="What tells this receiver; its place in the feed is kept under it.")
@click.option("--webhook", metavar="URL", help="Send CloudEvents to this address, in signed batches.")
@click.option("--exchange", is_flag=True, help="Publish CloudEvents on RabbitMQ, to a fanout exchange and a stream.")
@sites_option
@languages_option
@confidence_option
@click.option("--latest", is_flag=True, help="Leave out changes that a later one of the same document has outdated.")
@click.option("--once", is_flag=True, help="End when nothing is left to send.")
def push(
    name: str,
    webhook: str | None,
    exchange: bool,
    site: tuple[str, ...],
    language: tuple[str, ...],
    min_confidence: float | None,
    latest: bool,
    once: bool,
) -> None:
    """Send every change of the documents, in order, each at least once; again until it is taken.

    A receiver that begins gets, with `--latest`, each document once, as it is now, and then what changes.
    Stopped, by force too, it goes on where the receiver was when run again. Exit code 0 after SIGTERM or Ctrl-C.
    """
    from dashboard.push.delivery import Delivery
    from db.engine import checked_engine
    from db.publication.changes import Filter
    from db.sites import check_sites
    from mezmun.core.monitoring.log_lines import set_up_logging
    from services.resolver import resolve

    if (webhook is None) is not exchange:
        raise UsageError("Say where the feed is sent to: either --webhook URL or --exchange.")
    loaded = settings.load()
    set_up_logging(loaded.log_level, loaded.log_format)
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    wanted = Filter(site, language, min_confidence=min_confidence)
    with resolve(loaded) as services:
        receiver = _receiver(webhook, services, loaded)
        with closing(receiver), checked_engine(services.database_url) as engine:
            with engine.connect() as connection:
                check_sites(connection, site)
            count = Delivery(engine, name, receiver, wanted, utc_now, latest=latest).run(stop, follow=not once)
    click.echo(f"{count_of(count, 'change')} delivered to {name}.")


@feed.command("list", epilog="Examples: `mezmun feed list` · `mezmun feed list --json`")
@json_option("One JSON object a line.")
def list_all(as_json: bool) -> None:
    """List the receivers: how far each is, how many changes follow (of all sites), and when it took the last one."""
    from db.engine import checked_engine
    from db.publication.changes import newest_position
    from db.publication.deliveries import list_deliveries
    from services.resolver import resolve

    with resolve(settings.load()) as services, checked_engine(services.database_url) as engine:
        newest = newest_position(engine)
        with engine.connect() as connection:
            states = list_deliveries(connection)
    if as_json:
        for each in states:
            behind = newest - each.position
            print_json(
                {"name": each.name, "position": each.position, "behind": behind, "delivered_at": each.delivered_at}
            )
        return
    rows = [(each.name, each.position, newest - each.position, f"{each.delivered_at:%F %H:%M}") for each in states]
    print_table(("name", "position", "changes to come", "last taken (UTC)"), rows)


@feed.command(epilog="Example: `mezmun feed forget search`")
@click.argument("name", help="The name that `mezmun feed list` gives.")
def forget(name: str) -> None:
    """Forget how far a receiver is. The next `push` under its name begins with the first change, for one that lost
    what it had."""
    from db.access.audit import OperatorAction
    from db.publication.deliveries import forget_delivery

    with database_transaction() as connection:
        forget_delivery(connection, name)
        log_command(connection, OperatorAction.FORGET_RECEIVER, name)
    click.echo(f"The next push to {name} begins with the first change.")


def _receiver(webhook: str | None, services: "Services", loaded: settings.Settings) -> "Webhook | FanoutExchange":
    if webhook is None:
        from dashboard.push.exchange import FanoutExchange

        if not services.broker_url.startswith("amqp"):
            raise ConfigurationError("--exchange needs RabbitMQ: set MEZMUN_BROKER_URL to amqp://user:password@host//.")
        return FanoutExchange(services.broker_url, loaded.queue_prefix)
    from dashboard.push.webhook import Webhook

    if not webhook.startswith(("http://", "https://")):
        raise UsageError("The address of --webhook must begin with http:// or https://.")
    if loaded.feed_secret is None:
        raise ConfigurationError("A webhook is signed: set MEZMUN_FEED_SECRET to a secret that its receiver knows.")
    secret = loaded.feed_secret.get_secret_value()
    if len(secret) < SHORTEST_SECRET:
        raise ConfigurationError(
            f"MEZMUN_FEED_SECRET has {count_of(len(secret), 'character')}, and needs {SHORTEST_SECRET} or more, as"
            " `openssl rand -hex 32` makes them."
        )
    return Webhook(webhook, secret, utc_now)
