"""Uyghur in its three scripts: Arabic, Latin (ULY, of 2008) and Cyrillic (of Kazakhstan), word by word.

Other spellings in Latin letters are read, too (``latin_spellings``).

A word is read into a neutral alphabet with one letter for each sound, and written from there in the other script. The
spellings follow umsc by neouyghur (MIT licence), and a test compares them with it.
"""

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from normalization.uyghur import latin_spellings, open_letters
from normalization.uyghur.alphabet import TOKEN, UYGHUR_WORD
from normalization.uyghur.lexicon import lexicon


class Script(StrEnum):
    """A script Uyghur is written in."""

    ARABIC = "arabic"
    LATIN = "latin"
    CYRILLIC = "cyrillic"


SHARED_SCRIPTS = {"Latn": Script.LATIN, "Cyrl": Script.CYRILLIC}
"""The scripts that many other languages are written in as well, by their codes (ISO 15924)."""

_FEWEST_LETTERS = 6
"""A word with fewer letters is never called foreign: it may cost anything."""
_FOREIGN_NATS = 6.2
"""A word that costs more than this for each letter is foreign; unknown Uyghur words and loans cost four at most."""
_FAR_MORE_NATS = 4.0
"""By so much one spelling must be likelier: fifty times. The web writes ئىلان for ئېلان once in seven times."""
_ARABIC = "اەبپتجچخدرزژسشفڭلمھوۇۆۈۋېىيقكگنغ"
_CYRILLIC = "аәбптҗчхдрзжсшфңлмһоуөүвеийқкгнғ"
_NEUTRAL = "aebptcçxdrzjsşfñlmhouöüvéiyqkgnğ"
_NEUTRAL_VOWELS = "aeéiouöü"
_ARABIC_TO_NEUTRAL, _NEUTRAL_TO_ARABIC = str.maketrans(_ARABIC, _NEUTRAL), str.maketrans(_NEUTRAL, _ARABIC)
_CYRILLIC_TO_NEUTRAL, _NEUTRAL_TO_CYRILLIC = str.maketrans(_CYRILLIC, _NEUTRAL), str.maketrans(_NEUTRAL, _CYRILLIC)
# In this order, for what one makes the next may read: an apostrophe parts n and g where they are two sounds.
_LATIN_TO_NEUTRAL = (
    *(("j", "c"), ("ng", "ñ"), ("n'g", "ng"), ("'ng", "ñ"), ("ch", "ç"), ("zh", "j"), ("sh", "ş")),
    *(("'gh", "ğ"), ("gh", "ğ"), ("w", "v")),
)
_NEUTRAL_TO_LATIN = (
    *(("ng", "n'g"), ("sh", "s'h"), ("ch", "c'h"), ("zh", "z'h"), ("gh", "g'h"), ("nğ", "n'gh"), ("ñ", "ng")),
    *(("j", "zh"), ("c", "j"), ("ç", "ch"), ("ş", "sh"), ("ğ", "gh"), ("v", "w")),
)
_IOTATED_TO_NEUTRAL = (("я", "ya"), ("ю", "yu"))
_NEUTRAL_TO_IOTATED = (("ya", "я"), ("yu", "ю"))
_INITIAL_HAMZA = re.compile(f"(?<![{_NEUTRAL}])ئ")
_VOWEL_WITHOUT_CONSONANT = re.compile(
    f"(?<![{''.join(letter for letter in _NEUTRAL if letter not in _NEUTRAL_VOWELS)}])[{_NEUTRAL_VOWELS}]"
)
_WORD = {
    Script.ARABIC: TOKEN,
    Script.LATIN: re.compile("[A-Za-zÉÖÜËéöüë]+(?:['’][A-Za-zÉÖÜËéöüë]+)*"),
    Script.CYRILLIC: re.compile("[А-Яа-яЁёӘҒҖҚҢӨҮҺәғҗқңөүһ]+(?:['’][А-Яа-яЁёӘҒҖҚҢӨҮҺәғҗқңөүһ]+)*"),
}
_APOSTROPHE = f"[{latin_spellings.APOSTROPHES}]"
_CYRILLIC_LETTERS = "[А-Яа-яЁёӘҒҖҚҢӨҮҺәғҗқңөүһ]"
_SPELT_WORD = {
    Script.ARABIC: TOKEN,
    Script.LATIN: re.compile(f"[{latin_spellings.LETTERS}]+(?:{_APOSTROPHE}[{latin_spellings.LETTERS}]+)*"),
    Script.CYRILLIC: re.compile(f"{_CYRILLIC_LETTERS}+(?:{_APOSTROPHE}{_CYRILLIC_LETTERS}+)*"),
}
"""The pattern of a word as people spell it, in each script."""
_TO_APOSTROPHE = str.maketrans(dict.fromkeys(latin_spellings.APOSTROPHES, "'"))
# Other spellings: another e, the typographic apostrophe, and the letters of Russian words.
_LETTERS = {
    Script.LATIN: str.maketrans({"ë": "é", "’": "'"}),
    Script.CYRILLIC: str.maketrans(
        {"э": "е", "ы": "и", "ё": "йо", "ц": "тс", "щ": "ш", "ь": "", "ъ": "'", "’": "'"},
    ),
}
# Latin letters no Uyghur word is written with: a word that has one is a name or a foreign word, and stays.
_FOREIGN = {Script.LATIN: re.compile("[vV]|[cC](?![hH])"), Script.CYRILLIC: re.compile("(?!)")}
_MARKS = {"،": ",", "؛": ";", "؟": "?"}
_TO_ASCII = str.maketrans(dict(_MARKS.items()))
_FROM_ASCII = re.compile("(?<=[ئاەبپتجچخدرزژسشغفقكگڭلمنھوۇۆۈۋېىي»])[,;?]")
# The glottal stop before a consonant or at a word's end; elsewhere the vowel behind it tells of it.
_STOP = re.compile("(?<=[aeéiouöüаәеиоуөү])'(?![aeéiouöüаәеиоуөү])")
# In Russian words the hard sign only parts the consonant from the vowel; behind it and the soft sign е begins with й.
_RUSSIAN_SIGNS = (("ъе", "йе"), ("ье", "ийе"), ("ъё", "ё"), ("ъю", "ю"), ("ъя", "я"))
_HIATUS_WITHOUT_HAMZA = re.compile("([اەوۇۆۈېى])([اەوۇۆۈېى])")
_HIATUS = re.compile("(?<=[اەوۇۆۈېى])ئ(?=[اەوۇۆۈېى])")


class Conversion(NamedTuple):
    """A text in another script."""

    text: str
    left: tuple[str, ...]
    """The words of the source's script that stayed as they were, each once: names, and words of other languages."""


def convert(text: str, target: Script, source: Script = Script.ARABIC) -> str:
    """Write the Uyghur words of a text in another script, as ``converted`` does."""
    return converted(text, target, source).text


def converted(text: str, target: Script, source: Script = Script.ARABIC) -> Conversion:
    """Write the Uyghur words of a text in another script; words of other scripts, numbers and signs stay.

    The comma, the semicolon and the question mark change with the letters. Latin text may be in any spelling that
    ``latin_spellings`` reads; it comes out in ULY. A word in capitals stays so between Latin and Cyrillic, and an
    abbreviation in Latin capitals stays as it is; from Arabic script small letters come out.
    """
    if source is target:
        return Conversion(text, ())
    read = latin_spellings.reader(text) if source is Script.LATIN else _plain
    in_capitals = text == text.upper()
    left: dict[str, None] = {}
    pattern = _SPELT_WORD[source]
    habit = open_letters.habit_of(_letter_by_letter(map(read, pattern.findall(text)))) if source is Script.LATIN else 0

    def write(match: re.Match[str]) -> str:
        word = match[0]
        if source is Script.LATIN and not in_capitals and len(word) > 1 and word.isupper():
            left[word] = None
            return word
        spelt = word if source is Script.ARABIC else read(word)
        result = _convert_word(spelt, source, target, habit)
        if result == spelt:
            left[word] = None
            return word
        return _cased(result, word) if source is not Script.ARABIC else result

    text = pattern.sub(write, text)
    if source is Script.ARABIC:
        text = text.translate(_TO_ASCII)
    elif target is Script.ARABIC:
        signs = {latin: arabic for arabic, latin in _MARKS.items()}
        text = _FROM_ASCII.sub(lambda sign: signs[sign[0]], text)
    return Conversion(text, tuple(left))


def share_of_known(text: str, source: Script) -> float:
    """Give which part of a text's words, in Latin or Cyrillic letters, the lexicon knows as Uyghur, from 0 to 1."""
    words = _SPELT_WORD[source].findall(text)
    known = sum(word in lexicon() for word in TOKEN.findall(converted(text, Script.ARABIC, source).text))
    return known / len(words) if words else 0.0


def _plain(word: str) -> str:
    """Write a word in small letters, with the apostrophe of ASCII."""
    return word.lower().translate(_TO_APOSTROPHE)


def _cased(result: str, word: str) -> str:
    """Give a word the capitals of another."""
    if len(word) > 1 and word.isupper():
        return result.upper()
    return result[:1].upper() + result[1:] if word[:1].isupper() else result


def in_arabic(word: str, source: Script) -> str | None:
    """Write one word in Arabic script; None when its letters cannot be Uyghur's."""
    if not _WORD[source].fullmatch(word):
        return None
    converted = _convert_word(word, source, Script.ARABIC)
    return converted if UYGHUR_WORD.fullmatch(converted) else None


def _letter_by_letter(words: Iterable[str]) -> Iterator[str]:
    """Give Latin words in Arabic script, letter by letter; words with letters that no Uyghur word has are left out."""
    for word in words:
        if not _FOREIGN[Script.LATIN].search(word):
            yield _convert_word(word, Script.LATIN, Script.ARABIC)


@lru_cache(maxsize=20_000)
def _convert_word(word: str, source: Script, target: Script, habit: int | None = None) -> str:
    if source is Script.ARABIC:
        if not UYGHUR_WORD.fullmatch(word):
            return word
    else:
        if _FOREIGN[source].search(word):
            return word
        read = _STOP.sub("ئ", _replaced(word.lower(), _RUSSIAN_SIGNS).translate(_LETTERS[source]))
        if habit is not None and _is_foreign(spelled(read, source, Script.ARABIC)):
            return word
        word = read
    if source is Script.CYRILLIC and word.startswith("е"):
        word = _choose_initial(word)
    if habit is None and target is Script.ARABIC:
        return _choose_hiatus(spelled(word, source, target))
    if habit is None or source is Script.ARABIC or (target is not Script.ARABIC and not habit):
        return spelled(word, source, target)
    restored = open_letters.restore(_choose_hiatus(spelled(word, source, Script.ARABIC)), habit)
    return restored if target is Script.ARABIC else spelled(restored, Script.ARABIC, target)


def spelled(word: str, source: Script, target: Script) -> str:
    """Spell one word in small letters in another script, letter by letter."""
    return _in_script(_sounds(word, source), target)


def _sounds(word: str, source: Script) -> str:
    """Read a word in small letters into the neutral alphabet."""
    if source is Script.ARABIC:
        return _INITIAL_HAMZA.sub("", word.translate(_ARABIC_TO_NEUTRAL)).replace("ئ", "'")
    if source is Script.LATIN:
        return _replaced(word, _LATIN_TO_NEUTRAL)
    return _replaced(word.translate(_CYRILLIC_TO_NEUTRAL), _IOTATED_TO_NEUTRAL)


def _in_script(sounds: str, target: Script) -> str:
    """Write a word of the neutral alphabet in a script, in small letters."""
    if target is Script.LATIN:
        return _replaced(sounds, _NEUTRAL_TO_LATIN)
    if target is Script.CYRILLIC:
        return _replaced(sounds, _NEUTRAL_TO_IOTATED).translate(_NEUTRAL_TO_CYRILLIC)
    carried = _VOWEL_WITHOUT_CONSONANT.sub("ئ\\g<0>", sounds)
    return _HIATUS_WITHOUT_HAMZA.sub(r"\1ئ\2", carried.translate(_NEUTRAL_TO_ARABIC).replace("'", ""))


def _replaced(word: str, pairs: Iterable[tuple[str, str]]) -> str:
    for old, new in pairs:
        word = word.replace(old, new)
    return word


def _is_foreign(word: str) -> bool:
    """Tell whether letters follow each other in a word, in Arabic script, as in no Uyghur word: Schwarzenegger."""
    if len(word) < _FEWEST_LETTERS or word in lexicon() or not UYGHUR_WORD.fullmatch(word):
        return False
    return lexicon().cost(word) > _FOREIGN_NATS * len(word)


def _choose_initial(word: str) -> str:
    """Write и for the е that begins a Cyrillic word where that is far more usual: Cyrillic spells екән, еди so."""
    e, i = (spelled(each, Script.CYRILLIC, Script.ARABIC) for each in (word, f"и{word[1:]}"))
    return f"и{word[1:]}" if i in lexicon() and lexicon().cost(i) < lexicon().cost(e) - _FAR_MORE_NATS else word


def _choose_hiatus(word: str) -> str:
    """Take out the hamza that stands between any two vowels where the word without it is more usual."""
    return max(word, _HIATUS.sub("", word), key=lexicon().count)
