"""Which pages are left out together while a model learns, to be judged by it."""

import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from evaluation.training.examples import Example

FOLDS: Final = 5


@dataclass(frozen=True)
class Division:
    """Labelled pages in parts."""

    part: list[int]
    """Of each page, from 0."""
    parts: int

    def sites(self, part: int, pages: Sequence[Example]) -> frozenset[str]:
        """Give the sites of a part: none of their pages is learned from when it is left out."""
        return frozenset(page.site for page, number in zip(pages, self.part, strict=True) if number == part)


def by_site(pages: Sequence[Example]) -> Division:
    """Divide pages into ``FOLDS`` parts, each site in one of them, the same in every run."""
    return Division([zlib.crc32(page.site.encode()) % FOLDS for page in pages], FOLDS)


def by_set(pages: Sequence[Example]) -> Division:
    """Divide pages by language, and English ones by data set: as new as what a model meets may be.

    Languages of few pages stay with their sets.
    """
    languages = Counter(page.language for page in pages)
    names = [
        page.language if page.language != _MAIN and languages[page.language] >= _FEWEST else page.group[0]
        for page in pages
    ]
    number = {name: row for row, name in enumerate(sorted(set(names)))}
    return Division([number[name] for name in names], len(number))


_MAIN: Final = "en"
"""The language of most labelled pages."""
_FEWEST: Final = 10
