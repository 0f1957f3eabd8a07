"""The templates that a worker process has at hand: read when a page's site has a newer version, never written."""

from sqlalchemy import Connection

from db import templates
from extraction import Template


class TemplateCache:
    """The templates of the sites that a worker process has met."""

    def __init__(self) -> None:
        self._cached: dict[str, Template] = {}

    def template(self, connection: Connection, site: str, version: int) -> Template:
        """Give a site's template, in this version or a newer one; version 0 knows nothing."""
        cached = self._cached.get(site, Template())
        if cached.version != version:
            state = templates.load_template(connection, site)
            cached = self._cached[site] = Template() if state is None else Template.from_json(state)
        return cached
