"""How far an export has come, on disk beside it: one SQLite file, changed once for each shard that is finished.

It also holds what would grow in memory with the export: digests of texts and their clusters, and the ids withdrawn.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from mezmun.core.errors import InvalidInputError

NAME: Final = "_journal.sqlite"

_TABLES: Final = """
CREATE TABLE IF NOT EXISTS run (options TEXT NOT NULL, position INTEGER NOT NULL, base INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS shards (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    documents INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS progress (last_id INTEGER NOT NULL, counts TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS texts (digest BLOB PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS withdrawn (id INTEGER PRIMARY KEY);
CREATE TABLE IF NOT EXISTS removals (taken_down INTEGER NOT NULL);
"""


@dataclass(frozen=True, slots=True)
class FinishedShard:
    """A file of the export: its name, the SHA-256 of its bytes, their number, and that of its documents."""

    name: str
    sha256: str
    bytes: int
    documents: int


@dataclass(frozen=True, slots=True)
class ExportFiles:
    """The names of an export's files, the sites that they are of, or none for all, and how many of their pages had been
    taken down when the first was begun."""

    sites: Sequence[str]
    taken_down: int
    names: Sequence[str]


def read(path: Path) -> ExportFiles:
    """Read a journal that another process may have open.

    Raises:
        sqlite3.Error: it is damaged, or no longer there.
    """
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
        row = database.execute("SELECT options, taken_down FROM run, removals").fetchone()
        names = [name for (name,) in database.execute("SELECT name FROM shards")]
    return ExportFiles((), 0, ()) if row is None else ExportFiles(json.loads(row[0])["sites"], row[1], names)


class ExportJournal:
    """The journal of one export; what is not saved is as if it had never been."""

    def __init__(self, folder: Path) -> None:
        """Open or begin it.

        Raises:
            InvalidInputError: another export has it open.
            sqlite3.Error: the folder cannot be written to, as in all that follows; or it is damaged.
        """
        self._path = folder / NAME
        self._database = sqlite3.connect(self._path, timeout=1, isolation_level=None)
        try:
            self._database.executescript(_TABLES)
            self._database.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            raise InvalidInputError(f"Another export is writing to {folder}; wait for it.") from None

    def begin(self, options: Mapping[str, Any], position: int, base: int) -> int:
        """Say what is exported, at which position; give the position of the run begun before, if there is one.

        Raises:
            InvalidInputError: the run begun before is another.
        """
        wanted = json.dumps(options, sort_keys=True)
        row = self._database.execute("SELECT options, position, base FROM run").fetchone()
        if row is None:
            self._database.execute("INSERT INTO run VALUES (?, ?, ?)", (wanted, position, base))
            self._database.execute("INSERT INTO progress VALUES (0, '{}')")
            self.save()
            return position
        if (row[0], row[2]) != (wanted, base):
            raise InvalidInputError(
                f"{self._path.parent} holds another export that is not finished: go on with its options ({row[0]}),"
                " or choose another folder."
            )
        return int(row[1])

    @property
    def taken_down(self) -> int | None:
        """Give how many pages had been taken down when the first shard was begun; None when there is none."""
        row = self._database.execute("SELECT taken_down FROM removals").fetchone()
        return None if row is None else int(row[0])

    def start_over(self, taken_down: int) -> None:
        """Forget all shards, whose files the caller has removed, and begin with the first again."""
        self._database.execute("DELETE FROM shards")
        self._database.execute("DELETE FROM texts")
        self._database.execute("DELETE FROM withdrawn")
        self._database.execute("DELETE FROM removals")
        self._database.execute("UPDATE progress SET last_id = 0, counts = '{}'")
        self._database.execute("INSERT INTO removals VALUES (?)", (taken_down,))
        self.save()

    @property
    def progress(self) -> tuple[int, dict[str, Any]]:
        """Give the last id looked at, and the counts until then."""
        last_id, counts = self._database.execute("SELECT last_id, counts FROM progress").fetchone()
        return last_id, json.loads(counts)

    def shards(self) -> list[FinishedShard]:
        """List the files that are finished, in order."""
        rows = self._database.execute("SELECT name, sha256, bytes, documents FROM shards ORDER BY number")
        return [FinishedShard(*row) for row in rows]

    def finish_shard(self, shard: FinishedShard | None, last_id: int, counts: Mapping[str, Any]) -> None:
        """Note a finished file (or that there was nothing to write), how far it reaches, and the counts; and save."""
        if shard is not None:
            self._database.execute(
                "INSERT INTO shards (name, sha256, bytes, documents) VALUES (?, ?, ?, ?)",
                (shard.name, shard.sha256, shard.bytes, shard.documents),
            )
        self._database.execute("UPDATE progress SET last_id = ?, counts = ?", (last_id, json.dumps(counts)))
        self.save()

    def knows(self, text: str, cluster: int | None) -> bool:
        """Say whether a text or its cluster was remembered."""
        query = "SELECT 1 FROM texts WHERE digest = ?"
        return any(self._database.execute(query, (key,)).fetchone() for key in _keys(text, cluster))

    def remember(self, text: str, cluster: int | None) -> None:
        """Remember a text and its cluster: a text that is not yet in a cluster may be that of a document which is."""
        self._database.executemany("INSERT OR IGNORE INTO texts VALUES (?)", [(key,) for key in _keys(text, cluster)])

    def withdraw(self, ids: Sequence[int]) -> None:
        """Remember ids as withdrawn."""
        self._database.executemany("INSERT OR IGNORE INTO withdrawn VALUES (?)", [(each,) for each in ids])

    def withdrawn(self) -> Iterator[int]:
        """Go through the ids withdrawn, in order."""
        for (each,) in self._database.execute("SELECT id FROM withdrawn ORDER BY id"):
            yield each

    def save(self) -> None:
        """Put everything on the disk."""
        self._database.execute("COMMIT")
        self._database.execute("BEGIN IMMEDIATE")

    def close(self, *, finished: bool = False) -> None:
        """Forget what was not saved; a finished export needs no journal any more."""
        self._database.close()
        if finished:
            self._path.unlink()


def _keys(text: str, cluster: int | None) -> list[bytes]:
    digest = hashlib.blake2b(text.encode(), digest_size=16).digest()
    return [digest] if cluster is None else [digest, cluster.to_bytes(8, "big")]
