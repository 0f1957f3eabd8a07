"""``mezmun operator``: who may sign in to the dashboard."""

from typing import Annotated

import typer

from mezmun.cli import app
from mezmun.core import settings
from mezmun.core.clock import utc_now
from mezmun.core.errors import InvalidInputError

group = typer.Typer(no_args_is_help=True, help="Say who may sign in to the dashboard.")
app.add_typer(group, name="operator")


@group.command("set", epilog="Example: `mezmun operator set gulnar --role viewer`")
def set_operator(
    name: Annotated[str, typer.Argument(help="What they sign in as.")],
    role: Annotated[str, typer.Option(help="`operator` may change things, `viewer` may look.")] = "operator",
    password: Annotated[
        str, typer.Option(prompt=True, confirmation_prompt=True, hide_input=True, help="Unset: it is asked for.")
    ] = "",
) -> None:
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
    typer.echo(f"{name} may sign in as {role}.")
