"""Whether a link leads to the next page of a list or a thread, by what stands on it and what its elements are named."""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from lxml import etree

from normalization import fold_presentation_forms
from normalization.table_rows import rows_of

BUTTONS_KNOWN: Final = 10_000
"""Links of which it is remembered what they say: the same menu stands on every page."""
_ARROWS: Final = " \t\n\r\xa0\u200e\u200f>»›→⇒▶►<«‹←⇐◀◄|[](){}.…·:-"
_MAX_BUTTON_CHARACTERS: Final = 60
"""A text of more characters is a sentence and no button."""
_MAX_NAMES_CHARACTERS: Final = 500
"""More classes around a link are no sign of a button."""
_ARROW_ALONE: Final = frozenset({">", ">>", "»", "›", "→", "&gt;"})
_NEXT_CLASS: Final = re.compile(
    r"(?:^|[\s_-])(?:next|nxt|nextpage|next-page|nextpostslink|older)(?:$|[\s_-])|nav-previous", re.IGNORECASE
)
_PAGER_CLASS: Final = re.compile(
    r"pag(?:e|es|er|ing|inat\w*)(?:$|[\s_-])|(?:^|[\s_-])(?:pg|pgs|pages|pager|wp-pagenavi)(?:$|[\s_-])", re.IGNORECASE
)


def leads_to_next_page(element: etree._Element, attributes: Mapping[str, str]) -> bool:
    """Say whether a link is a button to the next page.

    Args:
        element: the link.
        attributes: its own.
    """
    if "rel" in attributes and "next" in attributes["rel"].lower().split():
        return True
    parent = element.getparent()
    around = None if parent is None else parent.get("class")
    names = around or ""
    if "class" in attributes or "id" in attributes:  # most links of a page have neither
        names = f"{attributes.get('class', '')} {names} {attributes.get('id', '')}"
    text = "".join(element.itertext()) if len(element) else element.text or ""
    says_next = _says_next(
        names if len(names) <= _MAX_NAMES_CHARACTERS else "",
        text if len(text) <= _MAX_BUTTON_CHARACTERS else None,
        attributes["title"][:_MAX_BUTTON_CHARACTERS] if "title" in attributes else "",
    )
    return _in_pager(element) if says_next is None else says_next


@lru_cache(BUTTONS_KNOWN)
def _says_next(names: str, text: str | None, title: str) -> bool | None:
    """Read a button; None says that it leads on if it stands in a list of page numbers."""
    if _NEXT_CLASS.search(names):
        return True
    if text is None:
        return False
    word = _word(text)
    if word in next_words() or (title and _word(title) in next_words()):
        return True
    return None if text.strip() in _ARROW_ALONE or word.isdecimal() else False


def _word(text: str) -> str:
    """Give the word of a button without its arrows."""
    return _fold(text).strip(_ARROWS)


def _in_pager(element: etree._Element) -> bool:
    """Say whether a list of page numbers is around: one of the four nearest elements is named so."""
    for _ in range(4):
        parent = element.getparent()
        if parent is None:
            return False
        element = parent
        if _PAGER_CLASS.search(f"{element.get('class') or ''} {element.get('id') or ''}".strip()):
            return True
    return False


@cache
def next_words() -> frozenset[str]:
    """Give the words on buttons that lead to the next page: rows of ``next_page_words.tsv``, each with its language."""
    rows = rows_of(Path(__file__).with_name("next_page_words.tsv"), "term", "language")
    return frozenset(_fold(term).strip(_ARROWS) for term, _ in rows)


def _fold(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", fold_presentation_forms(text)).lower().split())
