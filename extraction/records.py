"""The repeated records of a page: the posts of a thread, the comments under an article.

Software writes every post with the same template, so the elements around the posts are alike inside: each has one box
for the body, one for the date, one for the buttons, and so on. Elements that share a name (or, without one, tag and
parent's name) are a *family*. Of the families whose members hold the content, the posts are the one whose members
have the most names in common that stand exactly once in each: its *template*. Paragraphs of one post have none, a box
around several posts has each of them several times, and an advert between posts has none of them. Nothing is known of
any forum software, and the members may lie in each other, in boxes of their own, or far apart.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.namings import Naming
from extraction.native import families
from extraction.node_table import Column, Mask, NodeTable, prefix_sums

SMALLEST_TEMPLATE: Final = 5
"""Names in common below which alike elements are paragraphs, cells or items of one text."""


@dataclass(frozen=True, slots=True, eq=False)
class Records:
    """R records, at least two, in document order."""

    rows: Column
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
    alike = _Families(page, content)
    found = [alike.study(each) for each in alike.likely()]
    found = [each for each in found if each.template >= SMALLEST_TEMPLATE and len(each.members) > 1]
    if not found:
        return None
    best = max(each.weight for each in found)
    chosen = max((each for each in found if each.weight >= _NEARLY * best), key=lambda each: len(each.members))
    return alike.records(chosen)


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
    members: Column
    template: int
    weight: float
    led: bool


class _Families:
    def __init__(self, page: NodeTable, content: Mask) -> None:
        self.page, self.content = page, content
        chosen = np.flatnonzero(content)
        around = int(np.flatnonzero((page.first <= chosen[0]) & (page.last > chosen[-1]))[-1])  # all posts lie in it
        within = range(around, int(page.end[around]))
        self.named = without_numbers(page.namings)
        self.numbered = [named[2] != naming[2] for named, naming in zip(self.named, page.namings, strict=True)]
        self.all = families.families(page, within, *self.numbers(page.naming[around : within.stop]))
        self.begins = np.cumsum(self.all.size) - self.all.size
        held = prefix_sums(content)
        self.from_content, self.to_content = held[page.first], held[page.last]
        self.content_chars = page.chars * content
        chars = prefix_sums(self.content_chars)
        self.chars = chars[page.last] - chars[page.first]
        self.all_chars = int(chars[-1])

    def numbers(self, present: Column) -> tuple[list[list[int]], list[int]]:
        """Give for each naming of the page the numbers of its words, if it is present, and that of its name."""
        words: dict[str, int] = {}
        names: dict[Naming, int] = {}
        here = np.bincount(present, minlength=len(self.named)).tolist()
        own = [
            [words.setdefault(word, len(words)) for word in _words(named, numbered)] if count else []
            for count, named, numbered in zip(here, self.named, self.numbered, strict=True)
        ]
        return own, [names.setdefault(each, len(names)) for each in self.named]

    def likely(self) -> list[int]:
        """Give the families worth studying: those that hold enough, one of each that divide the content alike."""
        row = self.all.row
        if not len(row):
            return []
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
        rows = self.all.row[self.begins[family] : self.begins[family] + self.all.size[family]]
        holding = self.to_content[rows] > self.from_content[rows]
        least = _ONCE * int(np.count_nonzero(holding))
        member, template, names = families.common(self.all, self.page.parent, rows, holding, least)
        size = int(np.count_nonzero(template))
        alike = names / max(size, 1)
        followers = rows[(alike >= _ALIKE) | (holding & (alike >= _ALIKE_WITH_CONTENT))]
        if not len(followers):
            return _Family(followers, 0, 0.0, led=False)
        covered = int(self.content_chars[member[self.page.owner] >= 0].sum())
        before = (member[self.all.row] < 0) & (self.all.row < followers[0])
        led = (template & np.logical_or.reduceat(before, self.begins)).sum() >= _LEADING * size
        return _Family(followers, size, size * (covered / self.all_chars) ** 2, bool(led))

    def records(self, family: _Family) -> Records:
        """Make the records of a family's members."""
        of = self.nearest(family.members)[self.page.owner]
        named = self.page.naming[family.members[:2]].tolist()
        words = (_words(self.named[each], self.numbered[each]) for each in named)
        return Records(family.members, of, frozenset[str]().union(*words), family.led)

    def nearest(self, rows: Column) -> NDArray[np.intp]:
        """Give for each element (E) the place in ``rows`` of the nearest at or above it, -1 where there is none."""
        marked = np.zeros(len(self.page.tag), dtype=np.bool_)
        marked[rows] = True
        place = np.append(np.cumsum(marked) - 1, -1)
        return place[self.page.nearest(marked)]


@lru_cache(maxsize=20_000)
def _words(named: Naming, numbered: bool) -> tuple[str, ...]:
    """Give the names of an element from its naming without numbers; ``numbered``: its identifier had one."""
    tag, classes, identifier, role = named
    found = [f"{tag}.{name}" for name in classes.lower().split()[:_NAMES_LOOKED_AT]]
    if numbered:  # an identifier without a number stands once in the page
        found.append(f"{tag}#{identifier.lower()}")
    if role:
        found.append(f"{tag}@{role}")
    return tuple(dict.fromkeys(found))


def without_numbers(namings: list[Naming]) -> list[Naming]:
    """Give namings as they are in every record: counters and addresses in names are numbers."""
    names = [value[:_LONGEST] for _, classes, identifier, _ in namings for value in (classes, identifier)]
    plain = "\0".join([*names, ""]).translate(_NO_DIGITS).split("\0")  # the parser leaves no U+0000 in a name
    alike = zip(namings, plain[:-1:2], plain[1::2], strict=True)
    return [(each[0], classes, identifier, each[3][:_LONGEST]) for each, classes, identifier in alike]


_NAMES_LOOKED_AT: Final = 12
"""Style sheets of utility classes name an element by dozens of words that say nothing."""
_LONGEST: Final = 400
_NO_DIGITS: Final = dict.fromkeys(code for code in range(0x20000) if chr(code).isdecimal())  # no digit lies beyond
