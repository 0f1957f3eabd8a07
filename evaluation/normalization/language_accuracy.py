"""How often the language of labelled pages, and of their lines, is identified rightly."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

from evaluation.data.datasets import DataSet

_LINE_CHARACTERS = 40, 100
_MIN_WORDS = 3
"""A short line has at least so many words; one or two words are a name as often as not."""
_MIN_ROW = 20
"""Texts in a language for a row of its own."""
ALL = "all"
_WORD = re.compile(r"[^\W\d_]+")
# A character of these is a word's half: their lines are a quarter as long.
_SHORT_WRITINGS = {"zh": 4, "ja": 4, "ko": 4}
_SAME = {"iw": "he", "jw": "jv", "nb": "no", "nn": "no", "zh-Hant": "zh"}

Rights = tuple[str, str, str, int, int]


def language_rows(sets: Iterable[DataSet], systems: Mapping[str, Callable[[str], str]]) -> Iterator[Rights]:
    """Give the size of the texts, their language (or ``ALL``), a system, how many it identified, and of how many.

    What a page's set says is the language of all its lines, though some may be in another.
    """
    texts: dict[tuple[str, str], list[str]] = defaultdict(list)
    for data_set in sets:
        lines: set[tuple[str, str, str]] = set()
        for page in data_set.pages:
            gold, language = page.gold(), (page.lang or "").partition("-")[0]
            if gold.strip() and language:
                texts["pages", language].append(gold)
                lines.update(
                    (size, language, line)
                    for line in map(str.strip, gold.split("\n"))
                    if (size := _size(line, language))
                )
        for size, language, line in sorted(lines):
            texts[size, language].append(line)
    for size in dict.fromkeys(size for size, _ in texts):
        of_language = {language: len(of) for (of_size, language), of in texts.items() if of_size == size}
        for system, identify in systems.items():
            right = {
                language: sum(_code(identify(text)) == _code(language) for text in texts[size, language])
                for language in of_language
            }
            yield size, ALL, system, sum(right.values()), sum(of_language.values())
            for language, count in of_language.items():
                if count >= _MIN_ROW:
                    yield size, language, system, right[language], count


def _size(line: str, language: str) -> str:
    """Give the size of a line's letters; nothing for what is longer, or no more than a name."""
    characters = len(line) * _SHORT_WRITINGS.get(language, 1)
    least, most = _LINE_CHARACTERS
    words = len(_WORD.findall(line))
    if least <= characters <= most and words:
        return f"lines of {least} to {most} characters"
    return "shorter lines" if characters < least and words >= (1 if language in _SHORT_WRITINGS else _MIN_WORDS) else ""


def _code(code: str) -> str:
    return _SAME.get(code, code).partition("-")[0]
