"""What the elements of a page are named: their tags with what authors wrote in ``class``, ``id`` and ``role``."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from extraction.native import library
from extraction.native import namings as native
from extraction.native.page import Page
from extraction.native.subjects import Subjects
from extraction.page import subjects
from extraction.page.escapes import unescaped
from extraction.page.subjects import Subject

Naming: TypeAlias = tuple[int, str, str, str]
"""An element's tag code and its ``class``, ``id`` and ``role`` (else ``itemprop``) as the page has them."""


@dataclass(frozen=True, eq=False)
class Namings:
    """N different namings."""

    tag: NDArray[np.int16]
    """(N)"""
    values: bytes
    """Classes, ids and roles one after the other, as the parser writes them (UTF-8)."""
    edge: NDArray[np.int32]
    """(3 N + 1) where each value begins, and the end of the last."""
    subjects: NDArray[np.uint8]
    """(N) what each naming speaks of, as bits of ``Subject``."""
    every_subject: int
    """What any of them speaks of."""

    @cached_property
    def all(self) -> list[Naming]:
        """Each naming."""
        each = [self.values[start:stop] for start, stop in pairwise(self.edge.tolist())]
        # In one go, each ended by the one character that the parser leaves in no value.
        said = unescaped(b"\0".join([*each, b""]).decode("utf-8", "replace")).split("\0")[:-1]
        return list(zip(self.tag.tolist(), said[::3], said[1::3], said[2::3], strict=True))

    @cached_property
    def table(self) -> native.Table:
        """Where all this is, for the library: good as long as it."""
        tag, edge, subjects = library.address(self.tag), library.address(self.edge), library.address(self.subjects)
        return native.Table(tag, edge, self.values, subjects, len(self.tag))

    def speaking(self, subject: Subject) -> NDArray[np.bool_]:
        """Mark the namings (N) that speak of a subject."""
        spoken: NDArray[np.bool_] = self.subjects & subject.value > 0
        return spoken


_KNOWN: Final = Subjects(subjects.BEGINNINGS, subjects.WHOLE)


def in_source(source: bytes, page: Page) -> tuple[NDArray[np.int32], Namings]:
    """Give the naming of each of the E elements of a page, whose columns and source are given; and the namings."""
    found = native.namings(source, page, _KNOWN)
    return found.of, Namings(found.tag, found.values, found.edge, found.subjects, found.every)


def written(namings: Sequence[Naming]) -> Namings:
    """Give namings as the parser writes them."""
    values = [value.replace("&", "&amp;").encode("utf-8", "replace") for naming in namings for value in naming[1:]]
    tag = np.array([naming[0] for naming in namings], dtype=np.int16)
    every, edge = b"".join(values), np.cumsum([0, *map(len, values)], dtype=np.int32)
    return Namings(tag, every, edge, *_KNOWN.of_names(every, edge))
