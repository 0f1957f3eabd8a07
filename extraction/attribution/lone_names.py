"""Names of who wrote where nothing says so but their place: "Anna Berg" below the headline, "— Anna Berg" at the end.

Beside the text stands a name alone, or with the day or what the person does on the next line; below it also a sentence
about the person, "Anna Berg is a staff writer". Of whom the text speaks, nothing is left out.
"""

import re
from collections.abc import Container, Mapping
from itertools import zip_longest
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.attribution.forms.expressions import first_form
from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.persons import are_persons, first_person, is_impersonal, may_be_person
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.attribution.forms.tokens import WORDS, tokenise
from extraction.lexicon.stop_words import stop_words
from extraction.lexicon.terms import TermRole, finder
from extraction.lexicon.text_terms import bits_of
from extraction.page import head, tags
from extraction.page.node_table import Mask
from extraction.page.texts import COLONS


def lone_names(short: ShortLines, rows: NDArray[np.intp]) -> list[Attribution]:
    """Give the lines that are names alone, or tell of who wrote, before and behind the prose of an article.

    ``rows`` are its lines, in order.
    """
    if len(rows) < _FEWEST_LINES:
        return []
    lines, prose = short.lines, _is_prose(short, rows)
    names = _of_parts(short, rows, prose) or (
        _before(short, rows, prose) + _below(short, rows[-_LAST_LINES:], prose[-_LAST_LINES:])
    )
    if not names:
        return []
    long = rows[prose]
    titles, named = _TITLE.take(short.page.tag.take(lines.block)).nonzero()[0], {each.line for each in names}
    telling = lines.texts.of(np.array([row for row in (*long, *titles) if row not in named], dtype=np.intp))
    return [each for each in names if not _is_of_text(short, lines.texts[each.line], telling)]


def _of_parts(short: ShortLines, rows: NDArray[np.intp], prose: Mask) -> list[Attribution]:
    """Give the names that sign the texts of a page of several, as letters of readers: each behind the ``prose``
    (marked) of one, above the heading of the next or at the end."""
    lines, language = short.lines, head.language(short.page)
    headings = _HEADING.take(short.page.tag.take(lines.block.take(rows))).nonzero()[0]
    if len(headings) < _FEWEST_PARTS:  # as on most pages
        return []
    last = np.append(headings, len(rows)) - 1
    last = last[(last > 0) & (lines.texts.length.take(rows[last]) <= _MOST_CHARS)]
    ends = prose[last - 1] & (lines.ends_sentence.take(rows[last - 1]) > 0)
    signed = [row for row in rows[last[ends]].tolist() if _may_be_name(short, row)]
    signed = [row for row in signed if first_form(lines.texts[row], _SIGNED, language) is not None]
    persons = sum(are_persons(_BEHIND_NAME.split(lines.texts[row].strip(_AROUND_WORD))[0], language) for row in signed)
    if persons < max(_FEWEST_PARTS, len(signed) / 2):
        return []
    return [Attribution(row, LineRole.WRITER, "a name behind one of several texts") for row in signed]


def _before(short: ShortLines, rows: NDArray[np.intp], prose: Mask) -> list[Attribution]:
    """Give those of the first lines: before the ``prose`` (marked), or above a day and behind a summary."""
    first = rows[: _FIRST_LINES + 1].tolist()
    likely = frozenset(row for row in first if _may_be_name(short, row))
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
    """Give those before the prose: names with a day, above what the person does or a day, or right before the prose.

    They are among the ``likely`` rows.
    """
    lines, names, language = short.lines, list[Attribution](), head.language(short.page)
    for at, (row, below) in enumerate(zip_longest(rows, rows[1:])):
        text = lines.texts[row]
        if text.endswith(COLONS) and not _TITLE[short.page.tag[lines.block[row]]]:  # a list begins
            return []
        if row not in likely:  # as most
            continue
        if lines.digits[row]:
            if _has(text, _DATED, language):
                names.append(Attribution(row, LineRole.WRITER, "a name and a day, before the text"))
        elif (are_persons(text, language) or _is_at_place(text, language)) and all(
            _is_beside_name(short, each) for each in rows[at + 1 :]
        ):
            names.append(Attribution(row, LineRole.WRITER, "names of persons, before the text"))
        elif len(rows) > 1 and _has(text, _ALONE, language):
            if below is None or _is_day(lines.texts[below], language):
                if (
                    not text.endswith(",")
                    and not is_impersonal(text)
                    and (below is not None or may_be_person(text, language))
                    and first_form(text, _OF_TWO, language) is not None
                ):
                    names.append(Attribution(row, LineRole.WRITER, "a name alone, before the text"))
            elif text.endswith(",") and _tells_what_she_is(short, below) and may_be_person(text, language):
                reason = "a name, and on the next line what the person is"
                names += (Attribution(each, LineRole.WRITER, reason) for each in (row, below))
            elif not short.is_datum(below) and first_form(lines.texts[below], _DOES, language) is not None:
                reason = "a name, and on the next line what somebody does"
                names += (Attribution(each, LineRole.WRITER, reason) for each in (row, below))
    named = {each.line for each in names}
    names = [each for each in names if not _goes_on_with(short, each.line, rows, named)]
    return names if len(names) <= _MOST_NAMES else []


def _above_day(
    short: ShortLines, first: list[int], likely: Container[int], rows: NDArray[np.intp]
) -> list[Attribution]:
    """Give a name among the first lines that stands above a day, perhaps with a paper between, and behind a summary."""
    lines, language = short.lines, head.language(short.page)
    for at, row in enumerate(first[1:], start=1):
        if row not in likely or lines.digits[row] or not are_persons(lines.texts[row], language):
            continue
        below = first[at + 1 : at + 1 + _MOST_BEFORE_DAY]
        day = next((each for each in below if _is_day(lines.texts[each], language)), None)
        if day is None or any(lines.texts.length[each] > _MOST_CHARS for each in below[: below.index(day)]):
            continue
        names = [Attribution(row, LineRole.WRITER, "names of persons, above a day")]
        return [] if _has_names_amid(short, names, rows[at + 1 :]) else names
    return []


def teaser_names(short: ShortLines, rows: NDArray[np.intp]) -> list[Attribution]:
    """Give the names of who wrote in a list of teasers: each below a headline that is a link, some again and again."""
    lines, linked = short.lines, short.lines.linked.take(rows)
    if np.count_nonzero(linked >= _LEAST_LINKED) < _FEWEST_TEASERS:  # as on most pages
        return []
    length, language = lines.texts.length.take(rows), head.language(short.page)
    is_headline = (length >= _HEADLINE_CHARS) & (linked >= _MOSTLY * lines.seen.take(rows))
    at = (is_headline[:-1] & (length[1:] <= _MOST_CHARS)).nonzero()[0]
    if len(at) < _FEWEST_TEASERS:
        return []
    block = lines.block.take(rows[at + 1])
    place = short.page.depth.take(block).astype(np.int64) * _TAGS + short.page.tag.take(block)
    places, times = np.unique(place, return_counts=True)
    alike = at[place == places[times.argmax()]]
    if len(alike) < _FEWEST_TEASERS or length[alike].mean() < _HEADLINE_OF_TEASERS or _has_prices(short, rows):
        return []
    below = rows[alike + 1]
    names = [row for row in below.tolist() if first_form(lines.texts[row], _SEVERAL_WORDS, language) is not None]
    persons = [lines.texts[row] for row in names if may_be_person(lines.texts[row], language)]
    if len(persons) < max(_FEWEST_TEASERS, len(names) / 2) or len(set(persons)) == len(persons):
        return []
    return [Attribution(row, LineRole.WRITER, "a name below the headline of a teaser") for row in names]


def _has_prices(short: ShortLines, rows: NDArray[np.intp]) -> bool:
    """Tell whether several lines are prices: what is sold are works, whose authors are text."""
    lines = short.lines
    likely = rows[(lines.texts.length.take(rows) <= _MOST_CHARS) & (lines.digits.take(rows) > 0)]
    return sum(_PRICE.search(text) is not None for text in lines.texts.of(likely)) >= _FEWEST_TEASERS


def _goes_on_with(short: ShortLines, row: int, rows: list[int], named: Container[int]) -> bool:
    """Tell whether a name goes on with a list: the line above has the form of one, is written alike, and is none."""
    before = rows.index(row) - 1
    if before < 1 or rows[before] in named:  # the headline, or another name
        return False
    page, block, text = short.page, short.lines.block, short.lines.texts[rows[before]]
    language = head.language(page)
    is_like = page.tag[block[rows[before]]] == page.tag[block[row]] and _has(text, _ALONE, language)
    return bool(is_like and not are_persons(text, language))


def _is_at_place(text: str, language: str) -> bool:
    """Tell whether a line is a name and a place as papers write them: "Ali Kaya/ANKARA", "دمشق - سامي الحلبي"."""
    name, _, place = text.partition("/")
    if place.strip().isupper():
        return first_form(name, _ALONE, language) is not None and may_be_person(name, language)
    place, dash, name = _DASH.sub("\n", text).partition("\n")
    return bool(dash) and " " not in place and not is_impersonal(place) and are_persons(name, language)


def _tells_what_she_is(short: ShortLines, row: int) -> bool:
    """Tell whether a line goes on behind a name and a comma: a few words, the first of them in small letters."""
    text = short.lines.texts[row]
    return len(text) <= _MOST_CHARS and text[:1].islower() and not short.lines.ends_sentence[row]


def _is_beside_name(short: ShortLines, row: int) -> bool:
    """Tell whether a line may stand between who wrote and the prose: a day, a number, or another name."""
    text = short.lines.texts[row]
    if len(text) > _MOST_CHARS:
        return False
    return bool(short.lines.digits[row]) or are_persons(text, head.language(short.page))


def _has_names_amid(short: ShortLines, names: list[Attribution], rows: NDArray[np.intp]) -> bool:
    """Tell whether names stand amid the prose as one stands before it: then they say of whom each part is, or whose.

    The same name is that of who wrote once more; so may be another one in the last lines, if no text follows.
    """
    lines, language = short.lines, head.language(short.page)
    tag, ends = short.page.tag.take(lines.block), lines.ends_sentence.take(rows) > 0
    above = {lines.texts[each.line] for each in names}
    like = np.isin(tag.take(rows), tag.take([each.line for each in names]))
    like[-_LAST_LINES:-1] &= ends[1:][-_LAST_LINES + 1 :]
    like[-1:] = False
    likely = (like & (lines.texts.length.take(rows) <= _MOST_CHARS)).nonzero()[0][:_MOST_AMID].tolist()
    have_comma = {"," in each for each in above}

    def is_of_part(at: int) -> bool:
        text, beside = lines.texts[rows[at]], lines.texts.of(rows[[max(at - 1, 0), at + 1]])
        if text in above or ("," in text) not in have_comma or not are_persons(text, language):
            return False
        # Those who play or won stand in a list.
        return not beside[0].endswith(COLONS) and not any(are_persons(each, language) for each in beside)

    return any(_may_be_name(short, int(rows[at])) and is_of_part(at) for at in likely)


def _is_day(text: str, language: str) -> bool:
    return first_form(text, _DAY, language) is not None


def _below(short: ShortLines, last_rows: NDArray[np.intp], prose: Mask) -> list[Attribution]:
    """Give those of the last lines: names alone behind the ``prose`` (marked), and a sentence that tells what somebody
    is."""
    lines, rows = short.lines, last_rows.tolist()
    last = rows[-1]
    if (
        short.terms.holds & _JOBS
        and any(each.row == last and each.holds & _JOBS for each in short.terms.each[-_LAST_LINES:])
        and not short.is_datum(last)
        and _tells_job(lines.texts[last], head.language(short.page))
    ):
        return [Attribution(last, LineRole.WRITER, "it tells what somebody is, behind the text")]
    ends = lines.ends_sentence.take(last_rows) | (head.language(short.page) in _WITHOUT_FULL_STOPS)
    ends_prose = (prose & ends).tolist()
    for row, is_behind, ends_text in zip(rows[:0:-1], ends_prose[-2::-1], ends[-2::-1].tolist(), strict=True):
        is_bracketed = ends_text and row == last and _BRACKETED.fullmatch(lines.texts[row]) is not None
        if not ((is_behind or is_bracketed) and _may_be_name(short, row)):
            continue
        text, language = lines.texts[row], head.language(short.page)
        if lines.digits[row]:
            continue
        behind = [each for each in rows if each > row and finder(TermRole.CREDIT).match(short.plain_line(each)) is None]
        may_be_behind = all(_is_beside_name(short, each) for each in behind)
        may_be_behind |= len(behind) == 1 and (
            _tells_what_she_is(short, behind[0])
            or (
                text.endswith(",")
                and lines.texts.length[behind[0]] <= _MOST_CHARS
                and not lines.ends_sentence[behind[0]]
            )
        )
        if may_be_behind and are_persons(text, language):
            return [Attribution(row, LineRole.WRITER, "names of persons, behind the text")]
        if not (row == last or text.endswith(",")):
            continue
        if row == last and _INITIALS.fullmatch(text) is not None and text not in stop_words(language):
            return [Attribution(row, LineRole.WRITER, "initials, behind the text")]
        is_alone = _has(text, _ALONE, language) and not is_impersonal(text)
        is_alone = is_alone and (text.startswith(_SIGNS) or may_be_person(text, language))
        if is_alone or (row == last and _has(text, _BEHIND_SIGNS, language)):
            return [Attribution(row, LineRole.WRITER, "a name alone, behind the text")]
    return []


def _tells_job(text: str, language: str) -> bool:
    """Tell whether a sentence begins with a name and tells what somebody is.

    In letters without capitals the name must be known.
    """
    if first_form(text, _IS, language) is not None:
        return True
    return first_form(text, _IS_UNCASED, language) is not None and may_be_person(text, language)


def _is_prose(short: ShortLines, rows: NDArray[np.intp]) -> Mask:
    """Mark the lines (of some rows) that are long: a character of a script that parts no words counts for three."""
    lines = short.lines
    fewest = _PROSE_CHARS_OF_SYLLABLES if head.language(short.page) == "ko" else _PROSE_CHARS
    long: Mask = lines.texts.length.take(rows) + 2 * lines.unspaced.take(rows) >= fewest
    return long


def _may_be_name(short: ShortLines, row: int) -> bool:
    """Tell, before it is cut into tokens, whether a line may be a name, with a day or in signs."""
    if short.lines.texts.length[row] > _MOST_CHARS or short.is_datum(row):
        return False
    return _NAMES.match(short.lines.texts[row]) is not None


def _has(text: str, form: Mapping[str, str], language: str) -> bool:
    """Tell whether a line has a form, and no word that sentences have but for those in and beside a day."""
    if first_form(text, form, language) is None:
        return False
    stops, cut = stop_words(language), tokenise(text, language)
    words = (
        text[start:stop].lower()
        for kind, start, stop in zip(cut.kinds, cut.starts, cut.stops, strict=True)
        if kind in WORDS
    )
    return not any(word in stops for word in words if len(word) > _LONGEST_PARTICLE)


def _is_of_text(short: ShortLines, line: str, telling: list[str]) -> bool:
    """Tell whether the text or its title speaks of whom a line names, or the page has a word of it in small letters.

    "Universal Appeal" is a heading of a page that has "appeal".
    """
    person = first_person(line, head.language(short.page))
    if person:
        name = re.escape(person[-1].strip(".,"))
        begins = "" if _UNSPACED_NAME.match(name) is not None else r"(?<!\w)"
        speaks_of = re.compile(begins + name)
        return any(speaks_of.search(text) is not None for text in telling)
    match = _NAME_WORDS.search(line)
    words = match[0].split() if match else []
    if not words:
        return False
    if line.lower() == line.upper():  # letters without capitals
        words = [word.strip(_AROUND_WORD) for word in line.split()[:2]]  # vowel signs of Hindi are parts of no word
    words = [word for word in words if not word.islower()] or words  # of "Anna Berg is a" the first two
    if any(words[-1] in text for text in telling):
        return True
    utf8 = short.lines.texts.utf8
    cased = (word for word in words if len(word) > _LONGEST_PARTICLE and word != word.lower())
    small = [f" {word.lower()}".encode() for word in cased]
    return any(word + behind in utf8 for word in small for behind in _BEHIND_WORDS)


_JOBS: Final = bits_of(TermRole.JOB, TermRole.PERSON)
_NAME: Final = r"N(?:N|<name-particle>){0,2}N"
_ALONE: Final = {rf"[|(]?{_NAME}[|.)]?$": "a name alone"}
_SEVERAL_WORDS: Final = {r"N(?:N|<name-particle>){0,10}N$": "words with capitals, perhaps several names"}
_OF_TWO: Final = {r"[|(]?N(?:<name-particle>{1,2}|N\.)?N[.)]?$": "a name alone, of two words"}
_BEHIND_SIGNS: Final = {r"[|]{1,2}u{2,3}$": "a name behind a dash", r"[(][kK][)]$": "a name in brackets"}
_WHEN: Final = r"(?:<weekday>[|]?)?<moment>(?:[|]{0,2}<at>?<moment>(?:N(?=[|]|$))?)?"
_DATED: Final = {
    rf"[|]?(?:{_NAME}|u{{2,3}})[|(]{{1,2}}{_WHEN}[|).]?$": "a name, and a day",
    rf"[|]?{_WHEN}(?:[|]{{0,2}}{_NAME}|[|]{{1,2}}(?:K|u{{2,3}}))$": "a day, and a name",
}
_DAY: Final = {r"(?:[^:]{0,3}|<published|updated>:.?.?.?)<moment>{1,2}.?$": "a day"}
_DOES: Final = {r"[|]?<word>{0,4}<job|person>(?:<name-particle>|<word>|[|]){0,5}$": "what somebody does"}
_IS: Final = {
    rf"[|]?{_NAME}(?:<word>|<name-particle>|<preposition|by|at>|[|#()]){{0,6}}<job>": "somebody, and what she is",
    r"[|(]?K[|].{0,8}<job>": "a Chinese name, a comma, and what somebody is",
}
_IS_UNCASED: Final = {
    r"[|]?u{2}(?:(?:<word>|[|]){0,5}<job>|[|]{1,2}<person>)": "the same in letters without capitals",
}
_DASH: Final = re.compile(r"\s[-–—]\s")
_PRICE: Final = re.compile(r"[$€£¥₽₺₸₹₩]\s?\d|\d\s?[$€£¥₽₺₸₹₩元円원]")
_CHINESE: Final = "[々\u3040-\u30ff㐀-鿿]"
_NAMES: Final = re.compile(
    rf"[—–―~(\[【（©\d]|{_CHINESE}{{1,4}}(?:[ 、・]?{_CHINESE}{{1,4}}){{0,3}}$|[가-힣]{{3}}(?:$|[,·/])|[a-z]{{2,4}}$"
    r"|[^\W\d_][^\s,;]+ .*[^?!؟？！]$"
)
_UNSPACED_NAME: Final = re.compile("[\u0e00-\u0eff\u3005-\u30ff㐀-鿿가-힣]")
_BRACKETED: Final = re.compile(r"[(（][^()（）]{2,40}[)）]")
_INITIALS: Final = re.compile(
    r"[(\[]\w{2,4}(?: ?[/,;·|] ?\w{2,4}){0,3}[)\]]|[b-df-hj-np-tv-z]{2,4}(?:/[a-z]{2,4})?"
    r"|[a-z]{2,4}/[^\W\d_]\. ?[^\W\d_]{2,20}|\(?(?:[^\W\d_]\. ?){1,2}[^\W\d_]{1,4}\.\)?"
)
"""In brackets, such as no word has, before an initial and a name, or with dots."""
_WITHOUT_FULL_STOPS: Final = frozenset({"th", "lo"})
_SIGNS: Final = tuple("—–―-~(（|·•")
_TITLE: Final = tags.tag_set("h1")
_NAME_WORDS: Final = re.compile(r"[^\W\d_][\w'’-]*\.?(?: [^\W\d_][\w'’-]*\.?){1,3}")
_AROUND_WORD: Final = " —–―-~(（|·•,،"
_BEHIND_WORDS: Final = (b" ", b",", b".", b"s ", b":")
_LONGEST_PARTICLE: Final = 2
"""Letters: names have such words, and lists of the words of sentences many."""
_BEHIND_NAME: Final = re.compile(r"\s*[,،(（]")
_FEWEST_PARTS: Final = 2
"""Texts of a page, with a heading each."""
_HEADING: Final = tags.tag_set("h2 h3 h4 h5 h6")
_SIGNED: Final = {rf"[|(]?(?:{_NAME}|u{{2,3}}|K)(?:[|(]{{1,2}}(?:<word>\.?){{1,4}})?[|.)]?$": "a name, perhaps a place"}
_FEWEST_LINES: Final = 3
_FIRST_LINES: Final = 6
_LAST_LINES: Final = 3
"""Lines before the prose, its headline among them, and at the end: the name, what stands below it, and the prose."""
_PROSE_CHARS: Final = 80
"""Characters: no shorter line parts a name from a list of them, or from verse."""
_PROSE_CHARS_OF_SYLLABLES: Final = 50
"""The same where a character is a syllable, and words are parted."""
_MOST_CHARS: Final = 60
_MOST_NAMES: Final = 2
"""Lines before the prose."""
_MOST_BEFORE_DAY: Final = 2
"""Lines between a name and the end of its day: the paper, and the day."""
_FEWEST_TEASERS: Final = 4
_TAGS: Final = 256
"""More than there are tags."""
_HEADLINE_CHARS: Final = 25
_LEAST_LINKED: Final = 10
"""Characters of it in links, white space left out."""
_HEADLINE_OF_TEASERS: Final = 55
"""Characters of a headline, and of one in a list on the average: titles of books and songs are shorter."""
_MOSTLY: Final = 0.8
"""Share of a headline that is a link."""
_MOST_AMID: Final = 50
"""Short lines amid the prose."""
