"""Telephone numbers in words, digit by digit or in groups: "null eins sieben ...", "zéro six douze ...", "一三八零...".

The words and what digits they stand for are rows of ``digit_words.tsv``. Who counts says digits as well, and so do
scores and the decimals of a number; so a telephone number in words has eight digits or more of some kinds, or stands
behind a word for telephone, and neither counts up nor down.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

from normalization.finders import Finder
from normalization.load_once import load_once
from normalization.masking.folding import Span
from normalization.masking.labels.label_search import decimal_point_before, label_before
from normalization.masking.labels.label_table import Label, terms_of
from normalization.masking.labels.services import small_letters
from normalization.masking.labels.sought_words import SoughtWords
from normalization.table_rows import mapping_of, rows_of

_TABLE: Final = Path(__file__).with_name("digit_words.tsv")
_HAN: Final = re.compile("[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\u25cb]")
"""Scripts whose words stand without spaces."""
_FEWEST_WORDS: Final = 4
"""At least so many words of a number are words for digits; the others may be digits."""
_FEWEST_DIGITS: Final = 9
"""A telephone number without a label before it has at least so many digits; one that begins with 0 has one less."""
_FEWEST_LABELLED: Final = 6
"""A telephone number behind a label has at least so many digits."""
_MOST_DIGITS: Final = 24
"""A telephone number has at most so many digits, all those of its words: "five hundred thirty two" has six."""
_FEWEST_KINDS: Final = 3
"""At least so many of the digits differ: "one zero one one zero zero" is another kind of number."""
_LABELS: Final = frozenset({Label.PHONE, Label.NUMBER, Label.MESSENGER})


@load_once
def signs() -> tuple[Finder, ...]:
    """Give what finds the words for 0 and 5, of which next to every telephone number has one, alone.

    Where numbers are short, or few have a zero, those words for other digits that are in the table of private words.
    """
    private = {word.strip() for word in terms_of(Label.PRIVATE)}
    words = [word for word, digits in _digits().items() if digits in ("0", "5") or word in private]
    sought = SoughtWords((word, word.isascii()) for word in words)
    alone = re.compile("|".join(word if _HAN.search(word) else rf"{word}(?<![^\W_]{word})(?![^\W_])" for word in words))
    return (lambda lines, start: sought.next_in(small_letters(lines), start, alone),)


def find(line: str) -> Iterator[Span]:
    """Give the places of telephone numbers in words in a folded line."""
    small = small_letters(line)
    for run, word in _patterns(han=_HAN.search(small) is not None):
        for match in run.finditer(small):
            for words in _in_one_language(list(word.finditer(small, *match.span()))):
                read = [_digits().get(each[0], each[0]) for each in words]
                spelt = sum(not each[0].isdecimal() for each in words)
                if spelt >= _FEWEST_WORDS and _is_number(small, words[0].start(), read):
                    yield words[0].start(), words[-1].end()


def _in_one_language(words: list[re.Match[str]]) -> Iterator[list[re.Match[str]]]:
    """Part words where those of one language end: "text me on zero four ..." has a word of Turkish by chance."""
    part: list[re.Match[str]] = []
    languages: frozenset[str] | None = None
    for each in words:
        own = _languages().get(each[0])
        if own and languages and not own & languages:
            yield part
            part, languages = [], None
        if own:
            languages = languages & own if languages else own
        part.append(each)
    yield part


def _is_number(line: str, start: int, words: list[str]) -> bool:
    """Tell whether words, each as its digits, are a telephone number that begins at a place in a line."""
    digits = "".join(words)
    if (
        len(digits) > _MOST_DIGITS
        or len(set(digits)) < _FEWEST_KINDS
        or _counts_up_or_down([int(word) for word in words if word])
    ):
        return False
    if label_before(line, start) in _LABELS:
        return len(digits) >= _FEWEST_LABELLED
    return len(digits) >= _FEWEST_DIGITS - digits.startswith("0") and not decimal_point_before(line, start)


def _counts_up_or_down(numbers: list[int]) -> bool:
    """Tell whether all numbers but one are one more, or one less, than those before."""
    steps = [behind - before for before, behind in pairwise(numbers)]
    return max(steps.count(1), steps.count(-1)) >= len(steps) - 1


@load_once
def _rows() -> tuple[tuple[str, str, str], ...]:
    """Give each word, its languages and the digits that it stands for; a word such as "double" stands for none."""
    rows = rows_of(_TABLE, "word", "languages", "digits")
    return tuple((word, languages, digits) for word, languages, digits in rows)


@load_once
def _digits() -> dict[str, str]:
    return mapping_of(_TABLE, ((word, digits) for word, _, digits in _rows()))


@load_once
def _languages() -> dict[str, frozenset[str]]:
    return mapping_of(_TABLE, ((word, frozenset(languages.split())) for word, languages, _ in _rows()))


@cache
def _patterns(*, han: bool) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    """Give the patterns of a run of words, and of one; ``han`` are those that stand without spaces, too."""
    words = sorted(_digits(), key=len, reverse=True)
    joined, spaced = (
        "|".join(re.escape(word) for word in words if bool(_HAN.search(word)) is joined) for joined in (True, False)
    )
    one = rf"(?:{spaced}|[0-9]{{1,4}})(?![^\W_])"
    runs = [(re.compile(rf"(?<![^\W_]){one}(?:[\s,.–-]{{1,3}}{one}){{4,20}}"), re.compile(rf"(?:{spaced})|[0-9]+"))]
    if han:
        run = rf"(?:{joined})(?:[\s-]?(?:{joined}|[0-9])){{6,20}}"
        runs.append((re.compile(run), re.compile(f"{joined}|[0-9]")))
    return tuple(runs)
