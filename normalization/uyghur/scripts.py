"""Uyghur in its three scripts: Arabic, Latin (ULY, of 2008) and Cyrillic (of Kazakhstan), word by word."""

import re
from enum import StrEnum
from functools import lru_cache

from umsc import UgMultiScriptConverter

from normalization.uyghur.alphabet import TOKEN, UYGHUR_WORD
from normalization.uyghur.lexicon import lexicon


class Script(StrEnum):
    """A script Uyghur is written in."""

    ARABIC = "arabic"
    LATIN = "latin"
    CYRILLIC = "cyrillic"


_LIBRARY_NAMES = {Script.ARABIC: "UAS", Script.LATIN: "ULS", Script.CYRILLIC: "UCS"}
_WORD = {
    Script.ARABIC: TOKEN,
    Script.LATIN: re.compile("[A-Za-zÉÖÜËéöüë]+(?:['’][A-Za-zÉÖÜËéöüë]+)*"),
    Script.CYRILLIC: re.compile("[А-Яа-яЁёӘҒҖҚҢӨҮҺәғҗқңөүһ]+(?:['’][А-Яа-яЁёӘҒҖҚҢӨҮҺәғҗқңөүһ]+)*"),
}
# Spellings the library does not know: another e, the typographic apostrophe, and the letters of Russian words.
_LETTERS = {
    Script.LATIN: str.maketrans({"ë": "é", "’": "'"}),
    Script.CYRILLIC: str.maketrans(
        {"э": "е", "ы": "и", "ё": "йо", "ц": "тс", "щ": "ш", "ь": "", "ъ": "", "’": "'"},
    ),
}
# Latin letters no Uyghur word is written with: a word that has one is a name or a foreign word, and stays.
_FOREIGN = {Script.LATIN: re.compile("[vV]|[cC](?![hH])"), Script.CYRILLIC: re.compile("(?!)")}
_MARKS = {"،": ",", "؛": ";", "؟": "?"}
_TO_ASCII = str.maketrans(dict(_MARKS.items()))
_FROM_ASCII = re.compile("(?<=[ئاەبپتجچخدرزژسشغفقكگڭلمنھوۇۆۈۋېىي»])[,;?]")
# The glottal stop before a consonant or at a word's end, which the library drops.
_STOP = re.compile("(?<=[aeéiouöüаәеиоуөү])'(?![aeéiouöüаәеиоуөү])")
_HIATUS = re.compile("(?<=[اەوۇۆۈېى])ئ(?=[اەوۇۆۈېى])")


def convert(text: str, target: Script, source: Script = Script.ARABIC) -> str:
    """Write the Uyghur words of a text in another script; words of other scripts, numbers and signs stay.

    The comma, the semicolon and the question mark change with the letters. What comes out is in small letters.
    """
    if source is target:
        return text
    text = _WORD[source].sub(lambda word: _convert_word(word[0], source, target), text)
    if source is Script.ARABIC:
        return text.translate(_TO_ASCII)
    if target is Script.ARABIC:
        signs = {latin: arabic for arabic, latin in _MARKS.items()}
        return _FROM_ASCII.sub(lambda sign: signs[sign[0]], text)
    return text


def in_arabic(word: str, source: Script) -> str | None:
    """Write one word in Arabic script; None when its letters cannot be Uyghur's."""
    if not _WORD[source].fullmatch(word):
        return None
    converted = _convert_word(word, source, Script.ARABIC)
    return converted if UYGHUR_WORD.fullmatch(converted) else None


@lru_cache(maxsize=20_000)
def _convert_word(word: str, source: Script, target: Script) -> str:
    if source is Script.ARABIC:
        if not UYGHUR_WORD.fullmatch(word):
            return word
    else:
        if _FOREIGN[source].search(word):
            return word
        word = _STOP.sub("ئ", word.lower().translate(_LETTERS[source]))
    converted: str = UgMultiScriptConverter(_LIBRARY_NAMES[source], _LIBRARY_NAMES[target])(word)
    return _choose_hiatus(converted) if target is Script.ARABIC else converted


def _choose_hiatus(word: str) -> str:
    """Take out the hamza the library puts between any two vowels where only the word without it is known."""
    if word in lexicon():
        return word
    without = _HIATUS.sub("", word)
    return without if without in lexicon() else word
