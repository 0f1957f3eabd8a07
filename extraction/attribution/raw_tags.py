"""Tags of BBCode that the software of a forum did not turn into elements, and the headers of the quotes among them."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from extraction.attribution.forms.quote_lines import header_chars
from extraction.attribution.forms.short_lines import ShortLines
from extraction.page import tags
from extraction.page.lines import PartOfLine
from extraction.page.names import Names, words_of
from extraction.page.node_table import Mask, NodeTable
from extraction.page.texts import TextParts


def raw_tags(short: ShortLines, content: Mask) -> PartOfLine:
    """Give the tags that stand in the marked (S) content, but for code: those of quotes at the beginning of a text,
    with the header behind them, and those of other names; and the codes of smileys.

    Some software reads one of two tags. So one that closes, "[/size]", or opens with a value, "[size=3]", is a tag by
    itself, and "[b]" is one where such a tag has its name. Who explains tags leaves spaces around them. What lies
    between the tags of a picture or a film is an address, and goes with them. A line that is only tags is left out
    whole.
    """
    page, parts = short.page, PartOfLine([], set())
    if not _BEGINNINGS.are_in(page.texts.utf8):
        return parts
    among = (content & ~page.texts_in_marked(_CODE.take(page.tag))).nonzero()[0]
    rows: list[int] = _BEGINNINGS.rows_with(page.texts, among).tolist()
    names = _names(page, rows)
    for row in rows:
        text = page.texts[row]
        spans = sorted(_spans(text, names))
        if not spans:
            continue
        if not _without(text, spans).strip():
            parts.texts.append(row)
            continue
        start = int(page.texts.edge[row])
        for first, last in spans:
            before = start + len(text[:first].encode())
            parts.cuts.add((before, before + len(text[first:last].encode())))
    return parts


def _names(page: NodeTable, rows: list[int]) -> frozenset[str]:
    """Give the names of tags in some texts (rows) of which one that closes, or opens with a value, is not explained."""
    names = set[str]()
    for row in rows:
        text = page.texts[row]
        for match in _tag().finditer(text):
            name, is_closing = match["name"].casefold(), bool(match["close"])
            if not is_closing and not (match["value"] or "").startswith("="):
                continue
            if name == _QUOTE and f"[{_QUOTE}" in text.casefold() and not _QUOTES.match(text):  # amid a sentence
                continue
            begins = not text[: match.start()].strip()
            beside = match.start() - 1 if is_closing else match.end()
            if begins or not text[beside : beside + 1].isspace():
                names.add(name)
    return frozenset(names)


def _spans(text: str, names: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Give the places in a text, in characters, that hold tags, and what goes with them."""
    at = 0
    quotes = _QUOTES.match(text)
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


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    stops = [0, *(last for _, last in spans)]
    starts = [*(first for first, _ in spans), len(text)]
    return "".join(text[stop:start] for stop, start in zip(stops, starts, strict=True))


@lru_cache(maxsize=1)
def _tag() -> re.Pattern[str]:
    names = "|".join(sorted((*words_of(Names.BBCODE_TAG), *_media()), key=len, reverse=True))
    return re.compile(
        rf"\[(?P<close>/)?(?P<name>{names})(?(close)|(?P<value>[= ][^\[\]\n]{{0,200}})?)\]", re.IGNORECASE
    )


@lru_cache(maxsize=1)
def _smiley() -> re.Pattern[str]:
    codes = (re.escape(code).replace(r"\#", r"\d{1,4}") for code in words_of(Names.SMILEY_CODE))
    return re.compile("|".join(codes))


@lru_cache(maxsize=1)
def _media() -> frozenset[str]:
    return frozenset(words_of(Names.BBCODE_MEDIA))


_BEGINNINGS: Final = TextParts(b"[", b"{:")
"""With these begin tags and codes of smileys."""
_QUOTE: Final = "quote"
_QUOTES: Final = re.compile(r"\s*(?:\[/?quote\b[^\[\]\n]{0,200}\]\s*)+", re.IGNORECASE)
_CODE: Final = tags.tag_set("pre code textarea kbd samp")
