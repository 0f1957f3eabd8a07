"""What the workers of a bulk run do with a page."""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from extraction import Comments, Favor, Markup, Observation, Template
from mezmun.core.processes.failure import Failure
from mezmun.core.processes.process_pool import ProcessPool, Task
from normalization import DEFAULT_RULES, Rule
from normalization.cached_property import cached_property
from workers import pipeline
from workers.bulk.bulk_record import Record, record, record_of_failure
from workers.bulk.input.items import SourcePage
from workers.bulk.site_templates import SiteStore, site_of
from workers.selection import ALL, Selection

Result = TypeVar("Result")


def pool_of(task: Task[SourcePage, Result], workers: int, page_seconds: float) -> ProcessPool[SourcePage, Result]:
    """Make a pool for a task on pages."""
    return ProcessPool(task, workers, page_seconds, size_of=lambda page: len(page.body))


@dataclass(frozen=True)
class Extract:
    """Make a page's record."""

    method: str
    template: Template | None = None
    """Of the one site that every page is of."""
    store: Path | None = None
    """Where the templates of many sites are."""
    favor: Favor = Favor.BALANCE
    """Which error weighs more."""
    comments: Comments = Comments.SEPARATE
    """What becomes of comments under an article."""
    captions: bool = False
    """Whether what stands below pictures is text."""
    rules: frozenset[Rule] = DEFAULT_RULES
    """What the normaliser may change."""
    selection: Selection = ALL
    """What of each page is asked for; texts in other languages are for the run to leave out, which counts them."""

    def prepare(self) -> None:
        """Load nothing before the first page: most of what there is to load depends on its language."""

    def __call__(self, page: SourcePage) -> Record:
        """Extract the page."""
        if page.fault:
            return record_of_failure(page, *page.fault, self.method)
        template = self._sites.template(site_of(page)) if self._sites else self.template
        page_text = pipeline.process(
            self.selection.part_of(page.body, page.content_type),
            method=self.method,
            content_type=page.content_type,
            url=page.url,
            template=template,
            favor=self.favor,
            comments=self.comments,
            markup=Markup.of(captions=self.captions),
            rules=self.rules,
        )
        return record(page, page_text, self.method)

    def failed(self, page: SourcePage, failure: Failure) -> Record:
        """Make the record of a page that raised, hung or killed its process."""
        return record_of_failure(page, failure.outcome, failure.detail, self.method)

    @cached_property
    def _sites(self) -> SiteStore | None:
        return SiteStore(self.store) if self.store else None


@dataclass(frozen=True)
class Observe:
    """Give what a page shows of its site."""

    method: str

    def prepare(self) -> None:
        """Load nothing before the first page."""

    def __call__(self, page: SourcePage) -> Observation:
        """Let the method mark the page."""
        if page.fault:
            return Observation()
        return pipeline.observe(page.body, method=self.method, content_type=page.content_type)

    def failed(self, page: SourcePage, failure: Failure) -> Observation:
        """Learn nothing from a page that raised, hung or killed its process."""
        return Observation()
