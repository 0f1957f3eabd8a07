"""One server for all simulated sites, inside the crawler's own loop; it writes down who asked for what, and when."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from twisted.internet import reactor
from twisted.web.resource import Resource
from twisted.web.server import Site

from tests.acceptance.simulation.web_site import Asked, Served


@dataclass(frozen=True, slots=True)
class Visit:
    """A request and what it was answered with."""

    at: datetime
    site: str
    path: str
    status: int | None
    dead: bool = False
    retry_after: int = 0


class Server(Resource):
    """Answers for each site by the host that is asked for."""

    isLeaf = True  # noqa: N815 - Twisted's name

    def __init__(self, sites: Iterable[Served], now: Callable[[], datetime]) -> None:
        super().__init__()
        self.visits: list[Visit] = []
        self._sites = {site.host: site for site in sites}
        self._now = now

    def listen(self, port: int) -> None:
        reactor.listenTCP(port, Site(self))

    def render_GET(self, request) -> bytes:  # noqa: N802 - Twisted's name
        site = self._sites[request.getHeader("host")]
        headers = {
            name.decode().lower(): values[0].decode("latin-1")
            for name, values in request.requestHeaders.getAllRawHeaders()
        }
        path, now = request.uri.decode(), self._now()
        answer = site.answer(Asked(path, headers), now)
        rest = int(answer.headers.get("Retry-After", 0))
        self.visits.append(Visit(now, site.name, path, answer.status, answer.dead, rest))
        if answer.status is None:
            request.transport.abortConnection()
            return b""
        request.setResponseCode(answer.status)
        for name, value in {"Content-Type": "text/html", **answer.headers}.items():
            request.setHeader(name, value)
        return answer.body
