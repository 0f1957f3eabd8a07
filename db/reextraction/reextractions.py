"""Re-extractions from the request to the decision: what an operator asks for, and what the maintenance process does.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, Connection, bindparam, func, select, text, true, update
from sqlalchemy.dialects.postgresql import insert

from db.models import StoredSite
from db.processing.templates import NO_SAMPLE
from db.reextraction.tables import OPEN, ReextractedPage, Reextraction, State
from mezmun.core.errors import InvalidInputError
from mezmun.core.queue.messages import FetchReference


@dataclass(frozen=True, slots=True)
class ReextractionState:
    """A re-extraction, and how many of its ``pages`` have been read and applied."""

    id: int
    site: str
    method: str
    method_version: str | None
    normalizer_version: str | None
    state: str
    detail: str | None
    created_at: datetime
    ended_at: datetime | None
    pages: int
    read: int
    applied: int

    @property
    def is_open(self) -> bool:
        """Whether anything is still to be done or decided."""
        return self.state in OPEN


@dataclass(frozen=True, slots=True)
class OpenReextraction:
    """A re-extraction of which something is still to be done or decided."""

    id: int
    state: State
    site: str
    method: str
    """ "" when it has not begun, and is to have the site's own."""


def request(connection: Connection, site: str, method: str, *, now: datetime) -> int:
    """Ask for the stored pages of a site to be read with a method, "" for the site's own; give its number.

    Raises:
        InvalidInputError: there is no such site, or it has a re-extraction that is neither promoted nor dropped.
    """
    known = select(StoredSite.name).where(StoredSite.name == site, StoredSite.taken_down_at.is_(None))
    if connection.scalar(known) is None:
        raise InvalidInputError(f"There is no site {site!r} in the database.")
    row = insert(Reextraction).values(site=site, method=method, created_at=now)
    row = row.on_conflict_do_nothing(index_elements=["site"], index_where=Reextraction.state.in_(OPEN))
    number: int | None = connection.scalar(row.returning(Reextraction.id))
    if number is None:
        raise InvalidInputError(f"The site {site!r} has a re-extraction already: promote it or drop it first.")
    return number


def open_reextractions(connection: Connection) -> list[OpenReextraction]:
    """List the open re-extractions, the oldest first."""
    columns = (Reextraction.id, Reextraction.state, Reextraction.site, Reextraction.method)
    rows = connection.execute(select(*columns).where(Reextraction.state.in_(OPEN)).order_by(Reextraction.id))
    return [OpenReextraction(row.id, State(row.state), row.site, row.method) for row in rows]


def reextractions(connection: Connection, *, before: int | None = None, limit: int) -> list[ReextractionState]:
    """List the re-extractions, or those before one, the newest first.

    Pages are counted of the open ones alone: each of the others would cost as much, and its numbers stay.
    """
    shown = true() if before is None else Reextraction.id < before
    return _states(connection, shown, counted=Reextraction.state.in_(OPEN), limit=limit)


def one_reextraction(connection: Connection, number: int) -> ReextractionState:
    """Give one re-extraction.

    Raises:
        InvalidInputError: there is none of that number.
    """
    states = _states(connection, Reextraction.id == number)
    if not states:
        raise InvalidInputError(f"There is no re-extraction {number}.")
    return states[0]


def latest_reextraction(connection: Connection, site: str) -> ReextractionState | None:
    """Give the last re-extraction of a site; None when it has none."""
    return next(iter(_states(connection, Reextraction.site == site)), None)


def _states(
    connection: Connection, shown: ColumnElement[bool], *, counted: ColumnElement[bool] | None = None, limit: int = 1
) -> list[ReextractionState]:
    counts = (
        select(
            func.count().label("pages"),
            func.count(ReextractedPage.change).label("read"),
            func.count().filter(ReextractedPage.is_applied).label("applied"),
        )
        .where(ReextractedPage.reextraction_id == Reextraction.id, true() if counted is None else counted)
        .lateral()
    )
    query = select(*Reextraction.__table__.columns, counts.c.pages, counts.c.read, counts.c.applied)
    query = query.join_from(Reextraction, counts, true()).where(shown).order_by(Reextraction.id.desc()).limit(limit)
    return [ReextractionState(**row._mapping) for row in connection.execute(query)]


def promoted_reextraction(connection: Connection, site: str) -> int | None:
    """Give the number of the last re-extraction of a site that was promoted."""
    promoted = (Reextraction.site == site) & Reextraction.state.in_((State.PROMOTING, State.PROMOTED))
    return connection.scalar(select(func.max(Reextraction.id)).where(promoted))


def begin(connection: Connection, number: int, method: str, *, method_version: str, normalizer_version: str) -> None:
    """Note what pages are read with, and gather the pages."""
    versions = {"method": method, "method_version": method_version, "normalizer_version": normalizer_version}
    waiting = (Reextraction.id == number) & (Reextraction.state == State.WAITING)
    connection.execute(update(Reextraction).where(waiting).values(state=State.RUNNING, **versions))
    gather(connection, number)


def refuse(connection: Connection, number: int, reason: str, *, now: datetime) -> None:
    """End a re-extraction that cannot be done."""
    values = {"state": State.REFUSED, "detail": reason, "ended_at": now}
    connection.execute(update(Reextraction).where(Reextraction.id == number).values(**values))


def gather(connection: Connection, number: int) -> None:
    """Put the last stored answer of each page of the site on the list of what is to be read, where it is not."""
    connection.execute(_GATHER, {"number": number})


def decide(connection: Connection, number: int, wanted: State) -> None:
    """Let a re-extraction be promoted or dropped, by the maintenance process.

    Promoting lets new pages be read with the method at once. Those that were fetched since are read again first, so
    that all documents of the site are of one method in the end.

    Raises:
        InvalidInputError: it is not in a state for that, or the site's file names another method.
    """
    from_states = (State.READY,) if wanted is State.PROMOTING else (State.WAITING, State.RUNNING, State.READY)
    row = connection.execute(_LOCKED, {"number": number}).one_or_none()
    if row is None or row.state not in from_states:
        state = "not there" if row is None else row.state
        aim = "promoted once all its pages are read" if wanted is State.PROMOTING else "dropped while it is open"
        raise InvalidInputError(
            f"The re-extraction {number} is {state}; one can be {aim}. `mezmun reextract --site` begins another."
        )
    if wanted is State.PROMOTING:
        if row.named not in (None, row.method):
            raise InvalidInputError(
                f"The file of the site {row.site!r} names the method {row.named!r}: write `method: {row.method}` into"
                " it, or remove the key, or new pages would be read with the old method."
            )
        if row.named is None:
            connection.execute(update(StoredSite).where(StoredSite.name == row.site).values(promoted_method=row.method))
        gather(connection, number)
    connection.execute(update(Reextraction).where(Reextraction.id == number).values(state=wanted))


def unread_fetches(connection: Connection, number: int, *, after: int, limit: int) -> list[FetchReference]:
    """List fetches that a re-extraction has not read, the oldest first."""
    rows = connection.execute(_UNREAD, {"number": number, "after": after, "limit": limit})
    return [FetchReference(row.fetch_id, row.site, again=True) for row in rows]


def move_on(connection: Connection, number: int, before: State, state: State, *, now: datetime) -> None:
    """Note where a re-extraction has come to, unless an operator has decided otherwise meanwhile."""
    values = {"state": state} | ({} if state in OPEN else {"ended_at": now})
    row = (Reextraction.id == number) & (Reextraction.state == before)
    connection.execute(update(Reextraction).where(row).values(**values))


_LOCKED: Final = (
    select(
        Reextraction.site,
        Reextraction.method,
        Reextraction.state,
        StoredSite.config["method"].as_string().label("named"),
    )
    .join(StoredSite, StoredSite.name == Reextraction.site)
    .where(Reextraction.id == bindparam("number"))
    .with_for_update(of=Reextraction)
)
_UNREAD: Final = (
    select(ReextractedPage.fetch_id, Reextraction.site)
    .join(Reextraction, Reextraction.id == ReextractedPage.reextraction_id)
    .where(
        ReextractedPage.reextraction_id == bindparam("number"),
        ReextractedPage.change.is_(None),
        ReextractedPage.fetch_id > bindparam("after"),
    )
    .order_by(ReextractedPage.fetch_id)
    .limit(bindparam("limit"))
)
_GATHER: Final = text(
    # A page is in the list with its last bytes that are there and that a worker has read; those of a newer fetch
    # replace older ones.
    """
    INSERT INTO reextracted_pages (reextraction_id, page_id, fetch_id)
    SELECT reextractions.id, pages.id, latest.id
      FROM reextractions
      JOIN pages ON pages.site = reextractions.site AND pages.alias_of IS NULL AND pages.taken_down_at IS NULL
      JOIN LATERAL (SELECT fetches.id FROM fetches JOIN outcomes ON outcomes.fetch_id = fetches.id
                      JOIN raw_pages ON raw_pages.sha256 = fetches.sha256
                     WHERE fetches.page_id = pages.id AND raw_pages.removed_at IS NULL
                       AND outcomes.outcome NOT IN :no_page
                     ORDER BY fetches.id DESC LIMIT 1) AS latest ON true
     WHERE reextractions.id = :number
     ORDER BY pages.id
        ON CONFLICT (reextraction_id, page_id) DO UPDATE
       SET fetch_id = excluded.fetch_id, change = NULL
     WHERE reextracted_pages.fetch_id < excluded.fetch_id
    """
).bindparams(bindparam("no_page", NO_SAMPLE, expanding=True))
