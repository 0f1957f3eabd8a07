"""Moves the tables up and down, step by step (the steps are in ``migrations/``)."""

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.script.revision import RevisionError
from alembic.util.exc import CommandError
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from db.schema.tables_version import MIGRATIONS, current
from mezmun.core.errors import UnavailableError, UsageError


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


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
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
