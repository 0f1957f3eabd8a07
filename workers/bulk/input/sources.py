"""What a run reads: files, folders and archives, one after another in an order that is always the same."""

import io
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import IO, Final

from mezmun.core.errors import InvalidInputError
from mezmun.core.outcomes import Outcome
from workers.bulk.input import saved_page
from workers.bulk.input.decompression import Unpacked, is_packed
from workers.bulk.input.items import (
    DEFAULT_COLUMNS,
    PAGE_SUFFIXES,
    Item,
    NoPage,
    PassedOver,
    Place,
    SourcePage,
    TableColumns,
)
from workers.bulk.input.tables import page_table

_WEB, _ZIP = "workers.bulk.input.web_archive", "workers.bulk.input.zip_archive"
_WACZ, _TAR = "workers.bulk.input.wacz_archive", "workers.bulk.input.tar_archive"
_READERS: Final = {
    **dict.fromkeys((".warc", ".warc.gz", ".warc.zst"), _WEB),
    ".wacz": _WACZ,
    ".zip": _ZIP,
    **dict.fromkeys((".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".tar.zst"), _TAR),
}
"""Which module reads an archive, by how its name ends. Whole names, which a wheel has inside of its package."""


_WEB_ARCHIVE: Final = b"WARC/1."
"""What a web archive begins with, plain or unpacked."""
_ZSTD: Final = ".zst"
"""How archives end that are packed by what is no part of Python 3.11."""
_UNREAD: Final = (".arc", ".arc.gz", ".7z", ".rar", ".tar.lz", ".tar.lzma", ".tar.z", ".ace", ".arj", ".lzh")
"""How archives are called that no module reads: to pass over one without a word would lose its pages."""


def is_bulk(paths: Sequence[str]) -> bool:
    """Tell whether this is more than one page: several paths, a folder, a table or an archive, also one not read."""
    return len(paths) > 1 or any(
        os.path.isdir(path) or _is_table(path) or _reader_of(path) or _is_unread(path)  # noqa: PTH112 # Path raises for a long name
        for path in paths
    )


def check(paths: Sequence[str], columns: TableColumns | None = None) -> None:
    """Refuse paths that are not there, archives that are not read, and those in folders for want of a package; tables
    that have not the columns, where these are told.

    Raises:
        InvalidInputError: one is such.
        ModuleNotFoundError: a package that an archive of this kind is read with is not installed.
    """
    missing = next((path for path in paths if not os.path.exists(path)), None)  # noqa: PTH110 # likewise
    if missing is not None:
        raise InvalidInputError(f"There is no file or folder {missing}.")
    unread = next((path for path in paths if _is_unread(path) and not os.path.isdir(path)), None)  # noqa: PTH112 # likewise
    if unread is not None:
        raise InvalidInputError(
            f"The archive {unread} is of a format that is not read: unpack it, and give its folder. Read are"
            f" {', '.join(_READERS)}."
        )
    for module in sorted(_modules_of(paths)):
        import_module(module)
    for path in filter(_is_table, files(paths) if columns else ()):
        with suppress(OSError):  # it fails when it is read
            page_table.check(path, columns or DEFAULT_COLUMNS)


def check_web_archives(paths: Sequence[str]) -> None:
    """Refuse what is no web archive, by its name or, since damage may have hit its beginning, by how it begins.

    Raises:
        InvalidInputError: a path is not there, or is none.
        OSError: a file cannot be read.
    """
    check(paths)
    for path in paths:
        if os.path.isdir(path):  # noqa: PTH112 # likewise
            raise InvalidInputError(f"{path} is a folder: give the web archives in it.")
        if _reader_by_name(path) not in (_WEB, _WACZ) and not _begins_as_web_archive(path):
            raise InvalidInputError(
                f"{path} is no web archive (WARC), which has the address and the time of each page;"
                " `mezmun extract` reads other pages."
            )


def files(paths: Sequence[str]) -> Iterator[str]:
    """Give every file to read: of a folder its own first, by name, then those of its folders.

    A pipe in a folder would be waited for without end. A folder that may not be read comes last, to fail like a file.
    A table in a folder may be the output of another run, and is read only if it is named as well.
    """
    tables = {Path(path).resolve() for path in paths if _is_table(path)}
    for path in _distinct(paths):
        if not Path(path).is_dir():
            yield path
            continue
        closed: list[OSError] = []
        for folder, folders, names in os.walk(path, onerror=closed.append):
            folders.sort()
            for name in sorted(names):
                whole = os.path.join(folder, name)  # noqa: PTH118 # Path would drop the "./" that was given
                is_read = _is_page(name) or _reader_by_name(name) or _is_unread(name)
                if (is_read or (tables and Path(whole).resolve() in tables)) and not _endless(whole):
                    yield whole
        yield from (str(error.filename) for error in closed)


def tables_in(paths: Sequence[str]) -> bool:
    """Tell whether the folders among the paths hold tables, which are read only if they are named."""
    walks = (os.walk(path) for path in paths)
    return any(name.lower().endswith(page_table.ENDINGS) for walk in walks for _, _, names in walk for name in names)


def read(
    paths: Sequence[str], most: int, after: Place | None = None, columns: TableColumns = DEFAULT_COLUMNS
) -> Iterator[Item]:
    """Give everything the sources hold, in order. A file that cannot be read is a page with a fault.

    Args:
        paths: files and folders.
        most: bytes of the largest page.
        after: where to go on behind.
        columns: what the columns of tables are called.

    Raises:
        InvalidInputError: the place is in none of the files.
    """
    passed = after is None
    for path in files(paths):
        at = after if after is not None and path == after.source else None
        if not passed and at is None:
            continue
        passed = True
        if _is_unread(path):
            yield NoPage(Place(path), PassedOver.ARCHIVE_FORMAT)
        elif _is_table(path):
            behind = None if at is None else at.offset
            yield from _unless_closed(path, behind, page_table.read(path, most, behind, columns))
        elif (module := _reader_of(path)) is not None:
            yield from _archive(module, path, most, None if at is None else at.offset)
        elif at is None:
            yield _page(path, most)
    if not passed and after is not None:
        raise InvalidInputError(f"The file {after.source}, behind which to go on, is no longer there.")


def read_web_archive(path: str, most: int) -> Iterator[Item]:
    """Give what one web archive holds, which ``check_web_archives`` let through.

    Raises:
        OSError: the file cannot be opened or read.
    """
    items: Iterator[Item] = import_module(_WACZ if _reader_by_name(path) == _WACZ else _WEB).read(path, most)
    return items


def saved(path: str, most: int) -> saved_page.SavedPage:
    """Give the page that a file is, unpacked when it is gzipped, and out of an MHTML file.

    Raises:
        BodyTooLargeError: it has more bytes than ``most``.
        NoHtmlPartError: an MHTML file has no part that is HTML.
        OSError: the file cannot be read.
    """
    with _opened(path, most) as file:
        return saved_page.read(file, most)


def _reader_of(path: str) -> str | None:
    """Give the module that reads an archive; None when the file is none, or none that is read.

    Web archives have many names (``.warc.wet.gz``, none at all), and as a page one would be text, headers and all. So a
    file that is not called a page is looked into.
    """
    reader = _reader_by_name(path)
    if reader is None and not _is_page(path) and os.path.isfile(path):  # noqa: PTH113 # Path raises for a long name
        with suppress(OSError):  # it fails when it is read
            reader = _WEB if _begins_as_web_archive(path) else None
    return reader


def _reader_by_name(name: str) -> str | None:
    return next((reader for suffix, reader in _READERS.items() if name.lower().endswith(suffix)), None)


def _begins_as_web_archive(path: str) -> bool:
    """Tell a web archive from other files by how it begins, plain or unpacked.

    Raises:
        OSError: the file cannot be opened or read.
    """
    with Path(path).open("rb") as file:
        return (Unpacked(file) if is_packed(file) else file).read(len(_WEB_ARCHIVE)) == _WEB_ARCHIVE


def _modules_of(paths: Sequence[str]) -> set[str]:
    """Name what must be installed to read the archives among the files, also those that lie in folders."""
    readers = {path: reader for path in files(paths) if (reader := _reader_of(path)) is not None or _is_table(path)}
    return {*filter(None, readers.values()), *("zstandard" for path in readers if path.lower().endswith(_ZSTD))}


def _is_page(name: str) -> bool:
    return name.lower().endswith(PAGE_SUFFIXES)


def _is_table(path: str) -> bool:
    return path.lower().endswith(page_table.ENDINGS) and not os.path.isdir(path)  # noqa: PTH112 # Path raises for a long name


def _is_unread(path: str) -> bool:
    return path.lower().endswith(_UNREAD)


def _page(path: str, most: int) -> SourcePage:
    try:
        with _opened(path, most) as file:
            return saved_page.source_page(Place(path), file, most)
    except OSError as error:
        return SourcePage(Place(path), b"", fault=(Outcome.FAILED, f"the file cannot be read: {error.strerror}"))


@contextmanager
def _opened(path: str, most: int) -> Iterator[IO[bytes]]:
    """Open a page; a pipe (``<(...)`` of a shell), which cannot go back, is read into memory.

    Raises:
        OSError: the file cannot be read.
    """
    with Path(path).open("rb") as file:
        yield file if file.seekable() else io.BytesIO(file.read(most + 1))


def _archive(module: str, path: str, most: int, after: int | None) -> Iterator[Item]:
    # Here, for most commands read none, and it takes time to load.
    return _unless_closed(path, after, import_module(module).read(path, most, after))


def _unless_closed(path: str, after: int | None, items: Iterator[Item]) -> Iterator[Item]:
    """Give what a file holds; one that cannot be opened or read any more is damaged."""
    try:
        yield from items
    except OSError:
        yield NoPage(Place(path, after), PassedOver.DAMAGED)


def _endless(path: str) -> bool:
    """Tell a pipe or a device from a file; what cannot be asked may be one, and fails when it is opened."""
    try:
        return not stat.S_ISREG(Path(path).stat().st_mode)
    except OSError:
        return False


def _distinct(paths: Sequence[str]) -> list[str]:
    """Leave out what lies in another path, so that nothing is read twice."""
    whole = {path: Path(path).resolve() for path in dict.fromkeys(paths)}
    path_by_place: dict[Path, str] = {}
    for path, place in whole.items():
        if not any(folder in whole.values() for folder in place.parents):
            path_by_place.setdefault(place, path)
    return list(path_by_place.values())
