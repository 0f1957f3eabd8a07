"""``mezmun token``: who may read the feed of documents."""

from dataclasses import asdict
from datetime import timedelta

import click

from mezmun.cli import app
from mezmun.cli.database import database_transaction, log_command
from mezmun.cli.json_output import print_json
from mezmun.cli.options import json_option
from mezmun.cli.tables import print_table
from mezmun.core.clock import utc_now


@app.group()
def token() -> None:
    """Make and revoke the tokens of programs."""


@token.command(epilog="Example: `mezmun token create search-index --days 365`")
@click.argument("name", help="What tells the program, in lists.")
@click.option("--days", type=click.IntRange(min=1, max=36500), help="Days until it ends; unset: never.")
def create(name: str, days: int | None) -> None:
    """Make a token that may read the feed, and print it. It is shown this once: only its hash is kept."""
    from db.access.audit import OperatorAction
    from db.publication.access_tokens import Scope, make_token

    now = utc_now()
    end = None if days is None else now + timedelta(days=days)
    with database_transaction() as connection:
        secret = make_token(connection, name, [Scope.DOCUMENTS], now=now, expires_at=end)
        log_command(connection, OperatorAction.MAKE_ACCESS, name, days=days)
    click.echo(secret)


@token.command("list", epilog="Examples: `mezmun token list` · `mezmun token list --json`")
@json_option("One JSON object a line.")
def list_all(as_json: bool) -> None:
    """List the tokens, those that have ended too."""
    from db.publication.access_tokens import list_tokens

    with database_transaction() as connection:
        tokens = list_tokens(connection)
    if as_json:
        for each in tokens:
            print_json(asdict(each))
        return
    rows = []
    for each in tokens:
        times = (each.created_at, each.expires_at, each.revoked_at)
        days = ("" if time is None else f"{time:%Y-%m-%d}" for time in times)
        rows.append((each.id, each.name, " ".join(each.scopes), *days))
    print_table(("id", "name", "scopes", "created", "ends", "revoked"), rows)


@token.command(epilog="Example: `mezmun token revoke 3`")
@click.argument("token", type=int, metavar="ID", help="The number `mezmun token list` gives.")
def revoke(token: int) -> None:
    """End a token for good, at once."""
    from db.access.audit import OperatorAction
    from db.publication.access_tokens import revoke_token

    with database_transaction() as connection:
        revoke_token(connection, token, now=utc_now())
        log_command(connection, OperatorAction.REVOKE_ACCESS, str(token))
    click.echo(f"The token {token} is revoked.")
