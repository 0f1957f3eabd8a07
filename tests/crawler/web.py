"""A real web server that can behave as badly as real ones do."""

import http.server
import json
import socket
import struct
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from mezmun.core.sites.site_schema import CrawlLimits, Site

Answer = Callable[[http.server.BaseHTTPRequestHandler], None]


class Web:
    """One site on 127.0.0.1: ``pages`` maps a path to HTML, to bytes with headers, or to a function that answers."""

    def __init__(self) -> None:
        self.pages: dict[str, str | Answer] = {}
        self.requests: list[tuple[float, str, dict[str, str]]] = []
        web = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                web.requests.append((time.monotonic(), self.path, dict(self.headers)))
                page = web.pages.get(self.path, "" if self.path == "/robots.txt" else None)
                if page is None:
                    return answer(404, b"<html>no such page")(self)
                return answer(200, page.encode())(self) if isinstance(page, str) else page(self)

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):  # a client that hangs up is no news
                pass

        self._server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def paths(self) -> list[str]:
        return [path for _, path, _ in self.requests]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def answer(status: int, body: bytes, **headers: str) -> Answer:
    """Answer with a status, a body and headers; ``Content_Length=""`` leaves the length out and closes."""

    def send(handler):
        handler.send_response(status)
        fields = {"Content-Type": "text/html; charset=utf-8", "Content-Length": str(len(body))}
        fields |= {name.replace("_", "-"): value for name, value in headers.items()}
        for name, value in fields.items():
            if value:
                handler.send_header(name, value)
        if not fields["Content-Length"]:
            handler.close_connection = True
        handler.end_headers()
        with suppress(OSError):
            handler.wfile.write(body)

    return send


def redirect(to: str, status: int = 302) -> Answer:
    return answer(status, b"", Location=to)


def stall(seconds: float = 30) -> Answer:
    return lambda handler: time.sleep(seconds)


def stall_in_the_body(handler) -> None:
    answer(200, b"<html><p>begins", Content_Length="1000")(handler)
    handler.wfile.flush()
    time.sleep(30)


def drip(handler) -> None:
    """Send a byte, and another one a little later, for as long as anybody listens."""
    answer(200, b"<html><p>", Content_Length="")(handler)
    with suppress(OSError):
        for _ in range(1_000):
            handler.wfile.write(b"x")
            handler.wfile.flush()
            time.sleep(0.05)


def reset(handler) -> None:
    """Drop the connection the hard way, as a firewall does."""
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.connection.close()
    handler.close_connection = True


def first(*answers: Answer) -> Answer:
    """Answer one way after the other, and go on with the last."""
    left = list(answers)
    return lambda handler: (left.pop(0) if len(left) > 1 else left[0])(handler)


def make_site(web: Web, kind: str = "news", **more) -> Site:
    limits = CrawlLimits(delay=0, timeout=2, retries=1, page_bytes=1_000_000)
    values = {"name": "test", "kind": kind, "seeds": [f"{web.url}/"], "limits": limits.model_dump(), **more}
    return Site.model_validate_json(json.dumps(values))
