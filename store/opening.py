"""Which raw store an address means."""

from pathlib import Path
from urllib.parse import unquote, urlsplit

from mezmun.core.errors import ConfigurationError
from store.folder_store import FolderStore
from store.raw_store import RawStore


def open_store(url: str | Path, *, for_writing: bool = False, is_known: bool = False) -> RawStore:
    """Open the raw store at a folder, a ``file://`` URL or ``s3://bucket/prefix``; what is missing is made.

    Args:
        url: where it is.
        for_writing: whether a folder that cannot be written to is refused now, and not with the first page.
        is_known: whether pages were stored in it before. Then nothing is made: a store that is not there is away.

    Raises:
        ConfigurationError: a kind of URL this version cannot store to, or one that is wrong.
        UnavailableError: the store cannot be made, written to or reached.
    """
    scheme, separator, _ = str(url).partition("://")
    if not separator:
        return FolderStore(Path(url), for_writing=for_writing, is_known=is_known)
    if scheme == "file":
        folder = Path(unquote(urlsplit(str(url)).path))
        return FolderStore(folder, for_writing=for_writing, is_known=is_known)
    if scheme != "s3":
        raise ConfigurationError(
            f"The raw store {url} cannot be used: set MEZMUN_RAW_STORE to a folder, a file:// URL or s3://bucket/prefix."
        )
    try:
        from store.object_store import ObjectStore
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            f"The raw store {url} needs {error.name}: install it with pip install 'mezmun[s3]'."
        ) from None
    return ObjectStore(str(url), is_known=is_known)
