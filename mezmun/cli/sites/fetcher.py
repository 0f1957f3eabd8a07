"""The fetcher of the commands that look at a site from outside."""

from typing import TYPE_CHECKING

from mezmun.core import settings
from mezmun.core.version import __version__
from mezmun.core.web.public_address import names_local_host

if TYPE_CHECKING:
    from crawler.fetching.one_off_fetch import OneOffFetcher

DELAY = 1.0
"""Seconds between two requests, as the site files' default."""


def fetcher_for(url: str) -> "OneOffFetcher":
    """Make the fetcher for a site, as the settings have it; a host that is named by a local address is meant."""
    from crawler.fetching.one_off_fetch import OneOffFetcher

    loaded = settings.load()
    return OneOffFetcher(
        f"Mezmun/{__version__} (+{loaded.contact})",
        loaded.max_page_bytes,
        allow_local=loaded.allow_local or names_local_host(url),
        delay=DELAY,
    )
