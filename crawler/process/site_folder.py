"""The site files as the long-running crawler follows them: a changed file needs no restart, a wrong one stops none."""

import logging
from pathlib import Path
from typing import Final

from sqlalchemy import Engine

from db.crawling.pages import pages_elsewhere
from db.sites import sync_sites
from mezmun.core.clock import Clock
from mezmun.core.counts import count_of
from mezmun.core.errors import ConfigurationError
from mezmun.core.sites import site_files
from mezmun.core.sites.site_schema import Site

AT_ONCE: Final = 100
"""Files of one transaction: each in its own would let a crawler of 10,000 sites begin after three minutes."""

log = logging.getLogger(__name__)

_Stamp = tuple[int, int]


class SiteFolder:
    """The sites of a folder, written to the database when their files change.

    Args:
        folder: of the site files.
        engine: the database of this process.
        now: the time with its zone.
    """

    def __init__(self, folder: Path, engine: Engine, now: Clock) -> None:
        self._folder = folder
        self._engine = engine
        self._now = now
        self._stamps: dict[Path, _Stamp] = {}

    def sync(self) -> list[str]:
        """Read the files that changed since the last look, and give the names of all sites that have a file.

        A file that is wrong is said once, each fault in a sentence; its site stays as the database has it, also when
        the file was wrong before this process began. A file that was removed is said once, too, and a host that a file
        has no more, if pages are known there.

        Raises:
            ConfigurationError: the folder is a file.
        """
        paths = site_files.site_files(self._folder)
        removed = {path.stem for path in set(self._stamps) - set(paths)}  # what else their sites have is read anew
        self._stamps = {path: stamp for path, stamp in self._stamps.items() if path.stem not in removed}
        stamps = {path: _stamp(path) for path in paths}
        changed = [path for path in paths if self._stamps.get(path) != stamps[path]]
        first = {path.stem: path for path in reversed(paths)}
        for name in sorted(removed - first.keys()):
            log.warning(
                "The site %s has no file any more: a crawl of it goes on to its end, and no other begins.", name
            )
        for start in range(0, len(changed), AT_ONCE):
            some = changed[start : start + AT_ONCE]
            sites = [site for path in some if (site := _read(path, is_second=first[path.stem] != path)) is not None]
            with self._engine.begin() as connection:
                narrower = set(sync_sites(connection, sites, now=self._now()))
                lost = [
                    (site.name, pages_elsewhere(connection, site.name, site.allowed_hosts))
                    for site in sites
                    if site.name in narrower
                ]
            for name, pages in lost:
                for host, number in pages.items():
                    log.warning(
                        "The file of the site %s has the host %s no more: %s known there %s fetched no more,"
                        " and the documents stay.",
                        *(name, host, count_of(number, "page"), "is" if number == 1 else "are"),
                    )
            self._stamps |= {path: stamps[path] for path in some}
        return sorted(first)


def _read(path: Path, *, is_second: bool) -> Site | None:
    try:
        site = site_files.load(path)
        if is_second:
            raise ConfigurationError(site_files.second_file(path))
    except ConfigurationError as error:
        log.error("%s The site stays as it was.", error)
        return None
    return site


def _stamp(path: Path) -> _Stamp:
    try:
        status = path.stat()
    except OSError:
        return (0, 0)
    return (status.st_mtime_ns, status.st_size)
