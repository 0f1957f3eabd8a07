"""A page's text and the facts it states: the one record that workers make, and what each output takes of it.

A new fact follows from its field of ``extraction.Metadata``; docs/architecture.md lists what else it touches.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

import extraction
import normalization
from extraction import FactKind
from mezmun.core.outcomes import Outcome

FACTS: Final = {name: kind for name, kind in extraction.FACT_KINDS.items() if kind is not FactKind.LANGUAGE}
"""The facts that the database keeps, each in a column of its name."""
EXPORTED_FACTS: Final = tuple(name for name in FACTS if name not in ("title", "whole_title"))
"""The facts that records of bulk runs have beside the title, in their order."""

DATATROVE_FIELDS: Final = (
    *("title", "language", "published", "comments", "confidence"),
    *("method", "method_version", "normalizer_version"),
)
"""The fields of an exported record that documents of datatrove get as metadata."""


@dataclass(frozen=True, slots=True)
class PageText:
    """What became of a page's bytes: ``STORED`` with a text to store, or the word for why there is none."""

    outcome: Outcome
    detail: str = ""
    text: str = ""
    """The blocks, one blank line between two; without ``comments``."""
    blocks: tuple[extraction.Block, ...] = ()
    """In clean letters, as all that follows."""
    comments: tuple[extraction.Block, ...] = ()
    """What readers wrote under an article; ``post`` tells which comment a block is part of."""
    posts: int = 0
    """How many posts the thread has; 0 for a page that is none. A block's ``post`` tells which it is part of."""
    post_facts: tuple[extraction.PostFacts, ...] = ()
    """What the page says of each post, in order."""
    metadata: extraction.Metadata = field(default_factory=extraction.Metadata)
    language: str = ""
    """ISO 639 code."""
    script: str = ""
    """ISO 15924 code."""
    declared_encoding: str = ""
    """The label, as the page or its server has it."""
    encoding: str = ""
    """The true one."""
    encoding_evidence: str = ""
    """See ``normalization.Decoded``."""
    method: str = ""
    method_version: str = ""
    confidence: float | None = None
    """The F1 that the method expects of its text; None when it cannot tell."""
    normalizer_version: str = normalization.NORMALIZER_VERSION
    changes: Mapping[str, int] = field(default_factory=dict)
    """How many places each rule of the normaliser changed."""
    observation: extraction.Observation = field(default_factory=extraction.Observation)
    """What the page gives its site's template, for methods that use one. No output has it."""

    @property
    def title(self) -> str:
        """The title without the name of the site; empty when the page has none."""
        return self.metadata.title.value if self.metadata.title else ""

    def columns(self) -> dict[str, Any]:
        """Give the columns of ``extractions`` that a page's text fills; None is what it does not say."""
        facts = self.metadata.as_dict()
        return {
            **{name: _ready(facts[name]["value"], kind) if name in facts else None for name, kind in FACTS.items()},
            "sources": {name: fact["source"] for name, fact in facts.items()},
            "text": self.text,
            "blocks": [block.as_dict() for block in self.blocks],
            "comments": [block.as_dict() for block in self.comments],
            "posts": self.posts or None,
            "post_facts": [_as_json(facts) for facts in self.post_facts] or None,
            "confidence": self.confidence,
            "language": self.language,
            "script": self.script,
            "declared_encoding": self.declared_encoding or None,
            "true_encoding": self.encoding or None,
            "encoding_evidence": self.encoding_evidence or None,
            "changes": self.changes,
            "method": self.method,
            "method_version": self.method_version,
            "normalizer_version": self.normalizer_version,
        }

    def exported(self) -> dict[str, Any]:
        """Give the fields that a record of a bulk run has of its page's text, in their order.

        ``posts`` are the texts of a thread's posts, in order, and ``comments`` what readers wrote under an article, one
        by one where they can be told apart; no part of ``text``. Who wrote any of it is not asked.
        """
        facts = self.metadata.as_dict()
        return {
            "title": self.title or None,
            "text": self.text or None,
            "posts": list(texts_by_post(self.blocks).values()),
            "comments": list(texts_by_post(self.comments).values()),
            "language": self.language or None,
            **{name: facts[name]["value"] if name in facts else None for name in EXPORTED_FACTS},
            "method": self.method,
            "method_version": self.method_version or None,
            "normalizer_version": self.normalizer_version,
            "confidence": self.confidence,
            "encoding": self.encoding or None,
        }

    def _post(self, number: int, text: str) -> dict[str, Any]:
        facts = self.post_facts[number - 1] if number <= len(self.post_facts) else extraction.PostFacts()
        return {"number": number, **_as_json(facts), "text": text}

    def as_dict(self) -> dict[str, Any]:
        """Give everything, ready for JSON, with the text of each post for itself too (``mezmun extract --json``)."""
        return {
            "outcome": self.outcome,
            "detail": self.detail,
            "title": self.title,
            "text": self.text,
            "blocks": [block.as_dict() for block in self.blocks],
            "comments": [block.as_dict() for block in self.comments],
            "posts": [self._post(number, text) for number, text in texts_by_post(self.blocks).items()],
            "metadata": self.metadata.as_dict(),
            "language": self.language,
            "script": self.script,
            "declared_encoding": self.declared_encoding,
            "encoding": self.encoding,
            "encoding_evidence": self.encoding_evidence,
            "method": self.method,
            "method_version": self.method_version,
            "confidence": self.confidence,
            "normalizer_version": self.normalizer_version,
            "changes": self.changes,
        }


def _ready(value: str, kind: FactKind) -> str | date:
    return date.fromisoformat(value) if kind is FactKind.DATE else value


def _as_json(facts: extraction.PostFacts) -> dict[str, str | None]:
    return {"id": facts.id or None, "day": facts.day.isoformat() if facts.day else None}


def texts_by_post(blocks: Sequence[extraction.Block]) -> dict[int, str]:
    """Put the blocks of a thread's posts, or of comments, together: the text of each by its number, in order."""
    texts: dict[int, list[str]] = {}
    for block in blocks:
        if block.post and block.text:
            texts.setdefault(block.post, []).append(block.plain)
    return {number: "\n\n".join(parts) for number, parts in sorted(texts.items())}
