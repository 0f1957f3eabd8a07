"""The templates of sites between the database, which keeps their state, and the extraction, which reads it."""

from datetime import datetime

from sqlalchemy import Connection

from db import templates
from extraction import Lesson, Template


class Templates:
    """The templates of the sites that a worker process has met, each read again when it has another version."""

    def __init__(self) -> None:
        self._known: dict[str, Template] = {}

    def load(self, connection: Connection, site: str) -> Template:
        """Give a site's template, good for ``matches``: what waits for its batch to be full may be out of date."""
        known = self._known.get(site, Template())
        state = templates.load_template(connection, site, known=known.version)
        if state is not None:
            known = self._known[site] = Template.from_json(state)
        return known

    def learn(self, connection: Connection, site: str, lesson: Lesson, page_id: int, *, now: datetime) -> None:
        """Teach a site's template one page more, in the transaction that stores the page, and last of all in it."""

        def step(state: templates.State) -> templates.State:
            return Template.from_json(state).learn(lesson, page_id).to_json()

        templates.learn(connection, site, step, now=now)
