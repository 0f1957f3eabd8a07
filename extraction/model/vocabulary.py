"""What words say of content: names in a page's attributes, and the words of its short lines.

Authors name their boxes ("entry-content", "sidebar", "postbody"), and software writes the same small labels under every
post ("Reply", "Posted on", "All rights reserved"). Each word has a *leaning*: by how much text under such a name, or
lines with such a word, are content more often (above 0) or less often than the average of the labelled pages; 0 for a
word that was not seen on enough sites.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from extraction.native import words as native
from extraction.native.known import Known
from extraction.page import attribute_signatures as namings
from extraction.page.attribute_signatures import Naming
from extraction.page.lines import LONGEST
from extraction.page.texts import texts_of


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """The known words of R rows (namings or lines), one row after the other."""

    word: NDArray[np.int32]
    """Numbers of the words."""
    sizes: NDArray[np.int32]
    """(R) how many are in each row."""


def gathered(rows: Iterable[list[int]]) -> Words:
    """Make ``Words`` of the word numbers of each row."""
    rows = list(rows)
    sizes = np.fromiter(map(len, rows), dtype=np.int32, count=len(rows))
    return Words(np.fromiter(chain.from_iterable(rows), dtype=np.int32, count=int(sizes.sum())), sizes)


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The known words: names as ``names`` gives them, words of lines as ``words`` does."""

    words: Sequence[str]
    """W words; the number of each is its place."""
    leaning: NDArray[np.float64]
    """(W)"""

    @cached_property
    def known(self) -> Known:
        """The words, ready to be found."""
        return Known(self.words)


@lru_cache(maxsize=20_000)
def names(naming: Naming) -> frozenset[str]:
    """Give the words of an element's names: each name whole (digits as 0) and its parts, and its tag.

    A part is a run of small letters with the capital before it, of capitals, or of letters of other alphabets. All are
    put in small letters, one letter at a time. Names of more than 40 characters are left out, and all but the first
    twelve: style sheets of utility classes name an element by dozens of words that say nothing.
    """
    one = namings.written([naming])
    return frozenset(native.in_names(one.tag, one.values, one.edge))


def words(text: str) -> list[str]:
    """Give the words of a line in small letters: all of it, the first word, then each word or pair of unspaced letters.

    Of a long line, and of one of more than 14 words, none. Numbers are 0.
    """
    return native.in_line(texts_of([text]), LONGEST)
