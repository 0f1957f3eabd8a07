"""Labels of lines: which lines of a page are in its gold text.

A gold text does not say where in the page its words are, and short lines ("Reply") are in it by chance. So the lines
that are in the gold word for word are chained first: of all places of all lines, the heaviest chain in which page and
gold have the same order (a weighted longest increasing subsequence). A place that follows the line before, or begins a
paragraph of the gold, has more weight. The text between two links of the chain is matched word by word. A long line
that is elsewhere in the gold counts as well, since some data sets moved paragraphs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq

from evaluation.metrics.scores import encode
from evaluation.metrics.tokenisation import fold, words


def label(lines: Sequence[str], gold: str) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Give for N lines the share (N) of their words that are in the gold, and the number of their words (N)."""
    alphabet: dict[str, str] = {}
    sides = [encode(words(fold(line)), alphabet) for line in lines]
    paragraphs = [encode(words(fold(line)), alphabet) for line in gold.split("\n")]
    whole = "".join(paragraphs)
    edges = frozenset(np.cumsum([0, *map(len, paragraphs)]).tolist())
    share = np.zeros(len(lines), dtype=np.float32)
    covered = np.zeros(len(whole), dtype=np.bool_)
    links = [_GoldPlace(-1, 0, 0, 0.0)]
    for place in _chain(_places(sides, whole, edges), sides, len(whole)):
        links.append(place)
        share[place.line] = 1
        covered[place.start : place.stop] = True
    links.append(_GoldPlace(len(lines), len(whole), len(whole), 0.0))
    for before, after in pairwise(links):
        between = range(before.line + 1, after.line)
        if between and before.stop < after.start:
            _match_between(sides, between, whole, slice(before.stop, after.start), share, covered)
    _add_moved(sides, whole, share, covered)
    return share, np.array([len(side) for side in sides], dtype=np.int64)


_MIN_SURE_WORDS: Final = 4
"""A shorter line may be in the gold by chance."""
_MAX_PLACES_OF_A_LINE: Final = 30
"""Places in the gold that are tried for one line."""
_MAX_COMPARED_CELLS: Final = 3e8
"""Words of the page times words of the gold: a larger comparison would take seconds."""
_MIN_MOVED_WORDS: Final = 8
"""A line of so many words is in the gold only on purpose, wherever it is."""


@dataclass(frozen=True, slots=True)
class _GoldPlace:
    """A place of a line in the gold."""

    line: int
    start: int
    stop: int
    weight: float


def _places(sides: Sequence[str], whole: str, edges: frozenset[int]) -> list[_GoldPlace]:
    places = []
    for line, side in enumerate(sides):
        start, left = whole.find(side) if side else -1, _MAX_PLACES_OF_A_LINE
        while start >= 0 and left:
            stop = start + len(side)
            ends = (start in edges) + (stop in edges)
            sure = 1.0 if len(side) >= _MIN_SURE_WORDS or ends == 2 else 0.6 if ends else 0.25
            places.append(_GoldPlace(line, start, stop, sure * len(side)))
            start, left = whole.find(side, start + 1), left - 1
    return places


def _chain(places: Sequence[_GoldPlace], sides: Sequence[str], length: int) -> list[_GoldPlace]:
    """Give the heaviest chain, without short lines that stand alone in it."""
    best = _BestUpTo(length)
    total, previous = [0.0] * len(places), [-1] * len(places)
    number = 0
    while number < len(places):
        stop = number
        while stop < len(places) and places[stop].line == places[number].line:
            stop += 1
        for here in range(number, stop):
            place = places[here]
            weight, before = best.get(place.start)
            if before >= 0 and places[before].stop == place.start:
                weight += 0.3 * min(len(sides[place.line]), 3) + 0.2 * (places[before].line == place.line - 1)
            total[here], previous[here] = weight + place.weight, before
        for here in range(number, stop):
            best.put(places[here].stop, total[here], here)
        number = stop
    chain: list[_GoldPlace] = []
    last = int(np.argmax(total)) if places else -1
    while last >= 0:
        chain.append(places[last])
        last = previous[last]
    chain.reverse()
    joined = [a.stop == b.start for a, b in pairwise(chain)]
    return [
        place
        for place, follows, followed in zip(chain, [False, *joined], [*joined, False], strict=False)
        if len(sides[place.line]) >= _MIN_SURE_WORDS or follows or followed or place.weight == len(sides[place.line])
    ]


class _BestUpTo:
    """The heaviest chain that ends at or before a place in the gold (a Fenwick tree of maxima)."""

    def __init__(self, length: int) -> None:
        self._best = [(0.0, -1)] * (length + 2)

    def get(self, place: int) -> tuple[float, int]:
        heaviest = (0.0, -1)
        place += 1
        while place > 0:
            heaviest = max(heaviest, self._best[place])
            place &= place - 1
        return heaviest

    def put(self, place: int, weight: float, number: int) -> None:
        place += 1
        while place < len(self._best):
            if weight >= self._best[place][0]:  # of equals the later: titles stand in menus before they head the text
                self._best[place] = (weight, number)
            place += place & -place


def _match_between(
    sides: Sequence[str],
    between: range,
    whole: str,
    gap: slice,
    share: NDArray[np.float32],
    covered: NDArray[np.bool_],
) -> None:
    """Match the lines between two links with the gold between them, word by word."""
    joined = "".join(sides[line] for line in between)
    if not joined or len(joined) * (gap.stop - gap.start) > _MAX_COMPARED_CELLS:
        return
    place = np.full(len(joined), -1, dtype=np.int64)
    for step in LCSseq.opcodes(joined, whole[gap]):
        if step.tag == "equal":
            place[step.src_start : step.src_end] = np.arange(step.dest_start, step.dest_end) + gap.start
    start = 0
    for line in between:
        size = len(sides[line])
        gold_words = place[start : start + size]
        start += size
        rows = np.flatnonzero(gold_words >= 0)
        if len(rows) < max(2, 0.4 * size):
            continue
        matched = gold_words[rows]
        if len(matched) <= 0.4 * (matched[-1] - matched[0] + 1):  # scattered: words that any text has
            continue
        runs = np.split(rows, np.flatnonzero(np.diff(rows) != 1) + 1)
        share[line] = sum(len(run) for run in runs if len(run) >= min(3, size)) / size
        covered[matched] = True


def _add_moved(sides: Sequence[str], whole: str, share: NDArray[np.float32], covered: NDArray[np.bool_]) -> None:
    """Count long lines that are in the gold where nothing else is matched."""
    for line, side in enumerate(sides):
        if share[line] >= 0.5 or len(side) < _MIN_MOVED_WORDS:
            continue
        start = whole.find(side)
        while start >= 0:
            if covered[start : start + len(side)].mean() < 0.3:
                share[line] = 1
                covered[start : start + len(side)] = True
                break
            start = whole.find(side, start + 1)
