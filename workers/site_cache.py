"""What a worker process has at hand of the sites whose pages it reads: their options and their templates.

Both are read once for each version; a page writes neither.
"""

from sqlalchemy import Connection

from db.processing import templates
from db.processing.fetch_outcomes import FetchToProcess
from db.sites import site_config
from extraction import Template
from workers.reading_options import ReadingOptions


class SiteCache:
    """The options and templates of the sites that a worker process has met."""

    def __init__(self) -> None:
        self._options: dict[str, tuple[tuple[str, str | None], ReadingOptions]] = {}
        self._templates: dict[str, Template] = {}

    def options(self, connection: Connection, fetch: FetchToProcess) -> ReadingOptions:
        """Give how the pages of a fetch's site are read, by the version of the site's file that the fetch names."""
        wanted = fetch.config_digest, fetch.promoted_method
        version, options = self._options.get(fetch.site, (None, None))
        if options is None or version != wanted:
            options = ReadingOptions.of(site_config(connection, fetch.site))
            self._options[fetch.site] = wanted, options
        return options

    def template(self, connection: Connection, fetch: FetchToProcess) -> Template:
        """Give the template of a fetch's site, in the version that the fetch names or a newer one."""
        cached = self._templates.get(fetch.site, Template())
        if cached.version != fetch.template_version:
            state = templates.load_template(connection, fetch.site)
            cached = self._templates[fetch.site] = Template() if state is None else Template.from_json(state)
        return cached
