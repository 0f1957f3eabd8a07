import json
import time

import pytest
from click.testing import CliRunner
from kombu import Connection

from mezmun.cli import app
from mezmun.core import settings
from mezmun.core.errors import InvalidInputError, UnavailableError
from mezmun.core.queue.dead_letters import DeadLetters
from mezmun.core.queue.messages import FetchReference
from mezmun.core.queue.page_queue import PageQueue
from tests.db.world import World


@pytest.fixture
def run(monkeypatch, database_url, broker_url, queue_prefix):
    monkeypatch.setenv("MEZMUN_DATABASE_URL", database_url)
    monkeypatch.setenv("MEZMUN_BROKER_URL", broker_url)
    monkeypatch.setenv("MEZMUN_QUEUE_PREFIX", queue_prefix)
    settings.load.cache_clear()
    yield lambda *arguments: CliRunner().invoke(app, ["queue", *arguments], catch_exceptions=False)
    settings.load.cache_clear()


def test_queues_are_checked_and_dead_letters_counted(run):
    done = run("check")
    assert (done.exit_code, "0 references wait" in done.output) == (0, True)
    assert json.loads(run("check", "--json").output) == {"waiting": 0}
    assert run("dead", "list", "--json").output.split() == [] == json.loads("[]")
    assert "0 references were sent again" in run("dead", "retry").output
    assert "0 messages were dropped" in run("dead", "discard").output


def test_a_dead_letter_is_shown_with_what_is_known_of_its_fetch(run, engine, broker_url, queue_prefix):
    with engine.begin() as connection:
        fetch_id = World(connection).fetched("http://a/1")
    queue = PageQueue(broker_url, queue_prefix)
    queue.declare()
    queue.publish(FetchReference(fetch_id, "news"))
    with Connection(broker_url) as connection:
        message = connection.default_channel.basic_get(f"{queue_prefix}.pages")
        connection.default_channel.basic_reject(message.delivery_tag, requeue=False)
    deadline = time.monotonic() + 60
    while not DeadLetters(queue).list():
        assert time.monotonic() < deadline
        time.sleep(0.1)
    facts = json.loads(run("dead", "show", str(fetch_id), "--json").output)
    assert (facts["url"], facts["site"], facts["outcome"], facts["reason"]) == ("http://a/1", "news", None, "rejected")
    assert "http://a/1" in run("dead", "show", str(fetch_id)).output
    with pytest.raises(InvalidInputError, match="no dead letter of fetch 77"):
        run("dead", "show", "77")
    for command in ("retry", "discard"):
        with pytest.raises(InvalidInputError, match="no dead letter of fetch 77"):
            run("dead", command, "77")
    assert len(DeadLetters(queue).list()) == 1


def test_a_queue_with_other_limits_is_told(run, broker_url, queue_prefix):
    with Connection(broker_url) as connection:
        connection.default_channel.queue_declare(f"{queue_prefix}.pages", durable=True, auto_delete=False)
    with pytest.raises(UnavailableError, match="`mezmun queue rebuild`"):
        run("check")
    assert run("rebuild").exit_code == 0
    assert run("check").exit_code == 0
