"""What is tried again: pages whose reading failed, references that were lost, and pages whose bytes were.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, bindparam, func, select, text, update

from db.models import Fetch, FetchOutcome, Page
from db.processing.fetch_outcomes import without_outcome
from mezmun.core.outcomes import Outcome
from mezmun.core.queue.messages import FetchReference

FIRST_RETRY: Final = timedelta(minutes=5)
"""A page whose reading failed is read again after so much time; each further time waits four times as long."""

MOST_RETRIES: Final = 6
"""The last comes three and a half days after the failure; then it is the operator's."""

SLOW_SLOT: Final = timedelta(minutes=2)
"""A page that timed out and is read again keeps others of its kind waiting for so much time: it may hold a process of a
worker for its whole time limit, and many such pages at once would hold all of them."""

READ_LATELY: Final = 20
"""Fetches, the youngest that workers have read, by which it is told how far the queue has come: single ones may have
overtaken others."""


def take_due_retries(connection: Connection, *, now: datetime, limit: int) -> list[FetchReference]:
    """Give the fetches whose reading failed and is to be tried again now, and count that it is.

    Of those that timed out it is one at a time.
    """
    values = {"now": now, "first": FIRST_RETRY, "most": MOST_RETRIES}
    rows = list(connection.execute(_RETRY, {**values, "outcome": Outcome.FAILED, "limit": limit}))
    if not connection.scalar(_IS_SLOW_ONE_READ, {"since": now - SLOW_SLOT}):
        rows += connection.execute(_RETRY, {**values, "outcome": Outcome.TIMEOUT, "limit": 1})
    return [FetchReference(row.id, row.site, again=True) for row in sorted(rows)]


def ask_again(connection: Connection, page_ids: Sequence[int], *, now: datetime) -> None:
    """Let the crawler fetch pages whose bytes were lost, whole: what it knows of their last answers is forgotten."""
    connection.execute(_ASK_AGAIN, {"pages": page_ids, "now": now})


def read_up_to(connection: Connection) -> datetime | None:
    """Give the time of fetching up to which the workers have read the queue; None when they have read too little."""
    times = connection.scalars(_READ_LATELY).all()
    return times[-1] if len(times) == READ_LATELY else None


def oldest_unread(connection: Connection, *, after: int) -> int | None:
    """Give the first fetch after this one that has bytes and no outcome."""
    return connection.scalar(_OLDEST_UNREAD, {"after": after})


def last_fetch(connection: Connection) -> int:
    """Give the number of the last fetch, 0 when there is none."""
    return connection.scalar(select(func.coalesce(func.max(Fetch.id), 0))) or 0


# Both words stand in these two statements beside the one that is meant: the index of failed outcomes is of both.
_RETRY: Final = text(
    # Of a page that was fetched again since, the newer bytes count.
    """
    WITH due AS (
         SELECT outcomes.fetch_id FROM outcomes JOIN fetches ON fetches.id = outcomes.fetch_id
          WHERE outcomes.outcome IN ('failed', 'timeout') AND outcomes.outcome = :outcome AND outcomes.retries < :most
            AND outcomes.at <= :now - :first * power(4, outcomes.retries) AND fetches.sha256 IS NOT NULL
            AND NOT EXISTS (SELECT FROM fetches AS newer WHERE newer.page_id = fetches.page_id
                               AND newer.id > fetches.id AND newer.sha256 IS NOT NULL)
          ORDER BY outcomes.at LIMIT :limit
            FOR UPDATE OF outcomes SKIP LOCKED),
         counted AS (
         UPDATE outcomes SET retries = retries + 1, at = :now FROM due WHERE outcomes.fetch_id = due.fetch_id),
         allowed AS (
         UPDATE fetches SET processings = 0 FROM due WHERE fetches.id = due.fetch_id)
    SELECT fetches.id, pages.site FROM due JOIN fetches ON fetches.id = due.fetch_id
      JOIN pages ON pages.id = fetches.page_id ORDER BY fetches.id
    """
)
_IS_SLOW_ONE_READ: Final = text(
    "SELECT EXISTS (SELECT FROM outcomes WHERE outcome IN ('failed', 'timeout') AND outcome = 'timeout'"
    " AND retries > 0 AND at > :since)"
)
_ASK_AGAIN: Final = (
    update(Page)
    .where(Page.id.in_(bindparam("pages", expanding=True)), Page.taken_down_at.is_(None))
    .values(next_due_at=bindparam("now"), sha256=None, etag=None, last_modified=None)
)
_READ_LATELY: Final = (
    select(Fetch.fetched_at)
    .join(FetchOutcome, FetchOutcome.fetch_id == Fetch.id)
    .where(FetchOutcome.seconds.is_not(None))
    .order_by(FetchOutcome.fetch_id.desc())
    .limit(READ_LATELY)
)
_OLDEST_UNREAD: Final = (
    select(Fetch.id)
    .where(
        Fetch.id > bindparam("after"),
        Fetch.sha256.is_not(None),
        without_outcome(),
    )
    .order_by(Fetch.id)
    .limit(1)
)
