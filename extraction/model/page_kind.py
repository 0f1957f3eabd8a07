"""What kind of page it is, told by its words: names in its attributes and words of its short lines.

A thread's posts and the comments under an article look alike line by line; the page around them tells them apart. A
linear model (multinomial logistic regression) over the different known words of the page gives each kind a probability.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.native.library import Pointer, array, check_memory, lib, struct

ARTICLE: Final = "article"
FORUM: Final = "forum"


@dataclass(frozen=True, eq=False)
class PageKinds:
    """A model of K kinds over W words."""

    names: tuple[str, ...]
    weight: NDArray[np.int16]
    """(W, K) in steps of 1 / ``SCALE``."""
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
            scale=SCALE,
        )

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Give the model as arrays that ``from_arrays`` takes."""
        return {"kinds": np.array(self.names), "kind-weight": self.weight, "kind-bias": self.bias}


def from_arrays(arrays: Mapping[str, NDArray[np.generic]]) -> PageKinds:
    """Make a model of what ``PageKinds.arrays`` gave."""
    names = tuple(arrays["kinds"].tolist())
    return PageKinds(names, arrays["kind-weight"].astype(np.int16), arrays["kind-bias"].astype(np.int16))


SCALE: Final = 256
KEYS: Final = ("kinds", "kind-weight", "kind-bias")
"""The names of the arrays."""
