"""Text as the metrics compare it: folded, and cut into words.

Folding: Arabic presentation forms to letters the Uyghur way (Unicode's own NFKC would merge two of them), NFKC, case
folded, and format characters (Unicode category Cf: joiners, direction marks, soft hyphens, byte-order marks) and
tatweel deleted. White space and punctuation never count.

A word is a run of letters, digits and the marks on them. Where a script writes no spaces between words, every
character of it is a word: Chinese and Japanese, Thai, Lao, Khmer, Burmese, Tibetan, and their neighbours.
"""

import re
import unicodedata

from normalization import fold_presentation_forms

# Unicode blocks (chart ranges) of the scripts written without spaces between words.
_UNSPACED = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u0f00-\u0fff"  # Tibetan
    "\u1000-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f"  # Myanmar, Extended-B, Extended-A
    "\u1780-\u17ff\u19e0-\u19ff"  # Khmer, its symbols
    "\u1950-\u19df\u1a20-\u1aaf\uaa80-\uaadf"  # Tai Le, New Tai Lue, Tai Tham, Tai Viet
    "\ua980-\ua9df"  # Javanese
    "\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303b"  # Han iteration marks and numerals
    "\u3041-\u30ff\u31f0-\u31ff"  # Hiragana, Katakana
    "\u3100-\u312f\u31a0-\u31bf"  # Bopomofo
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ua000-\ua4cf"  # Han, Yi
    "\U0001b000-\U0001b16f\U00020000-\U0003ffff"  # Kana supplements, Han extensions
)
# Marks and vowel signs inside words, which \w leaves out: Latin, Cyrillic, Hebrew, Arabic, Indic (without its dandas).
_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05c7"
    "\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06ed"
    "\u0900-\u0963\u0966-\u0df3"
)
_WORD = re.compile(f"[{_UNSPACED}]|(?:[^\\W_{_UNSPACED}]|[{_MARKS}])+")
_SPACE = re.compile(r"\s+")
_INVISIBLE = re.compile(
    "[\u00ad\u0600-\u0605\u061c\u0640\u06dd\u070f\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]+"
)


def fold(text: str) -> str:
    """Fold a text into the form in which two texts are compared."""
    return _INVISIBLE.sub("", unicodedata.normalize("NFKC", fold_presentation_forms(text)).casefold())


def words(folded: str) -> list[str]:
    """Cut a folded text into words, in order."""
    return _WORD.findall(folded)


def characters(folded: str) -> str:
    """Remove the white space of a folded text."""
    return _SPACE.sub("", folded)
