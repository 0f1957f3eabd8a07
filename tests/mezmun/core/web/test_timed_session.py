import gzip
import time

import pytest
import requests

from mezmun.core.web.timed_session import TimedSession

HEAD = b"HTTP/1.1 200 OK\r\n"
LONG = 400
"""Bytes of which one comes every twentieth of a second: for twenty seconds."""

DRIPS = {
    "the first line": (b"", b"HTTP/1.1 200 " + b"x" * LONG),
    "the head": (HEAD, b"X-Long: " + b"x" * LONG),
    "heads before the answer": (b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 16),
    "a body without a length": (HEAD + b"\r\n", b"x" * LONG),
    "a body of a connection that is closed": (HEAD + b"Connection: close\r\nContent-Length: 400\r\n\r\n", b"x" * LONG),
    "the length of a chunk": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"0" * LONG),
    "a packed body that holds nothing yet": (
        HEAD + b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(b"")[:3] + b"\x08" + bytes(6), b"n" * LONG,
    ),
}  # fmt: skip


def read(session, url):
    with session.answer("GET", url) as response:
        while response.raw.read1(65536, decode_content=True):
            pass
        return response.status_code


@pytest.mark.parametrize("part", DRIPS)
def test_an_answer_of_which_a_part_drips_is_given_up_in_time(part, answer):
    start, dripping = DRIPS[part]

    def send(client):
        client.sendall(start)
        for byte in dripping:
            client.sendall(bytes([byte]))
            time.sleep(0.05)

    began = time.monotonic()
    with pytest.raises(requests.ReadTimeout, match=r"more than 0\.5 seconds"):
        read(TimedSession(0.5), answer(send))
    assert time.monotonic() - began < 10, "the whole answer takes twenty seconds"


def test_a_machine_that_drips_before_tls_is_there_is_given_up_in_time(answer):
    def send(client):
        client.sendall(b"\x16\x03\x03\x40\x00")  # a record of 16 KB
        for _ in range(LONG):
            client.sendall(b"x")
            time.sleep(0.05)

    began = time.monotonic()
    with pytest.raises(requests.ReadTimeout):
        read(TimedSession(0.5), answer(send).replace("http:", "https:"))
    assert time.monotonic() - began < 10


def test_a_connection_that_is_kept_open_has_its_time_anew_with_each_question(answer):
    connections = []

    def send(client):
        connections.append(client)
        for _ in range(4):
            client.sendall(HEAD + b"Content-Length: 1\r\n\r\nx")
            client.recv(65536)
        for _ in range(LONG):
            client.sendall(b"H")
            time.sleep(0.05)

    url, session = answer(send), TimedSession(1)
    for _ in range(4):
        assert read(session, url) == 200
        time.sleep(0.4)  # in all more than the time of a question
    assert len(connections) == 1
    with pytest.raises(requests.ReadTimeout):
        read(session, url)


def test_a_peer_that_is_refused_gets_nothing(answer):
    got = []

    def refuse(address):
        raise ValueError(address)

    url = answer(got.append)
    with pytest.raises(ValueError, match=r"^127\.0\.0\.1$"):
        read(TimedSession(5, check_peer=refuse), url)


def test_what_the_reader_of_an_answer_raises_is_told_as_it_is(answer):
    url = answer(lambda client: client.sendall(HEAD + b"Content-Length: 1\r\n\r\nx"))

    def ask():
        with TimedSession(0.2).answer("GET", url):
            time.sleep(0.4)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ask()


def test_the_body_of_a_redirect_is_not_read_and_where_it_leads_is_not_looked_at(answer):
    sent = []

    def send(client):
        client.sendall(b"HTTP/1.1 302 Found\r\nLocation: http://[\r\n\r\n")
        while True:
            sent.append(client.send(bytes(65536)))

    with TimedSession(5).answer("GET", answer(send)) as response:
        assert response.headers["Location"] == "http://["
    assert sum(sent) < 50_000_000
