"""``mezmun operator``: who may sign in to the dashboard."""

import sys

import click

from db.access.tables import AccessRole
from mezmun.cli import app
from mezmun.cli.database import database_engine, database_transaction, log_command
from mezmun.cli.json_output import print_json
from mezmun.cli.options import Member, json_option
from mezmun.cli.tables import print_table
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
    from db.access.audit import COMMAND_LINE

    password = _ask() if password is None else password
    with database_engine() as engine:
        set_password(engine, name, role, password, utc_now, by=COMMAND_LINE)
    click.echo(f"{name} may sign in as {role}.")


@operator.command("list", epilog="Examples: `mezmun operator list` · `mezmun operator list --json`")
@json_option("One JSON object a line.")
def list_all(as_json: bool) -> None:
    """List who may sign in."""
    from db.access.operators import list_operators

    with database_engine() as engine, engine.connect() as connection:
        rows = list_operators(connection)
    if as_json:
        for row in rows:
            print_json(row._asdict())
    else:
        print_table(("name", "role", "since"), [(row.name, row.role, f"{row.created_at:%Y-%m-%d}") for row in rows])


@operator.command(epilog="Example: `mezmun operator remove gulnar`")
@click.argument("name", help="What they sign in as.")
def remove(name: str) -> None:
    """Let somebody sign in no more; browsers signed in under the name are signed out."""
    from db.access.audit import OperatorAction
    from db.access.operators import remove_operator

    with database_transaction() as connection:
        remove_operator(connection, name)
        log_command(connection, OperatorAction.REMOVE_OPERATOR, name)
    click.echo(f"{name} may sign in no more.")


def _ask() -> str:
    if sys.stdin.isatty():
        return str(click.prompt("Password", hide_input=True, confirmation_prompt=True))
    if password := sys.stdin.readline().rstrip("\r\n"):
        return password
    raise UsageError("There is no password: give it as the first line of standard input, or with --password.")
