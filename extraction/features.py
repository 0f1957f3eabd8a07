"""What the method ``mezmun`` looks at: for each line of a page, some eighty numbers by name.

They come from the line and its neighbours, from the elements around it (text density, link and sentence shares, CC,
place, how often their structure repeats), from the names authors gave those elements, from the words of short lines,
and from the page as a whole. All of them are counts and shares, exact or rounded alike on every machine.

The elements around a line are levels: level 0 is the block the line lies in, each further level the next element that
holds more than the one before, so that wrappers count nothing.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from extraction import lines, tags, vocabulary
from extraction.lines import COMMA, DIGIT, SEEN, STOP, SYMBOL, UNSPACED, WORD, Lines
from extraction.namings import Namings
from extraction.native.words import Known, line_of_title
from extraction.node_table import NodeTable
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
    first: NDArray[np.intp]
    """(E) first line of each element's subtree ..."""
    last: NDArray[np.intp]
    """(E) ... and the line behind its last."""
    parent: NDArray[np.int32]
    """(E) row of the parent; the root is its own."""
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
    features = {**own, **around.features(), **_places(page, cut, own, around)}
    features |= _whole_page(page, own, around, len(cut.start))
    return Measured(
        cut,
        chars,
        features,
        around.levels,
        around.first,
        around.last,
        around.parent,
        page.owner[cut.start],
        around.naming,
        around.namings,
    )


def leanings(page: Measured, names: Words, words: Words, leaning: NDArray[np.float64]) -> dict[str, Values]:
    """Give (L) values by name: what the names around each line and the words in it say.

    ``names`` are those of the page's namings, ``words`` those of its lines, ``leaning`` is (W), of each word.
    """
    said = leaning[names.word]
    low = np.minimum(names.reduce(said, np.minimum), 0).astype(np.float32)[page.naming]
    high = np.maximum(names.reduce(said, np.maximum), 0).astype(np.float32)[page.naming]
    lowest, highest = upwards(low, page.parent, np.minimum), upwards(high, page.parent, np.maximum)
    block = page.lines.block
    features = {
        "owner-low": low[page.owner],
        "owner-high": high[page.owner],
        "block-low": low[block],
        "block-high": high[block],
    }
    for level, rows in enumerate(page.levels[:_NAMED_LEVELS]):
        features[f"{level}/low"], features[f"{level}/high"] = lowest[rows], highest[rows]
    said = leaning[words.word]
    mean = share(words.reduce(said, np.add), words.reduce((said != 0).astype(np.float64), np.add))
    least = np.minimum(words.reduce(said, np.minimum), 0).astype(np.float32)
    features |= {"words-mean": mean, "words-low": least, "words-low-1": shifted(least, -1, 0.0)}
    return features | {f"words-mean{by:+d}": shifted(mean, by, 0.0) for by in (-1, 1)}


_NAMED_LEVELS: Final = 5


def upwards(values: NDArray[Any], parent: NDArray[np.int32], combine: np.ufunc) -> NDArray[Any]:
    """Combine each element's value (E) with those of all its ancestors; the root is its own parent."""
    while True:  # every round doubles the reach
        values = combine(values, values[parent])
        if not parent.any():
            return values
        parent = parent[parent]


def share(part: NDArray[np.generic], whole: NDArray[np.generic] | float) -> Values:
    """Divide, where a whole below 1 counts as 1."""
    result: Values = np.divide(part, np.maximum(whole, 1), dtype=np.float64).astype(np.float32)
    return result


def sums(values: NDArray[np.generic]) -> NDArray[np.float64]:
    """Give the sums of all values before each row, and of all."""
    result = np.zeros(len(values) + 1)
    np.cumsum(values, out=result[1:])
    return result


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
    "link": (5,),
    "sentence": (0, 1),
    "density": (0, 1),
    "cc": (0, 1, 2),
    "line-chars": (5,),
    "marks": (4, 5),
    "digit": (0, 2),
    "begins": (1, 2),
    "ends": (1, 3, 4, 5),
    "sentences": (1,),
    "of-wider": (0,),
    "sentence-of-wider": (0, 1),
    "depth": (0,),
    "alike": (0,),
    "alike-share": (0,),
    "alike-chars": (0,),
    "alike-link": (0, 5),
    "alike-sentence": (0, 1),
    "siblings": (0,),
    "sibling-share": (0,),
}
"""At which levels each measure of elements is taken: where it was worth something. Three times as many numbers were
tried and made the model no better on sites it had not seen."""


class _Elements:
    """Sums over subtrees, and the structure that repeats."""

    def __init__(self, page: NodeTable, cut: Lines, own: dict[str, Values]) -> None:
        self.page = page
        self.parent = np.maximum(page.parent, 0)
        of = np.append(cut.of, len(cut.start))
        self.first = of[page.first]
        self.last = np.where(page.last > page.first, of[np.maximum(page.last - 1, 0)] + 1, self.first)
        chars = own["chars"]
        self.total = float(chars.sum())
        self.chars = self.over(chars)
        self.linked = self.over(own["link"] * chars)
        self.sentences = self.over(own["sentence"] * chars)
        self.own = own
        same = (page.first == page.first[self.parent]) & (page.last == page.last[self.parent])
        same[0] = False
        top = page.nearest(~same)  # the outermost element that holds no more than this one
        self.wider = np.where(top > 0, self.parent[top], 0)
        levels = [top[cut.block]]
        for _ in range(LEVELS - 1):
            levels.append(top[self.wider[levels[-1]]])
        self.levels = np.stack(levels).astype(np.int32)
        self.naming, self.namings = page.naming, page.written_namings
        name = self.naming.astype(np.int64) + 1
        above = name[self.parent]
        built = (name * 1_000_003 + above) * 1_000_003 + above[self.parent]
        _, self.built = np.unique(built, return_inverse=True)
        _, self.siblings = np.unique(name * 4_000_037 + self.parent, return_inverse=True)
        inside = _INSIDE_BITS[page.tag]
        self.inside = upwards(inside, self.parent, np.bitwise_or)[page.owner[cut.start]]

    def over(self, values: NDArray[np.generic]) -> NDArray[np.float64]:
        """Sum (L) values over each element's subtree (E)."""
        before = sums(values)
        inside: NDArray[np.float64] = before[self.last] - before[self.first]
        return inside

    def features(self) -> dict[str, Values]:
        page, own = self.page, self.own
        row = np.arange(len(page.tag))
        holds = (self.chars > 0).astype(np.float64)
        alike = np.bincount(self.built, weights=holds)
        alike_chars = np.bincount(self.built, weights=self.chars)
        alike_linked = np.bincount(self.built, weights=self.linked)
        alike_sentences = np.bincount(self.built, weights=self.sentences)
        siblings = np.bincount(self.siblings, weights=holds)
        sibling_chars = np.bincount(self.siblings, weights=self.chars)
        anchors = page.below(page.tag == tags.CODE["a"])
        before = sums(own["chars"])
        every: dict[str, NDArray[Any]] = {
            "link": share(self.linked, self.chars),
            "sentence": share(self.sentences, self.chars),
            "density": share(self.chars, page.end - row),
            "cc": share(self.chars - self.linked, anchors),
            "line-chars": share(self.chars, self.last - self.first),
            "marks": share(self.over(own["stops-and-commas"]), self.chars),
            "digit": share(self.over(own["digit"] * own["chars"]), self.chars),
            "begins": share(before[self.first], self.total),
            "ends": share(before[self.last], self.total),
            "sentences": self.over(own["sentence"]),
            "of-wider": share(self.chars, self.chars[self.wider]),
            "sentence-of-wider": share(self.sentences, self.sentences[self.wider]),
            "depth": page.depth,
            "alike": alike[self.built],
            "alike-share": share(alike_chars, self.total)[self.built],
            "alike-chars": share(alike_chars, alike)[self.built],
            "alike-link": share(alike_linked, alike_chars)[self.built],
            "alike-sentence": share(alike_sentences, alike_chars)[self.built],
            "siblings": siblings[self.siblings],
            "sibling-share": share(sibling_chars, self.total)[self.siblings],
        }
        return {
            f"{level}/{name}": every[name][self.levels[level]].astype(np.float32)
            for name, levels in _AT_LEVELS.items()
            for level in levels
        }


_WINDOW: Final = 5


def _places(page: NodeTable, cut: Lines, own: dict[str, Values], around: _Elements) -> dict[str, Values]:
    number = len(cut.start)
    row = np.arange(number)
    chars = own["chars"]
    before = sums(chars)
    low, high = np.maximum(row - _WINDOW, 0), np.minimum(row + _WINDOW + 1, number)
    near = before[high] - before[low]
    total = sums(own["link"] * chars)
    features = {
        "row": row.astype(np.float32),
        "place": share(row, number),
        "before": share(before[:-1], around.total),
        "near-link": share(total[high] - total[low], near),
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
    if best < 0:
        return np.full(number, -9999, dtype=np.float32)
    return np.arange(-best, number - best, dtype=np.float32)


def _whole_page(page: NodeTable, own: dict[str, Values], around: _Elements, number: int) -> dict[str, Values]:
    chars, sentence = own["chars"], own["sentence"] * own["chars"]
    comments = _comments(around)
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
    features = {f"page/{name}": np.full(number, value, dtype=np.float32) for name, value in page_values.items()}
    features["in-comments"] = in_comments.astype(np.float32)
    features["since-comments"] = (np.arange(number) - first).astype(np.float32)
    return features


def _comments(around: _Elements) -> NDArray[np.bool_]:
    named = vocabulary.speaking(around.namings, _COMMENTS)
    return named[around.naming] & (around.chars <= _MOST_OF_PAGE * around.total)


_COMMENTS: Final = Known(vocabulary.COMMENTS)
_MOST_OF_PAGE: Final = 0.95
"""A box that holds nearly all of the page is named after something else: ``body class="comments-open"``."""


def _lines_below(elements: NDArray[np.bool_], around: _Elements, number: int) -> NDArray[np.bool_]:
    edge = np.zeros(number + 1, dtype=np.int64)
    np.add.at(edge, around.first[elements], 1)
    np.subtract.at(edge, around.last[elements], 1)
    inside: NDArray[np.bool_] = np.cumsum(edge[:-1]) > 0
    return inside
