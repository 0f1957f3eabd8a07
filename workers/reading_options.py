"""What a site's file decides about how its pages are read."""

from dataclasses import dataclass
from typing import Final

from extraction import DEFAULT_METHOD, methods
from mezmun.core.sites.site_schema import Site, SiteKind

MIN_CHARACTERS: Final = {SiteKind.NEWS: 25, SiteKind.BLOG: 25, SiteKind.FORUM: 1}
"""Letters a text must have when the site's file says nothing. A forum's whole answer may be «رەھمەت»."""

_LEARNERS: Final = frozenset(method.name for method in methods() if method.learns_site)


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """How a page of a site is read."""

    method: str
    """Name of the extraction method."""
    min_characters: int
    """Letters a text must have to be a document."""

    @property
    def uses_template(self) -> bool:
        """Whether the method makes use of the template of the page's site."""
        return self.method in _LEARNERS

    @classmethod
    def of(cls, site: Site, url: str | None = None) -> "ReadingOptions":
        """Give those of a page, by its address before redirects; without one those outside of all sections."""
        part = site if url is None else site.at(url)
        return cls(
            site.method or DEFAULT_METHOD,
            MIN_CHARACTERS[part.kind] if part.min_characters is None else part.min_characters,
        )
