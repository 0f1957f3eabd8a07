"""Which network addresses are of the public internet: no page leads Mezmun to a machine behind the operator's door."""

import ipaddress

from mezmun.core.web.web_address import host_of

_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""IPv4 addresses as IPv6-only networks write them (RFC 6052)."""


def is_public(address: str) -> bool:
    """Say whether an address of IPv4 or IPv6 is a public one.

    None is: loopback, private, link-local (where clouds keep their metadata), shared, reserved or multicast ones, also
    when they are written inside an IPv6 address.
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            parsed = parsed.ipv4_mapped
        elif parsed.sixtofour is not None:
            parsed = parsed.sixtofour
        elif parsed in _TRANSLATED:
            parsed = ipaddress.IPv4Address(int(parsed) & 0xFFFFFFFF)
    return parsed.is_global and not parsed.is_multicast


def names_local_host(url: str) -> bool:
    """Say whether a URL names a machine that is not public by its address or as ``localhost``.

    Who writes such a URL means it; a name that turns out to lead there does not.
    """
    host = _bare(host_of(url))
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return not is_public(host)


def _bare(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]
