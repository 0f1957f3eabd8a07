"""The exports that were made through the dashboard, and the one that is being made: in a thread, one at a time."""

import logging
import sqlite3
import threading
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import chain, count
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine

from dashboard.export import journal, manifest
from dashboard.export.journal import ExportFiles
from dashboard.export.options import ExportOptions
from dashboard.export.run import Export
from db.publication.snapshots import taken_down_count
from mezmun.core.errors import InvalidInputError, MezmunError
from mezmun.core.version import code_version
from store.raw_store import RawStore

FOLDER: Final = "exports"
"""The dashboard puts exports into this folder, which is in the data folder of the installation."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ExportState:
    """An export in its folder. ``manifest`` is None until it is complete; ``done`` of ``total`` pages were looked at
    while it is being made, and both are None when it is not. ``fault`` says why it was stopped, where this
    process knows. ``outdated``: a page that may be in it was taken down, and its files are no more."""

    name: str
    manifest: dict[str, Any] | None
    done: int | None = None
    total: int | None = None
    fault: str = ""
    outdated: bool = False


def remove_outdated(engine: Engine, folder: Path) -> set[str]:
    """Remove the files of the exports in a folder that may hold what was taken down; name these exports.

    Such is an export that was complete, or stopped, before a page of its sites was taken down. Its manifest stays, to
    make it anew; one that is stopped, or still made, begins anew by itself.
    """
    outdated = set()
    with engine.connect() as connection:
        taken_down = cache(lambda sites: taken_down_count(connection, sites))
        for export in folder.glob("*/"):
            contents = _files_of(export)
            if contents is not None and contents.names and contents.taken_down != taken_down(tuple(contents.sites)):
                outdated.add(export.name)
                for name in contents.names:
                    with suppress(OSError):  # of a disk that cannot be written to none is given
                        (export / name).unlink()
    return outdated


def _files_of(export: Path) -> ExportFiles | None:
    if (path := export / manifest.NAME).exists():
        content = manifest.read(path)
        names = [file["name"] for file in content["files"]]
        return ExportFiles(content["options"]["sites"], content["snapshot"].get("taken_down", 0), names)
    with suppress(sqlite3.Error):
        return journal.read(export / journal.NAME)
    return None


class ExportFolder:
    """A folder with a folder for each export."""

    def __init__(self, engine: Engine, raw: RawStore, folder: Path) -> None:
        self._engine, self._raw, self._folder = engine, raw, folder
        self._lock = threading.Lock()
        self._running: tuple[str, int, int] | None = None
        self._faults: dict[str, str] = {}

    def begin(self, options: ExportOptions, *, now: datetime) -> str:
        """Begin an export, and give its name.

        Raises:
            InvalidInputError: one is being made already.
        """
        stem = f"{now:%Y-%m-%d-%H%M%S}-{options.format}"
        names = chain([stem], (f"{stem}-{number}" for number in count(2)))  # of one second
        name = next(each for each in names if not (self._folder / each).exists())
        with self._lock:
            if self._running is not None:
                raise InvalidInputError("An export is being made already. Wait for it.")
            self._running = (name, 0, 0)
        threading.Thread(target=self._run, args=(name, options), daemon=True).start()
        return name

    def list(self) -> list[ExportState]:
        """List the exports, the newest first; those that hold what was taken down since lose their files."""
        outdated = remove_outdated(self._engine, self._folder)
        names = {path.parent.name for path in self._folder.glob(f"*/{manifest.NAME}")}
        names |= {path.parent.name for path in self._folder.glob(f"*/{journal.NAME}")}
        names |= self._faults.keys()
        running = self._running
        if running is not None:
            names.add(running[0])
        return [self._state(name, running, name in outdated) for name in sorted(names, reverse=True)]

    def file(self, name: str, file: str) -> Path | None:
        """Give the path of a file of a complete export; None when its manifest has no such file."""
        export = next((each for each in self.list() if each.name == name), None)
        if export is None or export.manifest is None or export.outdated:
            return None
        known = {manifest.NAME, *(each["name"] for each in export.manifest["files"])}
        return self._folder / name / file if file in known else None

    def _state(self, name: str, running: tuple[str, int, int] | None, outdated: bool) -> ExportState:
        if running is not None and running[0] == name:
            return ExportState(name, None, *running[1:])
        path = self._folder / name / manifest.NAME
        content = manifest.read(path) if path.exists() else None
        return ExportState(name, content, fault=self._faults.get(name, ""), outdated=outdated)

    def _run(self, name: str, options: ExportOptions) -> None:
        def report(done: int, total: int) -> None:
            before = self._running[1] if self._running else 0
            self._running = (name, min(before + done, total), total)

        try:
            export = Export(self._engine, self._raw, self._folder / name, options, code_version=code_version())
            export.run(since=None, report=report)
        except MezmunError as error:
            log.warning("the export %s was stopped: %s", name, error)
            self._faults[name] = str(error)
        except Exception:
            log.exception("the export %s was stopped", name)
        finally:
            self._running = None
