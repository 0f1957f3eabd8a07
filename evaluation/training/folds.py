"""Folds for cross-validation: a model that learned without the pages of a fold predicts them."""

import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from evaluation.data.datasets import LabelledPage
from evaluation.training.examples import Example, site_of

FOLDS: Final = 5
"""Folds of ``by_site``."""


@dataclass(frozen=True)
class Folds:
    """The fold of each labelled page."""

    of_page: list[int]
    """Numbers from 0, in the order of the pages."""
    names: tuple[str, ...]
    """The name of each fold, see ``names_of``."""

    @property
    def count(self) -> int:
        """The number of folds."""
        return len(self.names)

    def sites(self, fold: int, pages: Sequence[Example]) -> frozenset[str]:
        """Give the sites of a fold: no page of these is learned from when the fold is left out."""
        return frozenset(page.site for page, number in zip(pages, self.of_page, strict=True) if number == fold)


def by_site(pages: Sequence[Example]) -> Folds:
    """Divide pages into ``FOLDS`` folds, each site in one of them, the same in every run."""
    return Folds([_fold_of(page.site) for page in pages], tuple(map(_name_of, range(FOLDS))))


def by_set(pages: Sequence[Example]) -> Folds:
    """Divide pages by language, and English ones by data set, so that a left-out fold is as new as real pages can be.

    The pages of a rare language stay with their set.
    """
    languages = Counter(page.language for page in pages)
    names = [
        page.language
        if page.language != _MAIN_LANGUAGE and languages[page.language] >= _MIN_PAGES_OF_A_LANGUAGE
        else page.group[0]
        for page in pages
    ]
    number = {name: row for row, name in enumerate(sorted(set(names)))}
    return Folds([number[name] for name in names], tuple(number))


def names_of(page: LabelledPage) -> tuple[str, ...]:
    """Give the names that the fold of a page can have: by set its language or set, by site a number."""
    return page.lang or "und", page.set, _name_of(_fold_of(site_of(page)))


def _fold_of(site: str) -> int:
    return zlib.crc32(site.encode()) % FOLDS


def _name_of(fold: int) -> str:
    return f"sites-{fold}"


_MAIN_LANGUAGE: Final = "en"
"""The language of most labelled pages."""
_MIN_PAGES_OF_A_LANGUAGE: Final = 10
"""A language of fewer pages has no fold of its own."""
