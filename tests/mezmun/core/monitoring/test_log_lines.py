import http.server
import json
import logging
import threading
import time
from datetime import UTC, datetime, timedelta

import pytest

from mezmun.core.monitoring.log_lines import LogFormat, set_up_logging
from mezmun.core.web.web_post import PostSession


@pytest.fixture(autouse=True)
def _logging_as_before():
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level


def test_addresses_of_requests_which_may_hold_a_secret_are_in_no_line(capsys):
    with http.server.HTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        set_up_logging("DEBUG")
        PostSession(5).post(f"http://127.0.0.1:{server.server_port}/a-secret", b"{}", {})
        thread.join()
    logging.getLogger("mezmun").debug("the end")
    err = capsys.readouterr().err
    assert ("the end" in err, "DEBUG http" in err) == (True, False)


def test_a_line_of_json_has_the_fetch_the_site_and_the_error(capsys):
    set_up_logging("INFO", LogFormat.JSON)
    log = logging.getLogger("workers.app")
    log.debug("nothing")
    log.warning("fetch %d\ngoes back", 7, extra={"fetch": 7, "site": "news"})
    try:
        raise ValueError("سىناق")
    except ValueError:
        log.exception("failed")
    first, second = map(json.loads, capsys.readouterr().err.splitlines())
    wanted = {"level": "warning", "logger": "workers.app", "message": "fetch 7\ngoes back", "fetch": 7, "site": "news"}
    assert wanted.items() <= first.items()
    assert first["at"].endswith("+00:00")
    assert "ValueError: سىناق" in second["exception"]
    assert "fetch" not in second


@pytest.fixture
def in_urumqi(monkeypatch):
    monkeypatch.setenv("TZ", "Asia/Urumqi")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("in_urumqi")
def test_the_time_of_a_line_is_in_utc_wherever_the_machine_is(capsys):
    set_up_logging("INFO")
    before = datetime.now(UTC)
    logging.getLogger("crawler").info("crawl 1 ends")
    at, _, _ = capsys.readouterr().err.partition(" INFO ")
    assert timedelta(0) <= datetime.now(UTC) - datetime.strptime(at, "%Y-%m-%d %H:%M:%S,%f%z") <= timedelta(minutes=1)
    assert at >= f"{before:%Y-%m-%d %H:%M:%S}"


def test_a_line_for_people_is_text(capsys):
    set_up_logging("INFO")
    logging.getLogger("x").info("hello %s", "there")
    assert capsys.readouterr().err.endswith(" INFO hello there\n")
