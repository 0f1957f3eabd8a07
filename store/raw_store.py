"""The raw store: pages as they came over the wire, addressed by the SHA-256 of their bytes, compressed with zstandard.

``put`` comes before the row that points to it, so that no row ever points to nothing. An object is written once and
never changed; putting it again only looks whether it is sound.
"""

import hashlib
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Protocol
from urllib.parse import unquote, urlsplit

import zstandard

from mezmun.core.errors import ConfigurationError, InvalidInputError, MezmunError, UnavailableError

COMPRESSION: Final = "zstd"
LEVEL: Final = 3
"""800 pages of 98 KB get 5.1 times smaller at 1,000 pages/s; level 9 gives 5.6 times at 280, level 1 4.8 at 1,800."""


MARKER: Final = ".mezmun-raw-store"
"""File of every store's folder. Without it the folder is not the store but the place where its disk is mounted."""


class MissingRawPageError(MezmunError):
    """The raw store does not hold bytes that a row points to."""


class DamagedRawPageError(MezmunError):
    """What the raw store holds under an address is not what was put there."""


@dataclass(frozen=True, slots=True)
class StoredBytes:
    """Bytes that are safely in the store: their address, and their sizes in octets before and after compression."""

    sha256: str
    size: int
    stored_size: int
    compression: str = COMPRESSION


class RawStore(Protocol):
    """What every raw store can do; addresses are 64 lower-case hexadecimal digits."""

    def put(self, body: bytes) -> StoredBytes:
        """Keep the bytes; when this returns they survive a power cut. Raises UnavailableError when that cannot be."""

    def get(self, sha256: str) -> bytes:
        """Give the bytes, checked. Raises MissingRawPageError, DamagedRawPageError or UnavailableError."""

    def delete(self, sha256: str) -> None:
        """Forget the bytes; fine when they are not there. Raises UnavailableError when that cannot be."""

    def addresses(self) -> Iterator[tuple[str, datetime]]:
        """Go through what is held: address, and when it was last put there. Raises UnavailableError."""

    def free_bytes(self) -> int | None:
        """Give the room that is left, None when there is no end to it. Raises UnavailableError when it is away."""


def open_store(url: str | Path) -> RawStore:
    """Open the raw store at a folder (made when missing) or a ``file://`` URL.

    Raises:
        ConfigurationError: a kind of URL this version cannot store to.
        UnavailableError: the folder cannot be made or written to.
    """
    scheme, separator, _ = str(url).partition("://")
    if not separator:
        return FolderStore(Path(url))
    if scheme == "file":
        return FolderStore(Path(unquote(urlsplit(str(url)).path)))
    raise ConfigurationError(f"The raw store {url} cannot be used: set MEZMUN_RAW_STORE to a folder or a file:// URL.")


class FolderStore:
    """Raw pages in a folder, as ``ab/cd/abcd….zst``: two levels of 256 folders hold a million pages at 15 a folder.

    The folder and its marker are made when the store is opened. When they are gone later, the store is away: nothing is
    missing in it, and nothing is written to where its disk was.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        with self._reporting("be written to"):
            root.mkdir(parents=True, exist_ok=True)
            if not os.access(root, os.W_OK | os.X_OK):
                raise PermissionError(f"no right to write to {root}")
            (root / MARKER).touch()

    def put(self, body: bytes) -> StoredBytes:
        """Keep the bytes; see ``RawStore``."""
        sha256 = hashlib.sha256(body).hexdigest()
        path = self._path(sha256)
        with suppress(MissingRawPageError, DamagedRawPageError):  # a damaged object is written anew
            self.get(sha256)
            with self._reporting("be written to", missing_is_fine=False):
                os.utime(path)  # it is wanted again: what tidies up must not take it for forgotten
                return StoredBytes(sha256, len(body), path.stat().st_size)
        packed = zstandard.compress(body, LEVEL)
        with self._reporting("be written to", missing_is_fine=False):
            self._make_folder(path.parent)
            handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(packed)
                    file.flush()
                    os.fsync(file.fileno())
                Path(temporary).replace(path)
            except BaseException:
                Path(temporary).unlink(missing_ok=True)
                raise
            _sync_folder(path.parent)
        return StoredBytes(sha256, len(body), len(packed))

    def get(self, sha256: str) -> bytes:
        """Give the bytes; see ``RawStore``."""
        path = self._path(sha256)
        try:
            with self._reporting("be read"):
                body = zstandard.decompress(path.read_bytes())
        except FileNotFoundError:
            self._make_sure_it_is_there()
            raise MissingRawPageError(
                f"The raw page {sha256} is not in {self.root}. Is MEZMUN_RAW_STORE the folder it was stored in?"
            ) from None
        except zstandard.ZstdError as error:
            raise DamagedRawPageError(f"The raw page {path} is damaged ({error}). Fetch its page again.") from error
        if hashlib.sha256(body).hexdigest() != sha256:
            raise DamagedRawPageError(f"The raw page {path} is damaged (other bytes). Fetch its page again.")
        return body

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
        for path in self.root.glob("??/??/*.zst"):
            with suppress(FileNotFoundError):  # deleted meanwhile
                yield path.stem, datetime.fromtimestamp(path.stat().st_mtime, UTC)

    def free_bytes(self) -> int:
        """Give the room that is left on its disk for this user; see ``RawStore``."""
        self._make_sure_it_is_there()
        with self._reporting("be read"):
            disk = os.statvfs(self.root)
        return disk.f_bavail * disk.f_frsize

    def _make_sure_it_is_there(self) -> None:
        with self._reporting("be read"):
            if not (self.root / MARKER).exists():
                raise UnavailableError(f"The raw store {self.root} is away: it has no file {MARKER}.")

    def _path(self, sha256: str) -> Path:
        if not re.fullmatch("[0-9a-f]{64}", sha256):
            raise InvalidInputError(f"{sha256!r} is no SHA-256: 64 lower-case hexadecimal digits are.")
        return self.root / sha256[:2] / sha256[2:4] / f"{sha256}.zst"

    def _make_folder(self, folder: Path) -> None:
        if not folder.is_dir():
            for each in (folder.parent, folder):  # never the store's own folder: it is away when that is not there
                each.mkdir(exist_ok=True)
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
