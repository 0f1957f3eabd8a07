"""The database as the monitoring commands read it."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection


@contextmanager
def connection() -> Iterator[Connection]:
    """Give a transaction on the installation's database, embedded or not.

    Raises:
        UnavailableError: it does not answer, or does not fit.
    """
    from db import engine as databases
    from mezmun.core import settings
    from services.resolver import resolve

    with resolve(settings.load()) as services:
        engine = databases.connect(services.database_url)
        try:
            databases.check(engine)
            with engine.begin() as open_connection:
                yield open_connection
        finally:
            engine.dispose()
