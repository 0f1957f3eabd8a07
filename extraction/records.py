"""The repeated records of a page: the posts of a thread, the comments under an article.

Software writes every post with the same template, so the elements around the posts are alike inside: each has one box
for the body, one for the date, one for the buttons, and so on. Elements that share a name (or, without one, tag and
parent's name) are a *family*. Of the families whose members hold the content, the posts are the one whose members
have the most names in common that stand exactly once in each: its *template*. Paragraphs of one post have none, a box
around several posts has each of them several times, and an advert between posts has none of them. Nothing is known of
any forum software, and the members may lie in each other, in boxes of their own, or far apart.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction import tags
from extraction.namings import Naming
from extraction.node_table import Column, Mask, NodeTable, prefix_sums

SMALLEST_TEMPLATE: Final = 5
"""Names in common below which alike elements are paragraphs, cells or items of one text."""


@dataclass(frozen=True, slots=True, eq=False)
class Records:
    """R records, at least two, in document order."""

    rows: NDArray[np.intp]
    """(R) their elements."""
    of: NDArray[np.intp]
    """(S) record of each segment, the innermost; -1 outside all of them."""
    names: frozenset[str]
    """What the names of the records' elements have in common with their template's."""
    led: bool
    """A box before them has enough of their template to be the first of them, in other clothes."""


def records(page: NodeTable, content: Mask) -> Records | None:
    """Find the records that hold the marked (S) content; None when nothing repeats."""
    if np.count_nonzero(content) < 2:
        return None
    families = _Families(page, content)
    found = [families.study(each) for each in families.likely()]
    found = [each for each in found if each.template >= SMALLEST_TEMPLATE and len(each.members) > 1]
    if not found:
        return None
    best = max(each.weight for each in found)
    chosen = max((each for each in found if each.weight >= _NEARLY * best), key=lambda each: len(each.members))
    return families.records(chosen)


_LEAST_SHARE: Final = 0.3
"""Of the content, that a family must hold: the first post alone may hold most of it."""
_MOST_STUDIED: Final = 24
_ONCE: Final = 0.85
"""Share of the members in which a name of the template stands exactly once: some posts have no signature or picture."""
_ALIKE: Final = 0.8
"""Share of the template that a member without content has (its post is a picture, or the method missed it) ..."""
_ALIKE_WITH_CONTENT: Final = 0.4
"""... and one with content: the first post of a thread often has more to it, or less."""
_NEARLY: Final = 0.8
"""Families of nearly the same weight: rows named odd and even in turn are two, and their parent's children one."""
_LEADING: Final = 0.2
"""Share of the template that a first post in other clothes has."""


@dataclass(frozen=True, slots=True, eq=False)
class _Family:
    members: NDArray[np.intp]
    template: int
    weight: float
    led: bool


class _Families:
    def __init__(self, page: NodeTable, content: Mask) -> None:
        self.page, self.content = page, content
        self.naming, self.namings = page.naming, page.namings
        chosen = np.flatnonzero(content)
        around = np.flatnonzero((page.first <= chosen[0]) & (page.last > chosen[-1]))[-1]  # all posts lie in it
        family, row = _occurrences(page, self.naming, self.namings, slice(int(around), int(page.end[around])))
        order = np.lexsort((row, family))
        family, row = family[order], row[order]
        begins = np.flatnonzero(np.diff(family, prepend=-1))
        sizes = np.diff(begins, append=len(family))
        several = np.repeat(sizes > 1, sizes)
        self.row = row[several]
        self.sizes = sizes[sizes > 1]
        self.begins = np.cumsum(self.sizes) - self.sizes
        self.family = np.repeat(np.arange(len(self.sizes)), self.sizes)
        held = prefix_sums(content)
        self.from_content, self.to_content = held[page.first], held[page.last]
        chars = prefix_sums(page.chars * content)
        self.chars = chars[page.last] - chars[page.first]
        self.all_chars = int(chars[-1])

    def likely(self) -> list[int]:
        """Give the families worth studying: those that hold enough, one of each that divide the content alike."""
        if not len(self.sizes):
            return []
        row = self.row
        holding = self.to_content[row] > self.from_content[row]
        division = np.where(holding, self.from_content[row] * 1_000_003 + self.to_content[row] * 7_919, 0)
        holders = np.add.reduceat(holding.astype(np.int64), self.begins)
        chars = np.add.reduceat(self.chars[row], self.begins)
        divisions = np.add.reduceat(division * division, self.begins)
        extents = np.add.reduceat(np.where(holding, self.page.end[row] - row, 0), self.begins)
        kept = np.flatnonzero((holders > 1) & (chars >= _LEAST_SHARE * self.all_chars))
        kept = kept[np.argsort(-extents[kept], kind="stable")]  # the outermost of those that divide it alike
        _, first = np.unique(divisions[kept], return_index=True)
        kept = kept[np.sort(first)]
        kept = kept[np.argsort(-np.minimum(chars[kept], self.all_chars), kind="stable")]
        return [int(each) for each in kept[:_MOST_STUDIED]]

    def study(self, family: int) -> _Family:
        """Find a family's template and its members that follow it."""
        rows = self.row[self.begins[family] : self.begins[family] + self.sizes[family]]
        nearest = self.nearest(rows)
        member = nearest[self.row]
        inside = np.flatnonzero(member >= 0)
        holding = self.to_content[rows] > self.from_content[rows]
        pair, count = np.unique(self.family[inside] * len(rows) + member[inside], return_counts=True)
        name, its_member = pair // len(rows), pair % len(rows)
        once = np.bincount(name[(count == 1) & holding[its_member]], minlength=len(self.sizes))
        template = once >= _ONCE * holding.sum()
        size = int(template.sum())
        alike = np.bincount(its_member[template[name]], minlength=len(rows)) / max(size, 1)
        followers = rows[(alike >= _ALIKE) | (holding & (alike >= _ALIKE_WITH_CONTENT))]
        if not len(followers):
            return _Family(followers, 0, 0.0, led=False)
        covered = int((self.page.chars * (self.content & (nearest[self.page.owner] >= 0))).sum())
        before = np.unique(self.family[(member < 0) & (self.row < followers[0])])
        led = template[before].sum() >= _LEADING * size
        return _Family(followers, size, size * (covered / self.all_chars) ** 2, bool(led))

    def records(self, family: _Family) -> Records:
        """Make the records of a family's members."""
        of = self.nearest(family.members)[self.page.owner]
        names = frozenset[str]().union(*(_words(self.namings[self.naming[row]]) for row in family.members[:2].tolist()))
        return Records(family.members, of, names, family.led)

    def nearest(self, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        """Give for each element (E) the place in ``rows`` of the nearest at or above it, -1 where there is none."""
        marked = np.zeros(len(self.page.tag), dtype=np.bool_)
        marked[rows] = True
        place = np.append(np.cumsum(marked) - 1, -1)
        return place[self.page.nearest(marked)]


def _occurrences(
    page: NodeTable, naming: Column, namings: list[Naming], among: slice
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Give family and row of every membership of some elements."""
    numbers: dict[str, int] = {}
    here = naming[among]
    present = np.unique(here)
    own = [[numbers.setdefault(word, len(numbers)) for word in _words(namings[each])] for each in present.tolist()]
    count = np.array([len(each) for each in own], dtype=np.int64)
    flat = np.array([number for each in own for number in each], dtype=np.int64)
    begin = np.cumsum(count) - count
    kind = np.searchsorted(present, here)
    many = count[kind]
    which = np.repeat(np.arange(len(here)), many)
    within = np.arange(len(which)) - np.repeat(np.cumsum(many) - many, many)
    named = flat[begin[kind[which]] + within]
    # The children of one tag of the elements of one name; names that differ in numbers alone are the same.
    alike: dict[Naming, int] = {}
    same = np.array([alike.setdefault(without_numbers(each), len(alike)) for each in namings], dtype=np.int64)
    child = np.arange(among.start + 1, among.stop)
    unnamed = len(numbers) + same[naming[page.parent[child]]] * len(tags.NAMES) + page.tag[child]
    return np.concatenate([named, unnamed]), np.concatenate([which + among.start, child])


@lru_cache(maxsize=20_000)
def _words(naming: Naming) -> tuple[str, ...]:
    tag, classes, identifier, role = without_numbers(naming)
    found = [f"{tag}.{name}" for name in classes.lower().split()[:_NAMES_LOOKED_AT]]
    if identifier != naming[2]:  # an identifier without a number stands once in the page
        found.append(f"{tag}#{identifier.lower()}")
    if role:
        found.append(f"{tag}@{role}")
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=20_000)
def without_numbers(naming: Naming) -> Naming:
    """Give a naming as it is in every record: counters and addresses in names are numbers."""
    tag, classes, identifier, role = naming
    return tag, _NUMBER.sub("", classes[:_LONGEST]), _NUMBER.sub("", identifier[:_LONGEST]), role[:_LONGEST]


_NAMES_LOOKED_AT: Final = 12
"""Style sheets of utility classes name an element by dozens of words that say nothing."""
_LONGEST: Final = 400
_NUMBER: Final = re.compile(r"\d+")
