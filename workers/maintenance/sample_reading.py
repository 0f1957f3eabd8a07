"""Reading a page of a sample, in a process of its own, which loads no database."""

import hashlib
import json
from dataclasses import dataclass, field

from extraction import Observation, Template
from mezmun.core.outcomes import Outcome
from mezmun.core.processes.failure import Failure
from workers.pipeline import process
from workers.reading_options import ReadingOptions


@dataclass(frozen=True, slots=True)
class Reading:
    """A page to read with a template."""

    body: bytes
    content_type: str | None
    url: str
    options: ReadingOptions
    template: Template


@dataclass(frozen=True, slots=True)
class ReadPage:
    """What came of it: what the page shows of its site, and a digest of all that was read."""

    observation: Observation = field(default_factory=Observation)
    digest: str = ""


@dataclass(frozen=True)
class ReadTask:
    """Read a page; one that is no document shows nothing."""

    def prepare(self) -> None:
        """Load nothing before the first page."""

    def __call__(self, reading: Reading) -> ReadPage:
        """Read it."""
        page = process(
            reading.body,
            method=reading.options.method,
            content_type=reading.content_type,
            url=reading.url,
            min_characters=reading.options.min_characters,
            template=reading.template,
            with_observation=True,
        )
        blocks = [[block.as_dict() for block in part] for part in (page.blocks, page.comments)]
        digest = hashlib.sha256(json.dumps([page.outcome, blocks]).encode()).hexdigest()
        return ReadPage(page.observation if page.outcome is Outcome.STORED else Observation(), digest)

    def failed(self, reading: Reading, failure: Failure) -> ReadPage:
        """Learn nothing from a page that raised, hung or killed its process."""
        return ReadPage()
