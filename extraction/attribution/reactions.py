"""Lines that say who likes a post or is thankful for it: "Gary likes this", "The following users say thank you: ...".

Forum software writes them below posts. The names stand in the line, or behind a colon in the next one. A word that
sentences have is no name: "Nobody likes this".
"""

import re
from typing import Final

from extraction.attribution.forms import expressions
from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.lexicon.stop_words import stop_words
from extraction.lexicon.terms import TermRole, finder, texts_of, with_roles
from extraction.page.node_table import Mask
from extraction.page.signs import BEFORE_LABEL, COLONS, COMMAS, one_of
from normalization.load_once import load_once


def reactions(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines of the marked (S) content that say who likes a post."""
    lines = short.lines
    commas, words = lines.commas, lines.words
    may_be = [
        line
        for line in short.beginning_with(content, *_LABELS)
        if commas[line.row] and finder(*_LABELS).match(short.plain(line).lstrip(BEFORE_LABEL))
    ]
    may_be += (
        line
        for line in short.holding(content, TermRole.LIKED, TermRole.LIKED_BY_SEVERAL)
        if words[line.row] <= _MOST_LIKED_WORDS and short.text(line).endswith(_last_words())
    )
    labelled = short.holding(content, TermRole.THANKED_BY)
    if labelled and _may_name_first(short):
        texts = ((line, short.plain(line)) for line in labelled if not lines.ends_sentence[line.row])
        may_be += (line for line, text in texts if ":" in text and finder(TermRole.THANKED_BY).search(text))
    attributions: list[Attribution] = []
    for line in dict.fromkeys(may_be):
        reason, in_next = _reason(short, line.row)
        if reason:
            rows = range(line.row, line.row + 1 + in_next)
            attributions += (Attribution(each, LineRole.REACTION, reason) for each in rows)
    return attributions


def _may_name_first(short: ShortLines) -> bool:
    """Tell whether a page may be in a language that puts the name before the word for "by": Uyghur or Turkish.

    The page declares such a language, or none, or has such a word.
    """
    utf8 = short.lines.texts.utf8
    if utf8.isascii():
        return False
    return short.language in _languages_behind() or any(word in utf8 for word in _by_behind())


@load_once
def _languages_behind() -> frozenset[str]:
    return frozenset({"und", *(term.language for term in with_roles(TermRole.BY_BEHIND))})


@load_once
def _by_behind() -> tuple[bytes, ...]:
    return tuple(text.encode() for text in texts_of(TermRole.BY_BEHIND))


def _reason(short: ShortLines, row: int) -> tuple[str, bool]:
    """Give the form that a line has (an empty text for none), and whether the names stand in the next line."""
    text, language = short.lines.texts[row], short.language
    reason = expressions.first_form(text, FORMS, language) or ""
    if not reason or (reason != THANKS and not are_names(text, language)):
        return "", False
    if reason == LIKED and not any(map(_may_be_user, _PARTS.split(text.partition(":")[2]))):
        return "", False
    if not text.endswith(COLONS):
        return reason, False
    behind = short.lines.texts[row + 1] if row + 1 < len(short.lines.start) else ""
    names = len(behind) <= _MOST_CHARS_OF_NAMES and expressions.first_form(behind, _NAMES_ALONE, language) is not None
    return reason, names and are_names(behind, language)


def are_names(text: str, language: str) -> bool:
    """Tell whether the text before a term, or the whole of it, may be names: no word is one that sentences have."""
    words = _WORDS.findall(_OTHERS.sub(" ", finder(*_ROLES).sub(" ", text.lower())))
    return stop_words(language).isdisjoint(words) and stop_words("en").isdisjoint(words)


def _may_be_user(name: str) -> bool:
    """Tell whether a name looks like the name of a user, and not like a thing that somebody likes."""
    return any(map(str.isdigit, name)) or "_" in name


@load_once
def _last_words() -> tuple[str, ...]:
    terms = with_roles(TermRole.LIKED, TermRole.LIKED_BY_SEVERAL)
    return tuple({f"{term.text}{mark}" for term in terms for mark in ("", ".")})


_LABELS: Final = (TermRole.THANKERS, TermRole.THANKED_BY, TermRole.LIKED_LABEL)
_ROLES: Final = (
    *(TermRole.LIKED, TermRole.LIKED_BY_SEVERAL, TermRole.THANKED, TermRole.THANKED_BY, TermRole.THANKERS),
    *(TermRole.USER_LABEL, TermRole.NAME_PARTICLE, TermRole.AT, TermRole.LIKED_LABEL),
)
_WORDS: Final = re.compile(r"\w{2,}")
_OTHERS: Final = re.compile(r"\b\d+ \w+")
"""The number of further people: "and 3 others"."""
_PARTS: Final = re.compile(one_of(COMMAS))
_MOST_LIKED_WORDS: Final = 16  # some names, "and 3 others", and the verb (half 0, twice 0)
_MOST_CHARS_OF_NAMES: Final = 1000  # some boards name all who say thanks; no form takes long (half 0, twice 0)
# No term is a part of a name: a word between two of them could be either, and all ways would be tried.
_NAME: Final = r"[NnukK]{1,2}(?:\([^()]{1,12}\))?"
_NAMES: Final = rf"{_NAME}(?:(?:[|_]{{1,2}}|<name-particle>){_NAME}){{0,40}}(?:(?:[|]|<name-particle>)#<word>{{0,2}})?"
_SEVERAL: Final = r"N{1,2}(?:(?:[|]|<name-particle>)N{1,2}){1,40}"
LIKED: Final = "a label of users who like a post"
THANKS: Final = "users who are thankful for a post"
FORMS: Final = {
    rf"<sign>*(?:<word>|#){{0,2}}<thankers>.{{0,12}}<thanked>.{{0,16}}:(?:{_NAMES}\.?)?<sign>*$": THANKS,
    rf"<sign>*{_NAMES}_?<liked>[.|]?$": "a user name, and that she likes a post",
    rf"<sign>*(?:{_SEVERAL}|{_NAME}(?:[|]{_NAME}){{0,40}}<name-particle>#<word>{{0,2}})<liked-by-several>[.|]?$": (
        "user names, and that they like a post"
    ),
    rf"<sign>*<liked-label>(?:\(#\)|#)?:{_NAMES}<sign>*$": LIKED,
    rf"<sign>*<word>{{0,3}}<thanked-by>(?:\(#\)|#)?:(?:{_NAMES})?<sign>*$": "a label of users who are thankful",
}
"""Forms (``expressions``), each with a description for people."""
_NAMES_ALONE: Final = {rf"<sign>*{_NAMES}<sign>*$": "user names"}
