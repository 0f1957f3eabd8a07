"""Names of who wrote where nothing says so but their place: "Anna Berg" below the headline, "— Anna Berg" at the end.

Beside the text stands a name alone, or with the day or what the person does on the next line; below it also a sentence
about the person, "Anna Berg is a staff writer". Of whom the text speaks, nothing is left out.
"""

import re
from collections.abc import Mapping
from itertools import pairwise, zip_longest
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.attribution.forms.expressions import first_form
from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.lexicon.stop_words import stop_words
from extraction.lexicon.terms import TermRole, texts_of
from extraction.lexicon.text_terms import bits_of
from extraction.page import head
from extraction.page.node_table import Mask


def lone_names(short: ShortLines, rows: NDArray[np.intp]) -> list[Attribution]:
    """Give the lines that are names alone, or tell of who wrote, before and behind the prose of an article.

    ``rows`` are its lines, in order.
    """
    if len(rows) < _FEWEST_LINES:
        return []
    first, prose = rows[: _FIRST_LINES + 1], _is_prose(short, rows[: _FIRST_LINES + 1])
    above = int(prose.argmax()) if prose.any() else len(first)
    names = _above(short, first[:above].tolist()) if 0 < above <= _FIRST_LINES else []
    names += _below(short, rows[-_LAST_LINES:])
    if not names:
        return []
    long = short.lines.texts.of(rows[short.lines.texts.length[rows] >= _PROSE_CHARS])
    return [each for each in names if not _is_of_text(short, short.lines.texts[each.line], long)]


def _above(short: ShortLines, rows: list[int]) -> list[Attribution]:
    """Give those before the prose: names with a day, above what the person does or a day, or right before the prose."""
    lines, names = short.lines, list[Attribution]()
    for row, below in zip_longest(rows, rows[1:]):
        if not _may_be_name(short, row):  # as most
            continue
        text, language = lines.texts[row], head.language(short.page)
        if lines.counts[_DIGITS][row]:
            if _has(text, _DATED, language):
                names.append(Attribution(row, LineRole.WRITER, "a name and a day, before the text"))
        elif len(rows) > 1 and (
            reason := _of_person(text, below is None or _is_day(lines.texts[below], language), language)
        ):
            names.append(Attribution(row, LineRole.WRITER, reason))
        elif len(rows) > 1 and _has(text, _ALONE, language):
            if below is None or _is_day(lines.texts[below], language):
                if (
                    not text.endswith(",")
                    and not _is_impersonal(text)
                    and first_form(text, _OF_TWO, language) is not None
                ):
                    names.append(Attribution(row, LineRole.WRITER, "a name alone, before the text"))
            elif not short.is_datum(below) and first_form(lines.texts[below], _DOES, language) is not None:
                reason = "a name, and on the next line what somebody does"
                names += (Attribution(each, LineRole.WRITER, reason) for each in (row, below))
    return names if len(names) <= _MOST_NAMES else []


def _is_day(text: str, language: str) -> bool:
    return first_form(text, _DAY, language) is not None


def _is_impersonal(text: str) -> bool:
    """Tell whether a line has a word of names of places, institutions or works: "Winter Garden", "Supreme Court"."""
    return not texts_of(TermRole.IMPERSONAL).isdisjoint(_WORDS.findall(text.lower()))


def _has_surname(text: str) -> bool:
    """Tell whether a line begins with a surname of several characters: "佐藤", "長谷川"."""
    is_place = text[-1] in texts_of(TermRole.IMPERSONAL)  # "山口県" is a prefecture
    return not is_place and any(text[:size] in texts_of(TermRole.SURNAME) for size in (2, 3) if len(text) > size)


def _of_person(text: str, before_text: bool, language: str) -> str:
    """Give why a line can be nothing but names of people, where it stands right before the text or a day; else "".

    Two full names, or one and a place, of which one begins with a given name: "Frankfurt Opera, Frankfurt" has the same
    form. And names in letters without capitals, all of whose words are names.
    """
    if not before_text or _is_impersonal(text.partition(",")[0]):
        return ""
    words = text.split()
    if len(words) > 2 and words[-1] in texts_of(TermRole.WROTE):
        words.pop()
    if 2 <= len(words) <= _MOST_GIVEN_NAMES and texts_of(TermRole.GIVEN_NAME).issuperset(words):
        return "given names, before the text"
    if language == "ja" and first_form(text, _JAPANESE, language) is not None and _has_surname(text):
        return "a Japanese name, before the text"
    reason = first_form(text, _OF_PERSONS, language)
    firsts = (
        words[0],
        *(word for before, word in pairwise(words) if before.lower() in texts_of(TermRole.NAME_PARTICLE)),
    )
    if reason is None or texts_of(TermRole.GIVEN_NAME).isdisjoint(map(str.lower, firsts)):
        return ""
    stops, particles = stop_words(language), texts_of(TermRole.NAME_PARTICLE)
    names = _WORDS.findall(text.partition(",")[0].lower())
    is_sentence = any(len(each) > _LONGEST_PARTICLE and each in stops and each not in particles for each in names)
    return "" if is_sentence else reason


def _below(short: ShortLines, last_rows: NDArray[np.intp]) -> list[Attribution]:
    """Give those of the last lines: names alone behind the prose, and a sentence that tells what somebody is."""
    lines, rows = short.lines, last_rows.tolist()
    last = rows[-1]
    if (
        any(each.row == last and each.holds & _JOBS for each in short.with_terms[-_LAST_LINES:])
        and not short.is_datum(last)
        and first_form(lines.texts[last], _IS, head.language(short.page)) is not None
    ):
        return [Attribution(last, LineRole.WRITER, "it tells what somebody is, behind the text")]
    ends_prose = (_is_prose(short, last_rows) & lines.ends_sentence.take(last_rows)).tolist()
    for row, is_behind in zip(rows[:0:-1], ends_prose[-2::-1], strict=True):
        if not (is_behind and _may_be_name(short, row)):
            continue
        text, language = lines.texts[row], head.language(short.page)
        if lines.counts[_DIGITS][row] or not (row == last or text.endswith(",")):
            continue
        if _has(text, _ALONE, language) or (row == last and _has(text, _BEHIND_SIGNS, language)):
            return [Attribution(row, LineRole.WRITER, "a name alone, behind the text")]
    return []


def _is_prose(short: ShortLines, rows: NDArray[np.intp]) -> Mask:
    """Mark the lines (of some rows) that are long: a character of a script that parts no words counts for three."""
    lines = short.lines
    long: Mask = lines.texts.length.take(rows) + 2 * lines.counts[_UNSPACED].take(rows) >= _PROSE_CHARS
    return long


def _may_be_name(short: ShortLines, row: int) -> bool:
    """Tell, before it is cut into tokens, whether a line may be a name, with a day or in signs."""
    if short.lines.texts.length[row] > _MOST_CHARS or short.is_datum(row):
        return False
    return _NAMES.match(short.lines.texts[row]) is not None


def _has(text: str, form: Mapping[str, str], language: str) -> bool:
    """Tell whether a line has a form, and no word that sentences have."""
    if first_form(text, form, language) is None:
        return False
    stops = stop_words(language)
    return not any(word in stops for word in _WORDS.findall(text.lower()) if len(word) > _LONGEST_PARTICLE)


def _is_of_text(short: ShortLines, line: str, long: list[str]) -> bool:
    """Tell whether the text speaks of whom a line names, or the page has a word of the name in small letters.

    "Universal Appeal" is a heading of a page that has "appeal".
    """
    match = _NAME_WORDS.search(line)
    words = match[0].split() if match else []
    if not words:
        return False
    words = [word for word in words if not word.islower()] or words  # of "Anna Berg is a" the first two
    if any(words[-1] in text for text in long if text != line):
        return True
    utf8 = short.lines.texts.utf8
    cased = (word for word in words if len(word) > _LONGEST_PARTICLE and word != word.lower())
    small = [f" {word.lower()}".encode() for word in cased]
    return any(word + behind in utf8 for word in small for behind in _BEHIND_WORDS)


_JOBS: Final = bits_of(TermRole.JOB)
_NAME: Final = r"N(?:N|<name-particle>){0,2}N"
_ALONE: Final = {rf"[|(]?{_NAME}[|.)]?$": "a name alone"}
_OF_TWO: Final = {r"[|(]?N(?:<name-particle>{1,2}|N\.)?N[.)]?$": "a name alone, of two words"}
_BEHIND_SIGNS: Final = {r"[|]{1,2}u{2,3}$": "a name behind a dash", r"[(][kK][)]$": "a name in brackets"}
_DATED: Final = {
    rf"[|]?(?:{_NAME}|u{{2,3}})[|(]{{1,2}}(?:<weekday>[|]?)?<moment>{{1,2}}[|).]?$": "a name, and a day",
    rf"[|]?(?:<weekday>[|]?)?<moment>{{1,2}}(?:[|]{{0,2}}{_NAME}|[|]{{1,2}}(?:K|u{{2,3}}))$": "a day, and a name",
}
_FULL: Final = "N(?:N|N\\.)?N"
_OF_PERSONS: Final = {
    rf"{_FULL}(?:[|]{_FULL})?(?:<name-particle>|[|]){_FULL}$": "two names, before the text",
    rf"{_FULL}[|](?:<at|preposition|name-particle>)?N{{1,2}}$": "a name and a place, before the text",
}
_JAPANESE: Final = {r"K(?:_K)?$": "a name"}
_MOST_GIVEN_NAMES: Final = 3
_DAY: Final = {r"[^:]{0,3}<moment>{1,2}.?$": "a day"}
_DOES: Final = {r"[|]?<word>{0,4}<job|person>(?:<name-particle>|<word>|[|]){0,5}$": "what somebody does"}
_IS: Final = {
    rf"[|]?{_NAME}(?:<word>|<name-particle>|<preposition|by|at>|[|]){{0,4}}<job>": "somebody, and what she is",
}
_NAMES: Final = re.compile(r"[—–―~(\[【（©\d]|[㐀-鿿]{1,4} ?[㐀-鿿]{1,4}$|\w[\w.'’-]+ .*[^?!؟？！]$")
_NAME_WORDS: Final = re.compile(r"[^\W\d_][\w'’-]*\.?(?: [^\W\d_][\w'’-]*\.?){1,3}")
_WORDS: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_BEHIND_WORDS: Final = (b" ", b",", b".", b"s ", b":")
_LONGEST_PARTICLE: Final = 2
"""Letters: names have such words, and lists of the words of sentences many."""
_DIGITS: Final = 1
_UNSPACED: Final = 5
"""Rows of ``Lines.counts``."""
_FEWEST_LINES: Final = 3
_FIRST_LINES: Final = 6
_LAST_LINES: Final = 3
"""Lines before the prose, its headline among them, and at the end: the name, what stands below it, and the prose."""
_PROSE_CHARS: Final = 80
"""Characters: no shorter line parts a name from a list of them, or from verse."""
_MOST_CHARS: Final = 60
_MOST_NAMES: Final = 2
"""Lines before the prose."""
