"""What a site's file decides about how its pages are read."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from extraction import DEFAULT_METHOD, methods
from mezmun.core.sites.site_schema import Kind, Site

MIN_CHARACTERS: Final = {Kind.NEWS: 25, Kind.BLOG: 25, Kind.FORUM: 1}
"""Letters a text must have when the site's file says nothing. A forum's whole answer may be «رەھمەت»."""

_LEARNERS: Final = frozenset(method.name for method in methods() if method.learns_site)


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """How the pages of a site are read."""

    method: str
    """Name of the extraction method."""
    min_characters: int
    """Letters a text must have to be a document."""

    @property
    def uses_template(self) -> bool:
        """Whether the method makes use of the template of the page's site."""
        return self.method in _LEARNERS

    @classmethod
    def of(cls, config: Mapping[str, Any]) -> "ReadingOptions":
        """Read them from a site's file, as the database has it."""
        site = Site.model_validate_json(json.dumps(config))
        return cls(
            site.method or DEFAULT_METHOD,
            MIN_CHARACTERS[site.kind] if site.min_characters is None else site.min_characters,
        )
