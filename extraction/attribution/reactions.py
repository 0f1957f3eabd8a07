"""Who likes a post or is thankful for it: "Gary likes this", "The following users say thank you: ...".

Forum software writes such lines below posts. The names stand in the line, or in the next one behind a colon. A word of
a sentence is no name: "Nobody likes this".
"""

import re
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.attribution import patterns
from extraction.attribution.attribution import Attribution, Places, ShortLines, may_name_first
from extraction.attribution.patterns import LineRole
from extraction.lexicon.stop_words import stop_words
from extraction.lexicon.terms import TermRole, pattern, with_roles
from extraction.page import head
from extraction.page.node_table import Mask


def reactions(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines of the marked (S) content that say who likes a post."""
    lines = short.lines
    has_colon = lines.counts[_COMMAS_AND_COLONS] > 0
    begins = pattern(TermRole.THANKERS, TermRole.THANKED_BY).match
    may_be = short.beginning_as(LineRole.ASIDE, content, lambda row: bool(has_colon[row]))
    places = dict.fromkeys(place for place in may_be if begins(short.plain(place).lstrip(BEFORE_LABEL)))
    places |= dict.fromkeys(_ending_so(short, short.among(content, lines.counts[_WORDS_OF_LINE] <= _MOST_WORDS)))
    if may_name_first(short.page):
        label = pattern(TermRole.THANKED_BY).search
        texts = ((place, short.plain(place)) for place in short.among(content, has_colon & (lines.ends_sentence == 0)))
        places |= dict.fromkeys(int(place) for place, text in texts if ":" in text and label(text))
    attributions: list[Attribution] = []
    for place in places:
        row = int(short.rows[place])
        reason, in_next = _reason(short, row)
        if reason:
            attributions += (Attribution(each, LineRole.REACTION, reason) for each in range(row, row + 1 + in_next))
    return attributions


def _ending_so(short: ShortLines, places: Places) -> list[int]:
    """Give those of some lines (from 0 to R) that end as those do that say who likes a post."""
    texts = short.lines.texts
    end = texts.edge.take(short.rows.take(places) + 1)
    every = np.frombuffer(texts.utf8, dtype=np.uint8)
    last_two = every.take(end - 1).astype(np.uint16) * 256 + every.take(end - 2, mode="clip")
    (likely,) = _last_bytes().take(last_two).nonzero()
    return [int(places[at]) for at in likely.tolist() if texts.utf8.endswith(_last_words(), 0, int(end[at]))]


def _reason(short: ShortLines, row: int) -> tuple[str, bool]:
    """Give which form a line has, empty when it has none, and whether the next line has the names."""
    text, language = short.lines.texts[row], head.language(short.page)
    reason = patterns.first_form(text, FORMS, language) or ""
    if not reason or (reason != THANKS and not are_names(text, language)):
        return "", False
    if not text.endswith(_COLONS):
        return reason, False
    behind = short.lines.texts[row + 1] if row + 1 < len(short.lines.start) else ""
    names = len(behind) <= _MOST_CHARS_OF_NAMES and patterns.first_form(behind, _NAMES_ALONE, language) is not None
    return reason, names and are_names(behind, language)


def are_names(text: str, language: str) -> bool:
    """Tell whether a text before its term, or all of it, may be names: no word is one that sentences are made of."""
    names = pattern(*_ROLES).sub(" ", text.lower())
    return (stop_words(language) | stop_words("en")).isdisjoint(_WORDS.findall(names))


@lru_cache(maxsize=1)
def _last_bytes() -> NDArray[np.bool_]:
    """Mark the last byte and the one before it, as a number of 16 bits, of each of ``_last_words``."""
    marks = np.zeros(1 << 16, dtype=np.bool_)
    marks[[word[-1] * 256 + word[-2] for word in _last_words()]] = True
    return marks


@lru_cache(maxsize=1)
def _last_words() -> tuple[bytes, ...]:
    terms = with_roles(TermRole.LIKED, TermRole.LIKED_BY_SEVERAL)
    return tuple({f"{term.text}{mark}".encode() for term in terms for mark in ("", ".")})


_ROLES: Final = (
    *(TermRole.LIKED, TermRole.LIKED_BY_SEVERAL, TermRole.THANKED, TermRole.THANKED_BY, TermRole.THANKERS),
    *(TermRole.USER_LABEL, TermRole.NAME_PARTICLE, TermRole.AT),
)
_COMMAS_AND_COLONS, _WORDS_OF_LINE = 3, 6
"""Rows of ``Lines.counts``."""
_COLONS: Final = (":", "：")
_WORDS: Final = re.compile(r"\w{2,}")
_MOST_WORDS: Final = 16
_MOST_CHARS_OF_NAMES: Final = 1000
BEFORE_LABEL: Final = " \t*[(【（•·-–—"
"""What may stand before such a line."""
# No term is a part of a name: a word between two of them could be either, and all ways would be tried.
_NAME: Final = r"[Nnuk]{1,2}(?:\([^()]{1,12}\))?"
_NAMES: Final = rf"{_NAME}(?:(?:[|_]{{1,2}}|<name-particle>){_NAME}){{0,40}}(?:(?:[|]|<name-particle>)#<word>{{0,2}})?"
_SEVERAL: Final = r"N{1,2}(?:(?:[|]|<name-particle>)N{1,2}){1,40}"
THANKS: Final = "users who are thankful for a post"
FORMS: Final = {
    rf"<sign>*(?:<word>|#){{0,2}}<thankers>.{{0,12}}<thanked>.{{0,16}}:(?:{_NAMES}\.?)?<sign>*$": THANKS,
    rf"<sign>*{_NAMES}_?<liked>[.|]?$": "a user name, and that she likes a post",
    rf"<sign>*(?:{_SEVERAL}|{_NAME}(?:[|]{_NAME}){{0,40}}<name-particle>#<word>{{0,2}})<liked-by-several>[.|]?$": (
        "user names, and that they like a post"
    ),
    rf"<sign>*<word>{{0,3}}<thanked-by>(?:\(#\)|#)?:(?:{_NAMES})?<sign>*$": "a label of users who are thankful",
}
"""Forms (``patterns``), each with what it is, for people."""
_NAMES_ALONE: Final = {rf"<sign>*{_NAMES}<sign>*$": "user names"}
