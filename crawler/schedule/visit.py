"""One visit to a page: what came of it, what it leads to, and what its row is from then on; it asks nobody."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Final

from crawler.links.discovery import Link
from crawler.links.thread_address import ThreadPageAddress, thread_page
from crawler.links.url_patterns import PageRole
from crawler.links.url_shape import shape_of
from crawler.schedule.revisit_policy import (
    MISTRUSTED,
    MOST_TRUST,
    VisitResult,
    finding_of,
    first_list_interval,
    next_visit,
)
from db.crawling.fetches import Fetched
from db.crawling.found_pages import FoundPage
from db.crawling.pages import DuePage, Visited
from mezmun.core.outcomes import Outcome
from mezmun.core.sites.site_schema import Site

PAGES_PER_LISTING: Final = 50_000
"""Links taken of one page: as many as a sitemap may hold (sitemaps.org), and more than any honest page has."""
MOST_BARREN: Final = 10
"""Next pages, or redirects, in a row that lead to nothing new, after which a chain is not followed on: a calendar has
no end."""
FEWEST_LISTED: Final = 5
"""Articles by which two lists can be the same."""
MOST_NEW: Final = 0.8
"""Share of a list's articles from which on, when they are new, the news may have gone on over its end."""
FEWEST_CHANGED: Final = 20
"""Pages of one feed that may all have changed since it was last read."""


@dataclass(frozen=True, slots=True)
class Redirect:
    """The page of the site that a page leads to, and whether it does so for good."""

    target: str
    role: PageRole
    permanent: bool


@dataclass(frozen=True, slots=True)
class Visit:
    """A page that was asked for, what came of it, and the links that were read on it."""

    site: Site
    page: DuePage
    fetched: Fetched
    role: PageRole
    """Of the page, as it is known now."""
    links: Sequence[Link] = ()
    redirect: Redirect | None = None

    @property
    def fails_again(self) -> bool:
        """Say whether a fetch that failed tells of its page alone: a page that is broken fails each time, whatever its
        site does. A seed, and a robots.txt that cannot be read, tell of the site."""
        return self.page.failures > 0 and self.page.cost > 0 and self.fetched.outcome is not Outcome.ROBOTS_DENIED

    def found_links(self) -> list[Link]:
        """Give the links to the pages it leads to, without further pages of the same list or thread."""
        if self.page.depth >= self.site.limits.depth:
            return []
        return [link for link in self._believed_links() if not self._leads_on(link)]

    def found_page(self, link: Link) -> FoundPage:
        """Give the page that one of these links leads to."""
        return self._found_page(link, self.page.depth + 1)

    def next_pages(self, articles: int, new_articles: int, new: int) -> list[FoundPage]:
        """Give the pages that go on where it ends; whether a chain is followed on depends on what else it showed.

        ``articles`` counts the articles it leads to, ``new_articles`` those that nobody knew before this crawl, by
        whatever list they came first; ``new`` the pages that nobody knew before this visit, or not as they are.
        """
        chain = [self._found_page(link, self.page.depth) for link in self._believed_links() if self._leads_on(link)]
        barren = 0 if new else self.page.barren + 1
        if barren > MOST_BARREN:
            return []
        went_over = self.page.fetched_at is not None and 0 < MOST_NEW * articles <= max(new_articles, new)
        # A next page that turns up on a list that was read before has what that list had: it is as if it was read now.
        is_old = self.page.fetched_at is not None and self.page.role == PageRole.LISTING and not went_over
        now = self.fetched.fetched_at
        return [
            replace(
                each,
                barren=barren,
                modified_at=now if went_over else None,
                due_at=now + first_list_interval(self.site.at(each.url), cost=each.cost, depth=each.depth)
                if is_old
                else None,
            )
            for each in chain
        ]

    def _leads_on(self, link: Link) -> bool:
        """Say whether a link goes on where the page ends; the numbers behind a thread in an index are the thread's."""
        return link.next_page and (link.thread is None or self.page.role != PageRole.LISTING)

    def redirected_page(self) -> FoundPage | None:
        """Give the page it redirects to, if it does."""
        if self.redirect is None:
            return None
        target = self.redirect.target
        # What stood here before stands there from now on: a thread that was merged into another one.
        moved_at = self.fetched.fetched_at if self.page.sha256 is not None and self.makes_alias else None
        link = Link(target, self.redirect.role, thread=thread_page(target, self.site), modified_at=moved_at)
        page = self._found_page(link, self.page.depth)
        return replace(page, cost=self.page.cost, found_on=None, barren=self.page.barren + 1)

    @property
    def makes_alias(self) -> bool:
        """Say whether the page is only another address of the one it redirects to; where a site begins never is."""
        return self.redirect is not None and self.redirect.permanent and self.page.cost > 0

    def finding(self, new: int) -> VisitResult:
        """Say what came of it; ``new`` counts the pages it leads to that nobody knew, or knew otherwise."""
        return finding_of(
            self.fetched.outcome,
            status=self.fetched.status,
            robots_unread=self.fetched.robots == "unreachable",
            is_news=self._is_news(new),
        )

    def visited(self, new: int, revised: int = 0) -> Visited:
        """Give what the page's row is from now on.

        ``new`` counts the pages it leads to that nobody knew, ``revised`` those that it says have changed.
        """
        page, fetched = self.page, self.fetched
        place, part = thread_page(page.url, self.site), self.site.at(page.url)
        is_last = not any(_goes_on(link, place) for link in self.links)
        visit = next_visit(
            *(page, self.finding(new + revised), part),
            role=self.role,
            is_last=is_last,
            is_barren=not new,
            now=fetched.fetched_at,
        )
        raw, not_modified = fetched.raw, fetched.outcome is Outcome.UNCHANGED
        headers = {name.lower(): value for name, value in fetched.headers.items()}
        same_validators = (headers.get("etag"), headers.get("last-modified")) == (page.etag, page.last_modified)
        trust = page.validator_trust
        if raw is not None and page.sha256 is not None and trust > MISTRUSTED:
            are_wrong = same_validators and raw.sha256 != page.sha256
            trust = MISTRUSTED if are_wrong else min(trust + 1, MOST_TRUST)
        return Visited(
            id=page.id,
            role=self.role,
            next_due_at=visit.due_at,
            revisit_interval=visit.interval,
            fetched_at=fetched.fetched_at,
            failures=visit.failures,
            sha256=raw.sha256 if raw is not None else page.sha256,
            etag=headers.get("etag") if raw is not None else page.etag,
            last_modified=headers.get("last-modified") if raw is not None else page.last_modified,
            validator_trust=trust,
            conditional_gets=page.conditional_gets + 1
            if not_modified
            else 0
            if raw is not None
            else page.conditional_gets,
            list_digest=_digest_of(self.links) if self.role is PageRole.LISTING else None,
            thread_key=place.thread if place is not None else None,
            thread_page=place.number if place is not None else None,
            kind=part.kind if part.kind is not self.site.kind else None,
        )

    def _believed_links(self) -> Sequence[Link]:
        return believed(self.links[:PAGES_PER_LISTING], self.page.fetched_at, self.fetched.fetched_at)

    def _found_page(self, link: Link, depth: int) -> FoundPage:
        return FoundPage(
            self.site.name,
            link.url,
            link.role,
            depth=depth,
            cost=self.page.cost + 1,
            shape=shape_of(link.url),
            found_on=self.page.id,
            modified_at=link.modified_at,
            index_state=link.index_state,
            thread_key=link.thread.thread if link.thread is not None else None,
            thread_page=link.thread.number if link.thread is not None else None,
        )

    def _is_news(self, new: int) -> bool:
        page, raw = self.page, self.fetched.raw
        if page.fetched_at is None or new:
            return True
        if self.role is not PageRole.CONTENT or raw is None or raw.sha256 == page.sha256:
            return False
        # Whether other bytes are another text, the workers tell; what they told of the last time stands for it.
        return page.last_outcome == Outcome.STORED


def _digest_of(links: Sequence[Link]) -> str | None:
    """Tell a list from another by what it leads to; None when that is too little to tell."""
    urls = sorted({link.url for link in links if link.role in {PageRole.CONTENT, PageRole.UNKNOWN}})
    return sha256("\n".join(urls).encode()).hexdigest() if len(urls) >= FEWEST_LISTED else None


def _goes_on(link: Link, place: ThreadPageAddress | None) -> bool:
    """Say whether a link of a page leads to a later page of the same thread, or list."""
    if place is None or link.thread is None:
        return link.next_page
    return link.thread.thread == place.thread and link.thread.number > place.number


def believed(links: Sequence[Link], last_read: datetime | None, now: datetime) -> Sequence[Link]:
    """Leave out when a feed says its pages were changed, where that says nothing.

    Times to come do not; nor does a feed that says it of more than half of its pages since it was last read: programs
    write the time of the file there.
    """
    changed = [link for link in links if link.modified_at is not None and last_read and link.modified_at > last_read]
    if len(changed) > max(FEWEST_CHANGED, len(links) / 2):
        return [replace(link, modified_at=None) for link in links]
    return [replace(link, modified_at=None) if link.modified_at and link.modified_at > now else link for link in links]
