"""``mezmun db``: the tables' version, and moving it up and down."""

from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
from click.exceptions import Exit

from mezmun.cli import app
from mezmun.cli.json_output import print_json
from mezmun.cli.options import confirm, json_option, yes_option
from mezmun.core import settings
from mezmun.core.clock import utc_now
from mezmun.core.counts import count_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Engine


@app.group()
def db() -> None:
    """Look after the database's tables."""


@db.command(epilog="Example: `MEZMUN_DATABASE_URL=postgresql://me@host/mezmun mezmun db upgrade`")
@click.argument("revision", default="head", help="Where to.")
def upgrade(revision: str) -> None:
    """Bring the tables up to date. Safe to run again, and from several machines at once."""
    from db.schema import migration, tables_version

    with _database() as engine:
        before = tables_version.current(engine)
        migration.upgrade(engine, revision)
        after = tables_version.current(engine)
    was = f"were at {before}" if before else "were not there"
    click.echo(f"The tables are at {after}." if before == after else f"The tables {was}, and are at {after} now.")


@db.command(epilog="Example: `mezmun db current`")
def current() -> None:
    """Say which revision the tables are at; exit code 1 when that is not this version's."""
    from db.schema import tables_version

    with _database() as engine:
        click.echo(tables_version.current(engine) or "no tables")
        tables_version.check(engine)


@db.command(epilog="Example: `mezmun db downgrade -- -1`")
@click.argument("revision", help="A revision, `-1` for one step, or `base` for nothing at all.")
@yes_option
def downgrade(revision: str, yes: bool) -> None:
    """Take the tables back to an earlier revision. What later ones added is lost."""
    from db.schema import migration, tables_version

    with _database() as engine:
        migration.lost_revisions(engine, revision)  # or it says that there is no such revision
        if not yes:
            where = engine.url.render_as_string(hide_password=True)
            confirm(f"Take the tables of {where} back to {revision} and lose what later ones added?")
        migration.downgrade(engine, revision)
        click.echo(f"The tables are at {tables_version.current(engine) or 'nothing'}.")


@db.command(epilog="Examples: `mezmun db recount` · `mezmun db recount --json`")
@json_option("One JSON object a wrong count and line.")
def recount(as_json: bool) -> None:
    """Count pages, fetches, outcomes and documents again; exit code 1 when a count was wrong, which mends it.

    Nobody waits for it: crawlers and workers go on.
    """

    from db.monitoring import counts
    from db.schema import tables_version

    with _database() as engine:
        tables_version.check(engine)
        wrong = counts.recount(engine, now=utc_now())
    if as_json:
        for row in wrong:
            print_json(row._asdict())
    else:
        mended = count_of(len(wrong), "count was wrong, and is", "counts were wrong, and are")
        click.echo(f"{mended} right now." if wrong else "All counts are right.")
    if wrong:
        raise Exit(1)


@contextmanager
def _database() -> "Iterator[Engine]":
    """Give the database of the settings, starting the embedded one when none is set, its tables left as they are."""
    from db import engine as databases
    from services.resolver import database

    with database(settings.load()) as url, databases.open_engine(url) as engine:
        databases.check_server(engine)
        yield engine
