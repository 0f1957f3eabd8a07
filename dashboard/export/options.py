"""What an export is to hold."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any, Final

from db.publication.changes import Filter


class ExportFormat(StrEnum):
    """How the documents are written."""

    JSONL = "jsonl"
    """A record a line, compressed with zstd."""
    PARQUET = "parquet"
    HUGGINGFACE = "huggingface"
    """Parquet with the card that ``datasets.load_dataset`` reads."""
    TEXT = "text"
    """Paragraphs as lines, an empty line between two documents; compressed with zstd."""
    WARC = "warc"
    """The pages as they came, for web archives."""
    WET = "wet"
    """The texts, as web archives have them."""


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """What to export. ``respect`` are usage signals: a page that has one is left out; ``dedupe`` leaves out a text that
    a document before it has, or nearly (``db.duplicates``). ``shard_size`` is the number of documents after which a
    file ends, at the end of a batch."""

    format: ExportFormat
    sites: Sequence[str] = ()
    languages: Sequence[str] = ()
    kinds: Sequence[str] = ()
    since: date | None = None
    min_confidence: float | None = None
    respect: Sequence[str] = ()
    dedupe: bool = False
    shard_size: int = 50_000

    @property
    def wanted(self) -> Filter:
        """Give what the database can filter by."""
        return Filter(self.sites, self.languages, self.kinds, self.since, self.min_confidence)

    def widened(self, earlier: Mapping[str, Any]) -> str | None:
        """Name an option by which this takes in what an earlier export left out; None when there is none.

        ``earlier`` has the options of that, as ``as_dict`` gives them.
        """
        now = self.as_dict()
        for name in ("sites", "languages", "kinds"):
            if (before := set(earlier.get(name) or ())) and not (now[name] and before.issuperset(now[name])):
                return name
        for name in ("since", "min_confidence"):  # days as they are written stand in their order
            least = earlier.get(name)
            if least is not None and (now[name] is None or now[name] < least):
                return name
        return None if set(earlier.get("respect") or ()) <= set(self.respect) else "respect"

    def as_dict(self) -> dict[str, Any]:
        """Give everything, ready for JSON, for the manifest and for telling one run from another."""
        return {
            "format": self.format.value,
            "sites": list(self.sites),
            "languages": list(self.languages),
            "kinds": list(self.kinds),
            "since": self.since and self.since.isoformat(),
            "min_confidence": self.min_confidence,
            "respect": list(self.respect),
            "dedupe": self.dedupe,
            "shard_size": self.shard_size,
        }


DIRECTIVES: Final = {
    "noarchive": frozenset({"noarchive", "nocache"}),  # two words for one wish, which crawlers obey alike
    "noai": frozenset({"noai"}),
    "noimageai": frozenset({"noimageai"}),
    "nosnippet": frozenset({"nosnippet"}),
}
"""Directives for robots by which a page refuses a use, with the words that it may write for each."""
USES: Final = ("search", "ai-input", "ai-train")
"""The uses that ``Content-Signal`` allows or refuses (contentsignals.org)."""
RESERVATION: Final = "tdm-reservation"
SIGNALS: Final = (*DIRECTIVES, *USES, RESERVATION)
"""The names that ``refuses`` knows. A name that is mistyped would refuse nothing, and nobody would see it."""


def refuses(signals: Mapping[str, Any], names: Sequence[str]) -> str | None:
    """Give the first of these usage signals by which a page refuses a use, or None.

    ``signals`` are those of a fetch: directives for robots (``noarchive``, ``noai``) refuse when they are there, and so
    does a reservation (``tdm-reservation: 1``); of ``content-signal`` a use (``ai-train``) is refused by ``no``.
    ``names`` are some of ``SIGNALS``.
    """
    if not names:  # an export of everything asks for each document
        return None
    directives = frozenset(signals.get("robots", ()))
    pairs = (part.partition("=") for part in str(signals.get("content-signal", "")).split(","))
    uses = {use.strip().lower(): answer.strip().lower() for use, _, answer in pairs}
    for name in names:
        words = DIRECTIVES.get(name, frozenset())
        if not words.isdisjoint(directives) or uses.get(name) == "no" or signals.get(name) == "1":
            return name
    return None
