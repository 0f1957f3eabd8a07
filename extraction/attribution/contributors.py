"""Who wrote or made an article, told by a word beside the name: "Text: A. Berg", "A. Berg, staff writer".

Such lines stand where the text begins or ends, and say nothing else. A word alone is no sign: behind it, or before it,
names stand, and then the line ends. So of "Text: how to read" and "Interview: the mayor of the valley" nothing goes.
"""

import re
from collections.abc import Collection, Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.attribution.forms import patterns
from extraction.attribution.forms.expressions import compiled, first_form
from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.persons import are_persons, has_name_of, has_user_name, may_be_person
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.attribution.forms.tokens import tokenise
from extraction.lexicon.stop_words import stop_words
from extraction.lexicon.terms import TermRole, finder
from extraction.lexicon.text_terms import bits_of
from extraction.page import head
from extraction.page.lines import PartOfLine, part_of_line
from extraction.page.node_table import Mask
from extraction.page.signs import (
    BEHIND_LABEL,
    CLOSING_BRACKETS,
    CLOSING_QUOTES,
    COLONS,
    OPENING_BRACKETS,
    SENTENCE_ENDS,
    one_of,
)
from extraction.page.texts import TextParts


def contributors(short: ShortLines, content: Mask, ends: Collection[int]) -> list[Attribution]:
    """Give those of the marked (S) content that name somebody beside what she does or made.

    They are among the rows of the lines where the text begins or ends.
    """
    attributions = []
    lines = short.lines
    digits, by = lines.digits, {each.row for each in short.beginning_with(content, *BY_ROLES)}
    source, work, contact = (bits_of(role) for role in (TermRole.SOURCE, TermRole.WORK, TermRole.CONTACT))
    terms, beside_days = bits_of(*_TERMS), bits_of(*_BESIDE_DAYS)
    for line in short.holding(content, *_TERMS, *_BESIDE_DAYS, *BY_ROLES):
        row = line.row
        if row not in ends or (
            lines.ends_sentence[row]
            and lines.texts.length[row] > _MOST_OF_SENTENCE
            and lines.texts[row].count(":") < _FEWEST_LABELS
        ):
            continue
        if not (line.holds & terms or (digits[row] and line.holds & beside_days) or row in by):
            continue
        text = short.text(line)
        if short.is_datum(row) or text.endswith(COLONS):
            continue
        language = head.language(short.page)
        is_paper = text.split(None, 1)[0].lower() in stop_words(language)  # "The ... Reporter"
        reason = first_form(text, FORMS if is_paper else _EVERY_FORM, language)
        if reason is None and language in _OF_LANGUAGES and _may_name(text, language):
            reason = first_form(text, _OF_LANGUAGES[language], language)
        if reason is None and line.holds & source and are_persons(_BEHIND_COLON.split(text, maxsplit=1)[-1], language):
            reason = "a label of the source, with a name of a person"
        if reason is None and line.holds & work and _is_by_person(text, language):
            reason = "what somebody made, a word that may stand for by, and a name of a person"
        if reason is None and first_form(text, _BY_USER, language) is not None and has_user_name(text):
            reason = "words before who wrote, and a user name"
        if reason is None and "@" in text and first_form(text, _BY_USERS, language) is not None:
            reason = "a label of what somebody made, with user names"
        if reason is None and first_form(text, _BY_INITIALS, language) is not None and _INITIALS.search(text):
            reason = "a label of what somebody made, with initials"
        if reason is None and first_form(text, _BY_ONE, language) is not None and _INITIAL_AND_NAME.search(text):
            reason = "a label of what somebody made, with an initial and a name"
        if reason is None and line.holds & contact and _is_contact(text, language):
            reason = "whom to ask, by name"
        if reason is not None:
            attributions.append(Attribution(row, LineRole.WRITER, reason))
    return attributions + _below_contacts(short, content) + _with_address(short, ends)


def _with_address(short: ShortLines, ends: Iterable[int]) -> list[Attribution]:
    """Give the lines that are a name and an address of e-mail, as at the head of a mail in an archive, and its time."""
    language, texts = head.language(short.page), short.lines.texts
    likely = _WITH_AT.rows_with(texts, np.array([*ends], dtype=np.intp)).tolist()
    matches = ((row, _ADDRESS.fullmatch(texts[row])) for row in likely if not short.is_datum(row))
    heads = [
        row
        for row, match in matches
        if match is not None and may_be_person(match[1], language) and first_form(match[1], _NAME_ALONE, language)
    ]
    reason, lines = "a name, and an address of e-mail", short.lines
    attributions = [Attribution(row, LineRole.WRITER, reason) for row in heads]
    below = (row + 1 for row in heads if row + 1 < len(lines.start) and lines.digits[row + 1])
    reason = "when a mail was sent, below who sent it"
    sent = (row for row in below if first_form(lines.texts[row], _WHEN_SENT, language) is not None)
    return attributions + [Attribution(row, LineRole.STAMP, reason) for row in sent]


def _below_contacts(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the names alone on the lines below a heading or a label that says whom to ask: "Press contact"."""
    lines, names, language = short.lines, dict[int, Attribution](), head.language(short.page)
    for line in short.beginning_with(content, TermRole.CONTACT):
        label = finder(TermRole.CONTACT).match(short.plain(line))
        if label is None or short.plain(line)[label.end() :].strip(BEHIND_LABEL):
            continue
        for row in range(line.row + 1, min(line.row + 1 + _MOST_BELOW_CONTACT, len(lines.start))):
            if lines.texts.length[row] > _MOST_OF_FORM:
                break
            if content[lines.start[row]] and are_persons(lines.texts[row].split(",")[0], language):
                names[row] = Attribution(row, LineRole.WRITER, "a name below a label of whom to ask")
    return [*names.values()]


def contributors_behind_text(short: ShortLines, rows: NDArray[np.intp]) -> PartOfLine:
    """Give what names in brackets behind the text of the last lines (rows) who wrote: "... (Reporting by A. Berg)"."""
    parts, language = [], head.language(short.page)
    for row in rows[-_LAST_LINES:].tolist():
        text = short.lines.texts[row]
        if not text.rstrip(_STOPS).endswith(tuple(CLOSING_BRACKETS)):
            continue
        bracket = _BRACKET_AT_END.search(text, max(len(text) - _MOST_OF_BRACKET, 0))
        if bracket is None:
            continue
        # Behind the words of somebody, in signs of quotation, stands who said them.
        is_signed = text[: bracket.start()].endswith(SENTENCE_ENDS) and are_persons(bracket[1], language)
        if not (is_signed or names_writer(bracket[1], language)):
            continue
        parts.append(part_of_line(short.page, row, bracket.start(), bracket.end()))
    return PartOfLine.of_all(parts)


def names_writer(text: str, language: str) -> bool:
    """Tell whether what stands in brackets names somebody beside what she does, or behind a word for "by"."""
    texts = (text[:_MOST_OF_FORM], f"({text})")
    if any(patterns.match(each, LineRole.WRITER, language) is not None for each in texts):
        return True
    return len(text) <= _MOST_OF_FORM and first_form(text, FORMS, language) is not None


def _may_name(text: str, language: str) -> bool:
    """Tell whether a line may name somebody in letters without capitals: in Korean any behind a colon or the like."""
    return (language == "ko" and _LABELLED.search(text) is not None) or has_name_of(text, language)


def _is_contact(text: str, language: str) -> bool:
    """Tell whether a line is a label of whom to ask, and the name of a person, perhaps with how to reach her."""
    cut = tokenise(text, language)
    contact = compiled(_CONTACT).match(cut.shape)
    if contact is None:
        return False
    first, behind = contact.span("name")
    return may_be_person(text[cut.starts[first] : cut.stops[behind - 1]], language)


def _is_by_person(text: str, language: str) -> bool:
    """Tell whether a line is a work, a word that may stand for "by", and names of persons: "Critique de A. Berg"."""
    cut = tokenise(text, language)
    by = compiled(_BY_PERSON).match(cut.shape)
    return by is not None and are_persons(text[cut.starts[by.end()] :], language)


BY_ROLES: Final = (TermRole.BY, TermRole.WRITTEN_BY, TermRole.PREPOSITION, TermRole.REPORTER, TermRole.PERSON)
"""Of the terms that stand before the name of a writer."""
_TERMS: Final = (
    *(TermRole.WORK, TermRole.JOB, TermRole.CONTACT, TermRole.READING_TIME, TermRole.NETWORK),
    *(TermRole.PERSON, TermRole.REPORTER, TermRole.WRITTEN_BY, TermRole.SOURCE, TermRole.NEWSROOM),
    TermRole.CONTRIBUTORS,
)
_BESIDE_DAYS: Final = (TermRole.BY, TermRole.PREPOSITION, TermRole.UPDATED, TermRole.PUBLISHED)
_LAST_LINES: Final = 4
_STOPS: Final = " .。"
_BRACKET_AT_END: Final = re.compile(
    rf"(?:(?<={one_of((*SENTENCE_ENDS, *CLOSING_QUOTES))})|^)\s*{one_of(OPENING_BRACKETS)}"
    rf"([^{re.escape(OPENING_BRACKETS + CLOSING_BRACKETS)}]{{2,160}}){one_of(CLOSING_BRACKETS)}[.。]?$"
)
"""Behind the end of a sentence, or all of a line."""
_MOST_OF_BRACKET: Final = 170
_MOST_OF_FORM: Final = 100
"""Characters of what stands in brackets, and of what is looked at as a line of attribution."""
_BEHIND_COLON: Final = re.compile(one_of(COLONS))
_MOST_OF_SENTENCE: Final = 45
"""Characters of a line that ends with a full stop: "A. Berg, journalist." does."""
_FEWEST_LABELS: Final = 2
"""Of a sentence that is a list of them: "Text: A. Berg. Photos: C. Hilton."."""
_NAME: Final = r"(?:(?:N\.)?N(?:N|<name-particle>){0,2}N|u{2,3})"
_NAMES: Final = rf"{_NAME}(?:(?:<name-particle>|[|]){_NAME}){{0,3}}"
_CHINESE: Final = r"(?:K(?:[_|]K){0,3})"
_PEN_NAMES: Final = r"(?:[kK](?:[_|][kK]){0,3})"
_END: Final = r"[|).]{0,2}$"
_LABEL: Final = r"(?:(?:[NnuK]<name-particle>)?<work|person>(?:(?:<name-particle>|[|])?(?:<work|person>|N|n|u))?)"
_OTHER_LABEL: Final = r"(?:<word>(?:(?:<name-particle>|[|])?<word>)?)"
_OF_AGENCY: Final = "(?:[|(]{1,2}<newsroom>)?"
_BY: Final = "(?:<by|written-by>:?)?"
_AT: Final = ("@", " at ", "(at)", "[at]")
_WITH_AT: Final = TextParts(*map(str.encode, _AT))
_ADDRESS: Final = re.compile(
    r"(?:From: ?)?\W{0,2}([^\W\d_][^:@<>()\d]{2,50}?)[\s<(|,–—-]+"
    rf"[\w.+-]+(?:{'|'.join(map(re.escape, _AT))})[\w-]+(?:\.[\w-]+)*\.\w{{2,8}}[>)]?"
)
_NAME_ALONE: Final = {rf"{_NAME}$": "a name alone"}
_WHEN_SENT: Final = {r"(?:<weekday>[|]?)?<moment>{1,2}[|#]{0,2}$": "a day and a time alone"}
_CONTACT: Final = rf"<sign>{{0,2}}<contact>[:|]{{0,2}}(?P<name>{_NAMES})(?:[|(#:].*)?$"
_MOST_BELOW_CONTACT: Final = 5
_BY_PERSON: Final = r"<sign>{0,2}<work>(?:<name-particle><work>)?<by|preposition|name-particle>(?=N)"
_BY_INITIALS: Final = {r"<sign>{0,2}<work|person>[:.]n[|).]?$": "one word"}
_BY_ONE: Final = {rf"<sign>{{0,2}}<work|person|written-by|job>[:.]?N{_END}": "one word"}
_INITIAL_AND_NAME: Final = re.compile(r"[:. ][^\W\d_]\.[^\W\d_]{3,}[).]?$")
"""With nothing between, as Mongolians write their names."""
_INITIALS: Final = re.compile(r"[:. ][b-df-hj-np-tv-z]{2,4}[).]?$")
"""Such as no word has."""
_LABELLED: Final = re.compile(one_of((*COLONS, "=")))
_BY_USERS: Final = {
    rf"<sign>{{0,2}}(?:<updated>:?<moments>[|.]{{1,2}})?(?:{_LABEL}|<contributors>)[:.](?:{_NAME}|[|]?[Nnu])"
    rf"(?:[|]{{1,2}}(?:{_NAME}|[Nnu])){{0,8}}{_END}": "@ a"
}
_BY_USER: Final = {r"<sign>{0,2}<written-by>:?[Nn]$": "one name"}
FORMS: Final = {
    rf"[(]<work|person>{_NAMES}(?:[|.]{{1,2}}<work|person>{_NAMES}){{0,4}}{_END}": (
        "in brackets, what somebody made, with a name"
    ),
    rf"<sign>{{0,2}}<reporter>[:|]?[Nu]{_END}": "what somebody does, and one name",
    rf"<sign>{{0,2}}{_LABEL}[:.][|]?{_NAMES}(?:(?:[|(.]{{1,2}}{_OTHER_LABEL}|<work>):{_NAMES}){{0,5}}"
    rf"{_OF_AGENCY}{_END}": ("a label of what somebody made, with a name"),
    rf"<sign>{{0,2}}<work><name-particle><written-by>{_NAMES}{_END}": "two words for what somebody made, and a name",
    rf"<sign>{{0,2}}<by|written-by|preposition>:?{_NAMES}(?:[|.]{{1,2}}{_LABEL}:{_NAMES}){{1,3}}{_END}": (
        "by somebody, and a label of what somebody made, with a name"
    ),
    rf"<sign>{{0,2}}{_NAMES}[|(]{{1,2}}[n\ue000-\uf8ff]?<newsroom>(?:[|]<word>)?{_END}": (
        "a name, and a newsroom or an agency"
    ),
    rf"<sign>{{0,2}}<newsroom>[|]{_NAMES}{_END}": "a newsroom or an agency, and a name",
    r"<sign>{1,2}[n\ue000-\uf8ff]<newsroom>(?:[|]<newsroom>)?[)|]$": "with an agency, in brackets",
    rf"<sign>{{0,2}}(?:_?(?:<work|person|reporter>(?:[|]?<work|person>)?[:|_](?:<person|reporter>_?)?{_CHINESE}|<work>[|]{_PEN_NAMES})"
    "[|)]{0,2}){1,4}$": "labels of what somebody made, with a Chinese name each",
    rf"<sign>{{0,2}}[kK]?(?:<reporter|person>_K(?:_K){{0,3}}[_|]?){{1,3}}(?:<work>_?){{0,2}}{_END}": (
        "what somebody does, and Chinese names"
    ),
    rf"<sign>{{0,2}}{_CHINESE}_<work>(?:[|]?<work>){{0,2}}{_END}": "a Chinese name, and what somebody made",
    rf"<sign>{{0,2}}(?:_?K[|]<work>(?:[|]<work>)?[|]?){{1,3}}{_END}": "Chinese names, each before what somebody made",
    r"<sign>{0,2}<source>:.{1,4}?_?<reporter>:_?K$": "the source, and a reporter with a Chinese name",
    rf"<sign>{{0,2}}(?:<by|written-by|preposition>:?)?{_NAMES}[|(]{{1,2}}(?:<word>{{0,2}}|\(N{{1,4}}\)<word>?)<job|person>"
    rf"(?:[|(]?[n\ue000-\uf8ff]?[|(]?N(?:N|<name-particle>){{0,5}}|u{{1,3}}|[|]{{1,2}}<moment>.{{0,4}})?{_END}": (
        "a name, and what somebody does"
    ),
    rf"<sign>{{0,2}}<word>?<job>[:|]?{_NAMES}{_END}": "what somebody does, and a name",
    rf"<sign>{{0,2}}<person>[|]{_NAMES}{_END}": "a label of who wrote, parted from a name",
    rf"<sign>{{0,2}}{_BY}{_NAMES}[|(]{{1,2}}(?:<moments>[|]{{1,2}})?"
    r"(?:#[|]?[Nnu]?\.?<reading-time>|<reading-time>:?#).{0,3}$": "a name, and how long it takes to read",
    rf"<sign>{{0,2}}(?:#[|]?[Nnu]?\.?<reading-time>|<reading-time>:?#[Nnu]?\.?)[|]{{1,2}}{_BY}{_NAMES}{_END}": (
        "how long it takes to read, and a name"
    ),
    rf"<sign>{{0,2}}{_BY}{_NAMES}[|(]{{1,2}}<updated|published>:?.?<moment>.{{0,4}}$": (
        "a name, and when it was written"
    ),
    rf"<sign>{{0,2}}<updated|published>:?<moments>[|]{{1,2}}{_NAMES}{_END}": "when it was written, and a name",
    rf"<sign>{{0,2}}<preposition>:{_NAMES}{_END}": "a word that may stand for by, with a colon, and a name",
    rf"<sign>{{0,2}}<written-by|by|preposition>:?{_NAMES}<on-behalf-of>N(?:N|<word>){{0,5}}{_END}": (
        "by somebody for a paper"
    ),
    rf"<sign>{{0,2}}<preposition>{_NAMES}[|(]{{1,2}}(?:(?:[Nn][|]?)?N{{1,2}}|.{{0,3}}<moment>.{{0,6}}){_END}": (
        "a word that may stand for by, a name, and a place or a day"
    ),
    rf"<sign>{{0,2}}<by|written-by>:?{_NAME}N{{0,3}}<job>(?:[|(]N(?:N|<name-particle>){{0,4}})?{_END}": (
        "by somebody, and what she does"
    ),
    rf"<sign>{{0,2}}(?:<weekday>[|]?)?<moments>[|]?<by|written-by|preposition>:?{_NAMES}{_END}": (
        "a day, and by somebody"
    ),
    rf"<sign>{{1,2}}<written-by>u{{2,3}}{_END}": "words before who wrote, and a name alone in brackets",
    rf"{_NAMES}<network>.{{0,6}}$": "who is to be followed, and where",
    r"[kK]\(<reporter>_?K(?:_K){0,3}\)$": "the paper, and reporters with Chinese names in brackets",
}
"""Forms (``patterns``), each with what it is, for people."""
UNPARTED: Final = {rf"<sign>{{0,2}}{_NAME}<job>{_END}": "a name, and behind it what somebody does"}
"""The same where no sign stands between."""
_OF_LANGUAGES: Final = {
    "ko": {
        rf"<sign>{{0,2}}(?:(?:<work>[|])?<work>[:|]?u(?:<job>|_)?[|]?){{1,3}}(?:[|(]?<word>[|]n[|)]?)?{_END}": (
            "labels of what somebody made, with a Korean name each, and an address"
        ),
        rf"(?:[(].{{1,3}}[)])?<sign>?u<job>(?:[|(]?<word>[|]n[|)]?)?{_END}": (
            "a Korean name, what somebody does, and her address"
        ),
    },
    "ja": {
        rf"<sign>{{0,2}}(?:_?<work|person>(?:[|]?<work|person>)?[:|]_?[Kku](?:_[Kku])?[|)]{{0,2}}){{1,4}}{_END}": (
            "labels of what somebody made, with a Japanese name each"
        ),
    },
    "bo": {rf"<sign>{{0,2}}<written-by|work|person>:?_?u{_END}": "words before a Tibetan name"},
    "th": {rf"<sign>{{0,2}}<written-by|work|person>:?_?[uk](?:_[uk]){{1,2}}{_END}": "words before a Thai name"},
}
"""The same in languages whose names have one word, or more of letters that part none."""
_EVERY_FORM: Final = FORMS | UNPARTED
