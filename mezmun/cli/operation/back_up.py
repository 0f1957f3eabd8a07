"""``mezmun backup`` and ``mezmun restore``: an installation into a folder, and back."""

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mezmun.cli import app
from mezmun.cli.options import PATH, stoppable
from mezmun.core import settings
from mezmun.core.clock import utc_now

if TYPE_CHECKING:
    from collections.abc import Iterator

    from store.raw_store import RawStore


@app.command(epilog="Example: `mezmun backup /backups/mezmun`")
@click.argument("folder", type=PATH, help="Where it goes; one that is there is brought up to date.")
@stoppable("The same command brings the folder up to date.")
def backup(folder: Path) -> None:
    """Write the database and the raw pages to a folder. Crawlers and workers may run meanwhile."""
    from services.backup import back_up

    with _installation() as (database_url, store):
        saved = back_up(database_url, store, folder, utc_now())
    click.echo(f"The backup is in {folder}: tables at {saved.revision or 'nothing'}, {saved.raw_pages:,} raw pages.")


@app.command(epilog="Example: `MEZMUN_DATABASE_URL=postgresql://me@host/empty mezmun restore /backups/mezmun`")
@click.argument("folder", type=PATH, help="The backup.")
def restore(folder: Path) -> None:
    """Bring a backup back into a database without tables. Then run `mezmun db upgrade`, if this version is newer."""
    from services.backup import restore as bring_back

    with _installation(for_writing=True) as (database_url, store):
        backup = bring_back(database_url, store, folder)
    click.echo(f"Restored: tables at {backup.revision or 'nothing'}, {backup.raw_pages:,} raw pages.")


@contextmanager
def _installation(*, for_writing: bool = False) -> "Iterator[tuple[str, RawStore]]":
    """Give the database of the settings, its tables as they are, and the raw store."""
    from db.crawling.raw_store import open_raw_store
    from db.engine import open_engine
    from services.resolver import database

    loaded = settings.load()
    location = loaded.raw_store or loaded.data_dir.absolute() / "raw"
    with database(loaded) as database_url, open_engine(database_url) as engine:
        yield database_url, open_raw_store(engine, str(location), for_writing=for_writing)
