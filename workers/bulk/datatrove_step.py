"""Mezmun as the extractor of a datatrove pipeline: web pages in, documents of clean text out.

    LocalPipelineExecutor([WarcReader("crawl/"), MezmunExtractor(), JsonlWriter("texts/")], tasks=8).run()

datatrove is in the dependency group of that name; it is no part of the application.
"""

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING

from datatrove.pipeline.base import PipelineStep
from datatrove.utils.typeshelper import StatHints

import extraction
from mezmun.core.outcomes import Outcome
from normalization import DEFAULT_RULES, Rule
from workers.bulk.input.items import Place, SourcePage
from workers.bulk.page_tasks import Extract, pool_of
from workers.page_text import DATATROVE_FIELDS

if TYPE_CHECKING:
    from datatrove.data import Document

_CONTENT_TYPE = "text/html; charset=utf-8"


class MezmunExtractor(PipelineStep):  # type: ignore[misc] # datatrove is untyped for us
    """Give each document its page's main text, in clean letters, and what is known of it as metadata.

    A page that hangs, crashes or has no text is dropped and counted by its outcome. The reader has decoded the pages
    before: of an encoding it does not know it drops them itself.
    """

    type = "🛢 - EXTRAC"
    name = "Mezmun"

    def __init__(
        self,
        method: str = extraction.DEFAULT_METHOD,
        timeout: float = 60.0,
        rules: frozenset[Rule] = DEFAULT_RULES,
    ) -> None:
        """Make the step.

        Args:
            method: name of an extraction method.
            timeout: seconds after which a page is given up.
            rules: what the normaliser may change; without ``normalization.MASK_RULES`` nothing is masked.
        """
        super().__init__()
        self.method, self.timeout, self.rules = method, timeout, rules

    def run(self, data: "Iterator[Document] | None", _rank: int = 0, _world_size: int = 1) -> "Iterator[Document]":
        """Extract every document in a process beside this one, in order."""
        waiting: deque[Document] = deque()

        def pages() -> Iterator[SourcePage]:
            for document in data or ():
                self.stat_update(StatHints.total)
                body, document.text = document.text.encode("utf-8", "replace"), ""
                waiting.append(document)
                yield SourcePage(Place(document.id), body, document.metadata.get("url"), _CONTENT_TYPE)

        with pool_of(Extract(self.method, rules=self.rules), 1, self.timeout) as pool:
            for record in pool.run(pages()):
                document = waiting.popleft()
                self.stat_update(record["outcome"])
                if record["outcome"] != Outcome.STORED:
                    self.stat_update(StatHints.dropped)
                    continue
                document.text = record["text"] or ""
                document.metadata |= {name: record[name] for name in DATATROVE_FIELDS}
                self.stat_update(StatHints.forwarded)
                self.update_doc_stats(document)
                yield document
