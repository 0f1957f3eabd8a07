"""The templates of all the sites of a run, in a file: a crawl has more of them than memory should hold."""

import json
import sqlite3
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from extraction import Observation, Template, update_template
from extraction.methods.template import N2
from workers.bulk.input.items import SourcePage

_OPEN_TEMPLATES: Final = 100
"""Templates a process keeps at hand; pages of a site mostly lie together."""


def site_of(page: SourcePage) -> str:
    """Name a page's site: the host of its address, or the folder its file is in."""
    host = None
    if page.url:
        try:
            host = urlsplit(page.url).hostname
        except ValueError:  # an address with half an IPv6 host
            host = page.url
    return host or str(Path(page.place.source).parent)


class SiteStore:
    """Lessons of pages by site, and what was learned from them (a SQLite file)."""

    def __init__(self, path: Path) -> None:
        self._database = sqlite3.connect(path)
        self.template = lru_cache(_OPEN_TEMPLATES)(self._template)

    def begin(self) -> None:
        """Forget everything."""
        self._database.executescript(
            "DROP TABLE IF EXISTS observation; DROP TABLE IF EXISTS template; DROP TABLE IF EXISTS learned;"
            "CREATE TABLE observation (page INTEGER PRIMARY KEY, site TEXT NOT NULL, labels TEXT NOT NULL);"
            "CREATE INDEX observation_site ON observation (site);"
            "CREATE TABLE template (site TEXT PRIMARY KEY, state TEXT NOT NULL);"
        )

    def add(self, observations: Iterable[tuple[str, Observation]]) -> None:
        """Keep what pages teach, each with its site."""
        self._database.executemany(
            "INSERT INTO observation (site, labels) VALUES (?, ?)",
            (
                (site, json.dumps(observation.to_json()))
                for site, observation in observations
                if observation != Observation()
            ),
        )

    def learn(self) -> int:
        """Learn each site's template; give how many sites have one.

        A site of fewer than N2 pages has no label that N2 pages share, and too few to go by its boxes.
        """
        enough = "SELECT site FROM observation GROUP BY site HAVING count(*) >= ? ORDER BY site"
        for (site,) in self._database.execute(enough, (N2,)).fetchall():
            rows = self._database.execute("SELECT labels FROM observation WHERE site = ? ORDER BY page", (site,))
            template = update_template(Observation.from_json(json.loads(labels)) for (labels,) in rows)
            if template.version:
                self._database.execute("INSERT INTO template VALUES (?, ?)", (site, json.dumps(template.to_json())))
        self._database.executescript("DROP TABLE observation; CREATE TABLE learned (done INTEGER);")
        self._database.commit()
        return int(self._database.execute("SELECT count(*) FROM template").fetchone()[0])

    @property
    def learned(self) -> bool:
        """Whether everything was learned before."""
        row = self._database.execute("SELECT count(*) FROM sqlite_master WHERE name = 'learned'").fetchone()
        return bool(row[0])

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def _template(self, site: str) -> Template | None:
        row = self._database.execute("SELECT state FROM template WHERE site = ?", (site,)).fetchone()
        return Template.from_json(json.loads(row[0])) if row else None
