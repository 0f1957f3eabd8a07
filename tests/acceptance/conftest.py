"""The main job as a user runs it: sample sites over HTTP, a crawler and a worker process, real services."""

import pytest

from db.documents import get_document, list_documents
from db.engine import connect
from mezmun.core.settings import Settings
from mezmun.core.sites import site_files
from mezmun.demo.server import serve
from mezmun.supervisor import SupervisedCrawl
from services import embedded_broker
from services.resolver import Services


@pytest.fixture(scope="session")
def samples():
    """The three sample sites, served on free ports."""
    with serve() as served:
        yield served


@pytest.fixture(params=["postgresql and rabbitmq", "embedded"])
def cluster(request, tmp_path):
    """Settings and services: real PostgreSQL and RabbitMQ, then the embedded default; a fresh database each."""
    if request.param == "embedded":
        database_url, prefix = request.getfixturevalue("embedded"), "mezmun"
        broker_url = embedded_broker.url(database_url)
        embedded_broker.prepare(database_url, [f"{prefix}.pages"])
    else:
        database_url, prefix = request.getfixturevalue("database_url"), request.getfixturevalue("queue_prefix")
        broker_url = request.getfixturevalue("broker_url")
    settings = Settings(data_dir=tmp_path / "data", queue_prefix=prefix, _env_file=None)
    return settings, Services(database_url, broker_url, str(tmp_path / "raw"), embedded=False)


@pytest.fixture
def job_for(cluster, tmp_path):
    """A function that makes the job of crawling a sample under a name of its own."""
    settings, services = cluster

    def make(sample, name=None):
        path = tmp_path / f"{name or sample.name}.yaml"
        path.write_text(sample.definition, encoding="utf-8")
        return SupervisedCrawl(site_files.load(path), settings, services, max_pages=None, processes=2)

    return make


@pytest.fixture
def texts(cluster):
    """A function that gives title and text of a site's documents by their address."""

    def read(site):
        engine = connect(cluster[1].database_url)
        with engine.connect() as connection:
            lines = list_documents(connection, site=site, limit=1000)
            documents = {line.url: get_document(connection, line.id) for line in lines}
        engine.dispose()
        return {url: (document.line.title, document.text) for url, document in documents.items()}

    return read
