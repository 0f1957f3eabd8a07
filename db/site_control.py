"""What an operator does to a site: pause it, let it go on, look at it now.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select, update

from db.models import Site


def pause_site(connection: Connection, name: str, *, now: datetime) -> None:
    """Begin no more crawls of a site; one that runs goes on. A site that is paused stays so since then."""
    connection.execute(update(Site).where(Site.name == name, Site.paused_at.is_(None)).values(paused_at=now))


def resume_site(connection: Connection, name: str) -> None:
    """Let a paused site be crawled again, when it is due."""
    connection.execute(update(Site).where(Site.name == name).values(paused_at=None))


def make_site_due(connection: Connection, name: str, *, now: datetime) -> None:
    """Let the next crawler that is free take the site."""
    due = update(Site).where(Site.name == name, Site.next_due_at > now).values(next_due_at=now)
    connection.execute(due)


def site_config(connection: Connection, name: str) -> dict[str, Any]:
    """Give the site's file as it was last read; empty when there is no such site."""
    return connection.scalar(select(Site.config).where(Site.name == name)) or {}
