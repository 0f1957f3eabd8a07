"""The tables' version: where the database stands, and where this version of Mezmun needs it.

Each process asks for it at its start, so it is read by one query and from the names of the steps' files: to load
Alembic and all steps takes longer than most commands do. ``db.schema.migration`` moves the tables.
"""

from pathlib import Path
from typing import Final

from sqlalchemy import Engine, text

from mezmun.core.errors import UnavailableError

MIGRATIONS: Final = Path(__file__).resolve().parents[2] / "migrations"
"""The folder of the steps. A file in its ``versions`` is called by its revision, of four digits, and what it does."""


def head() -> str:
    """Give the revision the models of this version need."""
    return max(_revisions())


def current(engine: Engine) -> str | None:
    """Give the revision the database is at; None when it has no tables yet."""
    with engine.connect() as connection:
        if connection.scalar(text("SELECT to_regclass('alembic_version')")) is None:
            return None
        revision: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return revision


def check(engine: Engine) -> None:
    """Make sure the tables are those of this version.

    Raises:
        UnavailableError: they are older, newer or missing; the message says what to do.
    """
    have, need = current(engine), head()
    if have == need:
        return
    if have is not None and have not in _revisions():
        raise UnavailableError(
            f"The database's tables are at revision {have}, which this version of Mezmun does not know:"
            f" they are newer. Update Mezmun, or run with the newer version: mezmun db downgrade {need}"
        )
    state = "has no tables yet" if have is None else f"has its tables at revision {have}, and {need} is needed"
    raise UnavailableError(f"The database {state}. Run: mezmun db upgrade")


def _revisions() -> set[str]:
    return {path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py")}
