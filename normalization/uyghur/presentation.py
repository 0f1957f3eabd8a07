"""Positional ("presentation") forms back to letters, by Uyghur's own table and before any Unicode normal form.

Unicode's compatibility mapping (NFKC) merges U+FEE9-FEEA with U+FEEB-FEEC into U+0647; in Uyghur the first pair is
U+06D5 and the second U+06BE, and merged letters cannot be separated again.
"""

import re
import unicodedata

import numpy as np

from normalization.uyghur.alphabet import VOWELS

PRESENTATION_FORM = re.compile(r"[\ufb50-\ufd3d\ufd50-\ufdff\ufe70-\ufefe]")
"""Every code point of the two blocks but the ornate brackets U+FD3E-FD3F, which are punctuation."""

# Where Uyghur needs other letters than NFKC gives (Unicode charts FB50 and FE70; frequencies in docs/normalization.md).
_UYGHUR = {
    **dict.fromkeys(range(0xFB8E, 0xFB92), "\u0643"),  # keheh
    **dict.fromkeys(range(0xFBA4, 0xFBA8), "\u06d5"),  # heh with yeh above, heh goal: final and isolated
    **dict.fromkeys(range(0xFBA8, 0xFBAA), "\u06be"),  # heh goal: initial and medial
    0xFBDD: "\u0626\u06c7",
    **dict.fromkeys(range(0xFBE0, 0xFBE2), "\u06c6"),  # Kirghiz oe
    **dict.fromkeys(range(0xFBE2, 0xFBE4), "\u06c8"),  # Kirghiz yu
    **dict.fromkeys(range(0xFBFC, 0xFBFE), "\u0649"),  # Farsi yeh: final and isolated
    **dict.fromkeys(range(0xFBFE, 0xFC00), "\u064a"),  # Farsi yeh: initial and medial
    0xFDF2: "\u0626\u0627\u0644\u0644\u0627\u06be",
    **dict.fromkeys(range(0xFEE9, 0xFEEB), "\u06d5"),
    **dict.fromkeys(range(0xFEEB, 0xFEED), "\u06be"),
}


def _compatible(code: int) -> str:
    """Give what NFKC gives, without the space or tatweel it puts before a mark, and nothing for a bare dot symbol."""
    text = unicodedata.normalize("NFKC", chr(code))
    if len(text) > 1 and unicodedata.combining(text[1]):
        text = text.lstrip("\u0020\u0640")
    return "" if PRESENTATION_FORM.search(text) else text


_FORMS = [code for code in range(0xFB50, 0xFEFF) if PRESENTATION_FORM.match(chr(code))]
PLAIN_TABLE = {code: _compatible(code) for code in _FORMS}
"""What each form becomes in Arabic, Persian and all other languages but Uyghur: the letters of NFKC."""
UYGHUR_TABLE = PLAIN_TABLE | _UYGHUR
"""What each form becomes in Uyghur."""


class _Folding:
    """Folds texts by a table: letter for letter through an array over UTF-16 units, the others by replacing.

    ``str.translate`` reads about 10 million characters a second, an array about ten times as many.
    """

    def __init__(self, table: dict[int, str]) -> None:
        self.units = np.arange(0x10000, dtype=np.uint16)
        self.longer = {code: letters for code, letters in table.items() if len(letters) != 1}
        self.is_longer = np.zeros(0x10000, dtype=bool)
        self.is_longer[list(self.longer)] = True
        self.is_form = np.zeros(0x10000, dtype=bool)
        self.is_form[list(table)] = True
        for code in table.keys() - self.longer.keys():
            self.units[code] = ord(table[code])

    def __call__(self, text: str) -> tuple[str, int]:
        units = np.frombuffer(text.encode("utf-16-le", "surrogatepass"), dtype="<u2")
        count = int(np.count_nonzero(self.is_form[units]))
        if count:
            units = self.units[units]
            text = units.tobytes().decode("utf-16-le", "surrogatepass")
            for code in set(units[self.is_longer[units]].tolist()):
                text = text.replace(chr(code), self.longer[code])
        return text, count


# The ligature is the whole word, yet Uyghur pages write an alef, with or without its hamza, before it.
_ALLAH = re.compile("(?:[\u0626\ufe8b]?[\u0627\ufe8d\ufe8e]|[\ufbea\ufbeb])\ufdf2")
# Farsi yeh at a word's end has one shape for two letters: after a vowel it is the consonant.
_AFTER_VOWEL = "".join(chr(code) for code, letters in UYGHUR_TABLE.items() if letters.endswith(tuple(VOWELS)))
_CONSONANT_YEH = re.compile(f"(?<=[{VOWELS}{_AFTER_VOWEL}])[\ufbfc\ufbfd]")
_FOLD_PLAIN = _Folding(PLAIN_TABLE)
_FOLD_UYGHUR = _Folding(UYGHUR_TABLE)


def fold_presentation_forms(text: str) -> str:
    """Replace each positional form by its Uyghur letter or letters; all else stays as it is."""
    return fold_and_count(text)[0] if not text.isascii() and PRESENTATION_FORM.search(text) else text


def fold_and_count(text: str, *, uyghur: bool = True) -> tuple[str, int]:
    """Replace the forms by Uyghur's letters, or by those of NFKC; give the text and the number of forms."""
    if not uyghur:
        return _FOLD_PLAIN(text)
    if "\ufdf2" in text:
        text = _ALLAH.sub("\ufdf2", text)
    if "\ufbfc" in text or "\ufbfd" in text:
        text = _CONSONANT_YEH.sub("\ufef2", text)
    return _FOLD_UYGHUR(text)
