"""Alerts are told to a real web server, once each."""

import http.server
import json
import threading

import pytest
from sqlalchemy import text

from crawler.process import alert_webhook
from crawler.process.alert_webhook import AlertWebhook
from mezmun.core.clock import utc_now
from tests.db.world import World


class Receiver:
    """Takes events, or refuses as many as ``refusals`` says, with ``refusal``."""

    def __init__(self):
        self.events, self.rejections, self.refusals, self.refusal, self.came = [], [], 0, 503, threading.Event()
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_POST(self):
                event = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                refused = receiver.refusals > 0
                receiver.refusals -= refused
                (receiver.rejections if refused else receiver.events).append((self.headers["Content-Type"], event))
                self.send_response(receiver.refusal if refused else 204)
                self.end_headers()
                receiver.came.set()

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/a-secret"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()


@pytest.fixture
def receiver():
    events = Receiver()
    yield events
    events.server.shutdown()
    events.server.server_close()


@pytest.fixture
def site_is_down(engine):
    with engine.begin() as connection:
        World(connection).store(World(connection).fetched())
        World(connection).site("blog")

    def change(failures):
        with engine.begin() as connection:
            connection.execute(
                text("UPDATE sites SET failures = :failures WHERE name = 'news'"), {"failures": failures}
            )

    return change


def types(receiver):
    return [(event["type"], event["subject"], event["data"]["alert"]) for _, event in receiver.events]


def test_an_alert_is_told_once_when_it_opens_and_once_when_it_closes(engine, receiver, site_is_down):
    webhook = AlertWebhook(engine, receiver.url, utc_now)
    site_is_down(3)
    with engine.connect() as connection:
        assert webhook.tell(connection)
        assert webhook.tell(connection)
    assert types(receiver) == [("mezmun.alert.opened", "news", "down")]
    content_type, event = receiver.events[0]
    assert content_type == "application/cloudevents+json"
    assert (event["specversion"], event["source"]) == ("1.0", "mezmun")
    assert event["data"]["message"] == "The last 3 crawls ended early: the server does not answer."
    site_is_down(0)
    with engine.connect() as connection:
        assert webhook.tell(connection)
    assert types(receiver)[1:] == [("mezmun.alert.closed", "news", "down")]


@pytest.mark.parametrize("refusal", [302, 404, 503])
def test_what_was_not_taken_is_told_again_and_the_address_stands_in_no_log(
    engine, receiver, site_is_down, caplog, refusal
):
    webhook = AlertWebhook(engine, receiver.url, utc_now)
    site_is_down(2)
    receiver.refusals, receiver.refusal = 2, refusal
    with engine.connect() as connection:
        assert [webhook.tell(connection) for _ in range(4)] == [False, False, True, True]
    assert len(receiver.events) == 1
    assert receiver.rejections == receiver.events * 2, "an event that is sent again keeps its identity and its time"
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert f"it answers {refusal}" in caplog.text
    assert "a-secret" not in caplog.text


def test_of_two_crawlers_one_tells_and_nobody_waits_for_an_address_that_is_silent(
    engine, receiver, site_is_down, monkeypatch
):
    monkeypatch.setattr(alert_webhook, "EVERY", 0.05)
    site_is_down(2)
    stop = threading.Event()
    tellers = [threading.Thread(target=AlertWebhook(engine, receiver.url, utc_now).run, args=(stop,)) for _ in range(2)]
    for teller in tellers:
        teller.start()
    assert receiver.came.wait(30)
    receiver.came.clear()
    assert not receiver.came.wait(0.5)
    stop.set()
    for teller in tellers:
        teller.join(30)
        assert not teller.is_alive()
    assert len(receiver.events) == 1
