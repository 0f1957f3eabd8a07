"""The sites whose file was removed or renamed: the database knows them, and no crawler begins with them again."""

from collections.abc import Iterable

from mezmun.core import settings
from mezmun.core.sites.site_files import site_files


def sites_without_file(names: Iterable[str]) -> list[str]:
    """Name those of some sites that have no file; none where no file is at hand, as on a machine that only watches.

    Raises:
        ConfigurationError: the folder of site files is a file.
    """
    described = {path.stem for path in site_files(settings.load().sites_dir)}
    return [name for name in names if name not in described] if described else []
