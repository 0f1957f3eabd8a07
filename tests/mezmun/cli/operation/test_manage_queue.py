import json

import pytest
from typer.testing import CliRunner

from mezmun.cli import app, load
from mezmun.core import settings
from mezmun.core.errors import UnavailableError


@pytest.fixture
def run(monkeypatch, database_url, broker_url, queue_prefix):
    monkeypatch.setenv("MEZMUN_DATABASE_URL", database_url)
    monkeypatch.setenv("MEZMUN_BROKER_URL", broker_url)
    monkeypatch.setenv("MEZMUN_QUEUE_PREFIX", queue_prefix)
    settings.load.cache_clear()
    load(["queue"])
    yield lambda *arguments: CliRunner().invoke(app, ["queue", *arguments], catch_exceptions=False)
    settings.load.cache_clear()


def test_queues_are_checked_and_dead_letters_counted(run):
    done = run("check")
    assert (done.exit_code, "0 references wait" in done.output) == (0, True)
    assert run("dead", "list", "--json").output.split() == [] == json.loads("[]")
    assert "0 references were sent again" in run("dead", "retry").output
    assert "0 references were dropped" in run("dead", "discard", "7").output


def test_a_queue_with_other_limits_is_told(run, broker_url, queue_prefix):
    from kombu import Connection

    with Connection(broker_url) as connection:
        connection.default_channel.queue_declare(f"{queue_prefix}.pages", durable=True, auto_delete=False)
    with pytest.raises(UnavailableError, match="`mezmun queue rebuild`"):
        run("check")
    assert run("rebuild").exit_code == 0
    assert run("check").exit_code == 0
