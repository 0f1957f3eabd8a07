"""``mezmun operator``: who may sign in to the dashboard."""

import click

from mezmun.cli import app
from mezmun.core import settings
from mezmun.core.clock import utc_now
from mezmun.core.errors import InvalidInputError


@app.group()
def operator() -> None:
    """Say who may sign in to the dashboard."""


@operator.command("set", epilog="Example: `mezmun operator set gulnar --role viewer`")
@click.argument("name", help="What they sign in as.")
@click.option("--role", default="operator", help="`operator` may change things, `viewer` may look.")
@click.option("--password", prompt=True, confirmation_prompt=True, hide_input=True, help="Unset: it is asked for.")
def set_operator(name: str, role: str, password: str) -> None:
    """Add somebody, or give them another password and role; browsers signed in under the name are signed out."""
    from dashboard.first_start import set_password
    from db.access.tables import AccessRole
    from db.engine import check, connect
    from services.resolver import resolve

    if role not in list(AccessRole):
        raise InvalidInputError(f"There is no role {role!r}: a role is one of {', '.join(AccessRole)}.")
    with resolve(settings.load()) as services:
        engine = connect(services.database_url)
        check(engine)
        set_password(engine, name, AccessRole(role), password, utc_now, by="command line")
        engine.dispose()
    click.echo(f"{name} may sign in as {role}.")
