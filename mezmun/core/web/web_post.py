"""Posts to an operator's web address that nobody has to wait for longer than they may take.

The time-outs of sockets hold between two bytes: an answer that drips, a byte at a time, would hold its thread for ever.
"""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool


class PostSession:
    """Posts to web addresses, over connections that are kept open.

    Args:
        seconds: that a connection may take, a request, and the head of its answer. The body of an answer is not read.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._session = requests.Session()
        for scheme in ("http://", "https://"):
            self._session.mount(scheme, _PromptAdapter())

    def post(self, url: str, data: bytes, headers: dict[str, str]) -> str | None:
        """Post bytes; None when the answer is one of 2xx, or else why they are not taken, without the address: it may
        hold a secret. A redirect is not followed, which would hand them to another address than the operator's."""
        try:
            answer = self._session.post(
                url, data=data, headers=headers, timeout=self._seconds, allow_redirects=False, stream=True
            )
        except requests.RequestException as error:
            return type(error).__name__
        with answer:
            return None if 200 <= answer.status_code < 300 else f"it answers {answer.status_code}"

    def close(self) -> None:
        """Close the connections."""
        self._session.close()


@contextmanager
def _deadline(connection: HTTPConnection) -> Iterator[None]:
    """Shut a connection down when what is done with it takes longer than its time-out."""
    timer = threading.Timer(connection.timeout or 0, _shut_down, [connection.sock])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _shut_down(peer: socket.socket) -> None:
    with suppress(OSError):  # it was closed meanwhile
        peer.shutdown(socket.SHUT_RDWR)


class _PromptConnection(HTTPConnection):
    """A connection that breaks when the head of an answer is not there within the time-out."""

    def getresponse(self) -> Any:
        with _deadline(self):
            return super().getresponse()


class _PromptSecureConnection(HTTPSConnection):
    def getresponse(self) -> Any:
        with _deadline(self):
            return super().getresponse()


class _PromptPool(HTTPConnectionPool):
    ConnectionCls = _PromptConnection


class _PromptSecurePool(HTTPSConnectionPool):
    ConnectionCls = _PromptSecureConnection


class _PromptAdapter(HTTPAdapter):
    def init_poolmanager(self, *arguments: Any, **options: Any) -> None:
        super().init_poolmanager(*arguments, **options)
        self.poolmanager.pool_classes_by_scheme = {"http": _PromptPool, "https": _PromptSecurePool}
