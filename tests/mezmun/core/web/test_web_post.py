import time

import pytest

from mezmun.core.web.web_post import PostSession


def drips(client):
    client.sendall(b"HTTP/1.1 204 No Content\r\n")  # a head that is cut off here would look whole
    for byte in b"X-Long: " + b"x" * 400:
        client.sendall(bytes([byte]))
        time.sleep(0.05)


def test_an_answer_that_drips_holds_nobody_longer_than_it_may_take(answer):
    began = time.monotonic()
    refusal = PostSession(0.5).post(answer(drips), b"{}", {})
    assert refusal is not None
    assert "a-secret" not in refusal
    assert time.monotonic() - began < 10, "the whole answer takes twenty seconds"


def test_the_body_of_an_answer_is_not_waited_for(answer):
    def send(client):
        client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nbegin")
        time.sleep(5)

    began = time.monotonic()
    assert PostSession(1).post(answer(send), b"{}", {}) is None
    assert time.monotonic() - began < 4


@pytest.mark.parametrize(("status", "refusal"), [(204, None), (302, "it answers 302"), (503, "it answers 503")])
def test_what_is_no_2xx_is_not_taken(answer, status, refusal):
    head = f"HTTP/1.1 {status} X\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    session = PostSession(5)
    url = answer(lambda client: client.sendall(head.encode()))
    assert [session.post(url, b"{}", {}) for _ in range(2)] == [refusal, refusal]
