"""The forms of datelines that name a reporter, over the tokens of a line, and the check of the name in each form."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from extraction.attribution.forms.expressions import match_form
from extraction.attribution.forms.persons import are_persons, is_impersonal, may_be_person
from extraction.attribution.forms.tokens import tokenise
from extraction.lexicon.person_names import NameRole, names
from extraction.lexicon.stop_words import stop_words
from extraction.lexicon.terms import TermRole, texts_of


class Reporter(NamedTuple):
    """A reporter named in a dateline."""

    start: int
    """Where in the line the name begins, with the word that says "reporter"."""
    stop: int
    name: str
    is_labelled: bool
    """A word says that the name is a reporter's."""


def reporter_in(text: str, language: str) -> Reporter | None:
    """Give the reporter whom a line names, by the first form of datelines that fits; None when none does."""
    cut = tokenise(text, language)
    for form in _FORMS:
        match = match_form(cut, form.shape)
        if match is None:
            continue
        place, person, (start, stop) = map(match.span, ("place", "person", "cut"))
        signs = text[min(place[1], person[1]) : max(place[0], person[0])]
        if form.names_reporter(
            _Dateline(text[slice(*place)], text[slice(*person)], signs, text[person[1] :], language)
        ):
            return Reporter(start, _behind_space(text, stop), text[slice(*person)], form.is_labelled)
    return None


def _behind_space(text: str, place: int) -> int:
    return len(text) - len(text[place:].lstrip())


@dataclass(frozen=True, slots=True)
class _Dateline:
    """A beginning of a line that has one of the forms."""

    place: str
    person: str
    """The text where the name of a reporter would stand."""
    signs: str
    """What stands between the place and the person."""
    behind: str
    """What stands behind the person."""
    language: str

    @property
    def has_person(self) -> bool:
        """The text where the name would stand is names of persons, and the place is not."""
        return are_persons(self.person, self.language) and not are_persons(self.place, self.language)

    @property
    def ends(self) -> bool:
        """A sign stands behind the name with which a dateline ends: behind a comma a sentence goes on."""
        return self.behind.lstrip().startswith(_ENDS)


def _is_behind_agency(dateline: _Dateline) -> bool:
    if not dateline.place.isupper():
        return dateline.ends and dateline.has_person
    return dateline.ends and may_be_person(dateline.person, dateline.language) and not is_impersonal(dateline.person)


def _is_behind_initials(dateline: _Dateline) -> bool:
    return _INITIALS.search(dateline.signs) is not None and _is_behind_agency(dateline)


def _is_behind_label(dateline: _Dateline) -> bool:
    return dateline.ends and not is_impersonal(dateline.person)


def _is_behind_place(dateline: _Dateline) -> bool:
    """Tell whether a name without a label stands between a place with a dash and the text."""
    place, end = dateline.place, dateline.behind.lstrip()
    is_place = place.isupper() or (end.startswith(_DASHES) and all(not word[0].islower() for word in place.split()))
    is_quote = end.startswith(":") and end[1:].lstrip().startswith(_QUOTES)
    has_stop_word = any(word.lower() in stop_words(dateline.language) for word in place.split())
    has_dash = dateline.signs.rstrip().endswith(_DASHES)
    return is_place and has_dash and dateline.ends and not is_quote and not has_stop_word and dateline.has_person


def _is_parted(dateline: _Dateline) -> bool:
    return dateline.signs.strip() in _PARTING and dateline.has_person


def _is_japanese(dateline: _Dateline) -> bool:
    if dateline.language != "ja" or dateline.signs != "＝" or dateline.person in texts_of(TermRole.AGENCY):
        return False
    is_place = _KATAKANA.fullmatch(dateline.place) is not None or dateline.place in names(NameRole.IMPERSONAL)
    return (is_place and len(dateline.person) in _JAPANESE_NAME_CHARS) or dateline.has_person


def _is_korean(dateline: _Dateline) -> bool:
    return _EQUALS.match(dateline.behind) is not None and are_persons(dateline.person, dateline.language)


def _is_behind_wire(dateline: _Dateline) -> bool:
    is_wired = dateline.place.endswith(tuple(texts_of(TermRole.WIRE)))
    return is_wired and dateline.person.startswith(tuple(names(NameRole.SURNAME, "zh")))


def _is_no_newsroom(dateline: _Dateline) -> bool:
    return not is_impersonal(dateline.person)


def _names_person(dateline: _Dateline) -> bool:
    return dateline.has_person


@dataclass(frozen=True, slots=True)
class _DatelineForm:
    """A form of the beginning of a line, which may name a reporter."""

    shape: str
    """The form, written as ``expressions`` describes. It has groups for the ``place``, the ``person``, and the ``cut``,
    which is what is left out with the name of the person."""
    names_reporter: Callable[[_Dateline], bool]
    is_labelled: bool = False
    """A word says that the name is a reporter's."""


_NAME: Final = r"(?:N(?:N|<name-particle>){1,3}|u{2,3})"
_PERSON: Final = rf"(?P<person>{_NAME}(?:[|]{_NAME}){{0,2}})"
_WORDS: Final = "(?:N{2,4}n?|u{2,4})"
"""A name, perhaps with the place behind it: "ئالىم قاسىم ئۈرۈمچىدىن"."""
_PLACE: Final = r"(?P<place>N{1,3}|u{1,3})(?:[|]N{1,2}\.?(?:N\.)?)?"
_DAY: Final = r"(?:[|.]{0,2}(?:<moment>|#)[|.]?)"
_AGENCY: Final = r"(?:<newsroom>N{0,2}|[(].{1,6}?[)])"
_FORMS: Final = (
    _DatelineForm(  # "МОСКВА, 5 янв - РИА Новости, Иван Орлов. …", "Berlin (dpa/Anna Berg) - …"
        rf"{_PLACE}{_DAY}?[|.(]{{0,2}}{_AGENCY}(?P<cut>[|]{{1,2}}{_PERSON})(?=[|.)].)",
        _is_behind_agency,
    ),
    _DatelineForm(  # "Бишкек, 5 мая – АР, Иван Орлов. …"
        rf"{_PLACE}{_DAY}[|.(]{{0,2}}N(?P<cut>[|]{{1,2}}{_PERSON})(?=[|.)].)",
        _is_behind_initials,
    ),
    _DatelineForm(  # "МИНСК, 5 янв /Анна Орлова - БЕЛТА/. …"
        rf"{_PLACE}{_DAY}?[|(](?P<cut>{_PERSON}[|])<newsroom>[|)]",
        _is_behind_agency,
    ),
    _DatelineForm(  # "LONDON, Jan. 5 (Xinhua) -- by Anna Berg - …", "МОСКВА, 5 января. /Корр. ТАСС Иван Орлов/. …"
        rf"{_PLACE}{_DAY}?[|.(]{{0,2}}{_AGENCY}?[|.]{{1,2}}(?P<cut><by|reporter>\.?<newsroom>?:?{_PERSON}[|:])",
        _is_behind_label,
        is_labelled=True,
    ),
    _DatelineForm(  # "Berlin - Von Anna Berg - …"
        rf"{_PLACE}{_DAY}?[|.(]{{0,2}}{_AGENCY}?[|.]{{1,2}}(?P<cut><preposition>:?{_PERSON}[|:])",
        _names_person,
        is_labelled=True,
    ),
    _DatelineForm(  # "di Anna Berg - ROMA - …", "By Anna Berg, Reuters WASHINGTON - …"
        rf"(?P<cut><by|preposition|written-by>:?{_PERSON}[|]{{1,2}})<newsroom>?{_PLACE}{_DAY}?[|.:]",
        _names_person,
        is_labelled=True,
    ),
    _DatelineForm(  # "Ana García | Madrid, 5 ene (EFE).- …"
        rf"(?P<cut>{_PERSON}[|]){_PLACE}{_DAY}?[|]?{_AGENCY}[.|:]",
        _names_person,
    ),
    _DatelineForm(rf"(?P<cut>{_PERSON}[|]){_PLACE}{_DAY}?[|.:]", _is_parted),  # "Ana García / Madrid - …"
    _DatelineForm(  # "LONDON – Anna Berg. …", "عمّان – رنا حداد – …"
        rf"{_PLACE}(?:[(].{{1,5}}[)])?[|]{{1,2}}(?P<cut>{_PERSON}[|.:]{{1,2}})(?=.)",
        _is_behind_place,
    ),
    _DatelineForm(  # "【ワシントン＝山田太郎】…"
        r"[(](?P<place>[kKuN])(?P<cut>[|](?P<person>[Kku])(?:[|][kKuN][|][Kku]){0,2})[)]",
        _is_japanese,
    ),
    _DatelineForm(  # "(서울=한빛뉴스) 김민수 기자 = …"
        r"(?P<place>[(].{1,8}[)])?(?P<cut>(?P<person>u(?:[|]?u){0,2})<job>[|])(?=.)",
        _is_korean,
        is_labelled=True,
    ),
    _DatelineForm(  # "[한빛뉴스 김민수 기자] …"
        r"[(](?P<place>[uN\ue000-\uf8ff]{1,2}?)(?P<cut>[|]?(?P<person>u(?:[|]?u){0,2})<job>)[)]",
        _names_person,
        is_labelled=True,
    ),
    _DatelineForm(  # "本报北京5月6日讯 记者王小明报道：…"
        r"(?P<place>[^:]{1,6}?)_?(?P<cut><reporter>_?(?P<person>[Ku](?:[_|][Ku]){0,2})[\ue000-\uf8ff]?:)",
        _is_behind_wire,
        is_labelled=True,
    ),
    _DatelineForm(  # "مۇخبىرىمىز ئالىم قاسىم خەۋىرى: …"
        rf"(?P<place>)(?P<cut><reporter|person>(?P<person>{_WORDS})<job>[:.])",
        _is_no_newsroom,
        is_labelled=True,
    ),
    _DatelineForm(  # "تەڭرىتاغ تورى مۇخبىرى ئالىم قاسىم خەۋىرى: …"
        rf"(?P<place>.{{1,8}}?)(?P<cut><reporter|person>(?P<person>{_WORDS})<job>)[:.]",
        _is_no_newsroom,
        is_labelled=True,
    ),
    _DatelineForm(rf"(?P<place>)(?P<cut>(?P<person>{_WORDS})<job>:)", _names_person),  # "ئالىم قاسىم خەۋىرى: …"
    _DatelineForm(  # "مۇخبىرىمىز ئالىم قاسىم — …"
        rf"(?P<place>)(?P<cut><reporter>(?P<person>{_WORDS})[|])", _is_behind_label, is_labelled=True
    ),
    _DatelineForm(  # "記者王小明／台北報導…"
        r"(?P<place>)(?P<cut><reporter>_?(?P<person>K(?:[_|]K){0,2})[|])[kuK]",
        lambda dateline: True,
        is_labelled=True,
    ),
)
"""The first form that fits decides."""
_INITIALS: Final = re.compile(r"\b[A-ZА-ЯЁІҢҒҮҰҚӨҺ]{2,5}\W*$")
"""An agency whose name is written in capitals, behind the place and the day."""
_EQUALS: Final = re.compile(r"\s\S{1,6}\s=")
_KATAKANA: Final = re.compile("[゠-ヿ]+")
_PARTING: Final = ("/", "|", "／")
_DASHES: Final = ("-", "–", "—")
_ENDS: Final = (*_DASHES, "/", "|", ".", ":", ")", "]")
_QUOTES: Final = tuple("\"'“„«‘")
_JAPANESE_NAME_CHARS: Final = range(3, 7)
"""Characters; names of agencies have two ("時事")."""
