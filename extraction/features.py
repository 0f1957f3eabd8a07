"""What the method ``mezmun`` looks at: for each line of a page, some eighty numbers by name.

They come from the line and its neighbours, from the elements around it (text density, link and sentence shares, CC,
place, how often their structure repeats), from the names authors gave those elements, from the words of short lines,
and from the page as a whole. All of them are counts and shares, exact or rounded alike on every machine.

The elements around a line are levels: level 0 is the block the line lies in, each further level the next element that
holds more than the one before, so that wrappers count nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction import lines, tags
from extraction.lines import COMMA, DIGIT, SEEN, STOP, SYMBOL, UNSPACED, WORD, Lines
from extraction.namings import Namings
from extraction.native import elements, parents
from extraction.native.known import Known
from extraction.native.titles import line_of_title
from extraction.node_table import NodeTable
from extraction.subjects import Subject
from extraction.texts import plain
from extraction.valid_characters import main_block
from extraction.vocabulary import Words

Values = NDArray[np.float32]
LEVELS: Final = 6


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """The lines of a page with what ``leanings`` needs beside their features."""

    lines: Lines
    chars: Values
    """(L) characters of each line."""
    features: dict[str, Values]
    """(L) values by name."""
    levels: NDArray[np.int32]
    """(LEVELS, L) rows of the elements around each line."""
    first: NDArray[np.int32]
    """(E) first line of each element's subtree ..."""
    last: NDArray[np.int32]
    """(E) ... and the line behind its last."""
    parent: NDArray[np.int32]
    """(E) row of the parent; -1 for the root."""
    owner: NDArray[np.int32]
    """(L) row of the element whose child the line's first text is."""
    naming: NDArray[np.int32]
    """(E) row in ``namings``."""
    namings: Namings
    """The different namings of the page's elements."""


def measure(page: NodeTable) -> Measured:
    """Measure a page that has at least one segment."""
    cut = lines.lines_of(page)
    own = _own(cut)
    chars = own["chars"]
    around = _Elements(page, cut, own)
    features = {**own, **around.features, **_places(page, cut, own, around)}
    features |= _whole_page(page, features, around, len(cut.start))
    return Measured(
        cut,
        chars,
        features,
        around.levels,
        around.first,
        around.last,
        page.parent,
        page.owner[cut.start],
        around.naming,
        around.namings,
    )


def leanings(page: Measured, names: Words, words: Words, leaning: NDArray[np.float64]) -> dict[str, Values]:
    """Give (L) values by name: what the names around each line and the words in it say.

    ``names`` are those of the page's namings, ``words`` those of its lines, ``leaning`` is (W), of each word.
    """
    said = names.leanings(leaning)
    low, high = said.low[page.naming], said.high[page.naming]
    lowest, highest = parents.lowest(page.parent, low), parents.highest(page.parent, high)
    block = page.lines.block
    features = {
        "owner-low": low[page.owner],
        "owner-high": high[page.owner],
        "block-low": low[block],
        "block-high": high[block],
    }
    for level, rows in enumerate(page.levels[:_NAMED_LEVELS]):
        features[f"{level}/low"], features[f"{level}/high"] = lowest[rows], highest[rows]
    said = words.leanings(leaning)
    mean = share(said.sum, said.leaning)
    features |= {"words-mean": mean, "words-low": said.low, "words-low-1": shifted(said.low, -1, 0.0)}
    return features | {f"words-mean{by:+d}": shifted(mean, by, 0.0) for by in (-1, 1)}


_NAMED_LEVELS: Final = 5


def share(part: NDArray[np.generic], whole: NDArray[np.generic] | float) -> Values:
    """Divide, where a whole below 1 counts as 1."""
    result: Values = np.divide(part, np.maximum(whole, 1), dtype=np.float64).astype(np.float32)
    return result


def sums(values: NDArray[np.generic]) -> NDArray[np.float64]:
    """Give the sums of all values before each row, and of all."""
    result = np.zeros(len(values) + 1)
    np.cumsum(values, out=result[1:])
    return result


def repeated(values: Mapping[str, float], lines: int) -> dict[str, Values]:
    """Give each of the page's lines (L) the page's values by name."""
    table = np.array(list(values.values()), dtype=np.float32)[:, None]
    return dict(zip(values, np.repeat(table, lines, axis=1), strict=True))


def shifted(values: Values, by: int, empty: float) -> Values:
    """Give each line (L) the value of the line ``by`` further on; ``empty`` beyond the page's ends."""
    moved = np.full_like(values, empty)
    if by > 0:
        moved[:-by] = values[by:]
    else:
        moved[-by:] = values[:by]
    return moved


_SENTENCE_WORDS: Final = 8
"""Words from which a line with a mark of punctuation counts as a sentence."""
_UNSPACED_WORD: Final = np.float32(0.6)
"""Words a character makes where words are not parted."""


def _own(cut: Lines) -> dict[str, Values]:
    count = cut.counts.astype(np.float32)
    chars = np.maximum(count[SEEN], 1)
    words = count[WORD] + _UNSPACED_WORD * count[UNSPACED]
    linked = cut.linked.astype(np.float32)
    stops, commas = count[STOP], count[COMMA]
    sentence = (words >= _SENTENCE_WORDS) & (stops + commas > 0) & (2 * linked < chars)
    return {
        "chars": chars,
        "chars+1": shifted(chars, 1, -1.0),
        "link": share(linked, chars),
        "digit": count[DIGIT] / chars,
        "marks": share(stops + commas, words),
        "stops-and-commas": stops + commas,
        "symbol": count[SYMBOL] / chars,
        "ends-sentence": cut.ends_sentence.astype(np.float32),
        "copies": cut.copies.astype(np.float32),
        "sentence": sentence.astype(np.float32),
    }


_INSIDE: Final = ("article", "aside", "blockquote")
_HEADINGS: Final = tags.tag_set("h1 h2 h3 h4 h5 h6")
_INSIDE_BITS: Final = np.where(_HEADINGS, 1 << len(_INSIDE), 0).astype(np.int32)
for _bit, _name in enumerate(_INSIDE):
    _INSIDE_BITS[tags.CODE[_name]] |= 1 << _bit
_AT_LEVELS: Final = {
    "link": ("linked", "chars", (5,)),
    "sentence": ("said", "chars", (0, 1)),
    "density": ("chars", "size", (0, 1)),
    "cc": ("unlinked", "anchors", (0, 1, 2)),
    "line-chars": ("chars", "lines", (5,)),
    "marks": ("marks", "chars", (4, 5)),
    "digit": ("digits", "chars", (0, 2)),
    "begins": ("begins", "page", (1, 2)),
    "ends": ("ends", "page", (1, 3, 4, 5)),
    "sentences": ("sentences", "one", (1,)),
    "of-wider": ("chars", "wider-chars", (0,)),
    "sentence-of-wider": ("said", "wider-said", (0, 1)),
    "depth": ("depth", "one", (0,)),
    "alike": ("alike", "one", (0,)),
    "alike-share": ("alike-chars", "page", (0,)),
    "alike-chars": ("alike-chars", "alike", (0,)),
    "alike-link": ("alike-linked", "alike-chars", (0, 5)),
    "alike-sentence": ("alike-said", "alike-chars", (0, 1)),
    "siblings": ("siblings", "one", (0,)),
    "sibling-share": ("sibling-chars", "page", (0,)),
}
"""The measures of elements: one of their numbers (``native.elements.COLUMNS``), by which other it is divided, and at
which levels: where it was worth something. Three times as many numbers were tried and made the model no better on sites
it had not seen."""
_TAKEN: Final = [
    (f"{level}/{name}", part, whole, level) for name, (part, whole, levels) in _AT_LEVELS.items() for level in levels
]
_TAKEN_NAMES: Final = [name for name, *_ in _TAKEN]
_MEASURES: Final = elements.taken((part, whole, level) for _, part, whole, level in _TAKEN)


class _Elements:
    """The elements around the lines."""

    def __init__(self, page: NodeTable, cut: Lines, own: dict[str, Values]) -> None:
        self.naming, self.namings = page.naming, page.written_namings
        around = elements.around(page, cut.of, cut.block, LEVELS)
        self.first, self.last, self.levels = around.first, around.last, around.levels
        self.inside = parents.all_bits(page.parent, _INSIDE_BITS[page.tag])[page.owner[cut.start]]
        chars = own["chars"]
        self.total = float(chars.sum())
        parts = [chars, *(own[name] * chars for name in ("link", "sentence", "digit"))]
        self.before = np.zeros((len(elements.SUMS), len(chars) + 1))
        """Sums over the lines before each, and over all: see ``elements.SUMS``."""
        np.cumsum([*parts, own["stops-and-commas"], own["sentence"]], axis=1, out=self.before[:, 1:])
        found, columns = elements.at_levels(page, around, self.before, _MEASURES)
        self.features = dict(zip(_TAKEN_NAMES, found, strict=True))
        self.chars: NDArray[np.float64] = columns[elements.COLUMNS.index("chars")]


_WINDOW: Final = 5


def _places(page: NodeTable, cut: Lines, own: dict[str, Values], around: _Elements) -> dict[str, Values]:
    number = len(cut.start)
    row = np.arange(number)
    chars = own["chars"]
    before, linked = around.before[:2]
    low, high = np.maximum(row - _WINDOW, 0), np.minimum(row + _WINDOW + 1, number)
    features = {
        "row": row.astype(np.float32),
        "place": share(row, number),
        "before": share(before[:-1], around.total),
        "near-link": share(linked[high] - linked[low], before[high] - before[low]),
    }
    for bit, name in enumerate(_INSIDE):
        features[f"in-{name}"] = (around.inside >> bit & 1).astype(np.float32)
    heading = np.maximum.accumulate(np.where(around.inside >> len(_INSIDE), row, -1))
    features["since-heading"] = np.where(heading >= 0, row - heading, 9999).astype(np.float32)
    headline = np.flatnonzero((page.tag == tags.CODE["h1"]) & (around.chars > 0))
    features["since-headline"] = (
        (row - around.first[headline[0]]).astype(np.float32) if len(headline) else np.full(number, -9999, np.float32)
    )
    features["since-title"] = _since_title(page, cut)
    said = np.zeros(len(page.text), dtype=np.int64)
    said[cut.start] = own["sentence"] * chars
    block = main_block(page, said)
    features["main-block"] = (np.sign(row - around.first[block]) + np.sign(row - around.last[block] + 0.5)).astype(
        np.float32
    )
    return features


_TITLE_WORDS: Final = 30
"""Words beyond which a line is no headline."""


def _since_title(page: NodeTable, cut: Lines) -> Values:
    """Count the lines since the one that repeats most of the title, and hardly anything else: the first of several."""
    title = sorted(set(plain(" ".join(page.head.titles)).split()))
    number = len(cut.start)
    best = line_of_title(cut.texts, Known(title), 8 * _TITLE_WORDS, _TITLE_WORDS) if title else -1
    within = _line_within(" ".join(page.head.titles), cut)
    words = cut.counts[WORD] + _UNSPACED_WORD * cut.counts[UNSPACED]
    if within >= 0 and (best < 0 or words[within] > words[best]):
        best = within  # the other one is the site's name
    if best < 0:
        return np.full(number, -9999, dtype=np.float32)
    return np.arange(-best, number - best, dtype=np.float32)


def _line_within(title: str, cut: Lines) -> int:
    """Give the longest line, mostly without spaces between words, that stands in the title as it is; -1 for none."""
    unspaced = 2 * cut.counts[UNSPACED] > cut.counts[SEEN]
    rows = np.flatnonzero(unspaced & (cut.texts.length >= _LEAST_TITLE) & (cut.texts.length <= len(title)))
    found = [row for row in rows.tolist() if cut.texts.text[row] in title]
    return max(found, key=lambda row: len(cut.texts.text[row]), default=-1)


_LEAST_TITLE: Final = 5
"""Characters of a headline in a script without spaces: two to three words."""


def _whole_page(page: NodeTable, own: dict[str, Values], around: _Elements, number: int) -> dict[str, Values]:
    chars, sentence = own["chars"], own["sentence"] * own["chars"]
    comments = _comments(around, (own["since-headline"], own["since-title"]))
    in_comments = _lines_below(comments, around, number)
    said, outside = float(sentence.sum()), float((sentence * ~in_comments).sum())
    first = int(np.argmax(in_comments)) if in_comments.any() else number
    page_values = {
        "lines": number,
        "chars": around.total,
        "link": float((own["link"] * chars).sum()) / around.total,
        "sentence": said / around.total,
        "sentences": float(own["sentence"].sum()),
        "paragraphs": int((page.tag == tags.CODE["p"]).sum()),
        "anchors": int((page.tag == tags.CODE["a"]).sum()),
        "longest": float(chars.max()) / around.total,
        "digit": float((own["digit"] * chars).sum()) / around.total,
        "comments": float(comments.sum()),
        "said-in-comments": (said - outside) / max(said, 1.0),
    }
    features = repeated({f"page/{name}": value for name, value in page_values.items()}, number)
    features["in-comments"] = in_comments.astype(np.float32)
    features["since-comments"] = (np.arange(number) - first).astype(np.float32)
    return features


def _comments(around: _Elements, since: Sequence[Values]) -> NDArray[np.bool_]:
    named = around.namings.speaking(Subject.COMMENTS) & _BOX[around.namings.tag]
    boxes: NDArray[np.bool_] = named[around.naming] & (around.chars <= _MOST_OF_PAGE * around.total)
    for lines_since in since:
        if lines_since[-1] >= 0:
            headline = int(np.argmax(lines_since >= 0))
            boxes &= (around.first > headline) | (around.last <= headline)
    return boxes


_BOX: Final = tags.BLOCK & ~tags.tag_set("pre")
_MOST_OF_PAGE: Final = 0.95
"""A box that holds nearly all of the page is named after something else: ``body class="comments-open"``. So is one that
holds the headline (``article class="has-comments"``), and a link or a run of text: a counter that is never closed."""


def _lines_below(elements: NDArray[np.bool_], around: _Elements, number: int) -> NDArray[np.bool_]:
    edge = np.zeros(number + 1, dtype=np.int64)
    np.add.at(edge, around.first[elements], 1)
    np.subtract.at(edge, around.last[elements], 1)
    inside: NDArray[np.bool_] = np.cumsum(edge[:-1]) > 0
    return inside
