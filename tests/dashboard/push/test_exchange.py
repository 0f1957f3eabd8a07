import json

import pytest
from kombu import Connection, Consumer, Exchange, Queue

from dashboard.push.delivery import NotDeliveredError
from dashboard.push.exchange import FanoutExchange

EVENTS = [{"id": str(number), "type": "mezmun.document.new"} for number in range(3)]


@pytest.fixture
def exchange(broker_url, queue_prefix):
    publishing = FanoutExchange(broker_url, queue_prefix)
    yield publishing
    publishing.close()
    with Connection(broker_url) as connection:
        connection.default_channel.queue_delete(f"{queue_prefix}.documents")
        connection.default_channel.exchange_delete(f"{queue_prefix}.documents")


def test_events_are_in_the_stream_for_every_reader_and_in_queues_of_ones_own(exchange, broker_url, queue_prefix):
    exchange.send(EVENTS[:1])
    name = f"{queue_prefix}.documents"
    with Connection(broker_url) as connection:
        own = Queue("", Exchange(name, type="fanout"), exclusive=True)(connection.default_channel)
        own.declare()
        exchange.send(EVENTS[1:])
        assert read(connection, own, 2) == EVENTS[1:]
        for _ in range(2):  # a stream is not used up by reading
            assert read(connection, Queue(name, consumer_arguments={"x-stream-offset": "first"}), 3) == EVENTS


@pytest.mark.parametrize("deleted", ["queue_delete", "exchange_delete"])
def test_events_that_no_queue_takes_are_no_delivery_and_the_stream_is_made_anew(
    exchange, broker_url, queue_prefix, deleted
):
    exchange.send(EVENTS[:1])
    name = f"{queue_prefix}.documents"
    with Connection(broker_url) as connection:
        getattr(connection.default_channel, deleted)(name)
        with pytest.raises(NotDeliveredError):
            exchange.send(EVENTS[1:])
        exchange.send(EVENTS[1:])
        stream = Queue(name, consumer_arguments={"x-stream-offset": "first"})
        assert read(connection, stream, 2 if deleted == "queue_delete" else 3)[-2:] == EVENTS[1:]


def read(connection, queue, count):
    events = []

    def take(message):
        assert message.content_type == "application/cloudevents+json"
        events.append(json.loads(message.body))
        message.ack()

    with connection.channel() as channel:
        consumer = Consumer(channel, [queue], on_message=take, auto_declare=False)
        consumer.qos(prefetch_count=10)
        with consumer:
            while len(events) < count:
                connection.drain_events(timeout=60)
    return events


def test_a_broker_that_is_away_is_no_delivery():
    with pytest.raises(NotDeliveredError):
        FanoutExchange("amqp://guest:guest@127.0.0.1:1//", "test").send(EVENTS)
