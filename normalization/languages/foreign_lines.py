"""Lines of a text that are in another language than Uyghur, told before their letters are folded.

One character may be the positional form of one letter in Uyghur and of another in Arabic, Persian or Urdu, so what such
forms become depends on the language of their line.
"""

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from normalization.languages.trigrams import UYGHUR, trigrams
from normalization.uyghur.presentation import PRESENTATION_FORM, fold_and_count, fold_presentation_forms

_LINE_END: Final = ord("\n")
_FORM, _OURS, _THEIRS = 1, 2, 4
"""Signs, as bits: a positional form; Uyghur's own letter or form; another language's."""


def foreign_lines(text: str) -> list[int]:
    """Give the numbers (from 0) of the lines whose positional forms, if they have any, are not Uyghur's letters."""
    units = np.frombuffer(f"{text}\n".encode("utf-16-le", "surrogatepass"), dtype="<u2")
    ends = np.flatnonzero(units == _LINE_END)
    signs = np.bitwise_or.reduceat(_SIGNS[units], np.append(0, ends[:-1] + 1))
    doubtful = np.flatnonzero((signs & _FORM > 0) & (signs & (_OURS | _THEIRS) != _OURS)).tolist()
    if not doubtful:
        return []
    lines = text.split("\n")
    models = trigrams()
    ours = models.costs([fold_presentation_forms(lines[number]) for number in doubtful])
    theirs = models.costs([fold_and_count(lines[number], uyghur=False)[0] for number in doubtful])
    foreign = ours[:, models.models.index(UYGHUR)] > theirs[:, models.foreign].min(1)
    return [number for number, alien in zip(doubtful, foreign.tolist(), strict=True) if alien]


def _signs() -> NDArray[np.uint8]:
    """Give the signs of each code unit."""
    # Letters and forms that Arabic, Persian and Urdu have not, and letters that show another language all the same.
    ours = re.compile("[\u06ad\u06c6-\u06c8\u06cb\u06d0\u06d5\ufbd3-\ufbdf\ufbe4-\ufbe9]")
    theirs = re.compile(
        "[\u0647\u0679\u067a-\u067d\u067f-\u0685\u0688-\u0697\u0699-\u06ac\u06ba\u06bb\u06c1\u06cc-\u06ce\u06d2]"
    )
    signs = np.zeros(0x10000, dtype=np.uint8)
    codes = [*range(0x0600, 0x0700), *range(0xFB50, 0xFEFF)]
    for sign, letters in (_FORM, PRESENTATION_FORM), (_OURS, ours), (_THEIRS, theirs):
        signs[[code for code in codes if letters.match(chr(code))]] |= sign
    return signs


_SIGNS: Final = _signs()
