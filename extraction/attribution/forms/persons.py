"""Whether a line is names of persons and nothing else, told by the names themselves (``lexicon.person_names``).

A place or what stands for one may be behind them: "Anna Berg, Bristol", "Anna Berg in Nairobi". The form has to agree:
a given name begins the name (in some languages it may end it), the words have capitals where the letters have such, and
none is a word of sentences, of places or of institutions.
"""

import re
from functools import lru_cache
from typing import Final

from extraction.lexicon.namesakes import is_namesake
from extraction.lexicon.person_names import NameRole, folded, names
from extraction.lexicon.stop_words import stop_words
from extraction.lexicon.terms import TermRole, texts_of
from extraction.page.signs import AROUND_NAME, HAN_AND_KANA, HANGUL


def are_persons(line: str, language: str = "und") -> bool:
    """Tell whether a line is names of persons, perhaps with a place; ``language`` is the one that the page declares."""
    return bool(first_person(line, language))


@lru_cache(maxsize=256)
def first_person(line: str, language: str = "und") -> tuple[str, ...]:
    """Give the words of the first name of a line that is names of persons; of any other line none."""
    if len(line) > _MOST_CHARS or _NO_NAME.search(line) is not None:
        return ()
    parts = [part for part in _BETWEEN.split(line.strip(AROUND_NAME)) if part]
    if not 0 < len(parts) <= _MOST_PARTS:
        return ()
    first, *others = parts
    if any(map(is_namesake, parts)):
        return ()
    name = _first_name(first, language)
    persons = next((at for at, part in enumerate(others) if not _first_name(part, language)), len(others))
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
    firsts = words if language in _SURNAME_FIRST else words[:1]
    ends = tuple(names(NameRole.SURNAME_ENDING))
    return (
        any(_is_first_name(word) for word in firsts)
        or any(len(word) == 1 and _HANGUL.match(word) is None for word in words[:-1])
        or (words[-1].endswith(ends) and len(words[-1]) > _LONGEST_ENDING)
    )


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


def has_name_of(text: str, language: str) -> bool:
    """Tell whether a line may hold a name as a language writes it that knows no capitals; of other languages any may.

    A Korean name is a surname and syllables of given names; in a Japanese one kana may stand behind a surname.
    """
    if language == "ko":
        return any(map(_is_korean_name, _HANGUL.findall(text)))
    return language != "ja" or _JAPANESE_NAME.search(text) is not None


def _first_name(part: str, language: str) -> tuple[str, ...]:
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
    if len(persons) > _MOST_PARTS or not all(_is_person(each, language) for each in persons):
        return ()
    return tuple(persons[0])


def _is_person(words: list[str], language: str) -> bool:
    """Tell whether some words are the name of a person."""
    titles = names(NameRole.HONORIFIC)
    while words and folded(words[0]) in titles:
        words = words[1:]
    while words and folded(words[-1]) in titles:
        words = words[:-1]
    if len(words) > 2 and words[-1] in texts_of(TermRole.WROTE):
        words = words[:-1]
    if not words:
        return False
    if _UNSPACED.fullmatch("".join(words)) is not None:
        return _is_japanese(words) if language == "ja" else _is_chinese(words)
    if _HANGUL.fullmatch("".join(words)) is not None:
        return _is_korean(words)
    if not 2 <= len(words) <= _MOST_WORDS:
        return False
    has_capitals = words[0] != words[0].lower() or words[0] != words[0].upper()
    return _is_cased(words, language) if has_capitals else _is_uncased(words, language)


def _is_cased(words: list[str], language: str) -> bool:
    particles = texts_of(TermRole.NAME_PARTICLE)
    if any(not word[0].isupper() and word.lower() not in particles for word in words) or not words[-1][0].isupper():
        return False
    if all(word[0] == word for word in words if len(word) == 1) and all(
        len(word) <= _LONGEST_PARTICLE for word in words
    ):
        return False
    small = [folded(word) for word in words]
    first_names = names(NameRole.GIVEN_NAME)
    firsts = small[:1] if language not in _SURNAME_FIRST else small
    if not any(map(_is_first_name, firsts)):
        return False
    if small[0] in names(NameRole.NAME_OR_WORD) and not any(
        each in first_names and each not in names(NameRole.NAME_OR_WORD) for each in small[1:]
    ):
        return False
    impersonal, surnames = names(NameRole.IMPERSONAL), names(NameRole.SURNAME_OR_PLACE)
    if any(
        each in impersonal and not (at and (each in surnames or each in particles)) for at, each in enumerate(small)
    ):
        return False
    return language in _SYLLABLES or not _has_stop_word(words[1:], language)


def _is_uncased(words: list[str], language: str) -> bool:
    small = [folded(word) for word in words]
    if not _is_first_name(small[0]):
        small[0] = _without_prefix(small[0], language)
    first_names, either, known = names(NameRole.GIVEN_NAME), names(NameRole.NAME_OR_WORD), names(NameRole.SURNAME)
    if not _is_first_name(small[0]) or any(each in names(NameRole.IMPERSONAL) for each in small):
        return False
    if small[0] in either and not all(each in first_names or each in known for each in small[1:]):
        return False
    if all(each in either for each in small):
        return False
    if len(words) == _OF_SURE_NAMES and not _has_stop_word(words[1:], language):
        return True
    return all(each in first_names or each in known or _has_part_of_surname(each) for each in small[1:])


def _has_part_of_surname(word: str) -> bool:
    parts = names(NameRole.SURNAME_PART)
    begins = tuple(part[:-1] for part in parts if part.endswith("-"))
    ends = tuple(part[1:] for part in parts if part.startswith("-"))
    return word in parts or word.startswith(begins) or word.endswith(ends)


def _without_prefix(word: str, language: str) -> str:
    """Give a word without the letters before it that stand for "by"."""
    prefix = next((each for each in names(NameRole.BY_PREFIX, language) if word.startswith(each)), "")
    return word.removeprefix(prefix)


def _is_first_name(word: str) -> bool:
    """Tell whether a word, without accents, is a given name, begins with one and a hyphen, or is made of one."""
    first_names = names(NameRole.GIVEN_NAME)
    if word in first_names or word.partition("-")[0] in first_names:
        return True
    ends = names(NameRole.GIVEN_ENDING)
    return any(word.endswith(end) and len(word) > len(end) + 2 and word[: -len(end)] in first_names for end in ends)


def _is_chinese(words: list[str]) -> bool:
    """Tell whether words are Chinese names: a surname, and one or two characters of given names."""
    if len(words) > 1 and all(len(word) == 1 for word in words):  # "张 伟"
        words = ["".join(words)]
    elif len(words) > 1 and len(words[0]) == 1:
        words = [words[0] + words[1], *words[2:]]
    return len(words) <= _MOST_PARTS and all(_is_chinese_name(word) for word in words)


def _is_chinese_name(word: str) -> bool:
    if word in names(NameRole.IMPERSONAL) or word[:2] in names(NameRole.IMPERSONAL):
        return False
    surnames = names(NameRole.SURNAME, "zh")
    size = next((size for size in (2, 1) if word[:size] in surnames and len(word) > size), 0)
    if not size:
        return False
    behind = word[size:]
    return 1 <= len(behind) <= 2 and names(NameRole.GIVEN_PART, "zh").issuperset(behind)


def _is_japanese(words: list[str]) -> bool:
    """Tell whether words are a Japanese name: a surname, and one to three characters."""
    surnames, impersonal = names(NameRole.SURNAME, "ja"), names(NameRole.IMPERSONAL)
    name = "".join(words)
    if name[-1] in impersonal or len(words) > 2:  # "山口県" is a prefecture
        return False
    if len(words) == 2:
        return words[0] in surnames and 1 <= len(words[1]) <= _LONGEST_GIVEN
    return any(
        name[:size] in surnames and 1 <= len(name) - size <= 2 and name[size:] not in impersonal for size in (3, 2)
    )


def _is_korean(words: list[str]) -> bool:
    """Tell whether words are Korean names: a surname, and two syllables of given names."""
    if len(words) == 2 and len(words[0]) == 1:
        words = ["".join(words)]
    return len(words) <= _MOST_PARTS and all(len(word) == _OF_KOREAN_NAME and _is_korean_name(word) for word in words)


def _is_korean_name(word: str) -> bool:
    """Tell whether a word is a surname and syllables of given names, three or four in all: words have two as well."""
    surnames, parts = names(NameRole.SURNAME, "ko"), names(NameRole.GIVEN_PART, "ko")
    if not _OF_KOREAN_NAME <= len(word) <= _OF_KOREAN_NAME + 1 or word in names(NameRole.NAME_OR_WORD):
        return False
    sizes = (1, 2) if len(word) == _OF_KOREAN_NAME else (2,)
    return any(word[:size] in surnames and parts.issuperset(word[size:]) for size in sizes)


def _may_be_place(text: str, language: str) -> bool:
    """Tell whether a part of a line may be a place: one to three words that sentences do not have."""
    words = text.split()
    if words and folded(words[0]) in names(NameRole.IN):
        words = words[1:]
    if not 0 < len(words) <= _MOST_WORDS_OF_PLACE:
        return False
    if text == text.lower() == text.upper():
        return not _has_stop_word(words, language)
    particles = texts_of(TermRole.NAME_PARTICLE)
    return words[0][0].isupper() and all(word[0].isupper() or word in particles for word in words)


def _has_stop_word(words: list[str], language: str) -> bool:
    stops, particles = stop_words(language), texts_of(TermRole.NAME_PARTICLE)
    small = (word.lower() for word in words)
    return any(len(word) > _LONGEST_PARTICLE and word in stops and word not in particles for word in small)


_MOST_CHARS: Final = 80
_MOST_PARTS: Final = 4
_MOST_WORDS: Final = 5
_MOST_PLACES: Final = 1
_MOST_WORDS_OF_PLACE: Final = 3
_OF_SURE_NAMES: Final = 2
"""Words of a name in letters without capitals of which the second may be any."""
_LONGEST_PARTICLE: Final = 2
_LONGEST_GIVEN: Final = 3
_OF_KOREAN_NAME: Final = 3
"""Syllables; behind a surname of two there may be one more."""
_SURNAME_FIRST: Final = frozenset({"hu", "vi", "ru", "uk", "kk", "ky", "uz", "tg", "mn", "zh", "ko", "ja", "ug"})
"""Languages, as pages declare them, that write the name of the family first as well."""
_SYLLABLES: Final = frozenset({"vi"})
"""Languages whose names consist of words that sentences have as well."""
_LONGEST_ENDING: Final = 5
_NO_NAME: Final = re.compile(r"[\d?!؟？！:：;\"“”„«»_@#]")
_BETWEEN: Final = re.compile(r"\s*[,،、;/|·•&+，・()（）]\s*|\s[–—-]{1,2}\s")
_WORDS: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_USER_NAME: Final = re.compile(r"[^\W\d_]{3}\d|[^\W_]_[^\W_]")
_UNSPACED: Final = re.compile(f"[{HAN_AND_KANA}]+")
_HANGUL: Final = re.compile(f"[{HANGUL}]+")
_JAPANESE_NAME: Final = re.compile(
    "[一-鿿々ヶ]{1,3}[ \u3000]?(?:[一-鿿々]{1,3}|[\u3041-\u3096]{2,4}|[\u30a1-\u30ffー]{2,5})(?:$|[)）、,\\s])"
)
