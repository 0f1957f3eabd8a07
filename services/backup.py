"""A backup of an installation, in a folder: a file for each table, and the raw pages.

The tables are copied as of one moment, in PostgreSQL's own text form (``COPY``), which every version of it reads; then
the raw pages, which are never changed, so what the tables name is there. The queue is not: the workers fill it again.
A folder that holds a backup already is brought up to date; raw pages that were taken down are gone from it.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import zstandard
from sqlalchemy import Connection, inspect

from db import engine as databases
from db.schema import migration, tables_version
from mezmun.core.errors import InvalidInputError, UnavailableError
from mezmun.core.version import __version__
from store.folder_store import FolderStore
from store.raw_store import RawStore

RAW: Final = "raw"
MANIFEST: Final = "backup.json"
_TABLE: Final = ".copy.zst"


@dataclass(frozen=True, slots=True)
class Backup:
    """What a backup holds."""

    version: str
    """The release that made it."""
    revision: str
    """Of the tables."""
    begun_at: str
    """ISO 8601, UTC: the tables are as they were then."""
    tables: Mapping[str, Mapping[str, Any]]
    """In the order in which they can be filled: the ``columns`` of each, and the ``sha256`` of its file."""
    raw_pages: int


def back_up(database_url: str, store: RawStore, folder: Path, now: datetime) -> Backup:
    """Write a backup to a folder, which is made, or bring the one in it up to date.

    Raises:
        InvalidInputError: the folder holds something else than a backup.
        UnavailableError: the database does not answer, is not of this version, or the folder cannot be written to.
        MissingRawPageError, DamagedRawPageError: a raw page is not as it was stored.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _check_is_backup(folder)
        (folder / MANIFEST).unlink(missing_ok=True)  # until all is there
        with (
            databases.checked_engine(database_url) as engine,
            engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection,
        ):
            tables = {name: _copy_out(connection, name, folder) for name in _in_order(connection)}
        pages = _copy_pages(store, FolderStore(folder / RAW, for_writing=True), remove=True)
        backup = Backup(__version__, tables_version.head(), now.isoformat(), tables, pages)
        (folder / MANIFEST).write_text(json.dumps(asdict(backup), indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise UnavailableError(f"The backup {folder} cannot be written: {error.strerror}.") from None
    return backup


def restore(database_url: str, store: RawStore, folder: Path) -> Backup:
    """Bring a backup back into a database without tables, and its raw pages into a store.

    The tables are made as they were, so a newer version has to bring them up to date. Nothing is changed when the
    backup is damaged, and no row is there until all are.

    Raises:
        InvalidInputError: the folder holds no whole backup, or the database has tables.
        UnavailableError: the database does not answer.
    """
    backup = read(folder)
    for name, table in backup.tables.items():
        if _checksum(_file(folder, name)) != table["sha256"]:
            raise InvalidInputError(f"The backup {folder} is damaged: {_file(folder, name)} is not what was written.")
    with databases.open_engine(database_url) as engine:
        databases.check_server(engine)
        if there := sorted(inspect(engine).get_table_names()):
            where = engine.url.render_as_string()
            raise InvalidInputError(f"The database {where} has tables ({there[0]} …): restore into an empty one.")
        _copy_pages(FolderStore(folder / RAW), store, remove=False)
        migration.upgrade(engine, backup.revision)
        with engine.begin() as connection:
            for name, table in backup.tables.items():
                _copy_in(connection, name, table["columns"], folder)
    return backup


def read(folder: Path) -> Backup:
    """Read what a backup holds.

    Raises:
        InvalidInputError: the folder holds none.
    """
    try:
        return Backup(**json.loads((folder / MANIFEST).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        raise InvalidInputError(f"The folder {folder} holds no backup that `mezmun backup` has finished.") from None


def _in_order(connection: Connection) -> list[str]:
    """Give the tables, those that others refer to before these."""
    known = inspect(connection).get_sorted_table_and_fkc_names()
    return [name for name, _ in known if name and name not in _NOT_KEPT and not name.startswith("kombu_")]


_NOT_KEPT: Final = frozenset({"alembic_version"})
"""The tables that `migration.upgrade` fills; those of the queue are left out, too."""


def _copy_out(connection: Connection, name: str, folder: Path) -> dict[str, Any]:
    columns = [each["name"] for each in inspect(connection).get_columns(name) if "computed" not in each]
    with _file(folder, name).open("wb") as file, zstandard.ZstdCompressor().stream_writer(file) as packed:
        connection.connection.cursor().copy_expert(f"COPY {_named(name, columns)} TO STDOUT", packed)
    return {"columns": columns, "sha256": _checksum(_file(folder, name))}


def _copy_in(connection: Connection, name: str, columns: list[str], folder: Path) -> None:
    cursor = connection.connection.cursor()
    cursor.execute(f'ALTER TABLE "{name}" DISABLE TRIGGER USER')  # what they add is in the backup
    cursor.execute(f'DELETE FROM "{name}"')  # noqa: S608  # what a migration put there
    with _file(folder, name).open("rb") as file, zstandard.ZstdDecompressor().stream_reader(file) as unpacked:
        cursor.copy_expert(f"COPY {_named(name, columns)} FROM STDIN", unpacked)
    cursor.execute(f'ALTER TABLE "{name}" ENABLE TRIGGER USER')
    for column in columns:  # numbers go on where they were
        cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", (name, column))
        ((sequence,),) = cursor.fetchall()
        if sequence:
            cursor.execute(f'SELECT setval(%s, max("{column}")) FROM "{name}" HAVING count(*) > 0', (sequence,))  # noqa: S608


def _named(table: str, columns: list[str]) -> str:
    names = ", ".join(f'"{column}"' for column in columns)
    return f'"{table}" ({names})'


def _check_is_backup(folder: Path) -> None:
    """Raise InvalidInputError for a folder of other things: an update removes the raw pages that this store has not,
    and those of an installation whose folder it is would be lost.

    A backup that broke off has tables, which come first, but no manifest.
    """
    names = {each.name for each in folder.iterdir()}
    tables = {name for name in names if name.endswith(_TABLE)}
    if others := sorted(names - tables - {MANIFEST, *([RAW] if tables else [])}):
        raise InvalidInputError(
            f"The folder {folder} holds other things than a backup ({others[0]}): give one that is empty or new, or "
            "one with a backup."
        )


def _file(folder: Path, table: str) -> Path:
    return folder / f"{table}{_TABLE}"


def _copy_pages(source: RawStore, target: RawStore, *, remove: bool) -> int:
    """Copy the raw pages that the target has not, checked on the way; give how many the source has."""
    present = {address for address, _ in target.addresses()}
    wanted = {address for address, _ in source.addresses()}
    for address in sorted(wanted - present):
        target.put(source.get(address))
    for address in present - wanted if remove else ():
        target.delete(address)
    return len(wanted)


def _checksum(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise InvalidInputError(f"{path} cannot be read: {error.strerror}.") from None
