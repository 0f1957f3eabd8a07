"""``mezmun operator``: who may sign in to the dashboard."""

import sys

import click

from db.access.tables import AccessRole
from mezmun.cli import app
from mezmun.cli.options import Member
from mezmun.core import settings
from mezmun.core.clock import utc_now
from mezmun.core.errors import UsageError


@app.group()
def operator() -> None:
    """Say who may sign in to the dashboard."""


@operator.command("set", epilog="Example: `mezmun operator set gulnar --role viewer`")
@click.argument("name", help="What they sign in as.")
@click.option(
    "--role",
    type=Member(AccessRole),
    default=str(AccessRole.OPERATOR),
    help="`operator` may change things, `viewer` may look.",
)
@click.option("--password", help="Unset: it is asked for; without a terminal it is the first line of standard input.")
def set_operator(name: str, role: AccessRole, password: str | None) -> None:
    """Add somebody, or give them another password and role; browsers signed in under the name are signed out."""
    from dashboard.first_start import set_password
    from db.engine import check, connect
    from services.resolver import resolve

    password = _ask() if password is None else password
    with resolve(settings.load()) as services:
        engine = connect(services.database_url)
        check(engine)
        set_password(engine, name, role, password, utc_now, by="command line")
        engine.dispose()
    click.echo(f"{name} may sign in as {role}.")


def _ask() -> str:
    if sys.stdin.isatty():
        return str(click.prompt("Password", hide_input=True, confirmation_prompt=True))
    if password := sys.stdin.readline().rstrip("\r\n"):
        return password
    raise UsageError("There is no password: give it as the first line of standard input, or with --password.")
