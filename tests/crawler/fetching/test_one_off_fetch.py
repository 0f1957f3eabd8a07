"""``mezmun extract URL`` asks robots.txt like any crawl."""

import gzip
import socket
import threading
import time
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from crawler.fetching import one_off_fetch
from crawler.fetching.one_off_fetch import OneOffFetcher
from mezmun.core.errors import InvalidInputError, UnavailableError
from mezmun.core.settings import Settings
from tests.crawler.web import answer, drip


@contextmanager
def serving(answers):
    """Serve (status, headers, body) by path; what was asked for is noted."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            status, headers, body = answers.get(self.path, (404, {}, b""))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", asked
        finally:
            server.shutdown()
            thread.join()


def get(url):
    with OneOffFetcher("Mezmun/test", 1000, allow_local=True) as fetcher:
        return fetcher.fetch(url)


def test_a_page_comes_with_its_content_type():
    with serving({"/a": (200, {"Content-Type": "text/html; charset=gbk"}, b"<p>a</p>")}) as (base, _):
        page = get(f"{base}/a")
    assert (page.body, page.content_type, page.url) == (b"<p>a</p>", "text/html; charset=gbk", f"{base}/a")


def test_what_robots_txt_forbids_is_not_asked_for():
    robots = (200, {}, b"User-agent: *\nDisallow: /a")
    with serving({"/robots.txt": robots, "/a": (200, {}, b"a")}) as (base, asked):
        with pytest.raises(UnavailableError, match="robots"):
            get(f"{base}/a")
        assert asked == ["/robots.txt"]


def test_a_robots_txt_that_fails_forbids_everything():
    with serving({"/robots.txt": (503, {}, b""), "/a": (200, {}, b"a")}) as (base, asked):
        with pytest.raises(UnavailableError, match="robots"):
            get(f"{base}/a")
        assert "/a" not in asked


def test_a_redirect_is_asked_of_robots_txt_again():
    answers = {
        "/robots.txt": (200, {}, b"User-agent: *\nDisallow: /closed"),
        "/a": (302, {"Location": "/closed"}, b""),
        "/closed": (200, {}, b"closed"),
    }
    with serving(answers) as (base, asked):
        with pytest.raises(UnavailableError, match="robots"):
            get(f"{base}/a")
        assert "/closed" not in asked


def test_a_redirect_loop_an_error_and_too_many_bytes_are_one_sentence_each():
    answers = {
        "/loop": (302, {"Location": "/loop"}, b""),
        "/error": (500, {}, b""),
        "/large": (200, {}, b"x" * 1001),
    }
    with serving(answers) as (base, _):
        for path, word in (("/loop", "redirects"), ("/error", "500"), ("/large", "1,000")):
            with pytest.raises(UnavailableError, match=word):
                get(base + path)


def test_a_page_that_comes_drop_by_drop_is_given_up(web, monkeypatch):
    monkeypatch.setattr(one_off_fetch, "TIMEOUT", 0.5)
    web.pages["/drip"] = drip
    with pytest.raises(UnavailableError, match="does not answer"):
        get(f"{web.url}/drip")


def test_a_page_whose_head_comes_drop_by_drop_is_given_up(web, monkeypatch):
    def drip_head(handler):
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
        with suppress(OSError):
            for _ in range(1_000):
                handler.wfile.write(b"x")
                time.sleep(0.05)

    monkeypatch.setattr(one_off_fetch, "TIMEOUT", 0.5)
    web.pages["/drip"] = drip_head
    began = time.monotonic()
    with pytest.raises(UnavailableError, match="no whole answer came within"):
        get(f"{web.url}/drip")
    assert time.monotonic() - began < 20, "the whole head takes fifty seconds"


@pytest.mark.parametrize("location", ["/robots.txt", "http://["])
def test_a_robots_txt_that_redirects_without_end_or_nowhere_forbids_everything(location):
    with serving({"/robots.txt": (302, {"Location": location}, b""), "/a": (200, {}, b"a")}) as (base, asked):
        with pytest.raises(UnavailableError, match="robots"):
            get(f"{base}/a")
        assert set(asked) == {"/robots.txt"}


def test_a_robots_txt_is_asked_for_where_it_redirects_to_and_the_redirect_is_not_read(web):
    def endless(handler):
        handler.wfile.write(b"HTTP/1.1 302 Found\r\nLocation: /rules.txt\r\n\r\n")
        with suppress(OSError):
            while True:
                handler.wfile.write(bytes(65536))

    web.pages["/robots.txt"] = endless
    web.pages["/rules.txt"] = answer(200, b"User-agent: *\nDisallow: /b")
    web.pages["/a"] = answer(200, b"a")
    assert get(f"{web.url}/a").body == b"a"
    with pytest.raises(UnavailableError, match=r"robots\.txt forbids"):
        get(f"{web.url}/b")


def test_a_redirect_to_what_is_no_address_is_one_sentence():
    redirect = (302, {"Location": "http://[::1"}, b"")
    with serving({"/a": redirect}) as (base, _), pytest.raises(UnavailableError, match="which is no web address"):
        get(f"{base}/a")


def test_a_packed_page_is_unpacked_no_further_than_its_limit(web):
    web.pages["/bomb"] = answer(200, gzip.compress(bytes(50_000_000)), Content_Encoding="gzip")
    web.pages["/packed"] = answer(200, gzip.compress(b"<p>a</p>"), Content_Encoding="gzip")
    with pytest.raises(UnavailableError, match="more than 1,000 bytes"):
        get(f"{web.url}/bomb")
    assert get(f"{web.url}/packed").body == b"<p>a</p>"


def test_nobody_there_and_no_address():
    with pytest.raises(UnavailableError):
        get("http://127.0.0.1:1/")
    with pytest.raises((InvalidInputError, UnavailableError)):
        get("http:///nowhere")


def test_a_redirect_to_another_host_is_not_followed():
    with serving({"/robots.txt": (200, {}, b""), "/secret": (200, {}, b"SECRET")}) as (other, asked):
        away = {"/robots.txt": (200, {}, b""), "/a": (302, {"Location": f"{other}/secret"}, b"")}
        with serving(away) as (url, _), pytest.raises(UnavailableError, match="on another host"):
            get(f"{url}/a")
    assert asked == []


def test_a_name_that_leads_behind_the_door_is_not_asked(monkeypatch):
    with serving({"/robots.txt": (200, {}, b""), "/a": (200, {}, b"SECRET")}) as (url, asked):
        port = url.rpartition(":")[2]
        real = socket.getaddrinfo
        monkeypatch.setattr(socket, "getaddrinfo", lambda host, *rest, **more: real("127.0.0.1", *rest, **more))
        address = f"http://public.example:{port}/a"
        with (
            OneOffFetcher.of(Settings(_env_file=None), address) as fetcher,
            pytest.raises(UnavailableError, match="which is no public one"),
        ):
            fetcher.fetch(address)
        assert asked == []
        with OneOffFetcher.of(Settings(allow_local=True, _env_file=None), address) as fetcher:
            assert fetcher.fetch(address).body == b"SECRET"


def test_a_host_that_is_named_by_a_local_address_is_meant():
    answers = {"/robots.txt": (200, {}, b""), "/a": (200, {}, b"a")}
    with serving(answers) as (url, _), OneOffFetcher.of(Settings(_env_file=None), url) as fetcher:
        assert fetcher.fetch(f"{url}/a").body == b"a"
