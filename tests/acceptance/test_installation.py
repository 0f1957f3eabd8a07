"""The whole installation, as its compose file describes it: it crawls, each part dies once, a backup is restored, and
the tables of the version before are brought up to date."""

import shutil
import signal
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from dashboard.app import OPENAPI_PATH
from mezmun.demo.server import serve
from tests.acceptance.installation import COMPOSE, Installation, wait_for


@pytest.fixture
def installation(empty_database_url, broker_url, queue_prefix, object_server):
    folder = Path(tempfile.mkdtemp(prefix="mezmun-installation-"))  # below the tests' own nobody else may look
    one = Installation.made_in(
        folder,
        MEZMUN_DATABASE_URL=empty_database_url,
        MEZMUN_BROKER_URL=broker_url,
        MEZMUN_RAW_STORE=object_server.new_url(),
        AWS_ACCESS_KEY_ID="test",
        AWS_SECRET_ACCESS_KEY="test",
        MEZMUN_CONTACT="https://operator.example/",
        MEZMUN_QUEUE_PREFIX=queue_prefix,
    )
    yield one
    for name in list(one.processes):
        one.kill(name)
    shutil.rmtree(folder)


def answers(port):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{OPENAPI_PATH}", timeout=5) as response:
            return response.status == 200
    except (urllib.error.URLError, OSError):
        return False


def missing(samples, documents):
    """Give the paragraphs of the samples that no document has; that of a thread has the text of all its pages."""
    text = "\n\n".join(document["text"] for document in documents.values())
    return [paragraph for sample in samples.values() for truth in sample.truth for paragraph in truth.missing(text)]


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_an_installation_survives_the_death_of_each_part_a_restore_and_the_way_to_the_version_before_and_back(
    installation, second_database_url, object_server
):
    installation.run_service("migrate")
    with serve() as samples:
        for sample in samples.values():
            definition = sample.definition.replace("delay: 0}", "delay: 1}")  # long enough to be disturbed
            (installation.folder / "sites" / f"{sample.name}.yaml").write_text(definition, encoding="utf-8")
        services = [name for name, service in COMPOSE["services"].items() if service["image"] == "mezmun"]
        services.remove("migrate")
        assert services == ["crawler", "worker", "dashboard"]
        for name in services:
            installation.start(name)
        wait_for(installation.documents, 600, "the first document")
        for name in services:
            installation.kill(name)
            assert missing(samples, installation.documents())
            installation.start(name)
        wait_for(lambda: not missing(samples, installation.documents()), 900, "all documents")
        wait_for(lambda: answers(installation.port), 300, "the dashboard")
    codes = installation.stop()
    assert (codes["crawler"], codes["worker"]) == (0, 0)
    assert codes["dashboard"] in (0, -signal.SIGTERM)  # uvicorn ends cleanly, then gives itself the signal once more

    installation.run("backup", installation.folder / "backup")
    again = installation.elsewhere(MEZMUN_DATABASE_URL=second_database_url, MEZMUN_RAW_STORE=object_server.new_url())
    again.run("restore", installation.folder / "backup")
    again.run("db", "upgrade")
    assert again.documents() == installation.documents()

    again.run("db", "downgrade", "--yes", "--", "-1")  # the tables of the version before
    assert again.refusal("documents").endswith("Run: mezmun db upgrade\n")
    again.run_service("migrate")
    assert again.texts() == installation.texts() != {}
    assert again.run("db", "recount") == "All counts are right.\n"
