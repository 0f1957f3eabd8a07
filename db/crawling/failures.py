"""Pages whose last fetch failed: by site and reason, by reason alone, and one by one; tried again, or discarded as of
no interest.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in.
"""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, and_, any_, exists, func, not_, select, update
from sqlalchemy.orm import aliased

from db.crawling.robots_files import make_robots_due
from db.crawling.tables import OpenFailure
from db.models import Fetch, FetchOutcome, Page, StoredSite
from db.processing.retries import FIRST_RETRY
from mezmun.core.errors import InvalidInputError
from mezmun.core.outcomes import Outcome
from mezmun.core.reasons import sentence_of, sentence_patterns

_OPEN: Final = OpenFailure
_NEWER: Final = aliased(Fetch)

WITHOUT_REASON: Final = "Say in a few words why these failures are of no interest."
MOST_EXAMPLES: Final = 3
"""Addresses listed for a reason."""


@dataclass(frozen=True, slots=True)
class FailureSelection:
    """Which failures are meant; None stands for all. What was discarded is never among them.

    ``reason`` is compared as a whole, "" stands for failures that state none, and a sentence of ``mezmun.core.reasons``
    for whatever it is about; ``since`` is about when they ended.
    """

    site: str | None = None
    outcome: Outcome | None = None
    reason: str | None = None
    fetch_id: int | None = None
    since: datetime | None = None

    def matches(self) -> ColumnElement[bool]:
        """Give the condition on a row of ``open_failures``."""
        newer = exists().where(_NEWER.page_id == _OPEN.page_id, _NEWER.id > _OPEN.fetch_id)
        conditions: list[ColumnElement[bool]] = [not_(newer)]
        if self.site is not None:
            conditions.append(_OPEN.site == self.site)
        if self.outcome is not None:
            conditions.append(_OPEN.outcome == self.outcome)
        if self.reason is not None and (patterns := sentence_patterns(self.reason)) is not None:
            sentence, earlier_ones = patterns
            conditions += [_OPEN.reason.op("~")(sentence), _OPEN.reason.op("!~")(earlier_ones)]
        elif self.reason is not None:
            conditions.append(func.coalesce(_OPEN.reason, "") == self.reason)
        if self.fetch_id is not None:
            conditions.append(_OPEN.fetch_id == self.fetch_id)
        if self.since is not None:
            conditions.append(_OPEN.ended_at >= self.since)
        return and_(*conditions)


def failure_reasons(connection: Connection, chosen: FailureSelection, *, limit: int = 100) -> list[Row[Any]]:
    """Count the failed pages by ``site``, ``outcome`` and ``reason``, the most frequent first.

    Rows have ``pages`` (their number), ``last`` (when the last of them ended) and some of their ``urls`` besides.
    """
    group = (_OPEN.site, _OPEN.outcome, _OPEN.reason)
    count, fetches = func.count(), func.array_agg(_OPEN.fetch_id)
    reasons = (
        select(
            *group, count.label("pages"), func.max(_OPEN.ended_at).label("last"), fetches[1:MOST_EXAMPLES].label("some")
        )
        .where(chosen.matches())
        .group_by(*group)
        .order_by(count.desc(), *group)
        .limit(limit)
        .subquery()
    )
    urls = select(func.array_agg(Fetch.url)).where(Fetch.id == any_(reasons.c.some)).scalar_subquery()
    return list(connection.execute(select(reasons, urls.label("urls"))).all())


@dataclass(frozen=True, slots=True)
class FailureCause:
    """What pages failed at, whatever site they are of: ``reason`` is a sentence of ``mezmun.core.reasons``, or what
    other software said; ``last`` is when the last of them ended, and ``url`` its address."""

    outcome: str
    reason: str | None
    pages: int
    sites: int
    last: datetime
    url: str


def failure_causes(connection: Connection, chosen: FailureSelection, *, limit: int = 100) -> list[FailureCause]:
    """Count the failed pages by outcome and reason over all sites, that of the most pages first."""
    sites, fetch = func.array_agg(_OPEN.site.distinct()), func.max(_OPEN.fetch_id)
    query = select(
        *(_OPEN.outcome, _OPEN.reason, func.count().label("pages"), sites.label("sites")),
        *(fetch.label("fetch"), func.max(_OPEN.ended_at).label("last")),
    )
    rows_of: dict[tuple[str, str | None], list[Any]] = defaultdict(list)
    for row in connection.execute(query.where(chosen.matches()).group_by(_OPEN.outcome, _OPEN.reason)):
        rows_of[row.outcome, row.reason and sentence_of(row.reason)].append(row)
    pages = {cause: sum(row.pages for row in rows) for cause, rows in rows_of.items()}
    most = sorted(pages, key=lambda cause: (-pages[cause], cause[0], cause[1] or ""))[:limit]
    examples = {cause: max(row.fetch for row in rows_of[cause]) for cause in most}
    fetched = connection.execute(select(Fetch.id, Fetch.url).where(Fetch.id.in_(examples.values())))
    urls = {row.id: row.url for row in fetched}
    return [
        FailureCause(
            *cause,
            pages=pages[cause],
            sites=len({site for row in rows_of[cause] for site in row.sites}),
            last=max(row.last for row in rows_of[cause]),
            url=urls[examples[cause]],
        )
        for cause in most
    ]


def latest_failures(
    connection: Connection, chosen: FailureSelection, *, before: int | None = None, limit: int = 50
) -> list[Row[Any]]:
    """List the failed pages, that of the newest fetch first; ``before`` is the last fetch of the list before.

    Rows have the columns ``fetch_id``, ``site``, ``url``, ``outcome``, ``status``, ``reason`` and ``ended_at`` of
    ``v_failures`` (docs/views.md), and ``next_due_at``, when the page is asked for next.
    """
    shown = (_OPEN.fetch_id, _OPEN.site, Fetch.url, _OPEN.outcome, Fetch.status, _OPEN.reason, _OPEN.ended_at)
    query = (
        select(*shown, Page.next_due_at)
        .join(Fetch, Fetch.id == _OPEN.fetch_id)
        .join(Page, Page.id == _OPEN.page_id)
        .where(chosen.matches())
    )
    if before is not None:
        query = query.where(_OPEN.fetch_id < before)
    rows: Any = connection.execute(query.order_by(_OPEN.fetch_id.desc()).limit(limit)).all()
    return list(rows)


def retry_failures(connection: Connection, chosen: FailureSelection, *, now: datetime) -> int:
    """Try failed pages again, and give their number.

    What a worker failed at is read again from the bytes that are kept. All other pages are asked for again, whole: the
    answer that nothing has changed would leave them as they are; and so is a robots.txt that could not be read.
    """
    has_bytes = exists().where(Fetch.id == _OPEN.fetch_id, Fetch.sha256.is_not(None))
    by_worker = and_(has_bytes, _OPEN.outcome.in_((Outcome.FAILED, Outcome.TIMEOUT)))
    read, fetched = and_(chosen.matches(), by_worker), and_(chosen.matches(), not_(by_worker))
    # Site first, page second, as everywhere.
    site = update(StoredSite).where(StoredSite.name.in_(select(_OPEN.site).where(fetched)))
    due = site.values(next_due_at=func.least(StoredSite.next_due_at, now)).returning(StoredSite.name)
    make_robots_due(connection, connection.scalars(due).all())
    page = update(Page).where(Page.id.in_(select(_OPEN.page_id).where(fetched)))
    pages = connection.execute(page.values(next_due_at=now, sha256=None, etag=None, last_modified=None)).rowcount
    outcome = update(FetchOutcome).where(FetchOutcome.fetch_id.in_(select(_OPEN.fetch_id).where(read)))
    return pages + connection.execute(outcome.values(retries=0, at=now - FIRST_RETRY)).rowcount


def discard_failures(connection: Connection, chosen: FailureSelection, *, reason: str) -> int:
    """Leave failures out of all lists from now on, and give their number; a page that fails again is listed again.

    Raises:
        InvalidInputError: no reason is stated.
    """
    if not reason.strip():
        raise InvalidInputError(WITHOUT_REASON)
    discarded = update(FetchOutcome).where(FetchOutcome.fetch_id.in_(select(_OPEN.fetch_id).where(chosen.matches())))
    return connection.execute(discarded.values(discard_reason=reason.strip())).rowcount
