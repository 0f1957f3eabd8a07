"""Sites and their schedule: what the site files say, and which crawler holds which site.

Every function takes an open ``Connection`` and neither begins nor commits, as those of ``db.crawls``. Times are
zone-aware and passed in.
"""

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import Connection, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from db.column_types import storable_json
from db.models import Site
from mezmun.core import site_schema
from mezmun.core.errors import InvalidInputError


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to crawl a site until a time; the token tells it from a later lease of the same site."""

    site: str
    token: UUID
    until: datetime


def sync_site(connection: Connection, site: site_schema.Site, *, now: datetime) -> None:
    """Write a site as its YAML file has it; a new one is due at once, a known one keeps its place in the schedule.

    A site that was taken down stays so.
    """
    config = site.model_dump(mode="json")
    digest = hashlib.sha256(json.dumps(storable_json(config), sort_keys=True).encode()).hexdigest()
    row = {
        "kind": site.kind,
        "config": config,
        "config_digest": digest,
        "interval": site.schedule,
        "enabled": site.enabled,
        "hosts": sorted(site.crawled_hosts),
    }
    upsert = insert(Site).values(name=site.name, next_due_at=now, **row)
    connection.execute(
        upsert.on_conflict_do_update(
            index_elements=[Site.name],
            set_={key: upsert.excluded[key] for key in row},
            where=or_(
                Site.config_digest != digest,
                Site.kind != site.kind,
                Site.interval != site.schedule,
                Site.enabled != site.enabled,
                Site.hosts != upsert.excluded.hosts,
            ),
        )
    )


def lease_due_site(connection: Connection, *, now: datetime, seconds: float) -> Lease | None:
    """Take the site that is due longest and that nobody holds, or None; no two crawlers get the same."""
    name = connection.scalar(
        select(Site.name)
        .where(Site.enabled, Site.taken_down_at.is_(None), Site.next_due_at <= now, _unleased(now))
        .order_by(Site.next_due_at, Site.name)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    return None if name is None else _lease(connection, name, now, seconds)


def lease_site(connection: Connection, site: str, *, now: datetime, seconds: float) -> Lease | None:
    """Take this site whether due or not; None when somebody else holds it.

    Raises:
        InvalidInputError: there is no such site, or it was taken down.
    """
    row = connection.execute(
        select(Site.taken_down_at, _unleased(now).label("free")).where(Site.name == site).with_for_update()
    ).one_or_none()
    if row is None:
        raise InvalidInputError(f"There is no site {site!r} in the database.")
    if row.taken_down_at is not None:
        raise InvalidInputError(f"The site {site!r} was taken down on {row.taken_down_at:%Y-%m-%d}, for good.")
    return _lease(connection, site, now, seconds) if row.free else None


def renew_lease(connection: Connection, lease: Lease, *, now: datetime, seconds: float) -> Lease | None:
    """Hold a site longer; None when the lease ran out and somebody else took the site: then stop crawling it."""
    until = now + timedelta(seconds=seconds)
    kept = connection.execute(
        update(Site).where(Site.name == lease.site, Site.lease_token == lease.token).values(leased_until=until)
    )
    return Lease(lease.site, lease.token, until) if kept.rowcount else None


def release_lease(connection: Connection, lease: Lease, *, next_due_at: datetime) -> None:
    """Let the site go until it is next due; does nothing when somebody else has taken it meanwhile."""
    connection.execute(
        update(Site)
        .where(Site.name == lease.site, Site.lease_token == lease.token)
        .values(leased_until=None, lease_token=None, next_due_at=next_due_at)
    )


def _unleased(now: datetime) -> Any:
    return or_(Site.leased_until.is_(None), Site.leased_until <= now)


def _lease(connection: Connection, site: str, now: datetime, seconds: float) -> Lease:
    lease = Lease(site, uuid4(), now + timedelta(seconds=seconds))
    connection.execute(update(Site).where(Site.name == site).values(leased_until=lease.until, lease_token=lease.token))
    return lease


def site_config(connection: Connection, site: str) -> dict[str, Any]:
    """Give what a site's file says, as the database has it.

    Raises:
        InvalidInputError: there is no such site.
    """
    config: dict[str, Any] | None = connection.scalar(select(Site.config).where(Site.name == site))
    if config is None:
        raise InvalidInputError(f"There is no site {site!r} in the database.")
    return config
