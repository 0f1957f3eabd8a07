"""Serves the sample sites on 127.0.0.1, each on a port of its own, with the headers real hosts send."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Final

from mezmun.demo.sample_site import HTML, SamplePage, SampleSite
from mezmun.demo.sample_sites import BUILDERS

HOST: Final = "127.0.0.1"
_LAST_MODIFIED: Final = "Sat, 21 May 2016 12:00:00 GMT"
"""The day of the newest sample text; pages never change, so a fixed time is the truth."""
_MISSING: Final = SamplePage("<html><body><h1>404</h1>بۇ بەت تېپىلمىدى.</body></html>".encode(), HTML)


@contextmanager
def serve(ports: Mapping[str, int] | None = None) -> Iterator[dict[str, SampleSite]]:
    """Serve every sample site until the block ends, and give the sites by kind.

    Args:
        ports: the port of a kind of site; a free one is taken for those not named.

    Raises:
        OSError: a port is taken.
    """
    with ExitStack() as stack:
        yield {
            kind: stack.enter_context(_serving(build, (ports or {}).get(kind, 0))) for kind, build in BUILDERS.items()
        }


@contextmanager
def _serving(build: Callable[[str], SampleSite], port: int) -> Iterator[SampleSite]:
    with _Server((HOST, port), _Handler) as server:
        # The pages hold absolute links, so they are printed when the port is known.
        site = build(f"http://{HOST}:{server.server_port}")
        server.pages = site.pages
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield site
        finally:
            server.shutdown()
            thread.join()


class _Server(ThreadingHTTPServer):
    pages: Mapping[str, SamplePage] = {}
    daemon_threads = True


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        """Answer with the page of the path, or 304 to one who has it, or 404."""
        page = self.server.pages.get(self.path)
        if page is None:
            self._answer(HTTPStatus.NOT_FOUND, _MISSING, {})
            return
        tag = f'"{hashlib.sha256(page.body).hexdigest()[:16]}"'
        # RFC 9110, 13.1.3: If-Modified-Since counts only when there is no If-None-Match.
        known = self.headers.get("If-None-Match", "")
        same = tag in known if known else self.headers.get("If-Modified-Since") == _LAST_MODIFIED
        status = HTTPStatus.NOT_MODIFIED if same else HTTPStatus.OK
        self._answer(status, page, {"ETag": tag, "Last-Modified": _LAST_MODIFIED})

    def do_HEAD(self) -> None:
        """Answer with the headers alone."""
        self.do_GET()

    def _answer(self, status: HTTPStatus, page: SamplePage, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status is not HTTPStatus.NOT_MODIFIED:
            self.send_header("Content-Type", page.content_type)
            self.send_header("Content-Length", str(len(page.body)))
        self.end_headers()
        if status is not HTTPStatus.NOT_MODIFIED and self.command != "HEAD":
            self.wfile.write(page.body)

    def log_message(self, *_: object) -> None:
        """Say nothing: the crawl that reads the pages reports what it did."""
