"""Terms as one pattern: a tree of their letters, with what must stand around each where it ends.

A term of at most three letters, or a messenger's name in Latin letters, stands alone; others may have an ending.
Chinese, Japanese and Korean terms, and Tibetan ones, stand anywhere.
"""

import re
from collections.abc import Iterable
from typing import Any, Final

from normalization.load_once import load_once
from normalization.masking.labels.label_table import Label, is_service, label_rows, terms_of

_MAX_WHOLE: Final = 3
_MIN_COMPOUND: Final = 7
"""Letters of a term that may end a longer word: "Bestelltelefon"."""
_ANYWHERE: Final = re.compile("[\u0f00-\u0fff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")
_LATIN_SMALL: Final = "[a-z\u00df-\u00ff]"
_END: Final = ""
"""In the tree of terms this stands beside letters, for what must be true where a term ends."""


def alternatives(terms: Iterable[str]) -> str:
    """Give the pattern of any of some terms, of the longest that fits: a tree of their letters.

    Of hundreds of terms side by side a search would try each at each letter of a line, of a tree one.
    """
    tree: dict[str, Any] = {}
    for term in terms:
        branch = tree
        for letter in term:
            branch = branch.setdefault(letter, {})
        branch[_END] = _edges(term)
    return _branches(tree)


def stands_alone(term: str) -> bool:
    """Tell whether no letter of a term's script stands before and behind it, not even of an ending."""
    return len(term) <= _MAX_WHOLE and term[-1].isalpha() and not _ANYWHERE.search(term)


def _branches(tree: dict[str, Any]) -> str:
    branches = [f"{re.escape(letter)}{_branches(below)}" for letter, below in sorted(tree.items()) if letter != _END]
    branches += [tree[_END]] if _END in tree else []
    return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"


def _edges(term: str) -> str:
    """Give what stands around a term, as a pattern for its end: a search can leap to its first letter so."""
    if _ANYWHERE.search(term):
        return ""
    letter = _LATIN_SMALL if term.isascii() else r"[^\W\d_]"  # names in Latin letters stand right beside Chinese
    is_name = term.isascii() and is_service(term)  # "install" is no "insta"
    alone = stands_alone(term)
    whole = alone or (is_name and term[-1].isalpha())
    after = f"(?!{letter})" if whole else ""
    if whole and not alone:
        after = f"(?:{after}|(?=(?:{'|'.join(terms_of(Label.ENDING))})(?!{letter})))"
    before = _beginning(term, letter) if len(term) < _MIN_COMPOUND else ""
    return f"{before}{after}"


def _beginning(term: str, letter: str) -> str:
    """Give what stands before a short term, as a pattern for its end: no letter, but for a prefix of its language."""
    word = re.escape(term)
    nothing = f"(?<!{letter}{word})"
    prefixes = () if term.isascii() else _prefixes().get(term, ())
    behind = (f"(?<={prefix}{word})" for prefix in prefixes)
    return f"(?:{'|'.join((nothing, *behind))})" if prefixes else nothing


@load_once
def _prefixes() -> dict[str, tuple[str, ...]]:
    """Give for each term what may stand right before it."""
    of_language: dict[str, tuple[str, ...]] = {}
    for prefix, language, kind in label_rows():
        if kind == Label.PREFIX:
            of_language[language] = (*of_language.get(language, ()), prefix)
    return {term: of_language[language] for term, language, _ in label_rows() if language in of_language}
