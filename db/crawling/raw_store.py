"""The raw store of an installation, which is made once."""

from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError, ProgrammingError

from store.opening import open_store
from store.raw_store import RawStore


def open_raw_store(engine: Engine, url: str, *, for_writing: bool = False) -> RawStore:
    """Open the raw store; what is missing is made only if the database knows no page in it.

    A folder whose disk is not mounted would else be taken for a new store: crawlers would write to the place where the
    disk belongs, and workers miss every page.

    Args:
        engine: the database.
        url: a folder, a ``file://`` URL or ``s3://bucket/prefix``.
        for_writing: whether a folder that cannot be written to is refused now, and not with the first page.

    Raises:
        ConfigurationError: a kind of URL this version cannot store to, or one that is wrong.
        UnavailableError: the store cannot be made, written to or reached.
    """
    return open_store(url, for_writing=for_writing, is_known=_knows_pages(engine))


def _knows_pages(engine: Engine) -> bool:
    """Ask whether a page is stored; a database that cannot say may know some."""
    try:
        with engine.connect() as connection:
            return bool(connection.scalar(_KNOWS_PAGES))
    except ProgrammingError:  # it has no tables yet
        return False
    except OperationalError:
        return True


_KNOWS_PAGES = text("SELECT TRUE FROM raw_pages WHERE removed_at IS NULL ORDER BY stored_at LIMIT 1")
"""The order is that of the index of pages that are there: without it a table of removed pages may be read whole."""
