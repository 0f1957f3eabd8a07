"""How well the letters of a text fit each of some hundred languages: in groups of four, and in whole words.

The points are those of CLD2 (https://github.com/CLD2Owners/cld2, D. Sites), of which these groups and the steps from
one to the next are, too. A group speaks for the three languages at most that have it most often, with 1 to 12 points; a
point is a factor of about three. A hanzi is a group of its own, for Chinese and Japanese. What CLD2 does besides (parts
of a text, hints, close pairs) is left out: a text is one sum.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from native.library import array, lib, struct
from normalization.load_once import load_once

Points = NDArray[np.float64]

SLOTS: Final[int] = lib.GROUP_SLOTS
INDEX_BITS: Final[int] = lib.GROUP_INDEX_BITS
LANGUAGES_OF_GROUP: Final[int] = lib.GROUP_LANGUAGES
_VOWELS = "aeiou"
"""Letters that no group begins with where the one behind can."""
_NUMBER_OF_UNITS = 0x10000


class Ngrams:
    """Points of groups of letters for languages.

    ``models`` are languages, or a language in one writing (``zh-Hant``); those of one language stand together. The
    first is none. ``letters`` are those that groups consist of; all else stands between words. A slot of ``table``,
    shape (rows, ``SLOTS``), gives the row of ``languages`` and of ``points``, shape (n, ``LANGUAGES_OF_GROUP``), of a
    group: numbers of ``models``, and points for each. Row 0 is none.
    """

    def __init__(
        self,
        models: list[str],
        letters: str,
        table: NDArray[np.uint32],
        languages: NDArray[np.uint8],
        points: NDArray[np.uint8],
    ) -> None:
        self.codes = list(dict.fromkeys(model.partition("-")[0] for model in models))
        """The languages, in the order of their models."""
        self._firsts = [models.index(code) for code in self.codes]
        self._models = len(models)
        letter = np.zeros(_NUMBER_OF_UNITS, np.uint8)
        letter[_units(letters)] = 1
        letter[_units(_VOWELS)] *= 2
        self._table = struct(
            "GroupTable",
            letter=array(letter, _NUMBER_OF_UNITS),
            slot=array(table, len(table) * SLOTS),
            rows=len(table),
            languages=array(languages, len(languages) * LANGUAGES_OF_GROUP),
            points=array(points, len(languages) * LANGUAGES_OF_GROUP),
            meanings=len(languages),
            models=len(models),
        )

    def points(self, texts: Sequence[str]) -> Points:
        """Give each text's points for each of ``codes``; shape (texts, codes)."""
        of_models = np.empty((len(texts), self._models))
        for row, text in zip(of_models, texts, strict=True):
            units = _units(text.lower())
            lib.mezmun_sum_points(
                self._table, array(units, len(units)), len(units), array(row, self._models, writable=True)
            )
        points: Points = np.maximum.reduceat(of_models, self._firsts, axis=1)
        return points


def places_of(groups: Sequence[str], marks: Sequence[int], rows: int) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
    """Give the two rows, of a table of ``rows``, in which each group may stand, shape (n, 2), and what its slot has
    above the index, shape (n,). Its marks are those of ``native/languages/languages.h``."""
    number, letters = len(groups), _units("".join(groups))
    places, checks = np.empty((number, 2), np.int64), np.empty(number, np.uint32)
    lib.mezmun_place_groups(
        array(letters, len(letters)),
        array(np.cumsum([0, *(len(_units(group)) for group in groups)]), number + 1),
        array(np.array(marks, np.uint8), number),
        number,
        rows,
        array(places, number * 2, writable=True),
        array(checks, number, writable=True),
    )
    return places, checks


def _units(text: str) -> NDArray[np.uint16]:
    return np.frombuffer(text.encode("utf-16-le", "surrogatepass"), dtype="<u2")


@load_once
def ngrams() -> Ngrams:
    """Load the shipped table, once per process."""
    with np.load(Path(__file__).parent.parent / "data" / "ngrams.npz", allow_pickle=False) as data:
        parts = (data[name] for name in ("table", "languages", "points"))
        return Ngrams(data["models"].tolist(), str(data["letters"]), *parts)
