"""Outcomes: the one word each fetch ends with, how many ended how, and which fetches still wait for theirs.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Select, and_, bindparam, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from db.models import Fetch, FetchOutcome, Page, Site
from mezmun.core.errors import InvalidInputError
from mezmun.core.messages import FetchReference
from mezmun.core.outcomes import Outcome

PROVISIONAL: Final = (Outcome.FAILED, Outcome.TIMEOUT)
"""Words that a later try may better; every other word stays once it is given."""


@dataclass(frozen=True, slots=True)
class FetchToProcess:
    """What a worker needs to know of a fetch."""

    id: int
    page_id: int
    crawl_id: int
    site: str
    config: dict[str, Any]
    url: str
    final_url: str | None
    content_type: str | None
    sha256: str | None
    size: int | None
    fetched_at: datetime
    outcome: Outcome | None

    @property
    def ended(self) -> bool:
        """It has a word that stays: a message came twice."""
        return self.outcome is not None and self.outcome not in PROVISIONAL


def record_outcome(
    connection: Connection,
    fetch_id: int,
    outcome: Outcome,
    *,
    at: datetime,
    detail: str | None = None,
    seconds: float | None = None,
) -> Outcome:
    """Give a fetch its outcome, and say which one it has now.

    The first word stays, however often a message is delivered, with two exceptions: ``failed`` and ``timeout`` give
    way to what a later try comes to, and ``taken-down`` overrules everything. ``seconds`` is what processing took.
    """
    row = {"fetch_id": fetch_id, "outcome": outcome, "detail": detail, "at": at, "seconds": seconds}
    kept = connection.scalar(_RECORD, row)
    if kept is None:
        kept = connection.scalars(select(FetchOutcome.outcome).where(FetchOutcome.fetch_id == fetch_id)).one()
    return Outcome(kept)


def outcome_counts(
    connection: Connection, *, crawl_id: int | None = None, site: str | None = None
) -> dict[Outcome | None, int]:
    """Count the fetches of a crawl, of a site, or of all, by outcome; under None those that have none yet.

    The numbers add up to the number of fetches.
    """
    query = (
        select(FetchOutcome.outcome, func.count())
        .select_from(Fetch)
        .join(FetchOutcome, FetchOutcome.fetch_id == Fetch.id, isouter=True)
        .group_by(FetchOutcome.outcome)
    )
    if crawl_id is not None:
        query = query.where(Fetch.crawl_id == crawl_id)
    if site is not None:
        query = query.join(Page, Page.id == Fetch.page_id).where(Page.site == site)
    return {None if word is None else Outcome(word): count for word, count in connection.execute(query)}


def unprocessed_fetches(
    connection: Connection, *, older_than: datetime, crawl_id: int | None = None, limit: int | None = None
) -> Iterator[FetchReference]:
    """Go through the fetches whose raw bytes still wait for a worker, oldest first: what a lost message left behind.

    ``older_than`` keeps those out that are just on their way.
    """
    query = (
        select(Fetch.id, Page.site)
        .join(Page, Page.id == Fetch.page_id)
        .where(Fetch.sha256.is_not(None), Fetch.fetched_at < older_than, _without_outcome())
        .order_by(Fetch.id)
        .limit(limit)
    )
    if crawl_id is not None:
        query = query.where(Fetch.crawl_id == crawl_id)
    for fetch_id, site in connection.execute(query):
        yield FetchReference(fetch_id, site)


def failed_fetches(
    connection: Connection, *, site: str | None = None, limit: int | None = None
) -> Iterator[FetchReference]:
    """Go through the fetches that ended provisionally and whose raw bytes are there, to try them again."""
    query = (
        select(Fetch.id, Page.site)
        .join(Page, Page.id == Fetch.page_id)
        .join(FetchOutcome, FetchOutcome.fetch_id == Fetch.id)
        .where(Fetch.sha256.is_not(None), FetchOutcome.outcome.in_(PROVISIONAL))
        .order_by(Fetch.id)
        .limit(limit)
    )
    if site is not None:
        query = query.where(Page.site == site)
    for fetch_id, name in connection.execute(query):
        yield FetchReference(fetch_id, name)


def fetch_to_process(connection: Connection, fetch_id: int) -> FetchToProcess:
    """Look up a fetch for a worker.

    Raises:
        InvalidInputError: there is no such fetch.
    """
    row = connection.execute(_FETCH_TO_PROCESS, {"fetch_id": fetch_id}).one_or_none()
    if row is None:
        raise InvalidInputError(f"There is no fetch {fetch_id} in the database.")
    values = row._asdict()
    word = values.pop("outcome")
    return FetchToProcess(**values, outcome=None if word is None else Outcome(word))


def begin_processing(connection: Connection, fetch_id: int) -> int:
    """Count that a worker begins on a fetch, and say how often one has, this time included.

    Commit before the work is begun: a page that kills its worker is told by a count that grows without an outcome.

    Raises:
        InvalidInputError: there is no such fetch.
    """
    count: int | None = connection.scalar(
        update(Fetch).where(Fetch.id == fetch_id).values(processings=Fetch.processings + 1).returning(Fetch.processings)
    )
    if count is None:
        raise InvalidInputError(f"There is no fetch {fetch_id} in the database.")
    return count


def _without_outcome() -> Any:
    return ~select(FetchOutcome.fetch_id).where(FetchOutcome.fetch_id == Fetch.id).exists()


def _fetch_query() -> Select[Any]:
    return (
        select(
            Fetch.id,
            Fetch.page_id,
            Fetch.crawl_id,
            Page.site,
            Site.config,
            Fetch.url,
            Fetch.final_url,
            Fetch.headers["content-type"].as_string().label("content_type"),
            Fetch.sha256,
            Fetch.size,
            Fetch.fetched_at,
            FetchOutcome.outcome,
        )
        .join(Page, Page.id == Fetch.page_id)
        .join(Site, Site.name == Page.site)
        .join(FetchOutcome, FetchOutcome.fetch_id == Fetch.id, isouter=True)
    )


def _record() -> Any:
    upsert = insert(FetchOutcome)
    given = upsert.excluded
    return upsert.on_conflict_do_update(
        index_elements=[FetchOutcome.fetch_id],
        set_={"outcome": given.outcome, "detail": given.detail, "at": given.at, "seconds": given.seconds},
        where=or_(
            given.outcome == Outcome.TAKEN_DOWN,
            and_(FetchOutcome.outcome.in_(PROVISIONAL), given.outcome.not_in(PROVISIONAL)),
        ),
    ).returning(FetchOutcome.outcome)


# Made once: to put them together takes longer than PostgreSQL takes to run them.
_RECORD: Final = _record()
_FETCH_TO_PROCESS: Final = _fetch_query().where(Fetch.id == bindparam("fetch_id"))
