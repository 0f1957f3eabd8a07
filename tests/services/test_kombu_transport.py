"""The embedded queue, when messages are given back by other threads than the one that takes them."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from kombu import Consumer
from sqlalchemy import event

from mezmun.core.errors import UnavailableError
from mezmun.core.queue.messages import FetchReference
from mezmun.core.queue.page_queue import PageQueue
from services import embedded_broker


@pytest.fixture
def queue(database_url):
    embedded_broker.prepare(database_url, ["mezmun.pages"])
    return PageQueue(embedded_broker.url(database_url))


@pytest.fixture
def consumer(queue):
    """A consumer as the worker has one, that takes one message at a time, with the messages it took in ``received``."""
    with queue.app.connection_for_read() as connection:
        channel = connection.channel()
        reader = Consumer(channel, queue.app.conf.task_queues, accept=["json"], prefetch_count=1)
        reader.received = []
        reader.on_message = reader.received.append
        with reader:
            yield reader
        engine = channel.session.get_bind()
    assert engine.pool.checkedout() == 0  # connections of PostgreSQL are few
    engine.dispose()


def take(consumer):
    consumer.connection.drain_events(timeout=30)
    return consumer.received[-1]


def test_a_message_is_given_back_by_another_thread_in_the_middle_of_a_poll(queue, consumer):
    queue.publish(FetchReference(1, "site"))
    message = take(consumer)
    consumer.qos(prefetch_count=2)  # so that the next poll looks into the queue
    engine = consumer.channel.session.get_bind()
    with ThreadPoolExecutor(1) as pool:

        @event.listens_for(engine, "commit", once=True)
        def _give_back(_connection):  # the session of the polling thread is in its "prepared" state
            pool.submit(message.reject, requeue=True).result()

        again = take(consumer)
    assert len(consumer.received) == 2
    assert again.payload == message.payload
    again.ack()
    assert queue.declare() == 0


def test_a_message_given_back_makes_room_for_the_next_one(queue, consumer):
    queue.publish(FetchReference(1, "site"))
    queue.publish(FetchReference(2, "site"))
    take(consumer).reject(requeue=True)
    take(consumer).ack()
    take(consumer).ack()
    assert [message.delivery_info.get("redelivered", False) for message in consumer.received[1:]] == [False, True]
    assert [message.payload[1]["fetch_id"] for message in consumer.received] == [1, 2, 1]


def test_a_message_given_back_before_its_channel_closes_waits_in_the_queue_once(queue, consumer):
    queue.publish(FetchReference(1, "site"))
    take(consumer).reject(requeue=True)
    consumer.channel.close()
    assert queue.declare() == 1


@pytest.mark.parametrize("statement", ["FROM kombu_queue", "FOR UPDATE"])  # the two of a poll
def test_a_channel_whose_connection_is_lost_says_so_and_gives_back_what_it_holds(queue, consumer, engine, statement):
    queue.publish(FetchReference(1, "site"))
    queue.publish(FetchReference(2, "site"))
    take(consumer)
    consumer.qos(prefetch_count=2)
    lose_connection(consumer.channel.session.get_bind(), engine, statement, times=1)
    with pytest.raises(consumer.connection.connection_errors):
        take(consumer)
    consumer.channel.close()
    assert queue.declare() == 2


def test_a_database_that_is_away_is_no_connection_so_that_a_worker_pauses_before_it_tries_again():
    queue, pauses = PageQueue(embedded_broker.url("postgresql://me@127.0.0.1:1/nowhere")), []

    def note(_error, pause):
        pauses.append(pause)
        if len(pauses) == 3:
            raise StopIteration

    with pytest.raises(StopIteration):
        queue.app.connection_for_read().ensure_connection(note, None, interval_start=0.01, interval_step=0.01)
    assert pauses == [0.01, 0.02, 0.03]


def test_references_that_are_published_together_take_one_transaction_and_keep_their_order(queue, consumer):
    queue.publish(FetchReference(1, "site"))  # from here on the queue is known
    engine, commits = publishing_engine(queue), []
    event.listen(engine, "commit", commits.append)
    queue.publish(*(FetchReference(fetch_id, "site") for fetch_id in range(2, 12)))
    assert len(commits) == 1
    for _ in range(11):
        take(consumer).ack()
    assert [message.payload[1]["fetch_id"] for message in consumer.received] == list(range(1, 12))


@pytest.mark.parametrize("statement", ["FROM kombu_queue", "INSERT"])
def test_references_whose_connection_is_lost_are_sent_again_and_each_waits_once(queue, engine, statement):
    queue.publish(FetchReference(1, "site"))
    lost = lose_connection(publishing_engine(queue), engine, statement, times=1)
    queue.publish(FetchReference(2, "site"), FetchReference(3, "site"))
    assert len(lost) == 1
    assert queue.declare() == 3


def test_references_that_the_queue_does_not_take_are_an_error_that_counts_them(queue, engine):
    queue.publish(FetchReference(1, "site"))
    lose_connection(publishing_engine(queue), engine, "INSERT", times=99)
    with pytest.raises(UnavailableError, match="fetch 2 and 1 more"):
        queue.publish(FetchReference(2, "site"), FetchReference(3, "site"))
    assert queue.declare() == 1


def publishing_engine(queue):
    with queue.app.producer_or_acquire() as producer:
        return producer.channel.session.get_bind()


def lose_connection(losing, engine, statement, *, times):
    """End the connection that a statement is sent over, so many times; give a list of those ended."""
    lost = []

    @event.listens_for(losing, "before_cursor_execute")
    def _lose(connection, _cursor, text, *_):
        if statement in text and len(lost) < times:
            lost.append(connection.connection.dbapi_connection.info.backend_pid)
            with engine.connect() as other:
                other.exec_driver_sql("SELECT pg_terminate_backend(%s, 30000)", (lost[-1],))

    return lost
