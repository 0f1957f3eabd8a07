"""Whether a line is names of persons and nothing else, told by the names themselves (``lexicon.person_names``).

A place or what stands for one may be behind them: "Anna Berg, Bristol", "Anna Berg in Nairobi". Whether words are a
name is decided in ``names_of_persons``: here a line is divided into names and places.
"""

import re
from functools import lru_cache
from typing import Final

from extraction.attribution.forms.names_of_persons import (
    IN_HANGUL,
    MOST_NAMES,
    begins_with_given_name,
    has_stop_word,
    is_name,
    may_be_korean_name,
)
from extraction.attribution.forms.tokens import without_signs_around
from extraction.lexicon.language_traits import LanguageTrait, languages_with
from extraction.lexicon.namesakes import is_namesake
from extraction.lexicon.person_names import NameRole, folded, names
from extraction.lexicon.terms import TermRole, texts_of
from extraction.page.signs import AROUND_NAME


def are_persons(line: str, language: str = "und") -> bool:
    """Tell whether a line is names of persons, perhaps with a place; ``language`` is the one that the page declares."""
    return bool(first_full_name(line, language))


@lru_cache(maxsize=256)
def first_full_name(line: str, language: str) -> tuple[str, ...]:
    """Give the words of the first name of a line that is names of persons; of any other line none."""
    line = _PAPER.sub("", line)
    if len(line) > _MOST_LINE_CHARS or _NO_NAME.search(line) is not None:
        return ()
    parts = [part for part in _BETWEEN.split(line.strip(AROUND_NAME)) if part]
    if not 0 < len(parts) <= MOST_NAMES:
        return ()
    first, *others = parts
    if any(map(is_namesake, parts)):
        return ()
    name = _first_of_names(first, language)
    persons = next((at for at, part in enumerate(others) if not _first_of_names(part, language)), len(others))
    places = others[persons:]
    if len(places) > _MOST_PLACES or not all(_may_be_place(place, language) for place in places):
        return ()
    return name


def may_be_person(line: str, language: str = "und") -> bool:
    """Tell whether a line that has the form of a name has a sign of a person in it: a given name, an initial or such.

    It is less than ``are_persons`` asks for: any given name counts, and what is behind it may be anything.
    """
    words = [folded(word.strip(AROUND_NAME)) for word in line.split()]
    words = [word for word in words if word]
    if len(words) < 2:
        return False
    firsts = words if language in languages_with(LanguageTrait.SURNAME_FIRST) else words[:1]
    ends = tuple(names(NameRole.SURNAME_ENDING))
    return (
        any(begins_with_given_name(word) for word in firsts)
        or any(len(word) == 1 and IN_HANGUL.match(word) is None for word in words[:-1])
        or (words[-1].endswith(ends) and len(words[-1]) > _LONGEST_ENDING)
    )


def is_with_initial(line: str) -> bool:
    """Tell whether a line is an initial and a name with nothing between, as Mongolians write theirs: "Б.Энхтуяа"."""
    return _INITIAL_AND_NAME.fullmatch(line.strip(AROUND_NAME)) is not None and line.strip(AROUND_NAME)[2].isupper()


def signs_off(line: str, language: str) -> bool:
    """Tell whether a reporter signs off in a line, as on Korean television: "서울에서 홍길동입니다".

    Before the name stand but places, papers and words for "so far" (``NameRole.SIGN_OFF``).
    """
    endings = tuple(names(NameRole.SIGN_OFF_ENDING))
    words = line.rstrip(AROUND_NAME).split()
    if not 0 < len(words) <= _MOST_SIGN_OFF_WORDS or not words[-1].endswith(endings):
        return False
    *before, last = words
    name = last[: -max(len(each) for each in endings if last.endswith(each))]
    if name in texts_of(TermRole.JOB) and before:
        *before, name = before
    known = names(NameRole.SIGN_OFF) | texts_of(TermRole.JOB)
    ends = tuple(each[1:] for each in known if each.startswith("-"))
    if not all(each.isascii() or each in known or each.endswith(ends) for each in before):
        return False
    return are_persons(name, language) or (bool(before) and may_be_korean_name(name))


def is_impersonal(text: str) -> bool:
    """Tell whether a line is the name of a place, an institution or a work, or has a word of such: "Supreme Court"."""
    if any(is_namesake(part.strip(AROUND_NAME)) for part in _BETWEEN.split(text)):
        return True
    return not names(NameRole.IMPERSONAL).isdisjoint(_WORDS.findall(folded(text)))


def is_given_name(word: str, *, sure: bool = True) -> bool:
    """Tell whether a word is a given name; one to be ``sure`` of has no other meaning."""
    small = folded(word)
    if small in names(NameRole.NAME_OR_WORD):
        return not sure
    return small in names(NameRole.GIVEN_NAME)


def has_user_name(text: str) -> bool:
    """Tell whether a text has a name as only users have, with digits or underscores."""
    return _USER_NAME.search(text) is not None


def user_name(text: str) -> str:
    """Give the first word of a text that is a name as only users have; empty for none."""
    return next((without_signs_around(word) for word in text.split() if has_user_name(word)), "")


def may_be_user(name: str, language: str) -> bool:
    """Tell whether a name has the form of one that users give themselves: one word, or that of a person."""
    return " " not in name or are_persons(name, language)


def _first_of_names(part: str, language: str) -> tuple[str, ...]:
    """Give the words of the first name of a part that is one or, with words between, several; else none.

    Behind the last one may be a place.
    """
    persons: list[list[str]] = [[]]
    words = part.split()
    for at, word in enumerate(words):
        small = folded(word)
        if persons[-1] and small in names(NameRole.AND):
            persons.append([])
        elif persons[-1] and small in names(NameRole.IN) and small not in texts_of(TermRole.NAME_PARTICLE):
            if not _may_be_place(" ".join(words[at + 1 :]), language):
                return ()
            break
        else:
            persons[-1].append(word)
    if len(persons) > MOST_NAMES or not all(is_name(each, language) for each in persons):
        return ()
    return tuple(persons[0])


def _may_be_place(text: str, language: str) -> bool:
    """Tell whether a part of a line may be a place: one to three words that sentences do not have."""
    words = text.split()
    if words and folded(words[0]) in names(NameRole.IN):
        words = words[1:]
    if not 0 < len(words) <= _MOST_PLACE_WORDS:
        return False
    if text == text.lower() == text.upper():
        return not has_stop_word(words, language)
    small = texts_of(TermRole.NAME_PARTICLE) | names(NameRole.IMPERSONAL)  # "Lower Saxony region"
    return words[0][0].isupper() and all(word[0].isupper() or word in small for word in words)


_INITIAL_AND_NAME: Final = re.compile(r"[^\W\d_a-z]\.[^\W\d_]{3,}")
_MOST_SIGN_OFF_WORDS: Final = 6
"""Words of a line in which a reporter signs off: a place, a paper, "so far" and a name (half 0, twice 0)."""
_MOST_LINE_CHARS: Final = 80  # some names and a place (half 0, twice 0)
_MOST_PLACES: Final = 1  # several are a list of places (half 0, twice 0)
_MOST_PLACE_WORDS: Final = 3  # "Lower Saxony region" (half 0, twice 0)
_LONGEST_ENDING: Final = 5  # letters: a shorter word is one that ends as surnames do (half 0, twice 0)
_PAPER: Final = re.compile(r"(?<=\w)\s*[,،]?\s+[«“„][^«»“”„]{2,40}[»”]\.?$")
"""The name of a paper in quotation marks, behind that of who writes for it."""
_NO_NAME: Final = re.compile(r"[\d?!؟？！:：;\"“”„«»_@#]")
_BETWEEN: Final = re.compile(r"\s*[,،、;/|·•&+，・()（）]\s*|\s[–—-]{1,2}\s")
_WORDS: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_USER_NAME: Final = re.compile(r"[^\W\d_]{3}\d|[^\W_]_[^\W_]")
