"""What the processes of a crew do with a page."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from extraction import Comments, Lesson, Template
from mezmun.core.outcomes import Outcome
from workers import pipeline
from workers.bulk.bulk_record import Record, fallen, record
from workers.bulk.input.items import Page
from workers.bulk.site_templates import SiteStore, site_of


@dataclass(frozen=True)
class Extract:
    """Make a page's record."""

    method: str
    template: Template | None = None
    """Of the one site that every page is of."""
    store: Path | None = None
    """Where the templates of many sites are."""
    comments: Comments = Comments.SEPARATE
    """What becomes of comments under an article."""

    def __call__(self, page: Page) -> Record:
        """Extract the page."""
        if page.fault:
            return fallen(page, *page.fault, self.method)
        template = self._sites.template(site_of(page)) if self._sites else self.template
        made = pipeline.process(
            page.body,
            method=self.method,
            content_type=page.content_type,
            url=page.url,
            template=template,
            comments=self.comments,
        )
        return record(page, made, self.method)

    def fallen(self, page: Page, outcome: Outcome, detail: str) -> Record:
        """Make the record of a page that raised, hung or killed its process."""
        return fallen(page, outcome, detail, self.method)

    @cached_property
    def _sites(self) -> SiteStore | None:
        return SiteStore(self.store) if self.store else None


@dataclass(frozen=True)
class Teach:
    """Give what a page teaches of its site."""

    method: str

    def __call__(self, page: Page) -> Lesson:
        """Let the method mark the page."""
        if page.fault:
            return Lesson()
        return pipeline.teach(page.body, method=self.method, content_type=page.content_type)

    def fallen(self, page: Page, outcome: Outcome, detail: str) -> Lesson:
        """Learn nothing from a page that raised, hung or killed its process."""
        return Lesson()
