"""Outcomes: the one word each fetch ends with, how many ended how, and which fetches still wait for theirs.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    case,
    false,
    func,
    literal,
    not_,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import Insert, insert
from sqlalchemy.orm import InstrumentedAttribute

from db.models import Fetch, FetchOutcome, Page, SiteTemplate, StoredSite
from db.prepared_statement import PreparedStatement
from mezmun.core.errors import InvalidInputError
from mezmun.core.outcomes import Outcome
from mezmun.core.queue.messages import FetchReference

PROVISIONAL: Final = (Outcome.FAILED, Outcome.TIMEOUT)
"""Words that a later try may better; every other word stays once it is given."""


@dataclass(frozen=True, slots=True)
class FetchToProcess:
    """What a worker needs to know of a fetch."""

    id: int
    page_id: int
    crawl_id: int
    site: str
    config_digest: str
    """Of the site's file, as ``db.sites.site_config`` gives it."""
    promoted_method: str | None
    url: str
    final_url: str | None
    content_type: str | None
    sha256: str | None
    size: int | None
    fetched_at: datetime
    outcome: Outcome | None
    outdated: bool
    """It ended with an older version of its site's template, and is to be read again."""
    template_version: int
    """Of its site's template now; 0 when there is none."""
    thread_key: str | None
    """The site's own id of the thread whose page it is of; None for a page of none."""
    thread_page: int | None
    """The place of the page in its thread."""

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
    template_version: int | None = None,
) -> Outcome:
    """Give a fetch its outcome, and say which one it has now.

    The first word stays, however often a message is delivered, with two exceptions: ``failed`` and ``timeout`` give
    way to what a later try comes to, and ``taken-down`` overrules everything. ``seconds`` is what processing took,
    ``template_version`` that of the site's template, when one was used.
    """
    row = {
        "fetch_id": fetch_id,
        "outcome": outcome,
        "detail": detail,
        "at": at,
        "seconds": seconds,
        "template_version": template_version,
    }
    recorded = _RECORD.execute(connection, row)
    return outcome_of(connection, fetch_id) if recorded is None else Outcome(recorded.outcome)


def outcome_of(connection: Connection, fetch_id: int) -> Outcome:
    """Give the outcome of a fetch that has one."""
    return Outcome(connection.scalars(select(FetchOutcome.outcome).where(FetchOutcome.fetch_id == fetch_id)).one())


def renew_outcome(
    connection: Connection, fetch_id: int, outcome: Outcome, *, template_version: int | None, detail: str | None = None
) -> Outcome:
    """Give a fetch the outcome that a newer version of its site's template leads to, and say which one it has now.

    The word stays where the newer template makes no other of it: when there was a document and is one, and when this
    try failed. One that was taken down stays so.
    """
    current = FetchOutcome.outcome
    documents = (Outcome.STORED, Outcome.UNCHANGED)
    stays: ColumnElement[bool] = literal(outcome in PROVISIONAL)
    if outcome in documents:
        stays = current.in_(documents)
    statement = (
        update(FetchOutcome)
        .where(FetchOutcome.fetch_id == fetch_id, current != Outcome.TAKEN_DOWN)
        .values(
            outcome=case((stays, current), else_=outcome),
            detail=case((stays, FetchOutcome.detail), else_=detail),
            template_version=template_version,
        )
        .returning(current)
    )
    return Outcome(connection.scalar(statement) or Outcome.TAKEN_DOWN)


def allow_tries(connection: Connection, fetch_ids: Sequence[int]) -> None:
    """Count the tries of fetches from the beginning: they are to be processed once more."""
    connection.execute(update(Fetch).where(Fetch.id.in_(fetch_ids), Fetch.processings > 0).values(processings=0))


def outcome_counts(connection: Connection, *, crawl_id: int | None = None) -> dict[Outcome | None, int]:
    """Count the fetches of a crawl, or of all, by outcome; under None those that have none yet.

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
    return {None if word is None else Outcome(word): count for word, count in connection.execute(query)}


def unprocessed_fetches(
    connection: Connection,
    *,
    older_than: datetime,
    after: int = 0,
    limit: int | None = None,
) -> Iterator[FetchReference]:
    """Go through the fetches whose raw bytes still wait for a worker, oldest first: what a lost message left behind.

    ``older_than`` keeps those out that are just on their way; ``after`` is the fetch behind which to begin.
    """
    query = (
        select(Fetch.id, Page.site)
        .join(Page, Page.id == Fetch.page_id)
        .where(Fetch.id > after, Fetch.sha256.is_not(None), Fetch.fetched_at < older_than, without_outcome())
        .order_by(Fetch.id)
        .limit(limit)
    )
    for fetch_id, site in connection.execute(query):
        yield FetchReference(fetch_id, site, again=True)


def fetch_to_process(connection: Connection, fetch_id: int) -> FetchToProcess:
    """Look up a fetch for a worker.

    Raises:
        InvalidInputError: there is no such fetch.
    """
    row = _FETCH_TO_PROCESS.execute(connection, {"fetch_id": fetch_id})
    if row is None:
        raise InvalidInputError(f"There is no fetch {fetch_id} in the database.")
    values = row._asdict()
    values["outcome"] = None if row.outcome is None else Outcome(row.outcome)
    values["sha256"] = None if row.sha256 is None else bytes(row.sha256).hex()
    values["config_digest"] = bytes(row.config_digest).hex()
    return FetchToProcess(**values)


def begin_processing(connection: Connection, fetch_id: int) -> int:
    """Count that a worker begins on a fetch that was sent before, and say how often one has, this time included.

    Commit before the work is begun, and begin when the bytes are at hand: a page that kills its worker is told by a
    count that grows without an outcome.

    Raises:
        InvalidInputError: there is no such fetch.
    """
    count: int | None = connection.scalar(_BEGIN, {"fetch": fetch_id})
    if count is None:
        raise InvalidInputError(f"There is no fetch {fetch_id} in the database.")
    return count


def without_outcome() -> ColumnElement[bool]:
    """Give the condition that a fetch has no outcome yet."""
    return ~select(FetchOutcome.fetch_id).where(FetchOutcome.fetch_id == Fetch.id).exists()


def _fetch_query() -> Select[Any]:
    return (
        select(
            Fetch.id,
            Fetch.page_id,
            Fetch.crawl_id,
            Page.site,
            StoredSite.config_digest,
            StoredSite.promoted_method,
            Fetch.url,
            Fetch.final_url,
            Fetch.headers["content-type"].as_string().label("content_type"),
            Fetch.sha256,
            Fetch.size,
            Fetch.fetched_at,
            FetchOutcome.outcome,
            func.coalesce(
                and_(FetchOutcome.template_version < SiteTemplate.version, Fetch.id > SiteTemplate.renewed_after),
                false(),
            ).label("outdated"),
            func.coalesce(SiteTemplate.version, 0).label("template_version"),
            Page.thread_key,
            Page.thread_page,
        )
        .join(Page, Page.id == Fetch.page_id)
        .join(StoredSite, StoredSite.name == Page.site)
        .join(FetchOutcome, FetchOutcome.fetch_id == Fetch.id, isouter=True)
        .join(SiteTemplate, SiteTemplate.site == Page.site, isouter=True)
    )


def keeping_the_first_word(upsert: Insert) -> Insert:
    """Let an insert of outcomes change none that there is, with the exceptions of ``record_outcome``."""
    proposed = upsert.excluded
    return upsert.on_conflict_do_update(
        index_elements=[FetchOutcome.fetch_id],
        set_={name: proposed[name] for name in ("outcome", "detail", "at", "seconds", "template_version")},
        where=or_(
            proposed.outcome == Outcome.TAKEN_DOWN,
            and_(_is_provisional(FetchOutcome.outcome), not_(_is_provisional(proposed.outcome))),
        ),
    )


def _is_provisional(outcome: ColumnElement[Any] | InstrumentedAttribute[str]) -> ColumnElement[bool]:
    return or_(*(outcome == word for word in PROVISIONAL))


# Made once: to put them together takes longer than PostgreSQL takes to run them.
_BEGIN: Final = (
    update(Fetch)
    .where(Fetch.id == bindparam("fetch"))
    .values(processings=Fetch.processings + 1)
    .returning(Fetch.processings)
)
_RECORD: Final = PreparedStatement(
    "mezmun_record_outcome",
    keeping_the_first_word(insert(FetchOutcome)).returning(FetchOutcome.outcome),
    ("fetch_id", "outcome", "detail", "at", "seconds", "template_version"),
)
_FETCH_TO_PROCESS: Final = PreparedStatement(
    "mezmun_fetch_to_process", _fetch_query().where(Fetch.id == bindparam("fetch_id"))
)
