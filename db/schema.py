"""The tables' version: where the database stands, and how to move it up and down (the steps are in ``migrations/``)."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.script.revision import RevisionError
from alembic.util.exc import CommandError
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from mezmun.core.errors import UnavailableError, UsageError

_MIGRATIONS = Path(__file__).resolve().parent.parent / "migrations"


def head() -> str:
    """Give the revision the models of this version need."""
    revision = ScriptDirectory.from_config(_config()).get_current_head()
    assert revision is not None, "the checkout has no migrations"  # noqa: S101 - a broken checkout, no input
    return revision


def current(engine: Engine) -> str | None:
    """Give the revision the database is at; None when it has no tables yet."""
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def upgrade(engine: Engine, revision: str = "head") -> None:
    """Bring the tables up to ``revision``; does nothing when they are there. Safe to run from two places at once.

    Raises:
        UsageError: there is no such revision.
        UnavailableError: a table stayed locked too long; steps are whole or undone, and another call goes on there.
    """
    _run(engine, revision, up=True)


def downgrade(engine: Engine, revision: str) -> None:
    """Take the tables back to ``revision``, one step (``-1``) or to nothing (``base``); what goes with them is lost.

    Raises:
        UsageError: there is no such revision.
        UnavailableError: a table stayed locked too long; steps are whole or undone, and another call goes on there.
    """
    _run(engine, revision, up=False)


def lost_revisions(engine: Engine, revision: str) -> list[str]:
    """Give the revisions that ``downgrade`` would undo, the latest first.

    Raises:
        UsageError: there is no such revision.
    """
    have = current(engine)
    if have is None:
        return []
    try:
        steps = ScriptDirectory.from_config(_config()).iterate_revisions(have, revision)
        return [step.revision for step in steps if step.revision != revision]
    except (CommandError, RevisionError) as error:
        raise _no_revision(revision, error) from None


def check(engine: Engine) -> None:
    """Make sure the tables are those of this version.

    Raises:
        UnavailableError: they are older, newer or missing; the message says what to do.
    """
    have, need = current(engine), head()
    if have == need:
        return
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if have is not None and have not in known:
        raise UnavailableError(
            f"The database's tables are at revision {have}, which this version of Mezmun does not know:"
            f" they are newer. Update Mezmun, or run with the newer version: mezmun db downgrade {need}"
        )
    state = "has no tables yet" if have is None else f"has its tables at revision {have}, and {need} is needed"
    raise UnavailableError(f"The database {state}. Run: mezmun db upgrade")


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    return config


def _run(engine: Engine, revision: str, *, up: bool) -> None:
    config = _config()
    try:
        with engine.connect() as connection:
            config.attributes["connection"] = connection
            (command.upgrade if up else command.downgrade)(config, revision)
    except CommandError as error:
        raise _no_revision(revision, error) from error
    except DBAPIError as error:
        reason = " ".join(str(error.orig).split())
        raise UnavailableError(
            f"The tables could not be changed further: {reason}. Steps before that are done; run it again to go on."
        ) from error


def _no_revision(revision: str, error: Exception) -> UsageError:
    return UsageError(f"The tables cannot be moved to revision {revision!r}: {error}.")
