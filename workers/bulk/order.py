"""What a run over pages is asked to do, for one page as for many; it loads no part of a run."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import extraction
import normalization
from extraction import Comments, Favor
from mezmun.core.errors import UsageError
from mezmun.core.page_limits import MAX_PAGE_BYTES, MAX_PAGE_SECONDS
from workers.bulk.input.items import DEFAULT_COLUMNS, TableColumns
from workers.selection import ALL, Selection

PART_PAGES: Final = 1000
"""Pages after which the output is committed: what a killed run has to do again at most, seconds of work."""


@dataclass(frozen=True, slots=True)
class Order:
    """What to do."""

    paths: tuple[str, ...]
    method: str
    output: Path | None = None
    """None is standard output."""
    processes: int = 1
    page_seconds: float = MAX_PAGE_SECONDS
    max_page_bytes: int = MAX_PAGE_BYTES
    favor: Favor = Favor.BALANCE
    """Which error weighs more."""
    comments: Comments = Comments.SEPARATE
    """What becomes of comments under an article."""
    captions: bool = False
    """Whether what stands below pictures is text."""
    rules: frozenset[normalization.Rule] = normalization.DEFAULT_RULES
    """What the normaliser may change."""
    selection: Selection = ALL
    """What of each page, and which pages, is asked for."""
    columns: TableColumns = DEFAULT_COLUMNS
    """What the columns of tables of pages are called."""
    site_pages: str | None = None
    """Folder or archive of pages of the one site that all pages are of."""
    by_site: bool = False
    """Learn the template of each site among the pages before."""
    dedupe: bool = False
    """Leave out a text that an earlier page has."""
    resume: bool = False
    part_pages: int = PART_PAGES

    def key(self) -> dict[str, Any]:
        """Tell it from orders that would write something else. The number of processes changes nothing."""
        version = next(method.version for method in extraction.methods() if method.name == self.method)
        return {
            "paths": list(self.paths),
            "method": self.method,
            "method_version": version,
            "normalizer_version": normalization.NORMALIZER_VERSION,
            "page_seconds": self.page_seconds,
            "max_page_bytes": self.max_page_bytes,
            "favor": self.favor,
            "comments": self.comments,
            "captions": self.captions,
            "rules_off": sorted(normalization.DEFAULT_RULES - self.rules),
            "prune": list(self.selection.prune),
            "keep": list(self.selection.keep),
            "languages": list(self.selection.languages),
            "columns": [self.columns.html, self.columns.url],
            "site_pages": self.site_pages,
            "by_site": self.by_site,
            "dedupe": self.dedupe,
            "part_pages": self.part_pages,
        }


def check_method(order: Order) -> None:
    """Refuse a method that there is not, or that makes no use of the site's pages it is given.

    Raises:
        UsageError: the sentence to say.
    """
    chosen = next((method for method in extraction.methods() if method.name == order.method), None)
    if chosen is None:
        names = ", ".join(method.name for method in extraction.methods())
        raise UsageError(f"There is no extraction method {order.method!r}; choose one of {names}.")
    if order.favor is not Favor.BALANCE and chosen.judge is None:
        raise UsageError(f"--favor is for methods that judge how likely a line is text, which {order.method} does not.")
    if (order.site_pages or order.by_site) and not chosen.learns_site:
        learners = ", ".join(method.name for method in extraction.methods() if method.learns_site)
        raise UsageError(
            f"The method {order.method} makes no use of a site's other pages; methods that do: {learners}."
        )
