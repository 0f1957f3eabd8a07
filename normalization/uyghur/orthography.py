"""Spelling and punctuation, only when asked for: code points are right before these rules and after them."""

import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

from normalization.load_once import load_once
from normalization.table_rows import rows_of
from normalization.uyghur.alphabet import LETTERS, UYGHUR_WORD, VOWELS
from normalization.uyghur.lexicon import lexicon

# A spelling with U+06D0 must be at least half as frequent as the one with U+0649: forum writers use the latter for both
# (the two spellings of "dégen" are almost even), while a real pair of words differs more.
_MIN_FREQUENCY_RATIO = 0.5
_MAX_DOUBTFUL_LETTERS = 6
# Of 52 words that the lexicon also knows, so much rarer, without a U+0626 amid them, all 52 are slips; of 176 that are
# less rare some are words of their own ("picture" beside "speed").
_LEAST_RATIO_OF_HAMZA = 10
_OF_STEM = "-"
_LEAST_RATIO_OF_STEM = 5
"""So much more frequent is another word than one that begins as a word of a pair, if it has another stem."""
_LETTER = f"[{LETTERS}]"
_WORD = re.compile(f"{_LETTER}{{2,}}|{_LETTER}(?![.)])")
"""A word; one letter before a point or a bracket is an abbreviated name, or numbers an item."""
_ZEROS = "٠۰０"
_DIGIT = re.compile("[٠-٩۰-۹０-９]")
_TO_ASCII = {ord(zero) + digit: str(digit) for zero in _ZEROS for digit in range(10)}
_PUNCTUATION = (
    (re.compile(f"(?<={_LETTER}),(?=\\s|{_LETTER}|$)"), "،"),
    (re.compile(f"(?<={_LETTER});(?=\\s|{_LETTER}|$)"), "؛"),
    (re.compile(f"(?<={_LETTER})\\?"), "؟"),
    (re.compile(f"<<(?=\\s?{_LETTER})"), "«"),
    (re.compile(f"(?<={_LETTER})(\\s?[.!؟]?)>>"), r"\1»"),
)


class OwnSpellings:
    """How a document spells its words: who writes "Ékin" with U+06D0 once and with U+0649 twice means one name."""

    def __init__(self, document: str) -> None:
        self.words = frozenset(UYGHUR_WORD.findall(document))
        by_fold: dict[str, set[str]] = {}
        for word in self.words:
            if "ې" in word:
                by_fold.setdefault(word.replace("ې", "ى"), set()).add(word)
        self._with_e = {fold: next(iter(words)) for fold, words in by_fold.items() if len(words) == 1}

    def usual(self, word: str) -> str:
        """Give a word as the document spells it elsewhere, or as it is: one with U+06D0 is as somebody meant it."""
        return word if "ې" in word else self._with_e.get(word, word)


_NO_SPELLINGS = OwnSpellings("")


def correct_spelling(text: str, own: OwnSpellings = _NO_SPELLINGS) -> tuple[str, int]:
    """Write U+06D0 where forum writers wrote U+0649 and the lexicon knows better, or for unknown words the document."""
    return _by_word(UYGHUR_WORD, text, lambda word: _likeliest_spelling(word, own))


def complete_vowels(text: str, own: OwnSpellings = _NO_SPELLINGS) -> tuple[str, int]:
    """Give a word or syllable that begins with a bare vowel its U+0626, when the lexicon or document knows it so."""
    return _by_word(_WORD, text, lambda word: _with_hamza_inside(_with_hamza(word, own), own))


def _with_hamza(word: str, own: OwnSpellings) -> str:
    """Give a word that begins with a bare vowel its U+0626, when it is known so; any other word as it is."""
    carried = f"ئ{word}"
    return carried if word[0] in VOWELS and (carried in lexicon() or carried in own.words) else word


def _with_hamza_inside(word: str, own: OwnSpellings) -> str:
    """Give a word the U+0626 that is missing amid it, when it is far more usual so, or the document has it so."""
    count = lexicon().count
    options = list(_carried_inside(word))
    best = max(options, key=count, default=word)
    if count(best) > count(word) * _LEAST_RATIO_OF_HAMZA:
        return best
    own_options = [option for option in options if option in own.words and count(option) >= count(word)]
    return own_options[0] if len(own_options) == 1 else word


def _carried_inside(word: str) -> Iterator[str]:
    """Give a word with a U+0626 before each of its vowels but the first letter."""
    for place in range(1, len(word)):
        if word[place] in VOWELS and word[place - 1] != "ئ":
            yield f"{word[:place]}ئ{word[place:]}"


def fold_digits(text: str) -> tuple[str, int]:
    """Write ASCII digits for those of Arabic, Persian and full width."""
    return text.translate(_TO_ASCII), len(_DIGIT.findall(text))


def set_punctuation(text: str) -> tuple[str, int]:
    """Write Uyghur's comma, semicolon, question mark and guillemets for the ASCII ones beside Uyghur letters."""
    total = 0
    for pattern, mark in _PUNCTUATION:
        text, count = pattern.subn(mark, text)
        total += count
    return text, total


def _by_word(pattern: re.Pattern[str], text: str, correct: Callable[[str], str]) -> tuple[str, int]:
    total = 0

    def change(match: re.Match[str]) -> str:
        nonlocal total
        word = correct(match[0])
        total += word != match[0]
        return word

    return pattern.sub(change, text), total


def _likeliest_spelling(word: str, own: OwnSpellings) -> str:
    """Give the most frequent of the spellings with U+06D0 in place of some U+0649, or the document's own."""
    if not 0 < word.count("ى") <= _MAX_DOUBTFUL_LETTERS:
        return word
    counts = lexicon().counts
    own_letters = _letters_of_pair(word)
    best = _most_frequent(word, own_letters)
    if 0 < own_letters < len(word):
        other = _most_frequent(word, 0)  # a word of another stem, that only begins so
        if counts.get(other, 0) >= _LEAST_RATIO_OF_STEM * counts.get(best, 0):
            best = other
    if best in counts:
        return best
    return word if own_letters else own.usual(word)


def _most_frequent(word: str, own_letters: int) -> str:
    """Give the most frequent word of those that U+06D0 for U+0649 makes of a word behind so many letters of its own."""
    counts = lexicon().counts
    doubtful = ("ېى" if letter == "ى" else letter for letter in word[own_letters:])
    options = (word[:own_letters] + "".join(choice) for choice in product(*doubtful))
    return max(options, key=lambda option: counts.get(option, 0) * (1 if option == word else 1 / _MIN_FREQUENCY_RATIO))


def _letters_of_pair(word: str) -> int:
    """Give how many of a word's first letters are of a word of its own beside one with U+06D0; mostly none."""
    if word in _pairs():
        return len(word)
    return next((length for length in range(len(word), 0, -1) if word[:length] + _OF_STEM in _pairs()), 0)


@load_once
def _pairs() -> frozenset[str]:
    """Give the words, and beginnings of words, of ``spelling_pairs.tsv``: how frequent they are says nothing."""
    table = Path(__file__).with_name("spelling_pairs.tsv")
    return frozenset(beginning for beginning, _, _ in rows_of(table, "beginning", "meaning", "meaning with U+06D0"))
