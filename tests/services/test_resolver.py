import pytest

from db import engine as databases
from mezmun.core.errors import ConfigurationError
from mezmun.core.settings import Settings
from services import resolver
from services.embedded_postgres import EmbeddedPostgres
from store.opening import open_store


@pytest.fixture
def settings(monkeypatch, tmp_path):
    """Make settings from arguments alone, with a data folder of their own."""
    for name in Settings.model_fields:
        monkeypatch.delenv(f"MEZMUN_{name.upper()}", raising=False)
    return lambda **values: Settings(_env_file=None, data_dir=tmp_path / "data", **values)


@pytest.mark.services
def test_with_nothing_set_everything_runs_embedded_and_is_ready(settings):
    chosen = settings()
    with resolver.resolve(chosen) as services:
        engine = databases.connect(services.database_url)
        databases.check(engine)
        engine.dispose()
        assert services.embedded
        assert services.broker_url.startswith("sqla+postgresql+psycopg2://")
        assert open_store(services.raw_store_url).root == chosen.data_dir / "raw"
        with resolver.resolve(chosen) as again:
            assert again == services
        assert EmbeddedPostgres(chosen.data_dir / "postgres").is_running()
    assert not EmbeddedPostgres(chosen.data_dir / "postgres").is_running()


def test_urls_are_taken_as_they_are_and_nothing_is_started(settings, database_url, tmp_path):
    plain = database_url.replace("+psycopg2", "")
    chosen = settings(database_url=plain, broker_url="amqp://h//", raw_store=str(tmp_path / "raw"))
    with resolver.resolve(chosen) as services:
        assert services == resolver.Services(database_url, "amqp://h//", str(tmp_path / "raw"), embedded=False)
    assert not chosen.data_dir.exists()


def test_a_database_without_a_broker_keeps_the_queues_too(settings, database_url):
    with resolver.resolve(settings(database_url=database_url, queue_prefix="mine")) as services:
        engine = databases.connect(services.database_url)
        with engine.connect() as connection:
            names = connection.exec_driver_sql("SELECT name FROM broker.kombu_queue").scalars().all()
        engine.dispose()
    assert names == ["mine.pages"]


def test_a_wrong_url_is_said_before_anything_is_tried(settings):
    with pytest.raises(ConfigurationError, match="mysql"), resolver.resolve(settings(database_url="mysql://h/x")):
        pass
