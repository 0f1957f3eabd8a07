"""Names of hosts to addresses, as long as these are public: a name may lead behind the operator's door at any time.

Hosts that a site file names by their address, or as ``localhost``, never come here or are meant: who wrote them, wants
them. The setting ``MEZMUN_ALLOW_LOCAL`` lets all names through, for an intranet.
"""

import logging
from collections.abc import Sequence
from math import ceil
from time import monotonic
from typing import Any, Final, Self

from scrapy.crawler import Crawler
from scrapy.resolver import CachingThreadedResolver
from twisted.internet import defer
from twisted.internet.base import ThreadedResolver
from twisted.internet.error import DNSLookupError

from mezmun.core.web.public_address import is_public, names_local_host

LIFETIME: Final = 300.0
"""Seconds an address is used: Scrapy's own cache keeps them for as long as the process lives."""

log = logging.getLogger(__name__)


class PublicResolver(CachingThreadedResolver):
    """Scrapy's resolver with a memory that ends, and without addresses that are not public."""

    allow_local = False

    @classmethod
    def from_crawler(cls, crawler: Crawler, reactor: Any) -> Self:
        """Make the resolver of a process."""
        resolver = super().from_crawler(crawler, reactor)
        resolver.allow_local = crawler.settings.getbool("ALLOW_LOCAL")
        resolver.known = {}
        return resolver

    known: dict[str, tuple[float, str]]

    def getHostByName(self, name: str, timeout: Sequence[int] = ()) -> "defer.Deferred[str]":  # noqa: N802 - Twisted's name
        """Give a host's address; fails with ``DNSLookupError`` when it has none that is public."""
        until, address = self.known.get(name, (0.0, ""))
        if monotonic() < until:
            return defer.succeed(address)
        answer: defer.Deferred[str] = ThreadedResolver.getHostByName(self, name, (ceil(self.timeout),))
        return answer.addCallback(self._checked, name)

    def _checked(self, address: str, name: str) -> str:
        if not (self.allow_local or is_public(address) or names_local_host(f"http://{name}/")):
            log.warning("%s leads to %s, which is no public address; it is not asked", name, address)
            raise DNSLookupError(f"{name} leads to {address}, which is no public address")
        self.known[name] = (monotonic() + LIFETIME, address)
        return address
