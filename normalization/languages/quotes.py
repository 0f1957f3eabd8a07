"""What a text in Arabic letters quotes from another language has no say in its own.

Left out are what stands between quotation marks, the formulas of Islam, which all Muslims write in Arabic
(``arabic_formulas.tsv``; a speaker extends it without reading Python), and, in a Uyghur line, runs of words without a
letter of Uyghur's own or with vowel marks. Nor has a name in another script, behind which a Uyghur suffix stands.
"""

import re
from itertools import groupby, pairwise
from pathlib import Path
from typing import Final

from normalization.load_once import load_once
from normalization.table_rows import rows_of
from normalization.uyghur.alphabet import ARABIC_LETTER, ARABIC_MARK, TOKEN
from normalization.uyghur.lexicon import lexicon

_QUOTE: Final = re.compile(
    '\u00ab[^\u00ab\u00bb\n]{1,300}\u00bb|\u2039[^\u2039\u203a\n]{1,300}\u203a|"[^"\n]{1,300}"|\\([^()\n]{1,300}\\)|'
    "\u201c[^\u201c\u201d\n]{1,300}\u201d|\ufd3f[^\ufd3e\ufd3f\n]{1,300}\ufd3e"
)
_LETTER: Final = re.compile(f"[{ARABIC_LETTER}]")
_MARKS: Final = re.compile(f"[{ARABIC_MARK}]")
_VOWEL_MARK: Final = re.compile("[\u064b-\u0652]")
_VOWELLED_SHARE: Final = 0.4
"""Of the letters of a line; Kashmiri, which writes some of its vowels with such marks, has 0.31 at most."""
_MIN_LETTERS_AROUND: Final = 8
"""Two words."""
_LEAST_SHARE_BESIDE_NAME: Final = 0.25
"""Of the letters of a line with a name in another script, if words of it begin with small letters: a line of another
language may show a Uyghur phrase."""
_SMALL_WORD: Final = re.compile(r"(?<!\w)[a-z\u00df-\u00f6\u00f8-\u00ff\u0430-\u044f]")
_LEAST_SHARE_AROUND: Final = 0.3
"""Of the characters of a text in Latin or Cyrillic letters: less than that only announces what it quotes."""
_MIN_SURE_LETTERS: Final = 12
"""Below it what is around counts only where it has a letter of Uyghur's own."""
_MAX_LINE_CHARACTERS: Final = 600
_OWN_LETTER: Final = re.compile("[\u06ad\u06c6-\u06c8\u06cb\u06d0\u06d5]|\u0626[\u0627\u0648\u0649]")
_FOREIGN_LETTER: Final = re.compile(
    "[\u0621-\u0625\u0629\u062b\u062d\u0630\u0635-\u0639\u0647\u06a9\u06cc\u06c1\u06d2\u0679\u0688]"
)
"""Letters of Arabic, Persian and Urdu that no Uyghur word is written with."""
_FEWEST_QUOTED_WORDS: Final = 3
_FEWEST_FOREIGN_WORDS: Final = 2
_FEWEST_OWN_WORDS: Final = 2
_FEWEST_VOWEL_MARKS: Final = 2
"""In a word; one may be a slip."""
_SILENT: Final = re.compile(f"[{ARABIC_MARK}\u0640]")
_SPELLINGS: Final = (*zip("أإآٱىیکہھةۃ", "اااايي\u0643هههه", strict=True),)
"""Letters that are spelled one for the other in formulas; marks and tatweel may stand anywhere."""


def unquoted(text: str) -> str:
    """Give a text without what it quotes, which may be in another language; all of it if little else is there."""
    rest = text
    for leave_out in _without_quotations, _without_formulas:
        without = leave_out(rest)
        if _is_enough(without):
            rest = without
    return _unvowelled(_without_runs(rest)) if len(rest) < _MAX_LINE_CHARACTERS else rest


def _unvowelled(line: str) -> str:
    """Leave out the vowel marks of a line that has them throughout: no language's models were made of such text."""
    vowels = len(_VOWEL_MARK.findall(line))
    return _VOWEL_MARK.sub("", line) if vowels > len(_LETTER.findall(line)) * _VOWELLED_SHARE else line


def has_uyghur_suffix(text: str) -> bool:
    """Tell whether a line writes a Uyghur suffix apart behind a name in another script: then it only quotes the name.

    ``separate_suffixes.tsv`` has these suffixes. What is between quotation marks has no say.
    """
    if len(text) >= _MAX_LINE_CHARACTERS:
        return False
    rest = _without_quotations(text)
    is_much = len(_LETTER.findall(rest)) >= _LEAST_SHARE_BESIDE_NAME * sum(map(str.isalpha, rest))
    is_name = is_much or _SMALL_WORD.search(rest) is None
    return is_name and _is_enough(rest) and _suffix_behind_name().search(rest) is not None


@load_once
def _suffix_behind_name() -> re.Pattern[str]:
    rows = rows_of(Path(__file__).with_name("separate_suffixes.tsv"), "suffix", "meaning")
    suffixes = "|".join(suffix for suffix, _ in rows)
    return re.compile(f"(?<![\\W_{ARABIC_LETTER}{ARABIC_MARK}])[ -]?(?:{suffixes})(?![{ARABIC_LETTER}])")


def without_quotations(text: str) -> str:
    """Give a line in Latin or Cyrillic letters without what stands between quotation marks; all of it if that is most.

    It is a title mostly, which may be in another language. A longer text comes back as it is.
    """
    if len(text) >= _MAX_LINE_CHARACTERS:
        return text
    rest = _without_quotations(text)
    return rest if len(text) > len(rest) > len(text) * _LEAST_SHARE_AROUND else text


def _is_enough(text: str) -> bool:
    letters = len(_LETTER.findall(text))
    return letters >= _MIN_SURE_LETTERS or (letters >= _MIN_LETTERS_AROUND and _OWN_LETTER.search(text) is not None)


def _without_quotations(text: str) -> str:
    return _QUOTE.sub(" ", text)


def _without_formulas(text: str) -> str:
    """Leave out the formulas, with or without vowel marks, in any spelling."""
    spans = [formula.span() for formula in _formulas().finditer(_folded(text))]
    if not spans:  # as in most texts
        return text
    places = [place for place, letter in enumerate(text) if not _SILENT.match(letter)]
    places.append(len(text))
    begins = [0, *(places[last] for _, last in spans)]
    ends = [*(places[first] for first, _ in spans), len(text)]
    return " ".join(text[begin:end] for begin, end in zip(begins, ends, strict=True))


def _folded(text: str) -> str:
    folded = _SILENT.sub("", text)
    for letter, other in _SPELLINGS:
        folded = folded.replace(letter, other)
    return folded


@load_once
def _formulas() -> re.Pattern[str]:
    """Give what finds the formulas in folded text, the longest first; one with marks in it takes 0.3 s to make."""
    rows = rows_of(Path(__file__).with_name("arabic_formulas.tsv"), "formula", "meaning")
    formulas = sorted((_folded(formula) for formula, _ in rows), key=len, reverse=True)
    words = ("\\s+".join(formula.split()) for formula in formulas)
    return re.compile(f"(?<![{ARABIC_LETTER}])(?:{'|'.join(words)})(?![{ARABIC_LETTER}])")


def _without_runs(line: str) -> str:
    """Leave out of a Uyghur line the run of words that it quotes without quotation marks; give others as they are."""
    for leave_out in _without_vowelled, _without_run_between, _without_run_before:
        if rest := leave_out(line):
            return rest
    return line


def _without_vowelled(line: str) -> str | None:
    """Leave out words with vowel marks, three or more in a row, where Uyghur words begin or end the line."""
    words = TOKEN.findall(line)
    vowelled = [len(_MARKS.findall(word)) >= _FEWEST_VOWEL_MARKS for word in words]
    runs = [(has_marks, len(list(run))) for has_marks, run in groupby(vowelled)]
    if max((length for has_marks, length in runs if has_marks), default=0) < _FEWEST_QUOTED_WORDS:
        return None
    rest = [word for word, has_marks in zip(words, vowelled, strict=True) if not has_marks]
    own = sum(map(_is_own, rest))
    return " ".join(rest) if own >= _FEWEST_OWN_WORDS and (_is_own(words[0]) or _is_own(words[-1])) else None


def _without_run_between(line: str) -> str | None:
    """Leave out a run of words with no letter of Uyghur's own, between Uyghur words.

    So proverbs and verses of other languages are quoted: "In the Koran: ..., it says".
    """
    words = TOKEN.findall(line)
    own = [number for number, word in enumerate(words) if _is_own(word)]
    longest = max((behind - before for before, behind in pairwise(own)), default=0) - 1
    if longest < _FEWEST_QUOTED_WORDS or not all(_is_ours(words[place]) for place in (0, -1)):
        return None
    before = next(before for before, behind in pairwise(own) if behind - before - 1 == longest)
    inside = words[before + 1 : before + 1 + longest]
    while inside and inside[-1] in lexicon():
        inside.pop()
    rest = [*words[: before + 1], *words[before + 1 + len(inside) :]]
    return " ".join(rest) if _are_foreign(inside) else None


def _without_run_before(line: str) -> str | None:
    """Leave out a run of such words that begins the line, before two Uyghur words or more: what ends it is its verb."""
    words = TOKEN.findall(line)
    first = next((number for number, word in enumerate(words) if _is_own(word)), 0)
    run, rest = words[:first], words[first:]
    while run and run[-1] in lexicon():
        rest.insert(0, run.pop())
    if len(run) < _FEWEST_QUOTED_WORDS or not all(map(_is_ours, rest)) or not _are_foreign(run):
        return None
    return " ".join(rest) if sum(map(_is_own, rest)) >= _FEWEST_OWN_WORDS and _is_unannounced(line, rest[0]) else None


def _is_unannounced(line: str, first: str) -> bool:
    """Tell whether no colon stands before the Uyghur words, behind which another language's line has a Uyghur quote."""
    return not line[: line.index(first)].rstrip().endswith(":")


def _are_foreign(words: list[str]) -> bool:
    return sum(_FOREIGN_LETTER.search(word) is not None for word in words) >= _FEWEST_FOREIGN_WORDS


def _is_own(word: str) -> bool:
    return _OWN_LETTER.search(word) is not None


def _is_ours(word: str) -> bool:
    return _is_own(word) or word in lexicon()
