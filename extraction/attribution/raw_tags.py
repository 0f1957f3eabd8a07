"""Tags of BBCode that the software of a forum did not turn into elements, and the headers of the quotes among them."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

import numpy as np

from extraction.attribution.forms.quote_lines import header_chars
from extraction.attribution.forms.short_lines import ShortLines
from extraction.page import tags
from extraction.page.lines import PartOfLine, part_of_line
from extraction.page.names import Names, words_of
from extraction.page.node_table import Mask
from extraction.page.texts import TextParts
from normalization.load_once import load_once


def raw_tags(short: ShortLines, content: Mask) -> PartOfLine:
    """Give the tags that stand in the marked (S) content, but for code: those of quotes at the beginning of a text,
    with the header behind them, and those of other names; and the codes of smileys.

    Some software reads one of two tags. So one that closes, "[/size]", or opens with a value, "[size=3]", is a tag by
    itself, and "[b]" is one where such a tag has its name. Who explains tags leaves spaces around them. What lies
    between the tags of a picture or a film is an address, and goes with them.
    """
    page, lines = short.page, short.lines
    if not _BEGINNINGS.are_in(page.texts.utf8):
        return PartOfLine([], set())
    of_code = {*lines.line_of[page.texts_in_marked(_CODE.take(page.tag))].tolist()}
    among = np.array([row for row in lines.among(content, lines.seen > 0) if row not in of_code], dtype=np.intp)
    texts = {row: lines.texts[row] for row in _BEGINNINGS.rows_with(lines.texts, among).tolist()}
    names = _names(texts.values())
    return PartOfLine.of_all(
        part_of_line(page, row, first, last) for row, text in texts.items() for first, last in _spans(text, names)
    )


def _names(texts: Iterable[str]) -> frozenset[str]:
    """Give the names of tags in some texts of which one that closes, or opens with a value, is not explained."""
    names = set[str]()
    for text in texts:
        for match in _tag().finditer(text):
            name, is_closing = match["name"].casefold(), bool(match["close"])
            if not is_closing and not (match["value"] or "").startswith("="):
                continue
            if name == _QUOTE and f"[{_QUOTE}" in text.casefold() and not _quotes().match(text):  # amid a sentence
                continue
            begins = not text[: match.start()].strip()
            beside = match.start() - 1 if is_closing else match.end()
            if begins or not text[beside : beside + 1].isspace():
                names.add(name)
    return frozenset(names)


def _spans(text: str, names: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Give the places in a text, in characters, that hold tags, and what goes with them."""
    at = 0
    quotes = _quotes().match(text)
    if quotes is not None:
        at = quotes.end() + header_chars(text[quotes.end() :], before_more=False)
        yield 0, at
    while (match := _tag().search(text, at)) is not None:
        name, at = match["name"].casefold(), match.end()
        if name not in names or (name == _QUOTE and not match["close"]):
            continue
        if name in _media() and not match["close"]:
            closing = text.casefold().find(f"[/{name}]", at)
            at = closing if closing >= 0 else at
        yield match.start(), at
    yield from (match.span() for match in _smiley().finditer(text))


@load_once
def _tag() -> re.Pattern[str]:
    return re.compile(
        rf"\[(?P<close>/)?(?P<name>{_any_of(_NAMES | _media())})(?(close)|(?P<value>{_VALUE})?)\]", re.IGNORECASE
    )


@load_once
def _quotes() -> re.Pattern[str]:
    """Give the pattern of tags of quotes at the beginning of a text, behind others."""
    others = rf"\[/?(?:{_any_of(_NAMES - {_QUOTE})})(?:{_VALUE})?\]\s*"
    return re.compile(rf"\s*(?:{others})*(?:\[/?{_QUOTE}\b[^\[\]\n]{{0,200}}\]\s*)+", re.IGNORECASE)


def _any_of(names: frozenset[str]) -> str:
    return "|".join(sorted(names, key=len, reverse=True))


@load_once
def _smiley() -> re.Pattern[str]:
    codes = (re.escape(code).replace(r"\#", r"\d{1,4}") for code in words_of(Names.SMILEY_CODE))
    return re.compile("|".join(codes))


@load_once
def _media() -> frozenset[str]:
    return frozenset(words_of(Names.BBCODE_MEDIA))


_BEGINNINGS: Final = TextParts(b"[", b"{:")
"""With these begin tags and codes of smileys."""
_QUOTE: Final = "quote"
_NAMES: Final = frozenset(words_of(Names.BBCODE_TAG))
_VALUE: Final = r"[= ][^\[\]\n]{0,200}"
_CODE: Final = tags.tag_set("pre code textarea kbd samp")
