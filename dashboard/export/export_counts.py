"""What an export counts as it goes: what it holds, and what was left out and why."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

DUPLICATE: Final = "duplicate"


class Counts:
    """Numbers of documents, posts and characters; documents by site, language and method; left out by reason."""

    def __init__(self, before: Mapping[str, Any]) -> None:
        self.documents: int = before.get("documents", 0)
        self.posts: int = before.get("posts", 0)
        self.characters: int = before.get("characters", 0)
        self.by = {name: Counter(before.get("by", {}).get(name, {})) for name in ("site", "language", "method")}
        self.withheld = Counter(before.get("withheld", {}))

    def add(self, record: Mapping[str, Any]) -> None:
        """Count a document that is written."""
        self.documents += 1
        self.posts += len(record["posts"])
        self.characters += len(record["text"])
        self.by["site"][record["site"]] += 1
        self.by["language"][record["language"] or "und"] += 1
        self.by["method"][f"{record['method']} {record['method_version']}"] += 1

    def withhold(self, reason: str) -> None:
        """Count a document that is left out."""
        self.withheld[reason] += 1

    def as_dict(self) -> dict[str, Any]:
        """Give everything, ready for JSON, in an order that does not depend on the documents'."""
        return {
            "documents": self.documents,
            "posts": self.posts,
            "characters": self.characters,
            "by": {name: dict(sorted(counter.items())) for name, counter in self.by.items()},
            "withheld": dict(sorted(self.withheld.items())),
        }
