"""``mezmun operator``: who may sign in to the dashboard."""

import click

from db.access.tables import AccessRole
from mezmun.cli import app
from mezmun.cli.options import Member
from mezmun.core import settings
from mezmun.core.clock import utc_now


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
@click.option("--password", prompt=True, confirmation_prompt=True, hide_input=True, help="Unset: it is asked for.")
def set_operator(name: str, role: AccessRole, password: str) -> None:
    """Add somebody, or give them another password and role; browsers signed in under the name are signed out."""
    from dashboard.first_start import set_password
    from db.engine import check, connect
    from services.resolver import resolve

    with resolve(settings.load()) as services:
        engine = connect(services.database_url)
        check(engine)
        set_password(engine, name, role, password, utc_now, by="command line")
        engine.dispose()
    click.echo(f"{name} may sign in as {role}.")
