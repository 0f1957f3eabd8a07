"""The campaign: one run without faults, one with, on the same sites and services; then both are compared."""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from mezmun.core.errors import UnavailableError
from tests.acceptance.chaos.faults import FAULTS, plan
from tests.acceptance.chaos.installation import Installation, Services
from tests.acceptance.chaos.snapshot import Snapshot, differences, snapshot
from tests.acceptance.chaos.web_sites import WebSite, serving, write_site_files

LOOK = 0.5
"""Seconds between two looks at how far the work is."""
LONGEST_GAP = 3.0
"""Seconds after a fault in which the next one comes, however far the work is: faults meet recoveries, too."""
SECONDS_A_FAULT = 1.5
"""By which a site's crawl is paced, so that pages come until the last fault; with the gap behind it a fault takes three
times as long, for crawls stand still much of that time."""
SETTLING = 400.0
"""Seconds in which some more of the work must be done after the last fault: longer than the product's first wait before
it tries a page again, five minutes."""

Print = Callable[[str], None]


@dataclass(frozen=True)
class Report:
    """What came of a campaign."""

    seed: int
    faults: int
    pages: int
    documents: int
    again: int
    """Pages that workers began after they had been sent before: a process died with them in hand, or they were lost."""
    undisturbed_seconds: float
    disturbed_seconds: float
    wrong: list[str]
    """In what the run with faults differs, and what else was wrong; one line each."""


def run(folder: Path, *, seed: int, faults: int, pages: int, say: Print = print) -> Report:
    """Do both runs and compare them."""
    with serving(pages) as sites, _services(folder) as services:
        say(f"seed {seed}, {faults} faults, {pages} pages of {len(sites)} sites")
        begin = time.monotonic()
        expected, wrong, _ = _run(services, "undisturbed", sites, [], say)
        middle = time.monotonic()
        say(f"undisturbed: {len(expected)} facts in {middle - begin:.0f} s")
        actual, more, again = _run(services, "disturbed", sites, plan(seed, faults), say)
        end = time.monotonic()
    wrong += [*more, *differences(expected, actual)]
    documents = sum(key.startswith("document ") for key in actual)
    return Report(seed, faults, pages, documents, again, middle - begin, end - middle, wrong)


@contextmanager
def _services(folder: Path) -> Iterator[Services]:
    services = Services.start(folder)
    try:
        yield services
    finally:
        services.remove()


def _run(
    services: Services, name: str, sites: list[WebSite], faults: list[tuple[str, int]], say: Print
) -> tuple[Snapshot, list[str], int]:
    """Let an installation do its work, faults in its way; give what it has, what was wrong, and pages begun again."""
    addresses = [address for site in sites for address in site.addresses]
    sites_dir = write_site_files(sites, services.folder / f"sites-{name}", len(faults) * SECONDS_A_FAULT)
    installation = Installation(services, name, sites_dir)
    try:
        installation.keep_running()
        _wait_for(installation, 1, SETTLING)
        for number, (fault, seed) in enumerate(faults):
            _wait_for(installation, len(addresses) // (len(faults) + 1), LONGEST_GAP)
            _disturb(installation, number, fault, seed, say)
        wrong = _settle(installation, addresses)
        with installation.engine.connect() as connection:
            again = connection.scalar(text("SELECT count(*) FROM fetches WHERE processings > 0"))
        facts = snapshot(installation.engine)
    finally:
        wrong_at_end = installation.stop()
    return facts, wrong + wrong_at_end, again


def _wait_for(installation: Installation, pages: int, most_seconds: float) -> None:
    """Wait until so many pages more have ended, or so many seconds are over."""
    deadline, goal = time.monotonic() + most_seconds, installation.ended() + pages
    while installation.ended() < goal and time.monotonic() < deadline:
        time.sleep(LOOK / 2)


def _disturb(installation: Installation, number: int, name: str, seed: int, say: Print) -> None:
    try:
        done = FAULTS[name](installation, random.Random(seed))
    except (
        DBAPIError,
        UnavailableError,
        *installation.queue.errors(),
    ) as error:  # what it was to be done to is still away
        done = f"not done: {str(error).partition(chr(10))[0]}"
    installation.keep_running()
    say(f"fault {number + 1} after {installation.ended()} pages: {name}: {done}")


def _settle(installation: Installation, addresses: list[str]) -> list[str]:
    """Wait until all is done; give what is not, in lines."""
    deadline, quiet, least = time.monotonic() + SETTLING, 0, inf
    while time.monotonic() < deadline:
        installation.keep_running()
        work = installation.open_work(addresses)
        if sum(work.values()) < least:
            deadline, least = time.monotonic() + SETTLING, sum(work.values())
        quiet = 0 if work else quiet + 1
        if quiet == 3:  # what is begun by one look shows in the next
            return []
        time.sleep(LOOK)
    left = [f"{what}: {count}" for what, count in work.items()] + installation.failed_pages()
    return [f"{installation.name}: not done after {SETTLING:.0f} s: {line}" for line in left]
