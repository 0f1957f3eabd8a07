"""The template library of a site: the labels that its pages share, learned as pages come in.

*A Web Page Cleaning Method Based on Template and SVM* (Yan and Wang, 2020, doi:10.12677/CSA.2020.101007). A label is an
element's tag with one of its texts, white space squeezed. Two are near when their tags are the same and the texts'
edit distance is at most an eighth of the shorter one. Pages are taken in batches of N1; a label that N2 pages of the
batch have is a template. Pages are counted, not labels: "Reply" forty times in one thread says nothing of the site.
Nor is a page fetched again another page: else the posts of a thread that is fetched every hour would be its template.

What stands on a tenth of a site's pages is on one page of most batches: a notice under banned members, the controls of
one section. So a short label is a template, too, when N3 of the pages of the last :data:`EXPIRY` batches have it.

A site changes. An entry that no page of the last :data:`EXPIRY` batches had is dropped, and the library's version goes
up with every batch that changes what it knows, so that an extraction can say which template it was made with.

Beside the labels it keeps what a method thought of the site's containers (``containers``), for the methods that say so.

The state is meant to be kept, so addresses and numbers of persons are masked in labels, as they are in texts.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from extraction.methods.site_containers import Odds, SiteContainers, Sums, together
from extraction.page import tags
from extraction.page.node_table import Mask, NodeTable
from native.library import array, check_memory, lib
from normalization import Rule, normalize

N1: Final = 10
"""Pages of a batch (the paper's value)."""
N2: Final = 3
"""Pages of a batch that a template's label is on (the paper's value)."""
N3: Final = 5
"""Pages of the last EXPIRY batches, a tenth of them, that have a short label for it to be a template."""
MOST_LABEL_CHARS: Final = 200
"""Characters of such a label: a notice or a rule of the site in a sentence or two. A story that is posted again is
longer."""
NEARNESS: Final = 8
"""Texts are near when no more than one character in so many has to be edited (the paper's value)."""
EXPIRY: Final = 5
"""Batches without a sight after which an entry is dropped: fifty pages, a few days of a small site."""
MOST_LABELS: Final = 2000
"""A page of more labels is not learned from: the noise of pages has tens to hundreds, and learning takes no minutes."""
LONGEST_LABEL: Final = 1000
"""A label that is learned has at most so many characters; longer texts are what pages are read for, and are many."""

Label = tuple[str, str]
"""Tag and text."""


@dataclass(frozen=True, slots=True)
class Observation:
    """What one page shows of its site."""

    labels: tuple[Label, ...] = ()
    """Each once."""
    containers: Odds = field(default_factory=dict)
    """What the method thought of them; empty for methods that do not say."""

    def to_json(self) -> list[Any]:
        """Give it as JSON-ready values."""
        return [list(self.labels), list(self.containers.items())]

    @classmethod
    def from_json(cls, fields: Sequence[Any]) -> "Observation":
        """Read what :meth:`to_json` gave."""
        labels, containers = fields
        return cls(tuple((tag, text) for tag, text in labels), dict(containers))


_MASKS: Final = frozenset({Rule.EMAIL, Rule.PHONE, Rule.IP_ADDRESS, Rule.HANDLE})


@dataclass(frozen=True, slots=True)
class Template:
    """What is known of one site. Immutable: :meth:`learn` gives the next state, which the caller keeps."""

    version: int = 0
    """Goes up when the entries change, and with each batch that showed containers; 0 knows nothing."""
    batches: int = 0
    """Complete batches so far."""
    entries: Mapping[Label, int] = field(default_factory=dict)
    """Each template label, with the last batch in which it was seen."""
    pending: Mapping[Label, int] = field(default_factory=dict)
    """Each label of the batch at hand, with the number of its pages that have it or one near to it."""
    recent: tuple[Mapping[Label, int], ...] = ()
    """The short labels of up to EXPIRY - 1 batches before that are no entries, each with the number of its pages. They
    are counted while a sample is learned and are no part of what it leaves: most are of one page."""
    containers: SiteContainers = field(default_factory=SiteContainers)
    """What complete batches have in the site's containers."""
    pending_containers: Sums = field(default_factory=dict)
    """Those of the batch at hand."""
    pages: int = 0
    """Pages in the batch at hand, less than N1."""
    numbers: tuple[int, ...] = ()
    """The numbers of those that have one."""

    def update(self, observation: Observation, number: int | None = None) -> "Template":
        """Give the state after one more page of the site.

        Args:
            observation: what the page shows of its site.
            number: what the caller calls the page; one that is in the batch at hand already changes nothing.
        """
        if not (observation.labels or observation.containers) or number in self.numbers:
            return self
        near = Index(self.pending)
        pending = Counter(self.pending)
        # Once each and in their order, which is the same in every run: of two that are as near, the first is found.
        pending.update(list(dict.fromkeys(near.find(label) or label for label in observation.labels)))
        containers = together(self.pending_containers, observation.containers)
        numbers = self.numbers if number is None else (*self.numbers, number)
        counted = replace(
            self, pending=dict(pending), pending_containers=containers, pages=self.pages + 1, numbers=numbers
        )
        return counted._closed() if counted.pages >= N1 else counted

    def matches(self, page: NodeTable, part: NDArray[np.int32] | None = None) -> Mask:
        """Mark the segments (S) whose label is near one of the entries: the site's common noise.

        A phrase in a part of which the library does not know half is part of a sentence and no noise, such as an
        agency's name that every article links.

        Args:
            page: the page.
            part: (S) the part of the page that each segment is in, its line say; its paragraph when it is left out.
        """
        near = Index(self.entries)
        of_page = labels(page)
        known = {label: near.find(label) is not None for label in dict.fromkeys(of_page)}
        matched = np.fromiter((known[label] for label in of_page), dtype=np.bool_, count=len(of_page))
        if part is None:
            part = page.nearest(~tags.PHRASE[page.tag])[page.owner]
        whole = np.bincount(part, weights=page.chars)
        half: Mask = 2 * np.bincount(part, weights=page.chars * matched) >= whole
        return matched & half[part]

    def to_json(self) -> dict[str, Any]:
        """Give the state as JSON-ready values, for a database."""
        return {
            "version": self.version,
            "batches": self.batches,
            "pages": self.pages,
            "numbers": list(self.numbers),
            "entries": [[tag, text, seen] for (tag, text), seen in self.entries.items()],
            "pending": [[tag, text, count] for (tag, text), count in self.pending.items()],
            "recent": [[[tag, text, count] for (tag, text), count in batch.items()] for batch in self.recent],
            "boxes": [[container, *row] for container, row in self.containers.known.items()],
            "pending_boxes": [[container, *row] for container, row in self.pending_containers.items()],
        }

    @classmethod
    def from_json(cls, state: Mapping[str, Any]) -> "Template":
        """Read what :meth:`to_json` gave; a state of a version alone has lost or not yet learned the rest."""
        return cls(
            version=state["version"],
            batches=state.get("batches", 0),
            entries={(tag, text): seen for tag, text, seen in state.get("entries", ())},
            pending={(tag, text): count for tag, text, count in state.get("pending", ())},
            recent=tuple({(tag, text): count for tag, text, count in batch} for batch in state.get("recent", ())),
            containers=SiteContainers(
                {each: (pages, odds, seen) for each, pages, odds, seen in state.get("boxes", ())}
            ),
            pending_containers={container: (pages, odds) for container, pages, odds in state.get("pending_boxes", ())},
            pages=state.get("pages", 0),
            numbers=tuple(state.get("numbers", ())),
        )

    def _closed(self) -> "Template":
        """Turn the batch at hand into entries."""
        batch = self.batches + 1
        entries = dict(self.entries)
        near = Index(entries)
        for label, count in self.pending.items():
            known = near.find(label)
            if known is not None:
                entries[known] = batch
            elif count >= N2 or self._often(label, count):
                entries[label] = batch
        entries = {label: seen for label, seen in entries.items() if batch - seen < EXPIRY}
        containers = self.containers.learned(self.pending_containers, batch, EXPIRY)
        changed = entries.keys() != self.entries.keys() or containers != self.containers
        rare = {
            label: count
            for label, count in self.pending.items()
            if len(label[1]) <= MOST_LABEL_CHARS and label not in entries
        }
        recent = (*self.recent, rare)[1 - EXPIRY :]
        return Template(self.version + changed, batch, entries, recent=recent, containers=containers)

    def _often(self, label: Label, count: int) -> bool:
        """Whether so many pages of this batch and those of the batches before have a label as make it a template."""
        return len(label[1]) <= MOST_LABEL_CHARS and count + sum(batch.get(label, 0) for batch in self.recent) >= N3


def learn_template(pages: Iterable[NodeTable]) -> Template:
    """Give the labels' template of a site from some of its pages; the last batch counts even when it is not full."""
    return update_template(map(observe, pages))


def update_template(observations: Iterable[Observation], template: Template | None = None) -> Template:
    """Give the template of a site from the observations of some of its pages, as :func:`learn_template`.

    Args:
        observations: what the pages show of it.
        template: what is known of the site already.
    """
    template = template or Template()
    for each in observations:
        template = template.update(each)
    return replace(template._closed() if template.pages else template, recent=())


def observe(page: NodeTable, containers: Odds | None = None) -> Observation:
    """Give what a page shows of its site, ``containers`` being a method's part; nothing with too many labels."""
    own_labels = dict.fromkeys(label for label in labels(page) if len(label[1]) <= LONGEST_LABEL)
    return Observation(tuple(own_labels), containers or {}) if len(own_labels) <= MOST_LABELS else Observation()


def labels(page: NodeTable) -> list[Label]:
    """Give the label of each segment (S)."""
    if not page.texts:
        return []
    names = [tags.NAMES[tag] for tag in page.tag[page.owner].tolist()]
    texts = normalize("\n".join(" ".join(text.split()) for text in page.text), rules=_MASKS).text.split("\n")
    return list(zip(names, texts, strict=True))


class Index:
    """Finds a near label among many without looking at them all: by equality first, then by tag and length."""

    def __init__(self, known: Iterable[Label]) -> None:
        self._known = frozenset(known)
        self._texts: defaultdict[tuple[str, int], list[str]] = defaultdict(list)
        for tag, text in known:
            self._texts[tag, len(text)].append(text)
        self._characters: dict[tuple[str, int], NDArray[np.int32]] = {}

    def find(self, label: Label) -> Label | None:
        """Give a known label near to this one, the nearest of those of the first length that has one, or None."""
        if label in self._known:
            return label
        tag, text = label
        characters = None
        for length in _lengths(len(text)):
            edits = min(length, len(text)) // NEARNESS
            known = self._texts.get((tag, length))
            if known and edits:
                characters = _characters(text) if characters is None else characters
                match = self._nearest(characters, known, (tag, length), edits)
                if match >= 0:
                    return tag, known[match]
        return None

    def _nearest(self, text: NDArray[np.int32], known: list[str], kind: tuple[str, int], edits: int) -> int:
        others = self._characters.get(kind)
        if others is None:
            others = self._characters[kind] = _characters("".join(known))
        match: int = lib.mezmun_nearest_text(
            *(array(text, len(text)), len(text), array(others, len(known) * kind[1]), kind[1], len(known), edits)
        )
        return check_memory(match)


def _characters(text: str) -> NDArray[np.int32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<i4")


def _lengths(length: int) -> Iterable[int]:
    """Give the lengths a near text can have: their difference is an edit distance already."""
    shortest = -(-length * NEARNESS // (NEARNESS + 1))
    return range(shortest, length + length // NEARNESS + 1)
