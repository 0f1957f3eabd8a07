"""The sites that an operator has described and nobody has crawled: the database knows nothing of them."""

from sqlalchemy import Connection

from db.sites import known_names
from mezmun.core import settings
from mezmun.core.sites.site_files import site_files


def sites_without_crawl(connection: Connection) -> list[str]:
    """Name the sites that have a file and are not in the database: no crawl of them has begun.

    Raises:
        ConfigurationError: the folder of site files is a file.
    """
    known = known_names(connection)
    return [path.stem for path in site_files(settings.load().sites_dir) if path.stem not in known]
