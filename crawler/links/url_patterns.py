"""What the addresses of usual forum, news and blog software look like: the patterns of ``url_patterns.yaml``."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Annotated, Final

import yaml
from pydantic import BaseModel, ConfigDict, Field

from mezmun.core.linear_pattern import LinearPattern, LinearPatterns
from mezmun.core.sites.site_schema import SiteKind


class PageRole(StrEnum):
    """What is done with a page; kept with the page, so that a resumed crawl does the same."""

    SKIP = "skip"
    """Never fetched: another host, an action (reply, print, login), a person's page, a file that is no page."""
    LISTING = "listing"
    """Read for its links only."""
    CONTENT = "content"
    """An article or a page of a thread; read for its links, too."""
    UNKNOWN = "unknown"
    """The URL does not say; the page itself will."""
    FEED = "feed"
    """RSS, Atom or sitemap, read for its links only."""


class _StrictEntry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PatternEntry(_StrictEntry):
    """One pattern of the file."""

    match: str
    unless: str | None = None
    examples: Annotated[tuple[str, ...], Field(min_length=1)]


class Group(_StrictEntry):
    """Patterns that say the same of an address."""

    role: PageRole
    about: str
    kinds: frozenset[SiteKind]
    patterns: tuple[PatternEntry, ...]


class PatternFile(_StrictEntry):
    """The whole file."""

    parts: dict[str, str]
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class UrlPattern:
    """A compiled pattern, and what it says in which words."""

    says: str
    """A role, or the list of the site file that it stands in."""
    about: str
    match: LinearPattern
    unless: LinearPattern | None = None


class UrlPatterns:
    """Patterns that an address is read by, all at once.

    Raises:
        ValueError: together they are too large.
    """

    def __init__(self, patterns: Sequence[UrlPattern]) -> None:
        self._patterns = patterns
        exceptions = [each.unless for each in patterns if each.unless is not None]
        self._together = LinearPatterns([*(each.match for each in patterns), *exceptions])
        places = iter(range(len(patterns), len(patterns) + len(exceptions)))
        self._exceptions = {place: next(places) for place, each in enumerate(patterns) if each.unless is not None}

    def found_in(self, address: str) -> dict[str, UrlPattern]:
        """Give, by what it says, the first pattern that counts for a percent-decoded address."""
        places = self._together.found_in(address)
        first: dict[str, UrlPattern] = {}
        for place in sorted(places):
            if place < len(self._patterns) and self._exceptions.get(place) not in places:
                first.setdefault(self._patterns[place].says, self._patterns[place])
        return first


PATTERN_FILE: Final = "url_patterns.yaml"


@cache
def pattern_file() -> PatternFile:
    """Read the file once per process; a fault in it is a bug of this project, and keeps its traceback."""
    text = files("crawler.links").joinpath(PATTERN_FILE).read_text(encoding="utf-8")
    return PatternFile.model_validate(yaml.safe_load(text))


@cache
def patterns_of(kind: SiteKind) -> UrlPatterns:
    """Give the patterns for sites of a kind; what they say are roles."""
    file = pattern_file()
    groups = (group for group in file.groups if kind in group.kinds)
    return UrlPatterns([compiled(pattern, file.parts, group) for group in groups for pattern in group.patterns])


def compiled(pattern: PatternEntry, parts: Mapping[str, str], group: Group) -> UrlPattern:
    """Compile a pattern of the file, its parts put in.

    Raises:
        ValueError: it is no pattern of RE2.
    """
    unless = None if pattern.unless is None else _compiled(pattern.unless, parts)
    return UrlPattern(group.role, group.about, _compiled(pattern.match, parts), unless)


def _compiled(pattern: str, parts: Mapping[str, str]) -> LinearPattern:
    for _ in range(2):  # a part may hold another one
        for name, part in parts.items():
            pattern = pattern.replace(f"<{name}>", part)
    return LinearPattern(pattern, ignore_case=True)
