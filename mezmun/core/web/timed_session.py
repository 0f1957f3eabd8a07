"""Questions to web addresses that nobody has to wait for longer than they may take.

The time-outs of sockets hold between two bytes: an answer that drips, a byte at a time, would hold its thread for ever.
So a timer shuts the connection down, whatever it waits for: TLS, the head of an answer, or its body.
"""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import TracebackType
from typing import Any, Self

import requests
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import HTTPError


def _any_peer(_: str) -> None:
    """Refuse nobody."""


class TimedSession:
    """Asks one web address after the other, over connections that are kept open.

    Args:
        seconds: that a question may take, with its connection, and with its answer as far as it is read.
        user_agent: who asks.
        uses_environment: whether proxies and passwords of the environment hold.
        check_peer: gets the network address of a machine before anything is sent there; raises an error to refuse it.
    """

    def __init__(
        self,
        seconds: float,
        *,
        user_agent: str = "Mezmun",
        uses_environment: bool = True,
        check_peer: Callable[[str], None] = _any_peer,
    ) -> None:
        self._session = _Session()
        self._session.headers["User-Agent"] = user_agent
        self._session.trust_env = uses_environment
        self._seconds = seconds
        self._check_peer = check_peer
        self._deadline: _Deadline | None = None
        for scheme in ("http://", "https://"):
            self._session.mount(scheme, _TimedAdapter(self._watch))

    @contextmanager
    def answer(self, method: str, url: str, **options: Any) -> Iterator[requests.Response]:
        """Ask, and give the answer, whose body is not read yet. A redirect is not followed.

        Raises:
            requests.RequestException: the answer did not come, or not in time; also when the block ends.
        """
        options |= {"timeout": self._seconds, "stream": True}
        with (
            _Deadline(self._seconds) as self._deadline,
            self._session.request(method, url, **options) as response,
        ):
            try:
                yield response
            except HTTPError as error:  # of a body: requests tells of those that it reads itself
                raise requests.ConnectionError(error) from error

    def close(self) -> None:
        """Close the connections."""
        self._session.close()

    def _watch(self, peer: socket.socket, *, is_new: bool) -> None:
        if is_new:
            self._check_peer(peer.getpeername()[0])
        if self._deadline is not None:
            self._deadline.watch(peer)


class _Session(requests.Session):
    def get_redirect_target(self, _: requests.Response) -> None:
        """Look at no redirect: else its body is read whole, however long, also when it is not followed."""


class _Deadline:
    """Shuts the connections of one question down when it takes too long."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._timer = threading.Timer(seconds, self._shut_down)
        self._timer.daemon = True
        self._peers: list[socket.socket] = []
        self._is_over = False

    def watch(self, peer: socket.socket) -> None:
        # A copy: TLS takes the socket itself over, and a connection that its server closes leaves it to the answer.
        self._peers.append(peer.dup())
        if self._is_over:
            self._shut_down()

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, _: object, error: BaseException | None, __: TracebackType | None) -> None:
        self._timer.cancel()
        for peer in self._peers:
            peer.close()
        # What is cut off may look whole: a head ends, and a body without a length, where the connection does.
        if self._is_over and (error is None or isinstance(error, requests.RequestException)):
            raise requests.ReadTimeout(f"more than {self._seconds:g} seconds") from error

    def _shut_down(self) -> None:
        self._is_over = True
        for peer in self._peers:
            with suppress(OSError):  # the other side was faster
                peer.shutdown(socket.SHUT_RDWR)


class _TimedConnection(HTTPConnection):
    def __init__(self, watch: Callable[..., None], **options: Any) -> None:
        super().__init__(**options)
        self._watch = watch
        self._peer: socket.socket | None = None

    def _new_conn(self) -> socket.socket:
        peer = super()._new_conn()
        try:
            self._watch(peer, is_new=True)
        except BaseException:
            peer.close()
            raise
        self._peer = peer.dup()
        return peer

    def request(self, *arguments: Any, **options: Any) -> None:
        if self._peer is not None:  # it is kept open from an earlier question
            self._watch(self._peer, is_new=False)
        super().request(*arguments, **options)

    def close(self) -> None:
        super().close()
        if self._peer is not None:
            self._peer.close()
            self._peer = None


class _TimedSecureConnection(_TimedConnection, HTTPSConnection):
    pass


class _TimedAdapter(HTTPAdapter):
    def __init__(self, watch: Callable[..., None]) -> None:
        self._watch = watch
        super().__init__()

    def init_poolmanager(self, *arguments: Any, **options: Any) -> None:
        super().init_poolmanager(*arguments, **options)
        self.poolmanager.pool_classes_by_scheme = {
            "http": partial(_pool, HTTPConnectionPool, partial(_TimedConnection, self._watch)),
            "https": partial(_pool, HTTPSConnectionPool, partial(_TimedSecureConnection, self._watch)),
        }


def _pool(
    pool_class: type[HTTPConnectionPool], connection_class: Any, *arguments: Any, **options: Any
) -> HTTPConnectionPool:
    pool = pool_class(*arguments, **options)
    pool.ConnectionCls = connection_class
    return pool
