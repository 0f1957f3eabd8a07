"""The installation is measured through its real services, and each that is away is named."""

from datetime import UTC, datetime

import pytest

from db import engine as databases
from mezmun.core.errors import UnavailableError
from mezmun.core.monitoring.metrics import Metric
from mezmun.core.queue.messages import FetchReference
from mezmun.core.queue.page_queue import PageQueue
from services import embedded_broker
from services.watching import ServicesWatch


def now():
    return datetime.now(UTC)


@pytest.fixture
def queue(database_url):
    embedded_broker.prepare(database_url, ["mezmun.pages"])
    return PageQueue(embedded_broker.url(database_url))


def test_database_queue_and_room_are_measured(engine, queue, tmp_path):
    watch = ServicesWatch(engine, queue, str(tmp_path / "raw"), now)
    watch.check_ready()
    queue.publish(FetchReference(1, "news"))
    values = {each.metric: each.value for each in watch.installation().measure()}
    assert (values[Metric.QUEUE], values[Metric.PAGES]) == (1, 0)
    assert values[Metric.ROOM] > 0


def test_a_service_that_is_away_is_named_and_the_others_are_measured(engine, queue, tmp_path):
    raw = str(tmp_path / "raw")
    away = databases.connect("postgresql://me@127.0.0.1:1/nowhere")
    with pytest.raises(UnavailableError, match="database"):
        ServicesWatch(away, queue, raw, now).check_ready()
    with pytest.raises(UnavailableError, match="database"):
        list(ServicesWatch(away, queue, raw, now).installation().measure())
    without_broker = PageQueue("amqp://guest:guest@127.0.0.1:1//")
    with pytest.raises(UnavailableError, match="broker"):
        ServicesWatch(engine, without_broker, raw, now).check_ready()
    measured = []
    with pytest.raises(UnavailableError, match="broker"):
        measured.extend(ServicesWatch(engine, without_broker, raw, now).installation().measure())
    assert Metric.PAGES in [each.metric for each in measured]
