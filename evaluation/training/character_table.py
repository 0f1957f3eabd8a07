"""What characters are, as Python knows them, packed into the table that is shipped (``extraction.page.characters``).

``python -m evaluation.training.character_table`` writes it: when a class of characters is new, and when Python comes to
know another version of Unicode than ``UNICODE``, that of Python 3.11.
"""

import re
import unicodedata
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.page.characters import CASED, DOTTED_I, FILE, Class
from extraction.page.signs import SENTENCE_ENDS
from normalization import fold_presentation_forms

UNICODE: Final = "14.0.0"
_COMMAS: Final = frozenset(",;:،؛、，；：")
_UNSPACED: Final = ((0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x2E80, 0x9FFF), (0xF900, 0xFAFF))
_FORMS: Final = range(0xFB50, 0xFF00)


def _every() -> str:
    """Give the characters below ``CASED`` in order."""
    return np.arange(CASED, dtype=np.uint32).tobytes().decode("utf-32-le", "surrogatepass")


def classes() -> NDArray[np.uint16]:
    """Give the ``Class`` of each character."""
    every = _every()
    table = np.full(CASED, Class.SEEN, dtype=np.uint16)
    plane = table[:0x10000]  # beyond it only letters and digits are told apart
    categories = "".join(map(unicodedata.category, every[: len(plane)])).encode("ascii")
    kind, detail = np.frombuffer(categories, dtype=np.uint8).reshape(-1, 2).T
    plane[kind == ord("M")] |= np.uint16(Class.MARK)
    plane[(kind == ord("P")) | (kind == ord("S"))] |= np.uint16(Class.SYMBOL)
    plane[list(map(ord, _COMMAS))] = Class.SEEN | Class.COMMA
    plane[list(map(ord, SENTENCE_ENDS))] = Class.SEEN | Class.STOP
    plane[(kind == ord("C")) & ((detail == ord("c")) | (detail == ord("f")))] = 0
    # The classes of `re` are those of str.isspace, isalnum and isdecimal, and characters of a class stand in runs.
    for run in re.finditer(r"\s+", every[: len(plane)]):
        plane[run.start() : run.end()] = Class.SPACE
    for pattern, class_ in (r"[^\W_]+", Class.LETTER), (r"\d+", Class.DIGIT):
        for run in re.finditer(pattern, every):
            table[run.start() : run.end()] |= np.uint16(class_)
    for low, high in _UNSPACED:
        table[low : high + 1] |= np.where(table[low : high + 1] & Class.SEEN, Class.UNSPACED, 0).astype(np.uint16)
    folded = fold_presentation_forms("\0".join(map(chr, _FORMS))).split("\0")
    odd = [code for code, fold in zip(_FORMS, folded, strict=True) if fold != every[code]]
    table[[ord("Σ"), *odd]] |= np.uint16(Class.ODD)
    return table


def small() -> NDArray[np.int32]:
    """Give the small letter of each character.

    All characters that become more than one, or another beside others, are odd (but see ``put_small`` in C).
    """
    small = _every().replace(DOTTED_I, "i").lower()
    return np.frombuffer(small.encode("utf-32-le", "surrogatepass"), dtype=np.int32)


def packed() -> bytes:
    """Give the table as the file has it."""
    kind, shift = classes().astype(np.int32), small() - np.arange(CASED, dtype=np.int32)
    starts = np.flatnonzero(np.diff(kind, prepend=-1) | np.diff(shift, prepend=-1))
    length = np.diff(starts, append=CASED)
    return np.stack([length, kind[starts], shift[starts]]).astype("<i4").tobytes()


if __name__ == "__main__":
    FILE.write_bytes(packed())
