"""The features of words: for each line of a page the scores of its words, of the names around it, and the page's kind.

In training each page is measured with what the other sites say of its words (``with_words``); a learned model looks
the words up by itself, in one go (``with_model``).

A thread's posts and the comments under an article look alike line by line; the page around them tells them apart. Its
kind is told by its words: names in its attributes and words of its short lines.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.model.features import NAMES as MEASURED
from extraction.model.features import Measured
from extraction.model.forest import Table
from extraction.model.vocabulary import TAGS, Vocabulary, Words
from extraction.page import characters, lines
from native.library import Pointer, array, check_memory, lib, struct
from normalization.cached_property import cached_property
from normalization.load_once import load_once

ARTICLE: Final = "article"
FORUM: Final = "forum"


@dataclass(frozen=True, eq=False)
class PageKinds:
    """A linear model (multinomial logistic regression) of K kinds over the W words that a page may have."""

    names: tuple[str, ...]
    weight: NDArray[np.int16]
    """(W, K) in steps of 1 / ``KIND_SCALE``."""
    bias: NDArray[np.int16]
    """(K) likewise."""

    def probability(self, words: NDArray[np.int32]) -> dict[str, float]:
        """Give each kind its probability, in thousandths, from the numbers of the page's words.

        Raises:
            IndexError: a word is not known.
        """
        word, thousandths = np.ascontiguousarray(words, dtype=np.int32), np.empty(len(self.names), dtype=np.int32)
        numbers = array(word, len(word)), len(word), array(thousandths, len(self.names), writable=True)
        if check_memory(lib.mezmun_page_kinds(self.struct, *numbers)):
            raise IndexError("A word is beyond the known ones.")
        return self.named(thousandths.tolist())

    def named(self, thousandths: list[int]) -> dict[str, float]:
        """Give probabilities (K) by the names of the kinds."""
        return {name: each / 1000 for name, each in zip(self.names, thousandths, strict=True)}

    @cached_property
    def struct(self) -> Pointer:
        """The model, for the library."""
        weight, bias = np.ascontiguousarray(self.weight, np.int16), np.ascontiguousarray(self.bias, np.int16)
        known, kinds = weight.shape
        return struct(
            "PageKinds",
            weight=array(weight, known * kinds),
            bias=array(bias, kinds),
            known=known,
            kinds=kinds,
            scale=KIND_SCALE,
        )

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Give the model as arrays that ``kinds_from_arrays`` takes."""
        return {"kinds": np.array(self.names), "kind-weight": self.weight, "kind-bias": self.bias}


def kinds_from_arrays(arrays: Mapping[str, NDArray[np.generic]]) -> PageKinds:
    """Make a model of what ``PageKinds.arrays`` gave."""
    names = tuple(arrays["kinds"].tolist())
    return PageKinds(names, arrays["kind-weight"].astype(np.int16), arrays["kind-bias"].astype(np.int16))


KIND_SCALE: Final = 256  # sums of whole numbers are the same on all machines, and these fit into two bytes
KIND_ARRAYS: Final = ("kinds", "kind-weight", "kind-bias")
"""The names of the arrays."""
MAX_KINDS: Final = 16
"""Kinds of pages that a model may tell apart."""


def with_words(
    page: Measured, names: Words, words: Words, score: NDArray[np.float64], kinds: Mapping[str, float]
) -> Table:
    """Give all that a forest may ask of a page's lines: what is measured, and the features of words.

    Args:
        page: the measured page, with its N signatures and L lines.
        names: the words of the signatures.
        words: the words of the lines.
        score: (W) of each known word.
        kinds: the probabilities of the page's kinds by name.

    Raises:
        ValueError: the words are not those of the page.
        IndexError: a word is not known.
    """
    signatures, number = len(page.signatures), len(page.chars)
    if len(names.sizes) != signatures or len(words.sizes) != number:
        raise ValueError("The words do not fit the page.")
    every = _names(tuple(kinds))
    rows = np.empty((len(every), number), dtype=np.float32)
    rows[: len(MEASURED)] = page.features.rows
    values = rows[len(MEASURED) :]
    score, row = np.ascontiguousarray(score, dtype=np.float64), np.arange(signatures + 1, dtype=np.int32)
    of_signature = array(row, signatures + 1)  # the words of each are in a row of its own
    kind = np.array([_kind_odds(likely) for likely in kinds.values()], dtype=np.float32)
    features = struct(
        "WordFeatures",
        score=array(score, len(score)),
        known=len(score),
        names=_known_words(names),
        name=of_signature,
        name_edge=of_signature,
        signatures=signatures,
        of_lines=_known_words(words),
        page=page.struct,
        levels=_LEVELS,
        kind=array(kind, len(kinds)),
        kinds=len(kinds),
        value=array(values, values.size, writable=True),
    )
    if check_memory(lib.mezmun_word_features(features)):
        raise IndexError("A word is beyond the known ones.")
    return Table(every, rows)


def with_model(page: Measured, vocabulary: Vocabulary, kinds: PageKinds) -> tuple[Table, dict[str, float]]:
    """Give the same for the words that a model knows; and the probabilities of the page's kinds, by name.

    The features are put below what was measured, where a page has space for ``FEATURES`` more: a copy would be a third
    of all its memory.
    """
    every = _names(kinds.names)
    rows, (text, text_edge) = page.buffer[: len(every)], page.lines.texts.plain.pointers
    values, thousandths = rows[len(MEASURED) :], np.empty(len(kinds.names), dtype=np.int32)
    features = struct(
        "LexicalFeatures",
        model=_model(vocabulary, kinds),
        page=page.struct,
        text=text,
        text_edge=text_edge,
        thousandths=array(thousandths, len(thousandths), writable=True),
        value=array(values, (len(every) - len(MEASURED)) * len(page.chars), writable=True),
    )
    if check_memory(lib.mezmun_lexical_features(features)):  # cannot be: each word takes space of the text it is in
        raise RuntimeError("The words of a page have too little space: please report it.")
    return Table(every, rows), kinds.named(thousandths.tolist())


def _known_words(words: Words) -> dict[str, object]:
    number, rows = len(words.word), len(words.sizes)
    return {"word": array(words.word, number), "sizes": array(words.sizes, rows), "words": number, "rows": rows}


@load_once
def _model(vocabulary: Vocabulary, kinds: PageKinds) -> Pointer:
    """Make a ``LexicalModel`` for the library."""
    known, score = len(vocabulary.words), np.ascontiguousarray(vocabulary.score, np.float64)
    if not known == len(score) == len(kinds.weight):
        raise ValueError("What was learned of words does not fit together: train the model again.")
    kind_odds = np.array([_kind_odds(likely / 1000) for likely in range(1001)], dtype=np.float32)
    return struct(
        "LexicalModel",
        characters=characters.TABLE,
        known=vocabulary.table.struct,
        tags=TAGS.struct,
        score=array(score, known),
        kinds=kinds.struct,
        kind_odds=array(kind_odds, len(kind_odds)),
        max_chars=lines.MAX_SHORT_LINE_CHARS,
        levels=_LEVELS,
    )


def _kind_odds(likely: float) -> float:
    return round(log(likely + 0.001), 2)


@lru_cache(maxsize=8)
def _names(kinds: tuple[str, ...]) -> tuple[str, ...]:
    return *MEASURED, *_OF_WORDS, *(f"kind/{kind}" for kind in kinds)


_LEVELS: Final = 5
"""Elements around a line whose names are looked at."""
_OF_WORDS: Final = (
    *("owner-low", "owner-high", "block-low", "block-high"),
    *(f"{level}/{end}" for level in range(_LEVELS) for end in ("low", "high")),
    *("words-mean", "words-low", "words-low-1", "words-mean-1", "words-mean+1"),
)
"""The features of words, in the order of ``native/model/lexical_features.c``."""
FEATURES: Final = len(_OF_WORDS) + MAX_KINDS
"""A page has at most so many of these features."""
