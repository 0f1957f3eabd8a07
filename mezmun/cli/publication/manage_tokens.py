"""``mezmun token``: who may read the feed of documents."""

from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from mezmun.cli import app
from mezmun.core import settings
from mezmun.core.clock import utc_now

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

group = typer.Typer(no_args_is_help=True, help="Make and revoke the tokens of programs.")
app.add_typer(group, name="token")


@group.command(epilog="Example: `mezmun token create search-index --days 365`")
def create(
    name: Annotated[str, typer.Argument(help="What tells the program, in lists.")],
    days: Annotated[int | None, typer.Option(min=1, max=36500, help="Days until it ends; unset: never.")] = None,
) -> None:
    """Make a token that may read the feed, and print it. It is shown this once: only its hash is kept."""
    from db.publication.access_tokens import Scope, make_token

    now = utc_now()
    end = None if days is None else now + timedelta(days=days)
    with _database() as connection:
        typer.echo(make_token(connection, name, [Scope.DOCUMENTS], now=now, expires_at=end))


@group.command("list", epilog="Example: `mezmun token list`")
def list_all() -> None:
    """List the tokens, those that have ended too."""
    from rich.console import Console
    from rich.table import Table

    from db.publication.access_tokens import list_tokens

    table = Table("id", "name", "scopes", "created", "ends", "revoked")
    with _database() as connection:
        for token in list_tokens(connection):
            days = (token.created_at, token.expires_at, token.revoked_at)
            table.add_row(
                *(str(token.id), token.name, " ".join(token.scopes)),
                *("" if day is None else f"{day:%Y-%m-%d}" for day in days),
            )
    Console().print(table)


@group.command(epilog="Example: `mezmun token revoke 3`")
def revoke(token: Annotated[int, typer.Argument(metavar="ID", help="The number `mezmun token list` gives.")]) -> None:
    """End a token for good, at once."""
    from db.publication.access_tokens import revoke_token

    with _database() as connection:
        revoke_token(connection, token, now=utc_now())
    typer.echo(f"The token {token} is revoked.")


@contextmanager
def _database() -> "Iterator[Connection]":
    """Give a transaction on the database of the settings, its tables up to date."""
    from db.engine import check, connect
    from services.resolver import resolve

    with resolve(settings.load()) as services:
        engine = connect(services.database_url)
        try:
            check(engine)
            with engine.begin() as connection:
                yield connection
        finally:
            engine.dispose()
