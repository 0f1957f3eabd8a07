"""A small web server beside a long-running part: ``/metrics`` for Prometheus, ``/health`` and ``/ready`` for probes.

It serves in a thread. ``/health`` says that the process is alive; ``/ready`` that it could do its work now.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Thread
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server
from wsgiref.types import StartResponse, WSGIEnvironment

from prometheus_client import CollectorRegistry, PlatformCollector, ProcessCollector, make_wsgi_app
from prometheus_client.exposition import ThreadingWSGIServer
from prometheus_client.metrics_core import Metric as Family
from prometheus_client.registry import Collector

from mezmun.core.errors import ConfigurationError, MezmunError
from mezmun.core.monitoring.metrics import Measurement, families

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Part:
    """A long-running part as it is watched.

    ``measure`` gives what is measured now. ``check_ready`` raises an error of ours that says what the part waits for.
    Both are called in threads of the server, several at once.
    """

    measure: Callable[[], Iterable[Measurement]]
    check_ready: Callable[[], object]


class _PartCollector(Collector):
    def __init__(self, part: Part) -> None:
        self._part = part

    def collect(self) -> Iterator[Family]:
        measured: list[Measurement] = []
        try:
            measured.extend(self._part.measure())  # up to the error, if there is one
        except MezmunError as error:
            log.warning("metrics are incomplete: %s", error)
        yield from families(measured)


class _QuietHandler(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class calls it so
        """Write no line for each request."""


@contextmanager
def serving(address: str | None, part: Part) -> Iterator[int | None]:
    """Serve a part for as long as the ``with`` lasts, and give the port; without an address do nothing.

    Args:
        address: ``host:port``; port 0 is any that is free.
        part: what is watched.

    Raises:
        ConfigurationError: the address is none, or is in use.
    """
    if address is None:
        yield None
        return
    host, _, port = address.rpartition(":")
    try:
        server = make_server(host or "127.0.0.1", int(port), _app(part), ThreadingWSGIServer, _QuietHandler)
    except (OSError, ValueError, OverflowError) as error:
        raise ConfigurationError(f"Nothing can be served at MEZMUN_METRICS_ADDRESS {address!r}: {error}.") from error
    thread = Thread(target=server.serve_forever, daemon=True, name="metrics")
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _app(part: Part) -> Callable[[WSGIEnvironment, StartResponse], Iterable[bytes]]:
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    registry.register(_PartCollector(part))
    metrics = make_wsgi_app(registry)

    def answer(environment: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        match environment["PATH_INFO"]:
            case "/metrics":
                body: Iterable[bytes] = metrics(environment, start)
                return body
            case "/health":
                return _say(start, "200 OK", "alive")
            case "/ready":
                try:
                    part.check_ready()
                except MezmunError as error:
                    return _say(start, "503 Service Unavailable", str(error))
                return _say(start, "200 OK", "ready")
            case _:
                return _say(start, "404 Not Found", "There are /metrics, /health and /ready.")

    return answer


def _say(start: StartResponse, status: str, text: str) -> Sequence[bytes]:
    start(status, [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")])
    return [f"{text}\n".encode()]
