"""Forms of lines that name who wrote or made an article beside a word for the job or the work (``expressions``).

The forms in ``FORMS``, and those of single languages (``language_forms.tsv``), are enough by themselves. Those in
``_CONDITIONAL`` also need a name that is a person's.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from extraction.attribution.forms import role_match
from extraction.attribution.forms.expressions import first_form, match_form
from extraction.attribution.forms.names_of_persons import has_name_of, may_be_korean_name
from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.persons import are_persons, has_user_name, is_impersonal, may_be_person
from extraction.attribution.forms.tokens import tokenise
from extraction.lexicon.stop_words import stop_words
from extraction.page.signs import AT_SIGNS, COLONS, HAN_AND_KANA, one_of
from normalization.load_once import load_once
from normalization.table_rows import mapping_of, rows_of


def contributor_reason(text: str, language: str) -> str | None:
    """Give the form, in words for people, by which a line names somebody beside a job or a work; None for no form."""
    is_paper = text.split(None, 1)[0].lower() in stop_words(language)  # "The ... Reporter"
    reason = first_form(text, FORMS if is_paper else _EVERY_FORM, language)
    if reason is None and (forms := _of_languages().get(language)) and _may_name(text, language):
        reason = first_form(text, forms, language)
    return reason or _conditional_reason(text, language)


def names_writer(text: str, language: str) -> bool:
    """Tell whether the text in brackets names somebody beside a job, or behind a word for "by"."""
    texts = (text[:_MOST_BRACKETED_CHARS], f"({text})")
    if any(role_match.match(each, LineRole.WRITER, language) is not None for each in texts):
        return True
    return len(text) <= _MOST_BRACKETED_CHARS and first_form(text, FORMS, language) is not None


def _conditional_reason(text: str, language: str) -> str | None:
    cut = tokenise(text, language)
    for form in _CONDITIONAL:
        match = match_form(cut, form.shape)
        if match is not None and form.is_met(text[slice(*match.name)], language):
            return form.reason
    return None


def _may_name(text: str, language: str) -> bool:
    """Tell whether a line may hold a name in letters without capitals; in Korean any line with a label may, and any
    with an address of e-mail or a surname and two syllables."""
    if language == "ko" and (_LABELLED.search(text) is not None or any(map(may_be_korean_name, _WORDS.findall(text)))):
        return True
    return has_name_of(text, language)


@load_once
def _of_languages() -> Mapping[str, Mapping[str, str]]:
    """Give, by language, the forms of those whose names are one word, or are written without spaces.

    They are rows of ``language_forms.tsv``: language (ISO 639-1), form, and its description for people.
    """
    table = Path(__file__).with_name("language_forms.tsv")
    reasons = mapping_of(
        table, (((language, form), reason) for language, form, reason in rows_of(table, "language", "form", "reason"))
    )
    forms: dict[str, dict[str, str]] = {}
    for (language, form), reason in reasons.items():
        forms.setdefault(language, {})[form] = reason
    return forms


class _ConditionalForm(NamedTuple):
    """A form that names somebody if a condition is met."""

    shape: str
    """The form, written as ``expressions`` describes."""
    is_met: Callable[[str, str], bool]
    """Tells whether the condition is met, of the text of the group ``name`` (or of the whole form) and its language."""
    reason: str


_MOST_BRACKETED_CHARS: Final = 100
"""Characters of a text in brackets: as many as the forms of writers in ``patterns`` allow (half 0, twice 0)."""
NAME: Final = r"(?:(?:N\.)?<cased-name>|u{2,3})"
NAME_ALONE: Final = {rf"{NAME}$": "a name alone"}
NAMES: Final = rf"{NAME}(?:(?:<name-particle>|[|]){NAME}){{0,3}}"
_CHINESE: Final = r"(?:K(?:[_|]K){0,3})"
_PEN_NAMES: Final = r"(?:[kK](?:[_|][kK]){0,3})"
_LABEL: Final = (
    r"(?:(?:[NnuK]<name-particle>|u(?=<person>))?<work|person>"
    r"(?:(?:<name-particle>|[|]|n(?=<work>))?(?:<work|person>|N|n|u))?)"
)
_OTHER_LABEL: Final = r"(?:<word>(?:(?:<name-particle>|[|])?<word>)?)"
_OF_AGENCY: Final = "(?:[|(]{1,2}<newsroom>)?"
_BY: Final = "(?:<by|written-by>:?)?"
_WORDS: Final = re.compile(r"\w+")
_LABELLED: Final = re.compile(one_of((*COLONS, *AT_SIGNS, "=")))
FORMS: Final = {
    rf"[(]<work|person>{NAMES}(?:[|.]{{1,2}}<work|person>{NAMES}){{0,4}}<end>": (
        "in brackets, what somebody made, with a name"
    ),
    rf"<sign>{{0,2}}{_LABEL}[:.][|]?{NAMES}(?:(?:[|(.]{{1,2}}{_OTHER_LABEL}|<work>):{NAMES}){{0,5}}"
    rf"{_OF_AGENCY}<end>": ("a label of what somebody made, with a name"),
    rf"<sign>{{0,2}}<work><name-particle><written-by>{NAMES}<end>": "two words for what somebody made, and a name",
    rf"<sign>{{0,2}}<by|written-by|preposition>:?{NAMES}(?:[|.]{{1,2}}{_LABEL}:{NAMES}){{1,3}}<end>": (
        "by somebody, and a label of what somebody made, with a name"
    ),
    rf"<sign>{{0,2}}{NAMES}[|(]{{1,2}}[n\ue000-\uf8ff]?<newsroom>(?:[|]<word>)?<end>": (
        "a name, and a newsroom or an agency"
    ),
    rf"<sign>{{0,2}}<newsroom>[|]{NAMES}<end>": "a newsroom or an agency, and a name",
    rf"<sign>{{0,2}}{_BY}{NAMES}[|]{{1,2}}{_LABEL}:{NAMES}<end>": "a name, and what another made",
    r"<sign>{1,2}[n\ue000-\uf8ff]<newsroom>(?:[|]<newsroom>)?[)|]$": "with an agency, in brackets",
    rf"<sign>{{0,2}}(?:_?(?:<work|person|reporter>(?:[|]?<work|person>)?[:|_](?:[kK]?<person|reporter>_?)?{_CHINESE}|<work>[|]{_PEN_NAMES})"
    "[|)]{0,2}){1,4}$": "labels of what somebody made, with a Chinese name each",
    r"<sign>{0,2}[kK]?(?:<reporter|person>_?K(?:_K){0,3}[_|]?){1,3}(?:<work>[_|]?){0,2}<end>": (
        "what somebody does, and Chinese names"
    ),
    rf"<sign>{{0,2}}{_CHINESE}_<work>(?:[|]?<work>){{0,2}}<end>": "a Chinese name, and what somebody made",
    r"<sign>{0,2}(?:_?K[|]<work>(?:[|]<work>)?[|]?){1,3}<end>": "Chinese names, each before what somebody made",
    r"<sign>{0,2}<source>:.{1,4}?_?<reporter>:_?K$": "the source, and a reporter with a Chinese name",
    rf"<sign>{{0,2}}(?:<by|written-by|preposition>:?)?{NAMES}[|(]{{1,2}}(?:<word>{{0,2}}|\(N{{1,4}}\)<word>?)<job|person>"
    rf"(?:[|(]?[n\ue000-\uf8ff]?[|(]?N(?:N|<name-particle>){{0,5}}|u{{1,3}}|[|]{{1,2}}<moment>.{{0,4}})?<end>": (
        "a name, and what somebody does"
    ),
    rf"<sign>{{0,2}}{NAMES}\.<job><end>": "a name, a full stop, and what somebody does",
    rf"<sign>{{0,2}}<word>?<job>[:|.]?{NAMES}<end>": "what somebody does, and a name",
    rf"<sign>{{0,2}}<person>[|]{NAMES}<end>": "a label of who wrote, parted from a name",
    rf"<sign>{{0,2}}{_BY}{NAMES}[|(]{{1,2}}(?:<moments>[|]{{1,2}})?"
    r"(?:#[|]?[Nnu]?\.?<reading-time>|<reading-time>:?#).{0,3}$": "a name, and how long it takes to read",
    rf"<sign>{{0,2}}(?:#[|]?[Nnu]?\.?<reading-time>|<reading-time>:?#[Nnu]?\.?)[|]{{1,2}}{_BY}{NAMES}<end>": (
        "how long it takes to read, and a name"
    ),
    rf"<sign>{{0,2}}{_BY}{NAMES}[|(]{{1,2}}<updated|published>:?.?<moment>.{{0,4}}$": (
        "a name, and when it was written"
    ),
    rf"<sign>{{0,2}}<updated|published>:?<moments>[|]{{1,2}}{NAMES}<end>": "when it was written, and a name",
    rf"<sign>{{0,2}}<preposition>:{NAMES}<end>": "a word that may stand for by, with a colon, and a name",
    rf"<sign>{{0,2}}<written-by|by|preposition>:?{NAMES}<on-behalf-of>N(?:N|<word>){{0,5}}<end>": (
        "by somebody for a paper"
    ),
    rf"<sign>{{0,2}}<preposition>{NAMES}[|(]{{1,2}}(?:(?:[Nn][|]?)?N{{1,2}}|.{{0,3}}<moment>.{{0,6}})<end>": (
        "a word that may stand for by, a name, and a place or a day"
    ),
    rf"<sign>{{0,2}}<by|written-by>:?{NAME}N{{0,3}}<job>(?:[|(]N(?:N|<name-particle>){{0,4}})?<end>": (
        "by somebody, and what she does"
    ),
    rf"<sign>{{0,2}}(?:<weekday>[|]?)?<moments>[|]?<by|written-by|preposition>:?{NAMES}<end>": (
        "a day, and by somebody"
    ),
    r"<sign>{1,2}<written-by>u{2,3}<end>": "words before who wrote, and a name alone in brackets",
    rf"<sign>{{0,2}}{_BY}{NAMES}<on-behalf-of><newsroom><end>": "a name, and the agency whose reports were used",
    rf"<sign>{{1,2}}{_CHINESE}<work><end>": "a Chinese name behind a sign, and what somebody made",
    r"<sign>{0,2}<written-by>_?[kKuNn]_?<published|written-by|person><end>": "written by a user, and published",
    rf"<sign>{{0,2}}<wrote>[|:]{{1,2}}{NAME}:?$": "that somebody wrote, a sign, and a name",
    rf"{NAMES}<network>.{{0,6}}$": "who is to be followed, and where",
    r"[kK]\(<reporter>_?K(?:_K){0,3}\)$": "the paper, and reporters with Chinese names in brackets",
}
"""Forms (``expressions``), each with a description for people."""
_UNPARTED: Final = {rf"<sign>{{0,2}}{NAME}<job><end>": "a name, and behind it what somebody does"}
"""Forms without a sign between the name and the job."""
_EVERY_FORM: Final = FORMS | _UNPARTED
_INITIAL_AND_NAME: Final = re.compile(r"[:. ][^\W\d_]\.[^\W\d_]{3,}[).]?$")
"""An initial and a name without a space, as Mongolians write their names."""
_INITIALS: Final = re.compile(r"[:. ][b-df-hj-np-tv-z]{2,4}[).]?$")
"""Two to four letters without a vowel: no word is written so."""
_UNSPACED: Final = re.compile(f"[{HAN_AND_KANA}]")
"""A long run of such letters is a sentence and no name: the question of an interview, say."""
_CONDITIONAL: Final = (
    _ConditionalForm(
        r"<sign>{0,2}<reporter>[:|]?(?P<name>[Nu])<end>",
        lambda text, _: _UNSPACED.search(text) is None,
        "what somebody does, and one name",
    ),
    _ConditionalForm(
        rf"<sign>{{0,2}}<work|written-by>(?P<name>{NAME})<work|job|written-by><end>",
        may_be_person,
        "what somebody made, and between both words a name",
    ),
    _ConditionalForm(
        rf"<sign>{{0,2}}<work>(?P<name>{NAME})<end>",
        lambda text, language: may_be_person(text, language) and not is_impersonal(text),
        "what somebody made, and a name of a person",
    ),
    _ConditionalForm(
        rf"<source>:(?:(?:<newsroom>|N)[|])?(?P<name>{NAMES}.*)$",
        are_persons,
        "a label of the source, with a name of a person",
    ),
    _ConditionalForm(
        r"<sign>{0,2}[Nn]?<work>(?:<name-particle><work>)?<by|preposition|name-particle>(?P<name>N.*)$",
        are_persons,
        "what somebody made, a word that may stand for by, and a name of a person",
    ),
    _ConditionalForm(
        r"<sign>{0,2}<written-by>:?[Nn]$",
        lambda text, _: has_user_name(text),
        "words before who wrote, and a user name",
    ),
    _ConditionalForm(
        rf"<sign>{{0,2}}(?:<updated>:?<moments>[|.]{{1,2}})?(?:{_LABEL}|<contributors>)[:.](?:{NAME}|[|]?[Nnu])"
        rf"(?:[|]{{1,2}}(?:{NAME}|[Nnu])){{0,8}}<end>",
        lambda text, _: "@" in text,
        "a label of what somebody made, with user names",
    ),
    _ConditionalForm(
        r"<sign>{0,2}<work|person>[:.]n[|).]?$",
        lambda text, _: _INITIALS.search(text) is not None,
        "a label of what somebody made, with initials",
    ),
    _ConditionalForm(
        r"<sign>{0,2}<work|person|written-by|job>[:.]?N<end>",
        lambda text, _: _INITIAL_AND_NAME.search(text) is not None,
        "a label of what somebody made, with an initial and a name",
    ),
    _ConditionalForm(
        rf"<sign>{{0,2}}<contact>[:|]{{0,2}}(?P<name>{NAMES})(?:[|(#:].*)?$", may_be_person, "whom to ask, by name"
    ),
    _ConditionalForm(
        rf"<sign>{{0,2}}<by|written-by|preposition>:?(?P<name>{NAMES})(?:[|]{{1,2}}|[n\ue000-\uf8ff](?=<newsroom>)).{{1,6}}$",
        are_persons,
        "by somebody, and from where",
    ),
    _ConditionalForm(
        rf"<sign>{{0,2}}[Nnu]?<reporter|person|job>\.?(?:<word>?N{{1,2}}[|])?[|:]?(?P<name>{NAMES})<job>?<end>",
        may_be_person,
        "what somebody does, perhaps where, and a name of a person",
    ),
    _ConditionalForm(
        rf"<sign>{{0,2}}(?:<source>:)?[^|:]{{0,4}}<newsroom>[|](?P<name>{NAMES})<end>",
        are_persons,
        "an agency, and a name of a person",
    ),
    _ConditionalForm(rf"N{{2,3}}<written-by>(?P<name>{NAMES})<end>", are_persons, "from where somebody reports"),
)
