"""What is measured: our methods and the peers, all called alike, with the same decoded page."""

from collections.abc import Callable
from dataclasses import dataclass

from evaluation.data.datasets import LabelledPage


@dataclass(frozen=True)
class Source:
    """What every system is given: the page decoded and its broken references repaired by ``normalization``."""

    html: str
    url: str | None
    lang: str | None
    """Of the page as its data set says (ISO 639-1), for tools whose documentation asks the caller for it."""
    site: object = None
    """What the system learned of the page's site, if it learns."""
    page: LabelledPage | None = None
    """Where it comes from: asked for by what may not have learned from its site."""


Extractor = Callable[[Source], str]


@dataclass(frozen=True)
class System:
    """One extractor by name."""

    name: str
    version: str
    load: Callable[[], Extractor]
    """Imports and prepares it, in the process that runs it: a function that can be pickled."""
    languages: frozenset[str] | None = None
    """The languages it is made for; None is all. Pages in others are not given to it."""
    learn: Callable[[list[str]], object] | None = None
    """Makes what ``Source.site`` holds from the HTML of the site's pages, in the process that runs it, with no gold."""

    def takes(self, page: LabelledPage) -> bool:
        """Whether this page is in one of its languages."""
        return self.languages is None or (page.lang or "") in self.languages


def source(page: LabelledPage, site: object = None) -> Source:
    """Read and decode a page."""
    return Source(page.html(), page.url, page.lang, site, page)
