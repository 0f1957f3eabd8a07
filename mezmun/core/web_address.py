"""Web addresses as far as every room must agree on them: what is one, which host it names, and how long it may be."""

import re
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

MAX_URL_OCTETS: Final = 2048
"""Longest URL of a page, in UTF-8: index rows of PostgreSQL end at 2,704, and what is longer is session litter or a
trap."""

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}


def fault_of(url: str) -> str | None:
    """Say why a URL is none that Mezmun can ask for; None when it is one."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        return str(error)
    if parts.scheme not in _DEFAULT_PORTS:
        return "it must begin with http:// or https://"
    if not parts.hostname or re.search(r"\s", url):
        return "it needs a host name and no spaces"
    if parts.username or parts.password:
        return "Mezmun logs in nowhere, leave out the user and password"
    return "port 0 is no port" if port == 0 else None


@lru_cache(maxsize=10_000)  # a crawler asks for each link some times
def host_of(url: str) -> str:
    """Give a URL's host in ASCII lower case, with ``:port`` unless it is the scheme's own; empty when it has none."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return ""
    if not host.isascii():
        try:
            host = host.encode("idna").decode("ascii")
        except UnicodeError:
            return ""
    if ":" in host:
        host = f"[{host}]"
    return host if port in (None, _DEFAULT_PORTS.get(parts.scheme)) else f"{host}:{port}"
