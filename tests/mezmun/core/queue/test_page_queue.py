"""The queue on a real RabbitMQ; the embedded queue is tested with the embedded services (tests/db)."""

import socket
import threading
import time
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from kombu import Connection

from mezmun.core.errors import UnavailableError
from mezmun.core.queue import page_queue
from mezmun.core.queue.messages import FetchReference
from mezmun.core.queue.page_queue import PageQueue, RefusedLoginError


def test_a_published_reference_waits_in_the_queue(broker_url, queue_prefix):
    queue = PageQueue(broker_url, queue_prefix)
    assert queue.declare() == 0
    queue.publish(FetchReference(1, "site"))
    queue.publish(FetchReference(2, "site"))
    assert PageQueue(broker_url, queue_prefix).declare() == 2


def test_a_reference_no_queue_takes_is_an_error_not_a_silent_loss(broker_url, queue_prefix):
    queue = PageQueue(broker_url, queue_prefix)
    queue.declare()
    queue.publish(FetchReference(1, "site"))  # Celery has declared the queue by now, and will not do so again
    with Connection(broker_url) as connection:
        connection.default_channel.queue_delete(f"{queue_prefix}.pages")
    with pytest.raises(UnavailableError, match="fetch 2"):
        queue.publish(FetchReference(2, "site"))


def test_a_message_over_its_delivery_limit_is_dead_lettered(broker_url, queue_prefix):
    queue = PageQueue(broker_url, queue_prefix)
    queue.declare()
    queue.publish(FetchReference(1, "site"))
    with Connection(broker_url) as connection:
        channel = connection.default_channel
        for _ in range(50):
            message = channel.basic_get(f"{queue_prefix}.pages")
            if message is None:
                break
            channel.basic_reject(message.delivery_tag, requeue=True)
        else:
            pytest.fail("the message came back for ever")
        dead, deadline = None, time.monotonic() + 60
        while dead is None and time.monotonic() < deadline:
            dead = channel.basic_get(f"{queue_prefix}.pages.dead")
        assert dead is not None
        assert b'"fetch_id": 1' in (dead.body if isinstance(dead.body, bytes) else dead.body.encode())


@pytest.mark.slow  # RabbitMQ answers a wrong password late
@pytest.mark.parametrize("wrong", [{"password": "wrong"}, {"virtual_host": "no-such-host"}])
def test_a_broker_that_refuses_the_login_is_one_sentence_without_the_password(broker_url, wrong):
    with Connection(broker_url) as connection:
        url = connection.clone(**wrong).as_uri(include_password=True)
    with pytest.raises(RefusedLoginError, match="Mend user, password or virtual host there") as refused:
        PageQueue(url).declare()
    assert "wrong" not in str(refused.value)


@pytest.mark.slow
def test_a_broker_that_does_not_answer_is_one_sentence():
    with pytest.raises(UnavailableError, match="does not answer"):
        PageQueue("amqp://guest:guest@127.0.0.1:1//").declare()


class SilentBroker:
    """A way to the broker on which its answers stop coming at some time, as from one that hangs."""

    def __init__(self, broker_url):
        target = urlsplit(broker_url)
        self._target = (target.hostname, target.port or 5672)
        self._server = socket.create_server(("127.0.0.1", 0))
        self.url = f"amqp://{target.username}:{target.password}@127.0.0.1:{self._server.getsockname()[1]}{target.path}"
        self._open = [self._server]
        self.is_silent = False
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        with suppress(OSError):
            while True:
                client, _ = self._server.accept()
                broker = socket.create_connection(self._target)
                self._open += [client, broker]
                for source, target in ((client, broker), (broker, client)):
                    threading.Thread(target=self._copy, args=(source, target, source is broker), daemon=True).start()

    def _copy(self, source, target, is_answer):
        with suppress(OSError):
            while data := source.recv(1 << 16):
                if not (is_answer and self.is_silent):
                    target.sendall(data)

    def close(self):
        for each in self._open:
            each.close()


def test_a_broker_that_takes_a_reference_and_never_confirms_it_counts_as_away(broker_url, queue_prefix, monkeypatch):
    monkeypatch.setattr(page_queue, "CONFIRM_SECONDS", 0.5)
    monkeypatch.setattr(page_queue, "PUBLISH_RETRIES", {"max_retries": 1, "interval_start": 0, "interval_step": 0})
    PageQueue(broker_url, queue_prefix).declare()
    broker = SilentBroker(broker_url)
    try:
        queue = PageQueue(broker.url, queue_prefix)
        queue.publish(FetchReference(1, "site"))
        broker.is_silent = True
        with pytest.raises(UnavailableError, match="fetch 2"):
            queue.publish(FetchReference(2, "site"))
    finally:
        broker.close()


def test_nobody_waits_long_for_a_broker_that_is_away():
    with socket.create_server(("127.0.0.1", 0)) as closing:
        tries = []

        def refuse():
            with suppress(OSError):
                while True:
                    client, _ = closing.accept()
                    tries.append(client)
                    client.close()

        threading.Thread(target=refuse, daemon=True).start()
        queue = PageQueue(f"amqp://guest:guest@127.0.0.1:{closing.getsockname()[1]}//")
        with pytest.raises(UnavailableError):
            queue.declare()
        with pytest.raises(UnavailableError):
            queue.publish(FetchReference(1, "site"))
        assert len(tries) == 4, "two for each call: kombu's own retries make three of each, and wait six seconds"
        closing.shutdown(socket.SHUT_RDWR)


def test_a_worker_waits_for_a_broker_that_is_away_without_end():
    queue, tries = PageQueue("amqp://guest:guest@127.0.0.1:1//"), []

    def count(error, _wait):
        tries.append(error)
        if len(tries) == 150:  # as many hours as one likes: Celery's own limit is a hundred
            raise StopIteration

    most = queue.app.conf.broker_connection_max_retries
    with pytest.raises(StopIteration):
        queue.app.connection_for_read().ensure_connection(count, most, interval_start=0, interval_step=0)


def test_deleted_queues_are_gone(broker_url, queue_prefix):
    queue = PageQueue(broker_url, queue_prefix)
    queue.declare()
    queue.delete()
    with Connection(broker_url) as connection, pytest.raises(connection.channel_errors, match="NOT_FOUND"):
        connection.default_channel.queue_declare(f"{queue_prefix}.pages", passive=True)
