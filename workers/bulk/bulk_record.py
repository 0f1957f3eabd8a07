"""What a run writes: one record for each page, whatever became of it."""

import hashlib
import os
from dataclasses import dataclass, fields
from typing import Any, Final

import normalization
from mezmun.core.outcomes import Outcome
from workers.bulk.input.items import Page
from workers.pipeline import Processed, by_post


@dataclass(frozen=True)
class Record:
    """One page's outcome, and its text when there is one. Who wrote it is not asked."""

    url: str | None
    """As the archive has it; None for a page from a file."""
    sha256: str | None
    """Of the page's bytes without transfer and content encodings; None when they could not be had."""
    outcome: str
    """A word of ``mezmun.core.outcomes``; ``stored`` when there is a text."""
    detail: str | None
    """Why there is none, and whether the page breaks off, and its text with it."""
    title: str | None
    text: str | None
    """Paragraphs in clean letters, private data masked, a blank line between them."""
    posts: list[str]
    """The texts of a thread's posts, in order; empty for a page that is none."""
    comments: list[str]
    """What readers wrote under an article, one by one where they can be told apart; no part of ``text``."""
    language: str | None
    """ISO 639 code."""
    published: str | None
    """ISO 8601 date."""
    canonical_url: str | None
    site_name: str | None
    section: str | None
    method: str
    method_version: str | None
    normalizer_version: str
    confidence: float | None
    """The F1 the method expects of its text; None when it cannot tell."""
    encoding: str | None
    """The page's true encoding."""
    source: str
    """The file it came from."""
    offset: int | None
    """Byte at which its record begins in the archive; None for a page from a file."""
    record_id: str | None
    """``WARC-Record-ID``."""

    def values(self) -> dict[str, Any]:
        """Give the fields by name."""
        return {name: getattr(self, name) for name in FIELDS}


_BREAKS_OFF: Final = "the page breaks off"
FIELDS: Final = tuple(field.name for field in fields(Record))


def record(page: Page, made: Processed, method: str) -> Record:
    """Make the record of a page from what was made of it."""
    said = {name: fact["value"] for name, fact in made.metadata.as_dict().items()}
    return Record(
        url=page.url,
        sha256=None if page.fault else hashlib.sha256(page.body).hexdigest(),
        outcome=made.outcome,
        detail="; ".join(filter(None, (made.detail, _BREAKS_OFF if page.cut else ""))) or None,
        title=made.title or None,
        text=made.text or None,
        posts=list(by_post(made.blocks).values()),
        comments=list(by_post(made.comments).values()),
        language=made.language or None,
        published=said.get("published"),
        canonical_url=said.get("canonical_url"),
        site_name=said.get("site_name"),
        section=said.get("section"),
        method=made.method or method,
        method_version=made.method_version or None,
        normalizer_version=normalization.NORMALIZER_VERSION,
        confidence=made.confidence,
        encoding=made.encoding or None,
        source=os.fsencode(page.place.source).decode("utf-8", "replace"),
        offset=page.place.offset,
        record_id=page.record_id,
    )


def fallen(page: Page, outcome: Outcome, detail: str, method: str) -> Record:
    """Make the record of a page that nothing could be made of."""
    return record(page, Processed(outcome, detail), method)
