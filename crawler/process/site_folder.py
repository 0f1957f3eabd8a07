"""The site files as the long-running crawler follows them: a changed file needs no restart, a wrong one stops none."""

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Engine

from db.sites import sync_site
from mezmun.core.clock import Clock
from mezmun.core.errors import ConfigurationError
from mezmun.core.sites import site_files

if TYPE_CHECKING:
    from mezmun.core.sites.site_schema import Site

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
        self._sites: dict[Path, Site] = {}

    def sync(self) -> list[str]:
        """Read the files that changed since the last look, and give the names of all sites that have a file.

        A file that is wrong is said once, in one sentence; its site stays as it was.
        """
        paths = site_files.site_files(self._folder)
        for path in set(self._stamps) - set(paths):
            del self._stamps[path]
            self._sites.pop(path, None)
        changed = [path for path in paths if self._stamps.get(path) != _stamp(path)]
        for path in changed:
            stamp = _stamp(path)
            try:
                site = site_files.load(path)
            except ConfigurationError as error:
                log.error("%s The site stays as it was.", error)
            else:
                with self._engine.begin() as connection:
                    sync_site(connection, site, now=self._now())
                self._sites[path] = site
            self._stamps[path] = stamp
        return sorted({site.name for site in self._sites.values()})


def _stamp(path: Path) -> _Stamp:
    try:
        status = path.stat()
    except OSError:
        return (0, 0)
    return (status.st_mtime_ns, status.st_size)
