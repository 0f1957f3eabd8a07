"""Sites as their files describe them.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Row, any_, func, insert, literal, or_, select
from sqlalchemy.dialects.postgresql import insert as upsert_into

from db.column_types import storable_json
from db.models import SiteFileVersion, StoredSite
from mezmun.core.errors import InvalidInputError
from mezmun.core.sites import site_schema


def sync_site(connection: Connection, site: site_schema.Site, *, now: datetime) -> None:
    """Write a site as its YAML file has it; one that is new or whose file changed is due at once.

    The date of its next crawl came of the earlier file: a larger budget or another seed would wait for it. Known pages
    keep their dates. A site that was taken down stays so. A file that changed is kept as a version.
    """
    sync_sites(connection, [site], now=now)


def sync_sites(connection: Connection, sites: Sequence[site_schema.Site], *, now: datetime) -> list[str]:
    """Write sites as ``sync_site`` does, and name those that had a host before which their files have no more.

    Those that are as their files are not locked: they are nearly all.
    """
    narrower: list[str] = []
    rows = {site.name: _row(site) for site in sites}
    columns = (StoredSite.name, *(getattr(StoredSite, key) for key in _COMPARED))
    stored = {
        name: tuple(values)
        for name, *values in connection.execute(select(*columns).where(StoredSite.name.in_(list(rows))))
    }
    for name, row in rows.items():
        if stored.get(name) != tuple(row[key] for key in _COMPARED):
            upsert = upsert_into(StoredSite).values(name=name, next_due_at=now, **row)
            differs = or_(*(getattr(StoredSite, key) != upsert.excluded[key] for key in _COMPARED))
            values: dict[str, Any] = {key: upsert.excluded[key] for key in row}
            values["next_due_at"] = func.least(StoredSite.next_due_at, now)
            changed = upsert.on_conflict_do_update(index_elements=[StoredSite.name], set_=values, where=differs)
            if connection.execute(changed).rowcount:  # nobody else was faster
                connection.execute(insert(SiteFileVersion).values(site=name, config=row["config"], read_at=now))
                if name in stored and not set(row["hosts"]).issuperset(stored[name][-1]):
                    narrower.append(name)
    return narrower


_COMPARED: Final = ("config_digest", "kind", "interval", "enabled", "hosts")
"""The columns by which a site that is as its file is told; the hosts are the last."""


def _row(site: site_schema.Site) -> dict[str, Any]:
    config = site.model_dump(mode="json")
    return {
        "kind": site.kind,
        "config": config,
        "config_digest": hashlib.sha256(json.dumps(storable_json(config), sort_keys=True).encode()).hexdigest(),
        "interval": site.interval,
        "enabled": site.enabled,
        "hosts": sorted(site.crawled_hosts),
    }


def file_versions(connection: Connection, site: str) -> list[Row[int, dict[str, Any], datetime]]:
    """List the versions of a site's file, the newest first: ``id``, ``config``, ``read_at``."""
    columns = (SiteFileVersion.id, SiteFileVersion.config, SiteFileVersion.read_at)
    query = select(*columns).where(SiteFileVersion.site == site).order_by(SiteFileVersion.id.desc())
    return list(connection.execute(query).all())


def stored_site(connection: Connection, site: str) -> site_schema.Site:
    """Give a site as ``site_config`` has it.

    Raises:
        InvalidInputError: there is no such site.
    """
    return site_schema.Site.model_validate_json(json.dumps(site_config(connection, site)))


def check_sites(connection: Connection, names: Iterable[str]) -> None:
    """Refuse names that no site has: as a filter, one that is mistyped would let nothing pass, and nobody would see it.

    Raises:
        InvalidInputError: there is no site of one of the names.
    """
    wanted = list(names)
    known = set(connection.scalars(select(StoredSite.name).where(StoredSite.name.in_(wanted)))) if wanted else set()
    for name in wanted:
        if name not in known:
            raise InvalidInputError(f"There is no site {name!r} in the database.")


def known_names(connection: Connection) -> frozenset[str]:
    """Name the sites that are or were crawled, those taken down, too."""
    return frozenset(connection.scalars(select(StoredSite.name)))


def is_site(connection: Connection, name: str) -> bool:
    """Tell whether a site of this name is or was crawled."""
    return connection.scalar(select(StoredSite.name).where(StoredSite.name == name)) is not None


def sites_on(connection: Connection, bare_host: str) -> list[str]:
    """Name the sites that may ask a host, which is given without ``www.``."""
    query = select(StoredSite.name).where(literal(bare_host) == any_(StoredSite.hosts)).order_by(StoredSite.name)
    return list(connection.scalars(query))


def site_config(connection: Connection, site: str) -> dict[str, Any]:
    """Give what a site's file says, as the database has it.

    A file that names no method has the one that a re-extraction was promoted with.

    Raises:
        InvalidInputError: there is no such site.
    """
    row = connection.execute(
        select(StoredSite.config, StoredSite.promoted_method).where(StoredSite.name == site)
    ).one_or_none()
    if row is None:
        raise InvalidInputError(f"There is no site {site!r} in the database.")
    config: dict[str, Any] = row.config
    return config | {"method": config.get("method") or row.promoted_method}
