"""Pages whose last fetch failed: by reason and one by one, tried again, or discarded as of no interest.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, and_, column, func, not_, select, table, update

from db.column_types import CleanText
from db.models import FetchOutcome, Page, Site
from db.processing.retries import FIRST_RETRY
from mezmun.core.errors import InvalidInputError
from mezmun.core.outcomes import Outcome

_VIEW: Final = table(
    "v_failures",
    *map(column, ("fetch_id", "page_id", "url", "status", "outcome", "has_bytes", "ended_at", "is_open")),
    *(column(name, CleanText) for name in ("site", "reason")),  # are asked for by what somebody has typed
).c

MOST_EXAMPLES: Final = 3
"""Addresses listed for a reason."""


@dataclass(frozen=True, slots=True)
class FailureSelection:
    """Which failures are meant; None stands for all. What was discarded is never among them.

    ``reason`` is compared as a whole, and "" stands for failures that state none; ``since`` is about when they ended.
    """

    site: str | None = None
    outcome: Outcome | None = None
    reason: str | None = None
    fetch_id: int | None = None
    since: datetime | None = None

    def matches(self) -> ColumnElement[bool]:
        """Give the condition on a row of ``v_failures``."""
        conditions: list[ColumnElement[bool]] = [_VIEW.is_open]
        if self.site is not None:
            conditions.append(_VIEW.site == self.site)
        if self.outcome is not None:
            conditions.append(_VIEW.outcome == self.outcome)
        if self.reason is not None:
            conditions.append(func.coalesce(_VIEW.reason, "") == self.reason)
        if self.fetch_id is not None:
            conditions.append(_VIEW.fetch_id == self.fetch_id)
        if self.since is not None:
            conditions.append(_VIEW.ended_at >= self.since)
        return and_(*conditions)


def failure_reasons(connection: Connection, chosen: FailureSelection, *, limit: int = 100) -> list[Row[Any]]:
    """Count the failed pages by ``site``, ``outcome`` and ``reason``, the most frequent first.

    Rows have ``pages`` (their number), ``last`` (when the last of them ended) and some of their ``urls`` besides.
    """
    group = (_VIEW.site, _VIEW.outcome, _VIEW.reason)
    count, urls = func.count(), func.array_agg(_VIEW.url)
    query = select(
        *group, count.label("pages"), func.max(_VIEW.ended_at).label("last"), urls[1:MOST_EXAMPLES].label("urls")
    )
    query = query.where(chosen.matches()).group_by(*group).order_by(count.desc(), *group).limit(limit)
    return list(connection.execute(query).all())


def latest_failures(
    connection: Connection, chosen: FailureSelection, *, before: int | None = None, limit: int = 50
) -> list[Row[Any]]:
    """List the failed pages, that of the newest fetch first; ``before`` is the last fetch of the list before.

    Rows have the columns ``fetch_id``, ``site``, ``url``, ``outcome``, ``status``, ``reason`` and ``ended_at`` of
    ``v_failures`` (docs/views.md), and ``next_due_at``, when the page is asked for next.
    """
    shown = (_VIEW.fetch_id, _VIEW.site, _VIEW.url, _VIEW.outcome, _VIEW.status, _VIEW.reason, _VIEW.ended_at)
    query = select(*shown, Page.next_due_at).join(Page, Page.id == _VIEW.page_id).where(chosen.matches())
    if before is not None:
        query = query.where(_VIEW.fetch_id < before)
    return list(connection.execute(query.order_by(_VIEW.fetch_id.desc()).limit(limit)).all())


def retry_failures(connection: Connection, chosen: FailureSelection, *, now: datetime) -> int:
    """Try failed pages again, and give their number.

    What a worker failed at is read again from the bytes that are kept. All other pages are asked for again, whole: the
    answer that nothing has changed would leave them as they are.
    """
    by_worker = and_(_VIEW.has_bytes, _VIEW.outcome.in_((Outcome.FAILED, Outcome.TIMEOUT)))
    read, fetched = and_(chosen.matches(), by_worker), and_(chosen.matches(), not_(by_worker))
    # Site first, page second, as everywhere.
    site = update(Site).where(Site.name.in_(select(_VIEW.site).where(fetched)))
    connection.execute(site.values(next_due_at=func.least(Site.next_due_at, now)))
    page = update(Page).where(Page.id.in_(select(_VIEW.page_id).where(fetched)))
    pages = connection.execute(page.values(next_due_at=now, sha256=None, etag=None, last_modified=None)).rowcount
    outcome = update(FetchOutcome).where(FetchOutcome.fetch_id.in_(select(_VIEW.fetch_id).where(read)))
    return pages + connection.execute(outcome.values(retries=0, at=now - FIRST_RETRY)).rowcount


def discard_failures(connection: Connection, chosen: FailureSelection, *, reason: str) -> int:
    """Leave failures out of all lists from now on, and give their number; a page that fails again is listed again.

    Raises:
        InvalidInputError: no reason is stated.
    """
    if not reason.strip():
        raise InvalidInputError("Say in a few words why these failures are of no interest.")
    discarded = update(FetchOutcome).where(FetchOutcome.fetch_id.in_(select(_VIEW.fetch_id).where(chosen.matches())))
    return connection.execute(discarded.values(discard_reason=reason.strip())).rowcount
