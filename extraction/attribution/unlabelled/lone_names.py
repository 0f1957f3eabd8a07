"""Names of writers that only their place gives away: "Anna Berg" below the headline, "— Anna Berg" at the end.

Before or behind the text stands a name alone, or with a day or a job on the next line; behind it also a sentence about
the person, "Anna Berg is a staff writer". A person whom the text speaks about is never left out.
"""

import re
from collections.abc import Container, Mapping
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.attribution.forms.expressions import first_form, match_form
from extraction.attribution.forms.names_of_persons import LONGEST_PARTICLE
from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.persons import are_persons, is_impersonal, is_with_initial, may_be_person, signs_off
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.attribution.forms.tokens import WORDS, tokenise
from extraction.attribution.unlabelled.name_lines import (
    MOST_NAME_CHARS,
    before_paper,
    is_label_and_word,
    is_of_text,
    is_prose,
    is_verse,
    may_be_name,
)
from extraction.attribution.unlabelled.part_names import part_names
from extraction.lexicon.language_traits import LanguageTrait, languages_with
from extraction.lexicon.stop_words import stop_words
from extraction.lexicon.terms import TermRole, finder, with_roles
from extraction.lexicon.text_terms import bits_of
from extraction.page import tags
from extraction.page.node_table import Mask
from extraction.page.signs import COLONS


def lone_names(short: ShortLines, rows: NDArray[np.intp]) -> list[Attribution]:
    """Give the lines before and behind the prose of an article that are a name alone, or tell who the writer is.

    ``rows`` are the lines of the article, in order.
    """
    if len(rows) < _FEWEST_LINES:
        return []
    labelled = _label_and_word(short, rows)
    lines, prose = short.lines, is_prose(short, rows)
    prose = prose if prose.any() else is_verse(short, rows)
    names = part_names(short, rows, prose) or (
        _before(short, rows, prose) + _below(short, rows[-_LAST_LINES:], prose[-_LAST_LINES:])
    )
    if not names:
        return labelled
    long = rows[prose]
    titles, named = _TITLE.take(short.page.tag.take(lines.block)).nonzero()[0], {each.line for each in names}
    telling = lines.texts.strings(np.array([row for row in (*long, *titles) if row not in named], dtype=np.intp))
    return labelled + [each for each in names if not is_of_text(short, lines.texts[each.line], telling)]


def _label_and_word(short: ShortLines, rows: NDArray[np.intp]) -> list[Attribution]:
    """Give the first line below the headline if it is a label of who wrote and one word."""
    if not short.terms.begins & bits_of(TermRole.PERSON):  # as on most pages
        return []
    first = [row for row in rows[:_FEWEST_LINES].tolist() if not _TITLE[short.page.tag[short.lines.block[row]]]]
    if len(first) < 2 or not is_label_and_word(short, *first[:2]):
        return []
    return [Attribution(first[0], LineRole.WRITER, "a label of who wrote, and one word, before the text")]


def _before(short: ShortLines, rows: NDArray[np.intp], prose: Mask) -> list[Attribution]:
    """Give the names among the first lines: before the ``prose`` (marked), or behind a summary and above a day."""
    first = rows[: _FIRST_LINES + 1].tolist()
    likely = frozenset(row for row in first if may_be_name(short, row))
    if not likely:  # as on many pages
        return []
    titles = _TITLE.take(short.page.tag.take(short.lines.block.take(first)))
    begins = (prose[: len(first)] & ~titles).tolist()
    above = begins.index(True) if True in begins else len(first)
    names = _above(short, first[:above], likely) if above <= _FIRST_LINES else []
    if names and not _has_names_amid(short, names, rows[above:]):
        return names
    return _above_day(short, first, likely, rows)


def _above(short: ShortLines, rows: list[int], likely: Container[int]) -> list[Attribution]:
    """Give the names before the prose: with a day, above a job or a day, or directly before the prose.

    They are among the ``likely`` rows.
    """
    lines, names = short.lines, list[Attribution]()
    for at, row in enumerate(rows):
        if lines.texts[row].endswith(COLONS) and not _TITLE[short.page.tag[lines.block[row]]]:  # a list begins
            return []
        if row in likely and (named := _named_above(short, row, rows[at + 1 :], is_only=len(rows) == 1)):
            reason, size = named
            names += (Attribution(each, LineRole.WRITER, reason) for each in rows[at : at + size])
    rows_of_names = {each.line for each in names}
    names = [each for each in names if not _goes_on_with(short, each.line, rows, rows_of_names)]
    return names if len(names) <= _MOST_NAMES else []


def _named_above(short: ShortLines, row: int, behind: list[int], *, is_only: bool) -> tuple[str, int] | None:
    """Give the form of a line before the prose that names the writer, and how many lines belong to it (one or two).

    ``behind`` are the lines (rows) between it and the prose; ``is_only`` is true when there are none before it either.
    """
    lines, text, language = short.lines, short.lines.texts[row], short.language
    if lines.digits[row]:
        return ("a name and a day, before the text", 1) if _has(text, _DATED, language) else None
    is_name = are_persons(text, language) or is_with_initial(text) or _is_at_place(text, language)
    if is_name and all(_is_beside_name(short, each) for each in behind):
        return "names of persons, before the text", 1
    if is_only or not _has(text, _ALONE, language):
        return None
    if not behind or _is_day(lines.texts[behind[0]], language):
        is_name = not text.endswith(",") and not is_impersonal(text) and bool(behind or may_be_person(text, language))
        is_name = is_name and first_form(text, _OF_TWO, language) is not None
        return ("a name alone, before the text", 1) if is_name else None
    below = behind[0]
    if text.endswith(",") and _tells_what_she_is(short, below) and may_be_person(text, language):
        return "a name, and on the next line what the person is", 2
    if not short.is_datum(below) and first_form(lines.texts[below], _DOES, language) is not None:
        return "a name, and on the next line what somebody does", 2
    return None


def _above_day(
    short: ShortLines, first: list[int], likely: Container[int], rows: NDArray[np.intp]
) -> list[Attribution]:
    """Give a name among the first lines that stands above a day, perhaps with a paper between, and behind a summary."""
    lines, language = short.lines, short.language
    for at, row in enumerate(first[1:], start=1):
        if row not in likely or lines.digits[row] or not are_persons(lines.texts[row], language):
            continue
        below = first[at + 1 : at + 1 + _MOST_LINES_TO_DAY]
        day = next((each for each in below if _is_day(lines.texts[each], language)), None)
        if day is None or any(lines.texts.length[each] > MOST_NAME_CHARS for each in below[: below.index(day)]):
            continue
        names = [Attribution(row, LineRole.WRITER, "names of persons, above a day")]
        return [] if _has_names_amid(short, names, rows[at + 1 :]) else names
    return []


def _goes_on_with(short: ShortLines, row: int, rows: list[int], named: Container[int]) -> bool:
    """Tell whether a name continues a list: the line above is written alike, and is no name of a writer."""
    before = rows.index(row) - 1
    if before < 1 or rows[before] in named:  # the headline, or another name
        return False
    page, block, text = short.page, short.lines.block, short.lines.texts[rows[before]]
    is_like = page.tag[block[rows[before]]] == page.tag[block[row]] and _has(text, _ALONE, short.language)
    return bool(is_like and not are_persons(text, short.language))


def _is_at_place(text: str, language: str) -> bool:
    """Tell whether a line is a name with a place or a paper.

    Such are "Ali Kaya/ANKARA", "دمشق - سامي الحلبي" and the other order, "X, «…»" and "X for The Herald".
    """
    paper = _PAPER.search(text)
    if paper is not None:
        name = text[: paper.start()]
        return are_persons(name, language) or _has_surname_in_capitals(name)
    name, _, place = text.partition("/")
    if place.strip().isupper():
        return first_form(name, _ALONE, language) is not None and may_be_person(name, language)
    if are_persons(before_paper(text), language):
        return True
    first, dash, last = _DASH.sub("\n", text).partition("\n")
    if not dash:
        return False
    is_behind_place = " " not in first and not is_impersonal(first) and are_persons(last, language)
    return is_behind_place or (" " not in last and are_persons(first, language))


def _has_surname_in_capitals(name: str) -> bool:
    """Tell whether two words are a given name, which no table need have, and a surname in capitals: "Anna BERG"."""
    first, _, last = name.partition(" ")
    return first.isalpha() and first.istitle() and last.isalpha() and last.isupper() and len(last) > LONGEST_PARTICLE


def _tells_what_she_is(short: ShortLines, row: int) -> bool:
    """Tell whether a few words stand behind a name and a comma, the first of them in small letters: a job."""
    text = short.lines.texts[row]
    return len(text) <= MOST_NAME_CHARS and text[:1].islower() and not short.lines.ends_sentence[row]


def _is_beside_name(short: ShortLines, row: int) -> bool:
    """Tell whether a line may stand between who wrote and the prose: a day, a number, or another name."""
    text = short.lines.texts[row]
    if len(text) > MOST_NAME_CHARS:
        return False
    return bool(short.lines.digits[row]) or are_persons(text, short.language)


def _has_names_amid(short: ShortLines, names: list[Attribution], rows: NDArray[np.intp]) -> bool:
    """Tell whether names stand alone amid the prose, too: then they say whose each part is, or about whom.

    The same name once more is that of the writer again; so may be another one in the last lines, if no text follows.
    """
    lines, language = short.lines, short.language
    tag, ends = short.page.tag.take(lines.block), lines.ends_sentence.take(rows) > 0
    above = {lines.texts[each.line] for each in names}
    like = np.isin(tag.take(rows), tag.take([each.line for each in names]))
    like[-_LAST_LINES:-1] &= ends[1:][-_LAST_LINES + 1 :]
    like[-1:] = False
    likely = (like & (lines.texts.length.take(rows) <= MOST_NAME_CHARS)).nonzero()[0][:_MOST_LINES_AMID].tolist()
    have_comma = {"," in each for each in above}

    def is_of_part(at: int) -> bool:
        text, beside = lines.texts[rows[at]], lines.texts.strings(rows[[max(at - 1, 0), at + 1]])
        if text in above or ("," in text) not in have_comma or not are_persons(text, language):
            return False
        # Those who play or won stand in a list.
        return not beside[0].endswith(COLONS) and not any(are_persons(each, language) for each in beside)

    return any(may_be_name(short, int(rows[at])) and is_of_part(at) for at in likely)


def _is_day(text: str, language: str) -> bool:
    return first_form(text, _DAY, language) is not None


def _below(short: ShortLines, last_rows: NDArray[np.intp], prose: Mask) -> list[Attribution]:
    """Give the names alone behind the ``prose`` (marked), and a last sentence that tells somebody's job."""
    lines, rows, language = short.lines, last_rows.tolist(), short.language
    if _tells_job_of_writer(short, rows[-1]):
        return [Attribution(rows[-1], LineRole.WRITER, "it tells what somebody is, behind the text")]
    if signs_off(lines.texts[rows[-1]], language):
        return [Attribution(rows[-1], LineRole.WRITER, "a reporter signs off behind the text")]
    ends = lines.ends_sentence.take(last_rows) | (language in languages_with(LanguageTrait.NO_FULL_STOPS))
    for at in range(len(rows) - 1, 0, -1):
        row, is_behind = rows[at], bool(prose[at - 1] and ends[at - 1])
        is_bracketed = at == len(rows) - 1 and ends[at - 1] and _BRACKETED.fullmatch(lines.texts[row]) is not None
        if not (is_behind or is_bracketed) or lines.digits[row] or not may_be_name(short, row):
            continue
        if reason := _reason_below(short, row, rows[at + 1 :]):
            return [Attribution(row, LineRole.WRITER, reason)]
    return []


def _reason_below(short: ShortLines, row: int, behind: list[int]) -> str | None:
    """Give what a line right behind the prose is that names who wrote, with the lines (rows) ``behind`` it."""
    text, language, is_last = short.lines.texts[row], short.language, not behind
    beside = [each for each in behind if finder(TermRole.CREDIT).match(short.plain_line(each)) is None]
    is_ended = all(_is_beside_name(short, each) for each in beside)
    is_ended |= len(beside) == 1 and _goes_on_from_name(short, text, beside[0])
    if is_ended and (are_persons(text, language) or is_with_initial(text)):
        return "names of persons, behind the text"
    if not (is_last or text.endswith(",")):
        return None
    paper = _PAPER.search(text)
    if is_last and paper is not None and _has_surname_in_capitals(text[: paper.start()]):
        return "a name and a paper, behind the text"
    if is_last and _INITIALS.fullmatch(text) is not None and text not in stop_words(language):
        return "initials, behind the text"
    if is_last and language == "ja" and _JAPANESE_NAME.fullmatch(text) is not None:
        return "a Japanese name in brackets, behind the text"
    is_alone = _has(text, _ALONE, language) and not is_impersonal(text)
    is_alone = is_alone and (text.startswith(_SIGNS) or may_be_person(text, language))
    if is_alone or (is_last and _has(text, _BEHIND_SIGNS, language)):
        return "a name alone, behind the text"
    return None


def _goes_on_from_name(short: ShortLines, name: str, row: int) -> bool:
    """Tell whether the line behind a name states a job, or is short: a place below a surname in capitals, or behind a
    comma."""
    text = short.lines.texts[row]
    is_short = len(text) <= MOST_NAME_CHARS and not short.lines.ends_sentence[row]
    is_above_place = _has_surname_in_capitals(name) and len(text.split()) <= _MOST_WORDS_OF_PLACE and text[:1].isupper()
    return _tells_what_she_is(short, row) or bool(is_short and (is_above_place or name.endswith(",")))


def _tells_job_of_writer(short: ShortLines, last: int) -> bool:
    """Tell whether the last line (row) is a sentence that tells what somebody is."""
    if not short.terms.holds & _JOBS:  # as on most pages
        return False
    holds_job = any(each.row == last and each.holds & _JOBS for each in short.terms.each[-_LAST_LINES:])
    return holds_job and not short.is_datum(last) and _tells_job(short.lines.texts[last], short.language)


def _tells_job(text: str, language: str) -> bool:
    """Tell whether a sentence begins with a name and tells what somebody is, not what somebody did.

    In letters without capitals the name must be known.
    """
    if first_form(text, _IS, language) is not None or _has_copula(text, language) or _lives(text, language):
        first = text.split(None, 1)[0].lower()
        return len(first) > _MOST_CHARS_OF_ARTICLE or first not in stop_words(language)  # "The Guild of Editors"
    name = " ".join(text.split()[:_UNCASED_NAME_WORDS])
    return first_form(text, _IS_UNCASED, language) is not None and may_be_person(name, language)


def _has_copula(text: str, language: str) -> bool:
    """Tell whether a word such as "is" stands between a name and a job, with few words: "works as a journalist"."""
    match = match_form(tokenise(text, language), _NAME_TO_JOB)
    words = text[slice(*match.name)].lower().split() if match is not None else []
    if not words or words[0] not in _words_of(TermRole.COPULA, language):
        return False
    stops = stop_words("en" if language == "und" else language)
    return match is not None and (not match.match["beyond"] or words[1] in stops)


def _lives(text: str, language: str) -> bool:
    """Tell whether what stands behind a name, a job and a comma has the verb "lives" or the like."""
    match = match_form(tokenise(text, language), _NAME_AND_JOB)
    words = text[match.span("rest")[0] :].lower().strip(" .").split() if match is not None else []
    verb = -1 if language in languages_with(LanguageTrait.VERB_LAST) else 0
    return bool(words) and words[verb] in _words_of(TermRole.LIVES, language)


@cache
def _words_of(role: TermRole, language: str) -> frozenset[str]:
    """Give the words of a role in a language; where it is unknown, in all."""
    return frozenset(term.text for term in with_roles(role) if language in ("und", term.language))


def _has(text: str, form: Mapping[str, str], language: str) -> bool:
    """Tell whether a line has a form, and no word of sentences except in and beside a day."""
    if first_form(text, form, language) is None:
        return False
    stops, cut = stop_words(language), tokenise(text, language)
    words = (
        text[start:stop].lower()
        for kind, start, stop in zip(cut.kinds, cut.starts, cut.stops, strict=True)
        if kind in WORDS
    )
    return not any(word in stops for word in words if len(word) > LONGEST_PARTICLE)


_JOBS: Final = bits_of(TermRole.JOB, TermRole.PERSON)
_ALONE: Final = {r"[|(]?<cased-name>[|.)]?$": "a name alone"}
_OF_TWO: Final = {r"[|(]?N(?:<name-particle>{1,2}|N\.)?N[.)]?$": "a name alone, of two words"}
_BEHIND_SIGNS: Final = {r"[|]{1,2}u{2,3}$": "a name behind a dash", r"[(][kK][)]$": "a name in brackets"}
_WHEN: Final = r"(?:<weekday>[|]?)?<moment>(?:[|]{0,2}<at>?<moment>(?:N(?=[|]|$))?)?"
_DATED: Final = {
    rf"[|]?(?:<cased-name>|u{{2,3}})[|(]{{1,2}}{_WHEN}[|).]?$": "a name, and a day",
    rf"[|]?{_WHEN}(?:[|]{{0,2}}<cased-name>|[|]{{1,2}}(?:K|u{{2,3}}))$": "a day, and a name",
}
_DAY: Final = {r"(?:[^:]{0,3}|<published|updated>:.?.?.?)<moment>{1,2}.?$": "a day"}
_DOES: Final = {r"[|]?<word>{0,4}<job|person>(?:<name-particle>|<word>|[|]){0,5}$": "what somebody does"}
_NAMES: Final = "<cased-name>(?:<name-particle><cased-name>)?"
_SMALL: Final = r"[nu\ue000-\uf8ff]{0,2}"
_BORN: Final = "(?:[|(][^|:]{1,6}[|)])?"
"""What else may be told of somebody between two commas: when she was born."""
_NAME_TO_JOB: Final = rf"[|]?{_NAMES}{_BORN}(?P<name>{_SMALL}(?P<beyond>{_SMALL})N?<job|person>)"
_TO_JOB: Final = r"[|(](?:<word>|<name-particle>|<preposition|by|at>|[#()]){0,6}<job|person>"
_NAME_AND_JOB: Final = rf"[|]?{_NAMES}{_TO_JOB}[^|.]{{0,6}}[|](?P<rest>.)"
_IS: Final = {
    rf"[|]?{_NAMES}(?:<name-particle|preposition|by|at>|N){{0,4}}<job|person>(?!<cased-name>)": (
        "somebody, and what she does"
    ),
    rf"[|]?{_NAMES}{_TO_JOB}[^|]*$": "somebody, a comma, and her job, with which the sentence ends",
    r"[|(]?K[|].{0,8}<job>": "a Chinese name, a comma, and what somebody is",
}
_IS_UNCASED: Final = {
    r"[|]?u{2}(?:(?:<word>|[|]){0,5}<job>|[|]{1,2}<person>)": "the same in letters without capitals",
}
_MOST_WORDS_OF_PLACE: Final = 2
"""Newspapers write where somebody wrote below the name: "Anna BERG", "Riverton"."""
_MOST_CHARS_OF_ARTICLE: Final = 6
"""Lists of stop words have long words as well, with which a name may begin: "Associated Press"."""
_UNCASED_NAME_WORDS: Final = 2
"""A name in letters without capitals has so many words in the form."""
_DASH: Final = re.compile(r"\s[-–—]\s")
_PAPER: Final = re.compile(r", [«„“\"][^«»„“”\"]{2,40}[»“”\"]\.?$")
_BRACKETED: Final = re.compile(r"[(（][^()（）]{2,40}[)）]")
_INITIALS: Final = re.compile(
    r"[(\[]\w{2,4}(?: ?[/,;·|] ?\w{2,4}){0,3}[)\]]|[b-df-hj-np-tv-z]{2,4}(?:/[a-z]{2,4})?"
    r"|[a-z]{2,4}/[^\W\d_]\. ?[^\W\d_]{2,20}|\(?(?:[^\W\d_]\. ?){1,2}[^\W\d_]{1,4}\.\)?"
)
"""Initials stand in brackets, or have only letters that make no word, or stand before an initial and a name, or have
dots."""
_JAPANESE_NAME: Final = re.compile(
    r"[(（][\u4e00-\u9fff\u3005\u30ce\u30f6]{2,4}[ \u3000]?[\u4e00-\u9fff\u3005]{1,3}[)）]"
)
"""Names that no table has: a surname and a given name in Han characters, and the kana that stand within surnames."""
_SIGNS: Final = tuple("—–―-~(（|·•")
_TITLE: Final = tags.tag_set("h1")
_FEWEST_LINES: Final = 3
_FIRST_LINES: Final = 6
_LAST_LINES: Final = 3
"""Lines before the prose, its headline among them, and at the end: the name, what stands below it, and the prose
(before: half 0, twice 1; at the end: half 11, twice 0)."""
_MOST_NAMES: Final = 2
"""Lines with names before the prose: more are a list (half 0, twice 0)."""
_MOST_LINES_TO_DAY: Final = 2
"""Lines between a name and the end of its day: the paper, and the day."""
_MOST_LINES_AMID: Final = 50
"""Short lines amid the prose that are looked at: a page may have thousands (half 0, twice 0)."""
