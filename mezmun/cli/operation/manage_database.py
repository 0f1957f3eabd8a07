"""``mezmun db``: the tables' version, and moving it up and down."""

from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from mezmun.cli import app
from mezmun.core import settings
from mezmun.core.clock import utc_now

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Engine

group = typer.Typer(no_args_is_help=True, help="Look after the database's tables.")
app.add_typer(group, name="db")


@group.command(epilog="Example: `MEZMUN_DATABASE_URL=postgresql://me@host/mezmun mezmun db upgrade`")
def upgrade(revision: Annotated[str, typer.Argument(help="Where to.")] = "head") -> None:
    """Bring the tables up to date. Safe to run again, and from several machines at once."""
    from db import schema

    with _database() as engine:
        before = schema.current(engine)
        schema.upgrade(engine, revision)
        after = schema.current(engine)
    typer.echo(f"The tables are at {after}." if before == after else f"The tables were at {before}, now at {after}.")


@group.command(epilog="Example: `mezmun db current`")
def current() -> None:
    """Say which revision the tables are at; exit code 1 when that is not this version's."""
    from db import schema

    with _database() as engine:
        typer.echo(schema.current(engine) or "no tables")
        schema.check(engine)


@group.command(epilog="Example: `mezmun db downgrade -- -1`")
def downgrade(
    revision: Annotated[str, typer.Argument(help="A revision, `-1` for one step, or `base` for nothing at all.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Take the tables back to an earlier revision. What later ones added is lost."""
    from db import schema

    with _database() as engine:
        if not yes:
            where = engine.url.render_as_string(hide_password=True)
            typer.confirm(f"Take the tables of {where} back to {revision} and lose what later ones added?", abort=True)
        schema.downgrade(engine, revision)
        typer.echo(f"The tables are at {schema.current(engine) or 'nothing'}.")


@group.command(epilog="Examples: `mezmun db recount` · `mezmun db recount --json`")
def recount(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a wrong count and line.")] = False,
) -> None:
    """Count pages, fetches, outcomes and documents again; exit code 1 when a count was wrong, which mends it.

    Nobody waits for it: crawlers and workers go on.
    """
    import json

    from db import schema
    from db.monitoring import counts

    with _database() as engine:
        schema.check(engine)
        wrong = counts.recount(engine, now=utc_now())
    if as_json:
        for row in wrong:
            typer.echo(json.dumps({**row._mapping, "begins": row.begins.isoformat()}, ensure_ascii=False))
    else:
        typer.echo(f"{len(wrong):,} counts were wrong, and are right now." if wrong else "All counts are right.")
    if wrong:
        raise typer.Exit(1)


@contextmanager
def _database() -> "Iterator[Engine]":
    """Give the database of the settings, starting the embedded one when none is set, its tables left as they are."""
    from db import engine as databases
    from services.resolver import database

    with database(settings.load()) as url:
        engine = databases.connect(url)
        try:
            databases.check_server(engine)
            yield engine
        finally:
            engine.dispose()
