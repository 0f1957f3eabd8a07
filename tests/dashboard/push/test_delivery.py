import json
import threading
import time

import pytest
from sqlalchemy import text

from dashboard.push import delivery
from dashboard.push.delivery import Delivery
from dashboard.push.webhook import Webhook
from db.publication.changes import Filter
from db.publication.deliveries import forget_delivery, lock_delivery, unlock_delivery
from db.removal import takedown
from mezmun.core.clock import utc_now
from mezmun.core.errors import InvalidInputError
from tests.db.world import NOW

EVERYTHING = Filter()


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    monkeypatch.setattr(delivery, "PAUSE", 0.01)


@pytest.fixture
def deliver(engine, web_receiver):
    def run(name="search", wanted=EVERYTHING, latest=False):
        webhook = Webhook(web_receiver.url, "key", utc_now)
        return Delivery(engine, name, webhook, wanted, utc_now, latest=latest).run(threading.Event(), follow=False)

    return run


def events(receiver):
    return [event for _, body in receiver.bodies for event in json.loads(body)]


def test_every_change_is_delivered_once_in_order_and_the_next_run_goes_on(
    engine, stored, deliver, web_receiver, monkeypatch
):
    monkeypatch.setattr(delivery, "BATCH", 2)
    ids = stored({f"http://a/{number}": f"text {number}" for number in range(5)})
    assert deliver() == 5
    with engine.begin() as connection:
        takedown.take_down_page(connection, "http://a/1", now=NOW)
    assert (deliver(), deliver()) == (1, 0)
    came = events(web_receiver)
    assert [event["id"] for event in came] == [str(number) for number in range(1, 7)]
    assert [event["subject"] for event in came] == [*map(str, ids), str(ids[1])]
    assert [event["type"] for event in came[-2:]] == ["mezmun.document.new", "mezmun.document.withdrawn"]
    assert came[0]["data"]["document"]["text"] == "text 0"
    assert came[-1]["data"]["document"] is None
    assert deliver("another") == 6


def test_a_receiver_that_wants_the_latest_alone_gets_each_document_once_and_then_what_changes(
    engine, stored, deliver, web_receiver
):
    def store_in_a_crawl(documents):
        with engine.begin() as connection:
            connection.execute(text("UPDATE crawls SET state = 'finished'"))
        stored(documents)

    store_in_a_crawl({"http://a/1": "old", "http://a/2": "other"})
    store_in_a_crawl({"http://a/1": "new"})
    assert deliver(latest=True) == 2
    assert [event["data"]["document"]["text"] for event in events(web_receiver)] == ["other", "new"]
    store_in_a_crawl({"http://a/2": "newer"})
    assert (deliver(latest=True), events(web_receiver)[-1]["type"]) == (1, "mezmun.document.changed")


def test_what_is_not_taken_is_sent_again(stored, deliver, web_receiver):
    stored({"http://a/1": "one"})
    web_receiver.refusals = 3
    assert deliver() == 1
    assert len(events(web_receiver)) == 1


def test_what_was_taken_and_not_remembered_comes_again_with_its_id(stored, deliver, web_receiver, monkeypatch):
    stored({"http://a/1": "one"})

    def die(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(delivery, "set_delivered_position", die)
        with pytest.raises(KeyboardInterrupt):
            deliver()
    while True:
        try:
            assert deliver() == 1
            break
        except InvalidInputError:  # the server sees a moment later that the connection of the first is closed
            time.sleep(0.05)
    assert [event["id"] for event in events(web_receiver)] == ["1", "1"]


def test_a_filter_goes_past_what_it_leaves_out(stored, deliver, web_receiver):
    stored({"http://a/1": "one"}, language="en")
    (wanted,) = stored({"http://a/2": "ئىككى"}, language="ug")
    assert deliver(wanted=Filter(languages=("ug",))) == 1
    assert [event["subject"] for event in events(web_receiver)] == [str(wanted)]


def test_of_two_processes_for_one_receiver_one_delivers(engine, stored, deliver):
    stored({"http://a/1": "one"})
    sending, go_on = threading.Event(), threading.Event()

    class Slow:
        def send(self, _events):
            sending.set()
            go_on.wait(60)

    first = Delivery(engine, "search", Slow(), Filter(), utc_now)
    thread = threading.Thread(target=first.run, args=(threading.Event(),), kwargs={"follow": False})
    thread.start()
    assert sending.wait(60)
    with pytest.raises(InvalidInputError, match="Another process"):
        deliver()
    go_on.set()
    thread.join(60)
    assert deliver() == 0


def test_a_receiver_that_is_forgotten_begins_anew_but_not_while_it_is_sent_something(engine, stored, deliver):
    stored({"http://a/1": "words"})
    assert deliver() == 1
    with engine.connect() as sending:
        assert lock_delivery(sending, "search")
        with engine.begin() as connection, pytest.raises(InvalidInputError, match="A process delivers the feed"):
            forget_delivery(connection, "search")
        unlock_delivery(sending, "search")
    with engine.begin() as connection:
        forget_delivery(connection, "search")
        with pytest.raises(InvalidInputError, match="no receiver 'search'"):
            forget_delivery(connection, "search")
    assert deliver() == 1
