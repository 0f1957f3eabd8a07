"""What words say of content: names in a page's attributes, and the words of its short lines.

Authors name their boxes ("entry-content", "sidebar", "postbody"), and software writes the same small labels under every
post ("Reply", "Posted on", "All rights reserved"). Each word has a *score*: by how much text under such a name, or
lines with such a word, are content more often (above 0) or less often than the average of the labelled pages; 0 for a
word that was not seen on enough sites.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.page import attribute_signatures as signatures
from extraction.page import characters, tags
from extraction.page.attribute_signatures import Signature
from extraction.page.lines import MAX_SHORT_LINE_CHARS
from extraction.page.texts import WordTable, texts_of
from native.library import array, ffi, lib, struct
from normalization.cached_property import cached_property


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """The known words of R rows (signatures or lines), one row after the other."""

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
    score: NDArray[np.float64]
    """(W)"""

    @cached_property
    def table(self) -> WordTable:
        """The words, ready to be looked up."""
        return WordTable(self.words)


TAGS: Final = WordTable(tags.NAMES)


@lru_cache(maxsize=20_000)
def names(signature: Signature) -> frozenset[str]:
    """Give the words of an element's names: each name whole (digits as 0) and its parts, and its tag.

    A part is a run of small letters with the capital before it, of capitals, or of letters of other alphabets. All are
    put in small letters, one letter at a time. Names of more than 40 characters are left out, and all but the first
    twelve: style sheets of utility classes name an element by dozens of words that say nothing.
    """
    one = signatures.serialised([signature])
    size = len(one.values)
    search = _Search(size)
    rows, edge = np.empty(size + 1, dtype=np.int32), np.empty(2, dtype=np.int32)
    of_signature = struct(
        "SignatureNames", name=array(rows, size + 1, writable=True), edge=array(edge, 2, writable=True)
    )
    text = array(one.values, size), array(one.edge, 4), array(one.tag, 1)
    return frozenset(search.words(lib.mezmun_words_of_names(search.struct, *text, TAGS.struct, 1, of_signature)))


def words(text: str) -> list[str]:
    """Give the words of a line in small letters: all of it, the first word, then each word or pair of unspaced letters.

    Of a long line, and of one of more than 14 words, none. Numbers are 0.
    """
    plain = texts_of([text]).plain
    search = _Search(len(plain.utf8))
    line = array(plain.utf8, len(plain.utf8)), array(plain.edge, 2), array(plain.length, 1)
    return search.words(lib.mezmun_words_of_lines(search.struct, *line, 1, MAX_SHORT_LINE_CHARS))


class _Search:
    """A search for all words of one line, or in the names of one element, of so many bytes."""

    def __init__(self, size: int) -> None:
        capacity = 8 * size + 64
        self._word, self._keys = np.empty(capacity, dtype=np.int32), np.empty(capacity, dtype=np.uint8)
        sizes = np.empty(size + 1, dtype=np.int32)
        self.struct: Final = struct(
            "WordSearch",
            characters=characters.TABLE,
            known=ffi.NULL,
            sizes=array(sizes, size + 1, writable=True),
            word=array(self._word, capacity, writable=True),
            keys=array(self._keys, capacity, writable=True),
            capacity=capacity,
            key_capacity=capacity,
        )

    def words(self, failed: int) -> list[str]:
        """Give the words, some more than once."""
        if failed:  # cannot be: each word takes room of the text it is in
            raise RuntimeError("The words of a page have too little room: please report it.")
        ends, keys = self._word[: self.struct.words].tolist(), self._keys.tobytes()
        return [keys[a:b].decode("utf-8", "replace") for a, b in zip([0, *ends], ends, strict=False)]
