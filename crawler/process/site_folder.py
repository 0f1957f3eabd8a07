"""The site files as the long-running crawler follows them: a changed file needs no restart, a wrong one stops none."""

import logging
from pathlib import Path

from sqlalchemy import Engine

from db.sites import sync_site
from mezmun.core.clock import Clock
from mezmun.core.errors import ConfigurationError
from mezmun.core.sites import site_files

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
        the file was wrong before this process began.

        Raises:
            ConfigurationError: the folder is a file.
        """
        paths = site_files.site_files(self._folder)
        removed = {path.stem for path in set(self._stamps) - set(paths)}  # what else their sites have is read anew
        self._stamps = {path: stamp for path, stamp in self._stamps.items() if path.stem not in removed}
        names: set[str] = set()
        for path in paths:
            if self._stamps.get(path) != (stamp := _stamp(path)):
                self._read(path, is_second=path.stem in names)
                self._stamps[path] = stamp
            names.add(path.stem)
        return sorted(names)

    def _read(self, path: Path, *, is_second: bool) -> None:
        try:
            site = site_files.load(path)
            if is_second:
                raise ConfigurationError(site_files.second_file(path))
        except ConfigurationError as error:
            log.error("%s The site stays as it was.", error)
        else:
            with self._engine.begin() as connection:
                sync_site(connection, site, now=self._now())


def _stamp(path: Path) -> _Stamp:
    try:
        status = path.stat()
    except OSError:
        return (0, 0)
    return (status.st_mtime_ns, status.st_size)
