"""The raw store as a folder, on one machine or on a disk that every machine mounts."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from mezmun.core.errors import UnavailableError
from store.packed_page import SUFFIX, address_of, name_of, pack, unpack
from store.raw_store import DamagedRawPageError, MissingRawPageError, StoredBytes

MARKER: Final = ".mezmun-raw-store"
"""File of every store's folder. Without it the folder is not the store but the place where its disk is mounted."""

FILE_MODE: Final = 0o660
FOLDER_MODE: Final = 0o770
"""The folder is for the owner and the group alone, less what the umask takes: with 007 and a group of their own,
crawler and worker can be two users."""
UNFINISHED: Final = ".part"


class FolderStore:
    """Raw pages in a folder.

    The folder and its marker are made when the store is opened, unless it ``is_known``: then a folder that has neither
    the marker nor a page is the place where its disk is mounted. While they are gone, the store is away: nothing is
    missing in it, and nothing is written to where its disk was. One that is there may only be readable, such as a
    backup, unless it is opened ``for_writing``.

    Args:
        root: the folder.
        for_writing: whether a folder that cannot be written to is refused now.
        is_known: whether pages were stored in it before.

    Raises:
        UnavailableError: the folder cannot be made or written to, or it is known and away, and opened ``for_writing``.
    """

    def __init__(self, root: Path, *, for_writing: bool = False, is_known: bool = False) -> None:
        self.root = root
        is_there = (root / MARKER).exists()
        if is_known and not is_there and not self._has_page():
            if for_writing:
                self._make_sure_it_is_there()
            return
        if is_there and not for_writing:
            return
        with self._reporting("be written to"):
            root.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
            if not os.access(root, os.W_OK | os.X_OK):
                raise PermissionError(f"no right to write to {root}")
            (root / MARKER).touch()

    def put(self, body: bytes) -> StoredBytes:
        """Keep the bytes; see ``RawStore``."""
        sha256 = address_of(body)
        path = self._path(sha256)
        with suppress(MissingRawPageError, DamagedRawPageError):  # a damaged object is written anew
            self.get(sha256)
            with self._reporting("be written to", missing_is_fine=False):
                os.utime(path)  # it is wanted again: what tidies up must not take it for forgotten
                return StoredBytes(sha256, len(body), path.stat().st_size)
        packed = pack(body)
        with self._reporting("be written to", missing_is_fine=False):
            self._make_folder(path.parent)
            temporary = path.with_name(f".{secrets.token_hex(8)}{UNFINISHED}")
            try:
                handle = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE)
                with os.fdopen(handle, "wb") as file:
                    file.write(packed)
                    file.flush()
                    os.fsync(file.fileno())
                temporary.replace(path)
            except BaseException:
                temporary.unlink(missing_ok=True)
                raise
            _sync_folder(path.parent)
        return StoredBytes(sha256, len(body), len(packed))

    def get(self, sha256: str) -> bytes:
        """Give the bytes; see ``RawStore``."""
        path = self._path(sha256)
        try:
            with self._reporting("be read"):
                packed = path.read_bytes()
        except FileNotFoundError:
            self._make_sure_it_is_there()
            raise MissingRawPageError(
                f"The raw page {sha256} is not in {self.root}. Is MEZMUN_RAW_STORE the folder it was stored in?"
            ) from None
        return unpack(packed, sha256, str(path))

    def delete(self, sha256: str) -> None:
        """Forget the bytes; see ``RawStore``."""
        path = self._path(sha256)
        with self._reporting("be written to"):
            try:
                path.unlink()
            except FileNotFoundError:
                self._make_sure_it_is_there()

    def addresses(self) -> Iterator[tuple[str, datetime]]:
        """Go through what is held; see ``RawStore``."""
        self._make_sure_it_is_there()
        for path in self.root.glob(f"??/??/*{SUFFIX}"):
            with suppress(FileNotFoundError):  # deleted meanwhile
                yield path.stem, datetime.fromtimestamp(path.stat().st_mtime, UTC)

    def remove_unfinished(self, before: datetime) -> int:
        """Remove what killed writers left; see ``RawStore``."""
        self._make_sure_it_is_there()
        removed = 0
        with self._reporting("be written to"):
            for path in self.root.glob(f"??/??/.*{UNFINISHED}"):
                with suppress(FileNotFoundError):  # finished meanwhile
                    if path.stat().st_mtime < before.timestamp():
                        path.unlink()
                        removed += 1
        return removed

    def free_bytes(self) -> int:
        """Give the room that is left on its disk for this user; see ``RawStore``."""
        self._make_sure_it_is_there()
        with self._reporting("be read"):
            disk = os.statvfs(self.root)
        return disk.f_bavail * disk.f_frsize

    def _make_sure_it_is_there(self) -> None:
        with self._reporting("be read"):
            if not (self.root / MARKER).exists():
                raise UnavailableError(
                    f"The raw store {self.root} is away: it has no file {MARKER}. Mount its disk, or mend"
                    " MEZMUN_RAW_STORE; to go on with an empty one, make this file."
                )

    def _has_page(self) -> bool:
        with self._reporting("be read"):
            return next(self.root.glob(f"??/??/*{SUFFIX}"), None) is not None

    def _path(self, sha256: str) -> Path:
        return self.root / name_of(sha256)

    def _make_folder(self, folder: Path) -> None:
        if not folder.is_dir():
            for each in (folder.parent, folder):  # never the store's own folder: it is away when that is not there
                each.mkdir(FOLDER_MODE, exist_ok=True)
            _sync_folder(folder.parent)
            _sync_folder(self.root)

    @contextmanager
    def _reporting(self, what: str, *, missing_is_fine: bool = True) -> Iterator[None]:
        """Turn the operating system's refusals into one sentence; a missing file may stay what it is."""
        try:
            yield
        except OSError as error:
            if missing_is_fine and isinstance(error, FileNotFoundError):
                raise
            raise UnavailableError(f"The raw store {self.root} cannot {what}: {error}.") from error


def _sync_folder(folder: Path) -> None:
    """Make a new name in a folder survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
