"""How a site stands, in one word, the same for the dashboard and for the commands."""

from datetime import datetime
from enum import StrEnum


class SiteStatus(StrEnum):
    """How a site stands; the first that is so."""

    TAKEN_DOWN = "taken down"
    PAUSED = "paused"
    SWITCHED_OFF = "switched off"
    DOWN = "down"
    CRAWLING = "crawling"
    WAITING = "waiting"
    """For its next run, whatever else is the matter with it: alerts say that."""

    @property
    def has_next_crawl(self) -> bool:
        """Whether the site is crawled when it is due."""
        return self not in {SiteStatus.TAKEN_DOWN, SiteStatus.PAUSED, SiteStatus.SWITCHED_OFF}


def site_status(
    *,
    paused_at: datetime | None,
    enabled: bool,
    failures: int,
    is_crawled: bool,
    taken_down_at: datetime | None = None,
) -> SiteStatus:
    """Say how a site stands. ``failures`` counts the crawls in a row that found it down, and ``is_crawled`` says
    whether a crawler has it in hand."""
    states = (
        (taken_down_at, SiteStatus.TAKEN_DOWN),
        (paused_at, SiteStatus.PAUSED),
        (not enabled, SiteStatus.SWITCHED_OFF),
        (failures, SiteStatus.DOWN),
        (is_crawled, SiteStatus.CRAWLING),
    )
    return next((status for is_so, status in states if is_so), SiteStatus.WAITING)
