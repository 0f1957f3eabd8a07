"""What the method ``mezmun`` looks at: for each line of a page, several hundred numbers by name.

They come from the line and its neighbours, from the elements around it (text density, link and sentence shares, CC,
place, how often their structure repeats), from the names authors gave those elements, from the words of short lines,
and from the page as a whole. All of them are counts and shares, exact or rounded alike on every machine.

The elements around a line are levels: level 0 is the block the line lies in, each further level the next element that
holds more than the one before, so that wrappers count nothing.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from extraction import lines, tags, vocabulary
from extraction.lines import COMMA, DIGIT, SEEN, STOP, SYMBOL, UNSPACED, UPPER, WORD, Lines
from extraction.node_table import NodeTable
from extraction.valid_characters import main_block
from extraction.vocabulary import Naming, Vocabulary

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
    namings: list[Naming]
    """The different namings of the page's elements."""


def measure(page: NodeTable) -> Measured:
    """Measure a page that has at least one segment."""
    cut = lines.lines_of(page)
    own = _own(page, cut)
    chars = own["chars"]
    around = _Elements(page, cut, own)
    features = {**_with_neighbours(own), **around.features(), **_places(page, cut, own, around)}
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


def leanings(page: Measured, known: Vocabulary) -> dict[str, Values]:
    """Give (L) values by name: what the names around each line and the words in it say."""
    of_names = np.array([known.of_naming(naming) for naming in page.namings], dtype=np.float32)
    of_lines = np.array([known.of_line(text) for text in page.lines.text], dtype=np.float32)
    return spread_leanings(page, of_names, of_lines)


def spread_leanings(page: Measured, of_names: Values, of_lines: Values) -> dict[str, Values]:
    """Give what ``leanings`` gives, from those of the page's namings (N, 2) and of its lines' words (L, 5)."""
    low, high = of_names[page.naming].T
    lowest, highest = upwards(low, page.parent, np.minimum), upwards(high, page.parent, np.maximum)
    block = page.lines.block
    features = {
        "owner-low": low[page.owner],
        "owner-high": high[page.owner],
        "block-low": low[block],
        "block-high": high[block],
    }
    for level, rows in enumerate(page.levels):
        features[f"{level}/low"], features[f"{level}/high"] = lowest[rows], highest[rows]
    words = of_lines.T
    for name, row in zip(("mean", "low", "high", "line", "known"), words, strict=True):
        features[f"words-{name}"] = row
    for by in (-1, 1):
        moved = shifted(words[:2], by, 0.0)
        features[f"words-mean{by:+d}"], features[f"words-low{by:+d}"] = moved[0], moved[1]
    return features


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


def shifted(table: NDArray[np.float32], by: int, empty: float) -> NDArray[np.float32]:
    """Give each column (K, L) the values of the line ``by`` further on; ``empty`` beyond the page's ends."""
    moved = np.full_like(table, empty)
    if abs(by) < table.shape[1]:
        if by > 0:
            moved[:, :-by] = table[:, by:]
        else:
            moved[:, -by:] = table[:, :by]
    return moved


_SENTENCE_WORDS: Final = 8
"""Words from which a line with a mark of punctuation counts as a sentence."""
_UNSPACED_WORD: Final = np.float32(0.6)
"""Words a character makes where words are not parted."""


def _own(page: NodeTable, cut: Lines) -> dict[str, Values]:
    counts, first, last = lines.character_counts(cut.text)
    count = counts.astype(np.float32)
    chars = np.maximum(count[:, SEEN], 1)
    words = count[:, WORD] + _UNSPACED_WORD * count[:, UNSPACED]
    linked = np.add.reduceat(page.chars * page.in_link, cut.start).astype(np.float32)
    stops, commas = count[:, STOP], count[:, COMMA]
    sentence = (words >= _SENTENCE_WORDS) & (stops + commas > 0) & (2 * linked < chars)
    same = [vocabulary.without_numbers(text) for text in cut.text]
    copies = Counter(same)
    return {
        "chars": chars,
        "words": words,
        "link": share(linked, chars),
        "links": np.add.reduceat(page.in_link, cut.start, dtype=np.int32).astype(np.float32),
        "digit": count[:, DIGIT] / chars,
        "upper": count[:, UPPER] / chars,
        "stops": stops,
        "commas": commas,
        "symbol": count[:, SYMBOL] / chars,
        "word-length": share(chars, words),
        "ends-sentence": last[:, STOP].astype(np.float32),
        "begins-upper": first[:, UPPER].astype(np.float32),
        "copies": np.array([copies[text] for text in same], dtype=np.float32),
        "sentence": sentence.astype(np.float32),
        "marks": share(stops + commas, words),
    }


def _with_neighbours(own: dict[str, Values]) -> dict[str, Values]:
    table = np.stack(list(own.values()))
    features = dict(own)
    for by in (-2, -1, 1, 2):
        features |= {f"{name}{by:+d}": row for name, row in zip(own, shifted(table, by, -1.0), strict=True)}
    return features


_INSIDE: Final = (
    "article",
    "main",
    "nav",
    "header",
    "footer",
    "aside",
    "form",
    "table",
    "li",
    "p",
    "blockquote",
    "pre",
    "h1",
    "h2,h3",
    "h4,h5,h6",
    "dl",
    "figure,figcaption",
    "td",
    "section",
)
_INSIDE_BITS: Final = np.zeros(len(tags.NAMES), dtype=np.int32)
for _bit, _names in enumerate(_INSIDE):
    _INSIDE_BITS[[tags.CODE[name] for name in _names.split(",")]] |= 1 << _bit
_HEADING_BITS: Final = sum(1 << bit for bit, names in enumerate(_INSIDE) if names[0] == "h" and names[1].isdigit())
_COMMENTS: Final = ("comment", ".comment", "#comment", "respond", "disqus", "feedback")
_FORUM: Final = ("forum", "thread", "topic", "bbs", "phpbb", "vbulletin", "xenforo", "discourse", "postbody", "postrow")


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
        self.naming, self.namings = vocabulary.namings(page)
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
        number = (self.last - self.first).astype(np.float64)
        every = {
            "chars": self.chars,
            "share": share(self.chars, self.total),
            "link": share(self.linked, self.chars),
            "sentence": share(self.sentences, self.chars),
            "density": share(self.chars, page.end - row),
            "cc": share(self.chars - self.linked, anchors),
            "line-chars": share(self.chars, number),
            "marks": share(self.over(own["stops"] + own["commas"]), self.chars),
            "digit": share(self.over(own["digit"] * own["chars"]), self.chars),
            "begins": share(before[self.first], self.total),
            "ends": share(before[self.last], self.total),
            "lines": number,
            "sentences": self.over(own["sentence"]),
            "of-wider": share(self.chars, self.chars[self.wider]),
            "sentence-of-wider": share(self.sentences, self.sentences[self.wider]),
            "depth": page.depth,
            "images": page.below(page.tag == tags.CODE["img"]),
            "alike": alike[self.built],
            "alike-share": share(alike_chars, self.total)[self.built],
            "alike-chars": share(alike_chars, alike)[self.built],
            "alike-link": share(alike_linked, alike_chars)[self.built],
            "alike-sentence": share(alike_sentences, alike_chars)[self.built],
            "siblings": siblings[self.siblings],
            "sibling-share": share(sibling_chars, self.total)[self.siblings],
        }
        table = np.stack(list(every.values())).astype(np.float32)[:, self.levels]
        return {f"{level}/{name}": table[number, level] for level in range(LEVELS) for number, name in enumerate(every)}


_WINDOW: Final = 5


def _places(page: NodeTable, cut: Lines, own: dict[str, Values], around: _Elements) -> dict[str, Values]:
    number = len(cut.start)
    row = np.arange(number)
    chars = own["chars"]
    before = sums(chars)
    low, high = np.maximum(row - _WINDOW, 0), np.minimum(row + _WINDOW + 1, number)
    near = before[high] - before[low]
    features = {
        "row": row.astype(np.float32),
        "place": share(row, number),
        "before": share(before[:-1], around.total),
        "block-lines": np.bincount(cut.block)[cut.block].astype(np.float32),
    }
    for name in ("sentence", "link"):
        total = sums(own[name] * chars)
        features[f"near-{name}"] = share(total[high] - total[low], near)
    for bit, name in enumerate(_INSIDE):
        features[f"in-{name}"] = (around.inside >> bit & 1).astype(np.float32)
    heading = np.maximum.accumulate(np.where(around.inside & _HEADING_BITS, row, -1))
    features["since-heading"] = np.where(heading >= 0, row - heading, 9999).astype(np.float32)
    headline = np.flatnonzero((page.tag == tags.CODE["h1"]) & (around.chars > 0))
    features["since-headline"] = (
        (row - around.first[headline[0]]).astype(np.float32) if len(headline) else np.full(number, -9999, np.float32)
    )
    features |= _of_title(page, cut, row)
    said = np.zeros(len(page.text), dtype=np.int64)
    said[cut.start] = own["sentence"] * chars
    block = main_block(page, said)
    features["main-block"] = (np.sign(row - around.first[block]) + np.sign(row - around.last[block] + 0.5)).astype(
        np.float32
    )
    return features


_TITLE_WORDS: Final = 30
"""Words beyond which a line is no headline."""


def _of_title(page: NodeTable, cut: Lines, row: NDArray[np.intp]) -> dict[str, Values]:
    title = frozenset(" ".join(page.head.titles).lower().split())
    within = np.zeros(len(row), dtype=np.float32)
    if title:
        for number, text in enumerate(cut.text):
            found = text.lower().split() if len(text) < 8 * _TITLE_WORDS else ()
            if 2 <= len(found) <= _TITLE_WORDS:
                within[number] = sum(word in title for word in found) / len(found)
    whole = np.flatnonzero(within > 0.8)
    since = row - whole[0] if len(whole) else np.full(len(row), -9999)
    return {"of-title": within, "since-title": since.astype(np.float32)}


def _whole_page(page: NodeTable, own: dict[str, Values], around: _Elements, number: int) -> dict[str, Values]:
    chars, sentence = own["chars"], own["sentence"] * own["chars"]
    comments = _marked(around, _COMMENTS)
    forum = _speaking_of(around, _FORUM)
    in_comments = _lines_below(comments, around, number)
    in_forum = _lines_below(forum & (np.arange(len(forum)) > 0), around, number)
    said, outside = float(sentence.sum()), float((sentence * ~in_comments).sum())
    first = int(np.argmax(in_comments)) if in_comments.any() else number
    sentences = sums(sentence)
    repeated = np.bincount(around.built, weights=around.chars) / np.maximum(np.bincount(around.built), 1)
    page_values = {
        "lines": number,
        "chars": around.total,
        "link": float((own["link"] * chars).sum()) / around.total,
        "sentence": said / around.total,
        "sentences": float(own["sentence"].sum()),
        "paragraphs": int((page.tag == tags.CODE["p"]).sum()),
        "anchors": int((page.tag == tags.CODE["a"]).sum()),
        "density": around.total / len(page.tag),
        "longest": float(chars.max()) / around.total,
        "digit": float((own["digit"] * chars).sum()) / around.total,
        "repeated": float((np.bincount(around.built) * (repeated > 100)).max()),
        "comments": float(comments.sum()),
        "said-in-comments": (said - outside) / max(said, 1.0),
        "said-before-comments": float(sentences[first]) / max(said, 1.0),
        "forum": float(forum.sum()),
        "forum-share": float((in_forum * chars).sum()) / around.total,
        "article": float(page.head.is_article),
    }
    features = {f"page/{name}": np.full(number, value, dtype=np.float32) for name, value in page_values.items()}
    features["in-comments"] = in_comments.astype(np.float32)
    features["in-forum"] = in_forum.astype(np.float32)
    features["since-comments"] = (np.arange(number) - first).astype(np.float32)
    return features


def _marked(around: _Elements, prefixes: tuple[str, ...]) -> NDArray[np.bool_]:
    marked = _speaking_of(around, prefixes)
    marked[around.chars > _MOST_OF_PAGE * around.total] = False
    return marked


def _speaking_of(around: _Elements, subject: tuple[str, ...]) -> NDArray[np.bool_]:
    return np.array([vocabulary.speaks_of(naming, subject) for naming in around.namings], dtype=np.bool_)[around.naming]


_MOST_OF_PAGE: Final = 0.95
"""A box that holds nearly all of the page is named after something else: ``body class="comments-open"``."""


def _lines_below(elements: NDArray[np.bool_], around: _Elements, number: int) -> NDArray[np.bool_]:
    edge = np.zeros(number + 1, dtype=np.int64)
    np.add.at(edge, around.first[elements], 1)
    np.subtract.at(edge, around.last[elements], 1)
    inside: NDArray[np.bool_] = np.cumsum(edge[:-1]) > 0
    return inside
