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
