"""The queue on a real RabbitMQ; the embedded queue is tested with the embedded services (tests/db)."""

import os
import time
import uuid

import pytest
from kombu import Connection

from mezmun.errors import UnavailableError
from mezmun.messages import FetchReference
from mezmun.queue import PageQueue

RABBITMQ = os.environ.get("MEZMUN_TEST_BROKER_URL", "amqp://guest:guest@127.0.0.1:5672//")


@pytest.fixture
def prefix():
    name = f"test-{uuid.uuid4().hex[:8]}"
    try:
        connection = Connection(RABBITMQ, connect_timeout=3)
        connection.connect()
    except OSError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"RabbitMQ does not answer at {RABBITMQ}: {error}")
    yield name
    with connection:
        for queue in (f"{name}.pages", f"{name}.pages.dead"):
            connection.default_channel.queue_delete(queue)
        for exchange in (name, f"{name}.dead"):
            connection.default_channel.exchange_delete(exchange)


def test_a_published_reference_waits_in_the_queue(prefix):
    queue = PageQueue(RABBITMQ, prefix)
    assert queue.declare() == 0
    queue.publish(FetchReference(1, "site"))
    queue.publish(FetchReference(2, "site"))
    assert PageQueue(RABBITMQ, prefix).declare() == 2


def test_a_reference_no_queue_takes_is_an_error_not_a_silent_loss(prefix):
    queue = PageQueue(RABBITMQ, prefix)
    queue.declare()
    queue.publish(FetchReference(1, "site"))  # Celery has declared the queue by now, and will not do so again
    with Connection(RABBITMQ) as connection:
        connection.default_channel.queue_delete(f"{prefix}.pages")
    with pytest.raises(UnavailableError, match="fetch 2"):
        queue.publish(FetchReference(2, "site"))


def test_a_message_over_its_delivery_limit_is_dead_lettered(prefix):
    queue = PageQueue(RABBITMQ, prefix)
    queue.declare()
    queue.publish(FetchReference(1, "site"))
    with Connection(RABBITMQ) as connection:
        channel = connection.default_channel
        for _ in range(50):
            message = channel.basic_get(f"{prefix}.pages")
            if message is None:
                break
            channel.basic_reject(message.delivery_tag, requeue=True)
        else:
            pytest.fail("the message came back for ever")
        dead, deadline = None, time.monotonic() + 10
        while dead is None and time.monotonic() < deadline:
            dead = channel.basic_get(f"{prefix}.pages.dead")
        assert dead is not None
        assert b'"fetch_id": 1' in (dead.body if isinstance(dead.body, bytes) else dead.body.encode())


def test_a_broker_that_does_not_answer_is_one_sentence():
    with pytest.raises(UnavailableError, match="does not answer"):
        PageQueue("amqp://guest:guest@127.0.0.1:1//").declare()
