"""Which process crawls which site, and so asks which host: a site and all its hosts are leased together.

Two site files may name one host (a portal and its forum). Whoever leases the one site holds the host, so the other site
goes to the same process or waits; so a host is asked by one process, which keeps its pace. A lease lasts as long as its
holder lives (``db.crawling.heartbeats``).

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import Connection, bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY, TEXT

from db.crawling.heartbeats import ALIVE_FOR
from mezmun.core.errors import InvalidInputError


@dataclass(frozen=True, slots=True)
class LeasedSite:
    """A site in this process's hands, as its row says; ``free_at`` holds the hosts that must not be asked before."""

    name: str
    config: Mapping[str, Any]
    config_digest: str
    failures: int
    junk_parameters: tuple[str, ...]
    free_at: Mapping[str, datetime]


def lease_due_sites(
    connection: Connection, crawler: UUID, *, now: datetime, limit: int, names: Sequence[str] | None = None
) -> list[LeasedSite]:
    """Lease up to ``limit`` sites that are due longest, are in nobody's hands, and whose hosts may be asked now.

    With ``names``, only sites of these names.
    """
    return _lease(connection, _DUE, crawler, now, limit=limit, names=None if names is None else list(names))


def lease_site(connection: Connection, crawler: UUID, site: str, *, now: datetime) -> LeasedSite | None:
    """Lease this site whether due, enabled and paused or not; None while it or its host is in other hands.

    Raises:
        InvalidInputError: there is no such site, or it was taken down.
    """
    row = connection.execute(_TAKEN_DOWN, {"site": site}).one_or_none()
    if row is None:
        raise InvalidInputError(f"There is no site {site!r} in the database.")
    if row.taken_down_at is not None:
        raise InvalidInputError(f"The site {site!r} was taken down on {row.taken_down_at:%Y-%m-%d}, for good.")
    leased = _lease(connection, _NAMED, crawler, now, site=site)
    return leased[0] if leased else None


def leased_sites(connection: Connection, crawler: UUID) -> set[str]:
    """Name the sites that are in a process's hands."""
    return set(connection.scalars(_LEASED_SITES, {"crawler": crawler}))


def release_site(
    connection: Connection,
    crawler: UUID,
    site: str,
    *,
    next_due_at: datetime,
    failures: int | None = None,
    free_at: Mapping[str, datetime] | None = None,
    digest: str | None = None,
) -> None:
    """Let a site go until it is due, and its hosts unless another site in the same hands has them too.

    Does nothing when the site is in other hands by now. ``failures`` are as before where nobody knows better, and
    ``free_at`` says until when a host must be left alone. ``digest`` is that of the file that was crawled by: a site
    whose file has changed since stays due.
    """
    values = {"crawler": crawler, "site": site, "next_due_at": next_due_at, "failures": failures, "digest": digest}
    if connection.execute(_RELEASE, values).rowcount:
        for host, until in sorted((free_at or {}).items()):
            connection.execute(_HOLD_HOST, {"crawler": crawler, "host": host, "until": until})
        connection.execute(_RELEASE_HOSTS, {"crawler": crawler})


def _lease(connection: Connection, which: Any, crawler: UUID, now: datetime, **values: Any) -> list[LeasedSite]:
    values |= {"crawler": crawler, "now": now, "alive_since": now - ALIVE_FOR}
    rows = connection.execute(which, values).all()
    hosts = sorted({host for row in rows for host in row.hosts})
    leased_hosts = {
        row.host: row.free_at
        for row in connection.execute(_TAKE_HOSTS, {"hosts": hosts, **values})  # in one order: no two wait in a ring
    }
    leased = []
    for row in rows:
        if all(host in leased_hosts for host in row.hosts):
            free_at = {host: leased_hosts[host] for host in row.hosts if leased_hosts[host] is not None}
            parameters = tuple(row.junk_parameters)
            leased.append(LeasedSite(row.name, row.config, row.config_digest, row.failures, parameters, free_at))
        else:  # another process took a host of it in this moment
            connection.execute(_GIVE_BACK, {"site": row.name})
    if len(leased) < len(rows):
        connection.execute(_RELEASE_HOSTS, {"crawler": crawler})
    return leased


# A process that is not seen any more holds nothing.
_IS_FREE: Final = """({holder} IS NULL OR {holder} = :crawler OR NOT EXISTS (
    SELECT FROM heartbeats WHERE heartbeats.id = {holder} AND heartbeats.seen_at > :alive_since))"""
_SITE_IS_FREE: Final = """(leased_by IS NULL OR NOT EXISTS (
    SELECT FROM heartbeats WHERE heartbeats.id = leased_by AND heartbeats.seen_at > :alive_since))"""
_HOSTS_ARE_FREE: Final = f"""NOT EXISTS (
    SELECT FROM hosts WHERE hosts.host = ANY (sites.hosts) AND NOT {_IS_FREE.format(holder="hosts.leased_by")})"""
_LEASE: Final = """
    UPDATE sites SET leased_by = :crawler
      FROM (SELECT name FROM sites WHERE {which} FOR UPDATE SKIP LOCKED) AS wanted
     WHERE sites.name = wanted.name
 RETURNING sites.name, sites.config, encode(sites.config_digest, 'hex') AS config_digest, sites.hosts, sites.failures,
           sites.junk_parameters
"""
_DUE: Final = text(
    _LEASE.format(
        which=f"""
            (CAST(:names AS text[]) IS NULL OR name = ANY (CAST(:names AS text[])))
            AND enabled AND taken_down_at IS NULL AND paused_at IS NULL AND next_due_at <= :now
            AND {_SITE_IS_FREE} AND {_HOSTS_ARE_FREE}
            AND NOT EXISTS (SELECT FROM hosts WHERE hosts.host = ANY (sites.hosts) AND hosts.free_at > :now)
            ORDER BY next_due_at, name LIMIT :limit"""
    )
)
_NAMED: Final = text(_LEASE.format(which=f"name = :site AND {_SITE_IS_FREE} AND {_HOSTS_ARE_FREE}"))
_TAKE: Final = """
    INSERT INTO hosts (host, leased_by) SELECT host, :crawler FROM unnest(:hosts) AS host ORDER BY host
    ON CONFLICT (host) DO UPDATE SET leased_by = :crawler WHERE {is_free}
    RETURNING host, free_at
"""
_TAKE_HOSTS: Final = text(_TAKE.format(is_free=_IS_FREE.format(holder="hosts.leased_by"))).bindparams(
    bindparam("hosts", type_=ARRAY(TEXT))
)
_GIVE_BACK: Final = text("UPDATE sites SET leased_by = NULL WHERE name = :site")
_TAKEN_DOWN: Final = text("SELECT taken_down_at FROM sites WHERE name = :site")
_LEASED_SITES: Final = text("SELECT name FROM sites WHERE leased_by = :crawler")
_RELEASE: Final = text(
    """
    UPDATE sites
       SET leased_by = NULL, failures = COALESCE(CAST(:failures AS integer), failures),
           next_due_at = CASE WHEN encode(config_digest, 'hex') = COALESCE(:digest, encode(config_digest, 'hex'))
                              THEN :next_due_at ELSE LEAST(next_due_at, :next_due_at) END
     WHERE name = :site AND leased_by = :crawler
    """
)
_HOLD_HOST: Final = text("UPDATE hosts SET free_at = :until WHERE host = :host AND leased_by = :crawler")
_RELEASE_HOSTS: Final = text(
    """
    UPDATE hosts SET leased_by = NULL
     WHERE leased_by = :crawler
       AND NOT EXISTS (SELECT FROM sites WHERE sites.leased_by = :crawler AND hosts.host = ANY (sites.hosts))
    """
)
