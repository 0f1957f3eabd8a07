"""The services a command needs (database, broker, raw store), embedded ones started when no URL is set."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from db import engine
from db.schema import tables_version
from mezmun.core.errors import UnavailableError
from mezmun.core.settings import Settings
from services import embedded_broker, embedded_watch
from services.embedded_postgres import EmbeddedPostgres


@dataclass(frozen=True, slots=True)
class Services:
    """Where everything is. ``embedded`` says that the database is this process's to start, and its tables to update."""

    database_url: str
    broker_url: str
    raw_store_url: str
    embedded: bool

    @property
    def queue_in_database(self) -> bool:
        """Say whether the queue is tables in the database, for want of a broker URL."""
        return self.broker_url.startswith("sqla+")

    def settings_of_child(self, settings: Settings) -> Settings:
        """Give the settings by which a child process finds these services, and starts none of its own."""
        # The queue in the database follows from the database's URL; its own URL is none an operator may set.
        broker_url = None if self.queue_in_database else self.broker_url
        places = {"database_url": self.database_url, "broker_url": broker_url, "raw_store": self.raw_store_url}
        return settings.model_copy(update=places)


@contextmanager
def resolve(settings: Settings) -> Iterator[Services]:
    """Give the services of the settings for as long as the ``with`` lasts.

    With no database URL the embedded PostgreSQL runs meanwhile, its tables up to date. With no broker URL the queues
    are tables in that database, embedded or not, and are made ready. Nothing else is looked at:
    ``db.engine.check`` does. Processes share the embedded server; each, also a child, calls this for itself.

    Raises:
        UnavailableError: the embedded server cannot start, or the database does not answer or fit.
        ConfigurationError: the database URL is no PostgreSQL URL.
    """
    with database(settings) as database_url:
        embedded = settings.database_url is None
        if embedded:
            _bring_up_to_date(database_url)
        if settings.broker_url is None:
            with engine.open_engine(database_url) as server:
                engine.check_server(server)  # tells more than the queues' tables that cannot be made
            embedded_broker.prepare(database_url, [f"{settings.queue_prefix}.pages"])
        yield Services(
            database_url=database_url,
            broker_url=settings.broker_url or embedded_broker.url(database_url),
            raw_store_url=settings.raw_store or str(settings.data_dir.absolute() / "raw"),
            embedded=embedded,
        )


@contextmanager
def database(settings: Settings) -> Iterator[str]:
    """Give the database's URL alone, its tables as they are; the embedded server runs meanwhile when none is set.

    Raises:
        UnavailableError, ConfigurationError: as for ``resolve``.
    """
    if settings.database_url is not None:
        yield engine.database_url(settings.database_url).render_as_string(hide_password=False)
        return
    with embedded_watch.running(EmbeddedPostgres(settings.data_dir / "postgres")) as url:
        yield url


def _bring_up_to_date(database_url: str) -> None:
    with engine.open_engine(database_url) as database:
        engine.check_server(database)
        try:
            tables_version.check(database)
        except UnavailableError:
            from db.schema import migration  # Alembic, which few processes need, takes a while to load

            migration.upgrade(database)
            tables_version.check(database)
