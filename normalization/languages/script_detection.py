"""The script that most letters of a text are in, by the blocks of Unicode.

The letters of many texts are counted at once, as UTF-16: a table of its 65,536 code units has the script of each.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from normalization.uyghur.alphabet import ARABIC_LETTER

LETTERS_OF_SCRIPT: Final = {
    "Arab": f"{ARABIC_LETTER}\u08a0-\u08c7\ufb50-\ufdff\ufe70-\ufefc",
    "Latn": "A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff\u2c60-\u2c7f",
    "Cyrl": "\u0400-\u052f",
    "Hani": "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ud840-\ud8bf",  # the last: surrogates of planes 2 and 3
    "Jpan": "\u3040-\u30ff",
    "Hang": "\u1100-\u11ff\uac00-\ud7af",
    "Grek": "\u0370-\u03ff",
    "Hebr": "\u0590-\u05ff",
    "Deva": "\u0900-\u097f",
    "Thai": "\u0e00-\u0e7f",
    "Armn": "\u0531-\u058f",
    "Syrc": "\u0700-\u074f",
    "Thaa": "\u0780-\u07bf",
    "Beng": "\u0980-\u09ff",
    "Guru": "\u0a00-\u0a7f",
    "Gujr": "\u0a80-\u0aff",
    "Orya": "\u0b00-\u0b7f",
    "Taml": "\u0b80-\u0bff",
    "Telu": "\u0c00-\u0c7f",
    "Knda": "\u0c80-\u0cff",
    "Mlym": "\u0d00-\u0d7f",
    "Sinh": "\u0d80-\u0dff",
    "Laoo": "\u0e80-\u0eff",
    "Tibt": "\u0f00-\u0fff",
    "Mymr": "\u1000-\u109f",
    "Geor": "\u10a0-\u10ff\u1c90-\u1cbf",
    "Ethi": "\u1200-\u139f",
    "Khmr": "\u1780-\u17ff",
    "Mong": "\u1800-\u18af",
}
"""By the code of a script (ISO 15924): its letters, as what stands between the brackets of a character class."""
_MAX_UNIT = 0xFFFF
_LETTER_OR_RANGE = re.compile("(.)(?:-(.))?", re.DOTALL)
_LATIN_LETTER = re.compile("[A-Za-z]")


def scripts_of(texts: Sequence[str]) -> list[str]:
    """Give the script of most letters of each text (ISO 15924); ``Zzzz``: an unlisted one, ``Zyyy``: no letters."""
    others = [text for text in texts if not text.isascii()]
    scripts = iter(_scripts_of(others) if others else ())
    return [("Latn" if _LATIN_LETTER.search(text) else "Zyyy") if text.isascii() else next(scripts) for text in texts]


def _scripts_of(texts: Sequence[str]) -> list[str]:
    encoded = [text.encode("utf-16-le", "replace") for text in texts]
    numbers = _SCRIPT_NUMBERS.take(np.frombuffer(b"".join(encoded), dtype="<u2"))
    kinds = len(_NAMES) + 1
    row = np.repeat(np.arange(0, kinds * len(texts), kinds), [len(each) // 2 for each in encoded])
    counts = np.bincount(row + numbers, minlength=kinds * len(texts)).reshape(-1, kinds)[:, 1:].tolist()
    return list(map(_script, texts, counts))


def _script(text: str, counts: list[int]) -> str:
    if counts[_KANA] > (counts[_KANA] + counts[_HANZI]) * _KANA_SHARE:
        counts[_KANA] += counts[_HANZI]
        counts[_HANZI] = 0
    for column in _KANA, _HANZI, _HANGUL:
        counts[column] *= _LETTERS_OF_SYLLABLE
    most = max(counts)
    if most:
        return _NAMES[counts.index(most)]
    return "Zzzz" if any(map(str.isalpha, text)) else "Zyyy"


def code_unit_ranges(letters: str) -> Iterator[slice]:
    """Give the ranges of code units in what stands between the brackets of a character class without escapes."""
    for first, last in _LETTER_OR_RANGE.findall(letters):
        if ord(first) <= _MAX_UNIT:
            yield slice(ord(first), ord(last or first) + 1)


def _script_numbers() -> NDArray[np.uint8]:
    """Give the number of each code unit's script, from 1; 0 for a unit of no script, or of one that is not listed."""
    numbers = np.zeros(0x10000, dtype=np.uint8)
    for number, letters in enumerate(LETTERS_OF_SCRIPT.values(), 1):
        for units in code_unit_ranges(letters):
            numbers[units] = number
    return numbers


_SCRIPT_NUMBERS = _script_numbers()
_NAMES = list(LETTERS_OF_SCRIPT)
_KANA, _HANZI, _HANGUL = map(_NAMES.index, ("Jpan", "Hani", "Hang"))
_LETTERS_OF_SYLLABLE = 3
"""Letters of an alphabet for what one of these characters writes: an article that quotes code is still Japanese."""
_KANA_SHARE = 0.1
"""Japanese mixes its kana with hanzi; Chinese has none."""
