"""What a speaker of a language knows is data: words in other letters than those of ASCII stand in tables, not in code.

A speaker who mends a word reads no Python, and a word that stands in two expressions is mended in one of them. Letters
alone, and in classes of an expression, are no words: they say which script a text is in.
"""

import ast
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel import Locale

from extraction.page import tags

ROOT = Path(__file__).parent.parent
ROOMS = ("crawler", "dashboard", "db", "extraction", "mezmun", "normalization", "services", "store", "workers")
OF_LETTERS = {
    "normalization/uyghur": "the letters of Uyghur and what they become are the matter itself",
    "normalization/non_letters.py": "likewise, in the encodings of fonts",
    "normalization/languages": "letters tell languages apart",
    "normalization/markup/mojibake.py": "letters that misread text consists of",
    "normalization/markup/references.py": "letters that are written as references",
    "normalization/masking/folding.py": "signs and digits of other widths and scripts",
    "extraction/lexicon/date_forms.py": "what is written behind the numbers of Chinese, Japanese and Korean dates",
    "mezmun/demo": "the pages that the demo shows",
    "mezmun/benchmark": "syllables that words are made of, to measure the speed on",
    "dashboard/interface.py": "the name of a language, in that language",
    "workers/error_pages/messages.py": "an end of domains",
    "workers/app.py": "a text that is read before the first page, so that this one is as quick as the others",
}
"""Where words in code are no fault, and why."""
_LETTERS = re.compile(r"\[(?:[^\]\\]|\\.)*\]|.-.")
"""A class of an expression, or a range of one."""
OF_CODES = {
    "normalization/languages": "scripts of one language, and quoted languages, are the matter itself",
    "mezmun/demo": "the pages that the demo shows",
    "dashboard": "the languages of the interface, which are those of its translations",
}
"""Where several codes of languages in code are no fault, and why."""
_CODES = {code for code in Locale.parse("en").languages if "_" not in code} - {"mul", "und"}  # many, and none known
_WORD = re.compile(r"[^\W\d_]{2,}")


def strings_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Give the line and the text of every string of a module but those that stand alone, as docstrings do."""
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.lineno, node.value


def words_in(source: str) -> list[tuple[int, str]]:
    """Give the words of a module's strings that have letters beyond ASCII, each with its line."""
    strings = strings_in(ast.parse(source))
    words = ((line, word) for line, text in strings for word in _WORD.findall(_LETTERS.sub(" ", text)))
    return [(line, word) for line, word in words if sum(map(is_of_word, word)) > 1]


def languages_in(source: str) -> list[tuple[int, str]]:
    """Give the collections of a module that are several codes of languages and nothing else, each with its line."""
    every = []
    for node in ast.walk(ast.parse(source)):
        items = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", [])
        texts = [each.value for each in items if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        codes = {text.partition("-")[0] for text in texts}
        if len(codes) > 1 and len(texts) == len(items) and codes <= _CODES and not codes <= set(tags.NAMES):
            every.append((node.lineno, " ".join(texts)))
    return sorted(every)


def is_of_word(letter: str) -> bool:
    """Tell whether a letter is beyond ASCII, and no apostrophe or the like that counts as a letter."""
    return not letter.isascii() and unicodedata.category(letter) != "Lm"


@pytest.mark.parametrize("room", ROOMS)
def test_no_word_of_a_language_stands_in_code(room: str) -> None:
    words = [
        f"{path.relative_to(ROOT)}:{line}: {word}"
        for path in sorted((ROOT / room).rglob("*.py"))
        if not any(path.relative_to(ROOT).is_relative_to(place) for place in OF_LETTERS)
        for line, word in words_in(path.read_text(encoding="utf-8"))
    ]
    assert words == []


@pytest.mark.parametrize("place", OF_LETTERS)
def test_every_place_that_may_have_words_has_some(place: str) -> None:
    path = ROOT / place
    paths = [path] if path.is_file() else sorted(path.rglob("*.py"))
    assert any(
        not letter.isascii() and letter.isalpha()
        for path in paths
        for _, text in strings_in(ast.parse(path.read_text(encoding="utf-8")))
        for letter in text
    )


def test_a_word_is_seen_in_an_expression_and_a_class_of_letters_is_none() -> None:
    assert words_in('"""Описание."""\n_ONE = r"(?:номер|no) [一-鿿々ヶ] ［ф］"') == [(2, "номер")]
    assert words_in('f"{one} сайт {two}"') == [(1, "сайт")]
    assert words_in('_CJK = "々ぁ-んァ-ヺー㐀-鿿"') == []
    assert words_in("# слово\none = 'naïve'") == []


@pytest.mark.parametrize("room", ROOMS)
def test_no_list_of_languages_stands_in_code(room: str) -> None:
    """Which languages are written alike is a row of ``language_traits.tsv`` for each, which a speaker can add."""
    languages = [
        f"{path.relative_to(ROOT)}:{line}: {codes}"
        for path in sorted((ROOT / room).rglob("*.py"))
        if not any(path.relative_to(ROOT).is_relative_to(place) for place in OF_CODES)
        for line, codes in languages_in(path.read_text(encoding="utf-8"))
    ]
    assert languages == []


def test_languages_are_told_from_elements_and_other_words() -> None:
    assert languages_in('_A = frozenset({"zh", "zh-Hant", "ja"})\n_B = {"ko": 1, "th": 2}') == [
        (1, "zh zh-Hant ja"),
        (2, "ko th"),
    ]
    assert languages_in('_A = ("li", "td", "tr")\n_B = ("id", "name")\n_C = ("ug",)') == []
