"""When a page is looked at again: by its role, by how it changed, and by how often it brought nothing.

The site's ``schedule`` is the unit. Where a site begins (seeds) is looked at once in it, whatever comes of it; lists
that show nothing new are looked at a quarter as often each time; articles seldom; dead pages exponentially seldom, but
for ever.

All pages of a site fall due together, at one moment of its schedule: else each is a visit of its own, and a section
shows the news before the front page does.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from http import HTTPStatus
from typing import Final

from crawler.links.url_patterns import PageRole
from db.crawling.pages import DuePage
from mezmun.core.outcomes import Outcome
from mezmun.core.sites.site_schema import Site, SiteKind

FULL_GET_EVERY: Final = 10
"""Conditional requests in a row, at the most, after which the page is asked for whole: whether "not modified" can be
believed. The second visit is whole, too: other bytes under the same validator show that it lies."""
MISTRUSTED: Final = -1
"""``validator_trust`` of a page that had other bytes under the same validators; it is asked for whole from then on.
Else that counts how often they were right about a whole page; each time twice as many conditional requests follow."""
MOST_TRUST: Final = 99
"""``validator_trust`` is counted up to this number."""

LIST_LIMIT: Final = 16
"""Intervals of the site after which a list that shows nothing new is looked at again, times the square of its cost: a
board of the index every other week, the tenth page of an archive hardly ever."""
FIRST_LIST: Final = 2
"""Intervals of the site after which a list is looked at for the second time, times the square of its place in a chain
of next pages: most are archives. News that go on over a page wake the next."""
BARREN_LIST: Final = 4
"""How many times as long a list waits after looks that showed nothing new: most show what the front page showed
before. After one with news it waits half as long, so that two looks in three show something."""
FIRST_ARTICLE: Final = timedelta(days=30)
"""An article is looked at again for corrections; feeds and sitemaps say when one has changed earlier."""
FIRST_THREAD: Final = 4
"""Intervals of the site after which the last page of a thread is looked at for new posts; twice as many when the index
shows which thread has grown."""
FIRST_DEAD: Final = timedelta(days=7)
FIRST_DOWN: Final = timedelta(minutes=5)
"""A server that is down is asked again within minutes, then four times as late each time."""
MOST_EARLY: Final = timedelta(hours=1)
"""A page may be looked at so much earlier than its wait is over. A crawl itself takes as long, so a page that is
fetched at its end keeps the moment of its begin."""
SKIPPED_AGAIN: Final = timedelta(days=7)
"""A page that the site's rules skip is not fetched; the rules, which may be others by then, are asked so much later."""
LONGEST_INTERVAL: Final = timedelta(days=365)
LONGEST_DOWN: Final = timedelta(days=30)

TRANSIENT_STATUSES: Final = frozenset({408, 421, 425, 429})
"""Client errors that pass by themselves, as all of 5xx do."""


class VisitResult(StrEnum):
    """What came of looking at a page, as far as its next date needs it."""

    CHANGED = "changed"
    """It is new, it leads to something new, or it was other bytes and another text."""
    SAME = "same"
    DEAD = "dead"
    """There is no such page, it is none to be read, or it may not be."""
    DOWN = "down"
    """The server did not serve it this time."""


@dataclass(frozen=True, slots=True)
class NextVisit:
    """When a page is due again; ``failures`` counts how often in a row it brought nothing."""

    due_at: datetime
    interval: timedelta | None
    failures: int


def finding_of(
    outcome: Outcome | None, *, status: int | None = None, robots_unread: bool = False, is_news: bool = True
) -> VisitResult:
    """Read a fetch's outcome (None: the workers will tell). ``is_news`` says whether it showed anything new."""
    match outcome:
        case Outcome.UNREACHABLE | Outcome.TIMEOUT:
            return VisitResult.DOWN
        case Outcome.ROBOTS_DENIED if robots_unread:
            return VisitResult.DOWN
        case Outcome.HTTP_ERROR if status is not None and (status >= 500 or status in TRANSIENT_STATUSES):
            return VisitResult.DOWN
        case None | Outcome.LISTING:
            return VisitResult.CHANGED if is_news else VisitResult.SAME
        case Outcome.UNCHANGED:
            return VisitResult.SAME
        case Outcome.ROBOTS_DENIED if status == HTTPStatus.OK:
            return VisitResult.SAME  # it was read, and asks not to be stored (noindex)
    return VisitResult.DEAD


def next_visit(
    page: DuePage,
    finding: VisitResult,
    site: Site,
    *,
    role: PageRole,
    is_last: bool = True,
    is_barren: bool = False,
    now: datetime,
) -> NextVisit:
    """Say when a page is due again.

    Args:
        page: as it was before this fetch.
        finding: what came of the fetch.
        site: whose interval is the unit.
        role: of the page, as it is known now.
        is_last: no further page of the same thread is known; the others hardly change.
        is_barren: it led to nothing that nobody knew, also when it is new itself or says what has changed.
        now: the end of the fetch.
    """
    unit, is_root = site.interval, page.cost == 0
    if finding in {VisitResult.DEAD, VisitResult.DOWN}:
        first, longest = (FIRST_DEAD, LONGEST_INTERVAL) if finding is VisitResult.DEAD else (FIRST_DOWN, LONGEST_DOWN)
        wait = min(first * 4 ** min(page.failures, 9), unit if is_root else longest)
        return NextVisit(_due_at(now, wait, site), page.revisit_interval, min(page.failures + 1, 99))
    if is_root:
        return NextVisit(_due_at(now, unit, site), unit, 0)
    shortest, first, longest = _limits(page, role, site, is_last)
    if page.revisit_interval is None or page.fetched_at is None:
        interval = first * (BARREN_LIST if is_barren and role is not PageRole.CONTENT else 1)
    elif finding is VisitResult.CHANGED:
        # What was looked at before its time is said to have changed by others: they will say it again. And a sitemap
        # that only tells of corrections has nothing that the front page and the feeds did not show before.
        is_early = role is PageRole.CONTENT and now + MOST_EARLY < page.fetched_at + page.revisit_interval
        tells_changes = role is not PageRole.CONTENT and is_barren
        interval = page.revisit_interval / (1 if is_early or tells_changes else 2)
    else:
        # A list that mostly has news may have none for once.
        is_idle = role is not PageRole.CONTENT and page.revisit_interval > unit
        interval = page.revisit_interval * (BARREN_LIST if is_idle else 2)
    interval = min(max(interval, shortest), longest)
    return NextVisit(_due_at(now, interval, site), interval, 0)


def _due_at(now: datetime, wait: timedelta, site: Site) -> datetime:
    """Give the end of a wait; from one interval of the site on that is one of its moments.

    Of one interval it is the next moment, unless that has all but come; of a longer one the first after the wait.
    """
    schedule = site.schedule
    if wait < schedule.interval:
        return now + wait
    if wait == schedule.interval:
        return schedule.next_moment(now + schedule.shortest / 2, site.name)
    return schedule.next_moment(now + wait - min(schedule.interval / 10, MOST_EARLY), site.name)


def asks_conditionally(page: DuePage) -> bool:
    """Say whether the page's validators are sent along."""
    return (
        page.sha256 is not None
        and bool(page.etag or page.last_modified)
        and page.validator_trust > 0
        and page.conditional_gets < min(2 ** (page.validator_trust - 1), FULL_GET_EVERY)
    )


def first_list_interval(site: Site, *, cost: float, depth: int) -> timedelta:
    """Give the time after which a list is looked at for the second time."""
    place = max(1.0, cost - depth + 1)  # a next page costs a step, and is no deeper
    return min(site.interval * FIRST_LIST * place**2, max(site.interval * FIRST_LIST, LONGEST_INTERVAL))


def _limits(page: DuePage, role: PageRole, site: Site, is_last: bool) -> tuple[timedelta, timedelta, timedelta]:
    """Give the shortest, the first and the longest interval."""
    unit = site.interval
    if role is not PageRole.CONTENT:
        first = first_list_interval(site, cost=page.cost, depth=page.depth)
        return unit, first, max(first, min(unit * LIST_LIMIT * max(1.0, page.cost) ** 2, LONGEST_INTERVAL))
    if site.kind is SiteKind.FORUM and is_last:
        first = unit * FIRST_THREAD * (2 if page.is_indexed else 1)
        return (first if page.is_indexed else unit), first, max(first, LONGEST_INTERVAL / 4)
    first = max(FIRST_ARTICLE, unit)
    return first / 4, first, max(LONGEST_INTERVAL, first)
