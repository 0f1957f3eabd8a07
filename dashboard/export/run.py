"""One export, from nothing or from where it was stopped, to its manifest."""

import hashlib
import os
import sqlite3
from collections.abc import Callable, Generator, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine

from dashboard.export import data_sheet, manifest
from dashboard.export.export_counts import DUPLICATE, Counts
from dashboard.export.journal import NAME as JOURNAL
from dashboard.export.journal import ExportJournal, FinishedShard
from dashboard.export.measures import Measures
from dashboard.export.options import ExportFormat, ExportOptions, refuses
from dashboard.export.shards import Shard, extra_files, open_shard, shard_name
from db.publication.changes import check_position, newest_position
from db.publication.snapshots import SnapshotBatch, read_snapshot, snapshot_size, snapshot_time, taken_down_count
from mezmun.core.errors import InvalidInputError, UnavailableError
from store.raw_store import DamagedRawPageError, MissingRawPageError, RawStore

Report = Callable[[int, int], None]
"""Called, again and again, with how many pages were looked at more, and how many there are to look at."""

BATCH: Final = 500
"""Pages read at once: a few megabytes, and 20 queries for 10,000 documents."""

WITHDRAWN: Final = "withdrawn.txt"
"""The ids of documents that whoever holds an earlier export must forget, one a line."""

UNREADABLE: Final = "bytes missing or damaged"

FURTHER_PAGE: Final = "further page of a thread: "
"""What stands before the reason for which such a page is left out of a web archive, though its thread is in it."""


class _ExportTally:
    """What the manifest and the data sheet count, from what a run before had counted."""

    def __init__(self, before: Mapping[str, Any]) -> None:
        self.counts, self.measures = Counts(before.get("counts", {})), Measures(before.get("measures", {}))

    def as_dict(self) -> dict[str, Any]:
        return {"counts": self.counts.as_dict(), "measures": self.measures.as_dict()}


class Export:
    """An export into a folder. ``run`` may be stopped at any time, also by force; run again, it goes on at the shard it
    was stopped in, with the documents of the moment it was begun in."""

    def __init__(
        self, engine: Engine, raw: RawStore, folder: Path, options: ExportOptions, *, code_version: str
    ) -> None:
        self._engine, self._raw, self._folder, self._options = engine, raw, folder, options
        self._code_version = code_version

    def run(self, *, since: Path | None, report: Report = lambda _done, _all: None) -> dict[str, Any]:
        """Write the export and give its counts. ``since`` is an earlier export: only what has changed since is written.

        Raises:
            InvalidInputError: the folder holds another export, or other files; the earlier one is of another database,
                or the options cannot be.
            UnavailableError: the folder cannot be written to, or the raw store does not answer.
        """
        if (self._folder / manifest.NAME).exists():
            raise InvalidInputError(f"{self._folder} holds an export that is complete; choose another folder.")
        if since is not None and self._options.dedupe:
            raise InvalidInputError("A difference to an earlier export cannot be deduplicated: leave out one of both.")
        base = 0
        if since is not None:
            base, options = manifest.earlier_export(since)
            if (widened := self._options.widened(options)) is not None:
                raise InvalidInputError(
                    f"The export in {since} was narrower ({widened}: {options[widened]}), and what it left out would be"
                    " in neither: give the same options, or export all."
                )
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UnavailableError(f"The folder {self._folder} cannot be made: {error.strerror}.") from error
        try:
            self._refuse_foreign_files()
            return self._run(base, report)
        except (OSError, sqlite3.Error) as error:
            raise UnavailableError(
                f"The folder {self._folder} cannot be written to: {error}. Run again, the export goes on where it was."
            ) from error

    def _refuse_foreign_files(self) -> None:
        """Refuse a folder whose files are of no export: one of them may have the name of a file that is written."""
        others = [] if (self._folder / JOURNAL).exists() else sorted(path.name for path in self._folder.iterdir())
        if others:
            raise InvalidInputError(
                f"The folder {self._folder} holds files of no export ({others[0]}); choose an empty or a new one."
            )

    def _run(self, base: int, report: Report) -> dict[str, Any]:
        journal = ExportJournal(self._folder)
        finished = False
        try:
            newest = newest_position(self._engine)
            check_position(base, newest)
            position = journal.begin(self._options.as_dict(), newest, base)
            with self._engine.connect() as connection:
                total, at = snapshot_size(connection, position=position, base=base), snapshot_time(connection, position)
            # What is taken down while an export is made, or between two starts of it, must not stay in its files. It
            # comes to an end: pages are taken down by hand, and an export takes minutes.
            while True:
                taken_down = self._taken_down_count()
                if journal.taken_down != taken_down:
                    for shard in journal.shards():
                        (self._folder / shard.name).unlink(missing_ok=True)
                    journal.start_over(taken_down)
                tally = self._write_shards(journal, position, base, lambda done: report(done, total))
                if taken_down == self._taken_down_count():
                    break
            counts = tally.counts.as_dict()
            self._write(WITHDRAWN, (f"{each}\n" for each in journal.withdrawn()))
            snapshot = manifest.snapshot(position, base, None if at is None else at.isoformat(), taken_down)
            sheet = data_sheet.data_sheet(tally.measures, counts, self._options, snapshot, self._code_version)
            others = extra_files(self._options.format, counts["documents"]) | {data_sheet.NAME: sheet}
            for name, text in others.items():
                self._write(name, [text])
            files = journal.shards() + [self._finished(name, 0) for name in (WITHDRAWN, *others)]
            content = manifest.manifest(
                self._options,
                snapshot=snapshot,
                code_version=self._code_version,
                counts=counts,
                files=files,
            )
            self._write(manifest.NAME, [content])
            finished = True
            return counts
        finally:
            journal.close(finished=finished)

    def _taken_down_count(self) -> int:
        with self._engine.connect() as connection:
            return taken_down_count(connection, self._options.sites)

    def _write_shards(
        self, journal: ExportJournal, position: int, base: int, report: Callable[[int], None]
    ) -> _ExportTally:
        last, before = journal.progress
        tally, ended = _ExportTally(before), False
        with closing(self._batches(position, base, last)) as batches:
            while not ended:
                name = shard_name(self._options.format, len(journal.shards()))
                path = self._folder / name
                path.parent.mkdir(exist_ok=True)
                unfinished = path.with_name(f"{path.name}.unfinished")
                shard, records = open_shard(self._options.format, unfinished, self._raw), 0
                for batch in batches:
                    records += self._add(shard, batch, journal, tally, forget=base > 0)
                    last = batch.last or last
                    report(self._batch_size)
                    if records >= self._options.shard_size:
                        break
                else:
                    ended = True
                shard.close()
                if records:
                    _sync(unfinished)
                    unfinished.rename(path)
                    journal.finish_shard(self._finished(name, records), last, tally.as_dict())
                else:
                    unfinished.unlink()
                    journal.finish_shard(None, last, tally.as_dict())
        return tally

    @property
    def _batch_size(self) -> int:
        return min(BATCH, self._options.shard_size)

    def _batches(self, position: int, base: int, after: int) -> Generator[SnapshotBatch, None, None]:
        """Go through the snapshot; the next batch is read while one is written."""
        wanted, size = self._options.wanted, self._batch_size

        def read(after: int) -> SnapshotBatch:
            with self._engine.connect() as connection:
                return read_snapshot(
                    connection,
                    position=position,
                    after=after,
                    limit=size,
                    wanted=wanted,
                    base=base,
                    for_archive=self._options.format is ExportFormat.WARC,
                )

        with ThreadPoolExecutor(1) as pool:
            ahead = pool.submit(read, after)
            while (batch := ahead.result()).last is not None:
                ahead = pool.submit(read, batch.last)
                yield batch

    def _add(
        self, shard: Shard, batch: SnapshotBatch, journal: ExportJournal, tally: _ExportTally, *, forget: bool
    ) -> int:
        """Write the records of a batch and count them, and what is left out; give how many were written.

        ``forget``: who has the earlier export may have a record that is left out, and is told to forget it.
        """
        records, left_out = 0, list(batch.withdrawn)
        for record in batch.records:
            reason = self._write_record(shard, record, journal)
            if reason is not None:
                tally.counts.withhold(reason)
                if forget:
                    left_out.append(record["id"])
                continue
            for page in record.get("further_pages", ()):
                if (why := self._write_page(shard, page)) is not None:
                    tally.counts.withhold(FURTHER_PAGE + why)
            tally.counts.add(record)
            tally.measures.add(record, batch.changes[record["id"]])
            records += 1
        journal.withdraw(left_out)
        return records

    def _write_record(self, shard: Shard, record: Mapping[str, Any], journal: ExportJournal) -> str | None:
        """Write a record, or give the reason why it is left out. Only one that is written makes others duplicates."""
        if (reason := refuses(record["signals"], self._options.respect)) is not None:
            return reason
        keys = record["text"], record["cluster_id"]
        reason = DUPLICATE if self._options.dedupe and journal.knows(*keys) else _unreadable(shard, record)
        if self._options.dedupe and reason in (None, DUPLICATE):
            journal.remember(*keys)
        return reason

    def _write_page(self, shard: Shard, page: Mapping[str, Any]) -> str | None:
        return refuses(page["signals"], self._options.respect) or _unreadable(shard, page)

    def _finished(self, name: str, documents: int) -> FinishedShard:
        path = self._folder / name
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        return FinishedShard(name, digest, path.stat().st_size, documents)

    def _write(self, name: str, lines: Iterable[str]) -> None:
        path = self._folder / name
        unfinished = path.with_name(f"{name}.unfinished")
        with unfinished.open("w", encoding="utf-8") as file:
            file.writelines(lines)
        _sync(unfinished)
        unfinished.rename(path)


def _unreadable(shard: Shard, record: Mapping[str, Any]) -> str | None:
    """Write a record; give the reason why it cannot be: its bytes were not kept, or cannot be read."""
    try:
        shard.add(record)
    except MissingRawPageError:  # the bytes of a page that asks not to be archived are removed once it is read
        return refuses(record["signals"], ("noarchive",)) or UNREADABLE
    except DamagedRawPageError:
        return UNREADABLE
    return None


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
