"""The templates of the sites, kept for the workers: a state that only the extraction reads, and its version.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in. Of a state they
know nothing but that it is JSON-ready and has its ``version``; one without anything else is the beginning.

A template's row is locked after every other row of a transaction, by workers and by takedowns alike. So whoever waits
for one holds nothing that its holder still wants, and no two can wait for each other.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, select, update
from sqlalchemy.dialects.postgresql import insert

from db.models import SiteTemplate

State = Mapping[str, Any]
"""JSON-ready; ``version`` is an integer that goes up with what the template knows."""


def load_template(connection: Connection, site: str, *, known: int = 0) -> State | None:
    """Read a site's template; None when there is none of another version than the one ``known``."""
    return connection.scalar(_LOAD, {"name": site, "known": known})


def learn(connection: Connection, site: str, step: Callable[[State], State], *, now: datetime) -> None:
    """Replace a site's template by what ``step`` makes of it; workers of the same site take turns.

    Lock the page first (``store_extraction`` does), and nothing afterwards.
    """
    state = connection.scalar(_LOCK, {"name": site})
    if state is None:
        first = {"site": site, "version": 0, "state": {"version": 0}, "updated_at": now}
        connection.execute(_BEGIN, first)
        state = connection.scalars(_LOCK, {"name": site}).one()
    after = step(state)
    if after != state:
        connection.execute(_SAVE, {"name": site, "version": after["version"], "state": after, "updated_at": now})


def forget_pages(connection: Connection, site: str, *, now: datetime) -> None:
    """Empty a site's template of all that pages taught it; its version goes on, so that none means two things."""
    state = connection.scalar(_LOCK, {"name": site})
    if state is not None:
        version = state["version"] + 1
        empty = {"name": site, "version": version, "state": {"version": version}, "updated_at": now}
        connection.execute(_SAVE, empty)


def delete_template(connection: Connection, site: str) -> None:
    """Delete a site's template."""
    connection.execute(delete(SiteTemplate).where(SiteTemplate.site == site))


# Made once: to put them together takes longer than PostgreSQL takes to run them.

_NAMED: Final = SiteTemplate.site == bindparam("name")
_LOAD: Final = select(SiteTemplate.state).where(_NAMED, SiteTemplate.version != bindparam("known"))
_LOCK: Final = select(SiteTemplate.state).where(_NAMED).with_for_update()
_BEGIN: Final = insert(SiteTemplate).on_conflict_do_nothing()
_SAVE: Final = (
    update(SiteTemplate)
    .where(_NAMED)
    .values(version=bindparam("version"), state=bindparam("state"), updated_at=bindparam("updated_at"))
)
