"""What a worker process has at hand of the sites whose pages it reads: their options and their templates.

Both are read once for each version; a page writes neither.
"""

from typing import TYPE_CHECKING

from sqlalchemy import Connection

from db.processing import templates
from db.processing.fetch_outcomes import FetchToProcess
from db.sites import stored_site
from extraction import Template
from workers.reading_options import ReadingOptions

if TYPE_CHECKING:
    from mezmun.core.sites.site_schema import Site


class SiteCache:
    """The files and templates of the sites that a worker process has met."""

    def __init__(self) -> None:
        self._sites: dict[str, tuple[tuple[str, str | None], Site]] = {}
        self._templates: dict[tuple[str, str], Template] = {}

    def options(self, connection: Connection, fetch: FetchToProcess) -> ReadingOptions:
        """Give how a fetch's page is read, by the version of the site's file that the fetch names."""
        wanted = fetch.config_digest, fetch.promoted_method
        version, site = self._sites.get(fetch.site, (None, None))
        if site is None or version != wanted:
            site = stored_site(connection, fetch.site)
            self._sites[fetch.site] = wanted, site
        return ReadingOptions.of(site, fetch.url)

    def template(self, connection: Connection, fetch: FetchToProcess, method: str) -> Template:
        """Give the template of a fetch's site for a method, in the version that the fetch names or a newer one."""
        cached = self._templates.get((fetch.site, method), Template())
        if cached.version != fetch.template_version:
            state = templates.load_template(connection, fetch.site, method)
            cached = Template() if state is None else Template.from_json(state)
            self._templates[fetch.site, method] = cached
        return cached
