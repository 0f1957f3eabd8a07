"""Whether some words are the name of a person, by the script that they are written in.

In letters with capitals a given name begins the name, and the words have capitals; in others the words themselves must
be known as names; Chinese, Japanese and Korean names are a surname and a few characters.
"""

import re
from typing import Final

from extraction.lexicon.language_traits import LanguageTrait, languages_with
from extraction.lexicon.person_names import NameRole, folded, names
from extraction.lexicon.stop_words import stop_words
from extraction.lexicon.terms import TermRole, texts_of
from extraction.page.signs import HAN_AND_KANA, HANGUL


def is_name(words: list[str], language: str) -> bool:
    """Tell whether some words are the name of a person, perhaps with a title; ``language`` is that of the page."""
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
        return _is_japanese_name(words) if language == "ja" else _are_chinese_names(words)
    if IN_HANGUL.fullmatch("".join(words)) is not None:
        return _are_korean_names(words)
    if not 2 <= len(words) <= _MOST_NAME_WORDS:
        return False
    has_capitals = words[0] != words[0].lower() or words[0] != words[0].upper()
    return _is_cased_name(words, language) if has_capitals else _is_uncased_name(words, language)


def begins_with_given_name(word: str) -> bool:
    """Tell whether a word, without accents, is a given name, begins with one and a hyphen, or has one and an ending."""
    first_names = names(NameRole.GIVEN_NAME)
    if word in first_names or word.partition("-")[0] in first_names:
        return True
    ends = names(NameRole.GIVEN_ENDING)
    return any(word.endswith(end) and len(word) > len(end) + 2 and word[: -len(end)] in first_names for end in ends)


def has_stop_word(words: list[str], language: str) -> bool:
    """Tell whether one of some words is a word that sentences of a language have and names have not."""
    stops, particles = stop_words(language), texts_of(TermRole.NAME_PARTICLE)
    small = (word.lower() for word in words)
    return any(len(word) > LONGEST_PARTICLE and word in stops and word not in particles for word in small)


def has_name_of(text: str, language: str) -> bool:
    """Tell whether a line may hold a name, by the letters of a language without capitals (Korean, Japanese, Tibetan).

    In every other language each line may, since its capitals tell names from words.
    A Korean name is a surname and syllables of given names; in a Japanese name kana may stand behind the surname. In
    Tibetan a name has four syllables at most, and so have the words before it where nothing parts them.
    """
    if language == "ko":
        return any(map(_is_korean_name, IN_HANGUL.findall(text)))
    if language == "bo":
        *label, name = _PHRASES.split(text.strip(_PHRASE_ENDS))
        return len(name.strip(_TSHEG).split(_TSHEG)) <= (_MOST_SYLLABLES if label else 2 * _MOST_SYLLABLES)
    return language != "ja" or _JAPANESE_NAME.search(text) is not None


def may_be_korean_name(word: str) -> bool:
    """Tell whether a word is a Korean surname and two more syllables, of any kind."""
    is_like_name = IN_HANGUL.fullmatch(word) is not None and len(word) == _KOREAN_NAME_SIZE
    return is_like_name and word[0] in names(NameRole.SURNAME, "ko") and word not in names(NameRole.NAME_OR_WORD)


def _is_cased_name(words: list[str], language: str) -> bool:
    particles = texts_of(TermRole.NAME_PARTICLE)
    if any(not word[0].isupper() and word.lower() not in particles for word in words) or not words[-1][0].isupper():
        return False
    if all(word[0] == word for word in words if len(word) == 1) and all(
        len(word) <= LONGEST_PARTICLE for word in words
    ):
        return False
    small = [folded(word) for word in words]
    first_names = names(NameRole.GIVEN_NAME)
    firsts = small if language in languages_with(LanguageTrait.SURNAME_FIRST) else small[:1]
    if not any(map(begins_with_given_name, firsts)):
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
    return language in languages_with(LanguageTrait.NAMES_OF_WORDS) or not has_stop_word(words[1:], language)


def _is_uncased_name(words: list[str], language: str) -> bool:
    small = [folded(word) for word in words]
    if not begins_with_given_name(small[0]):
        small[0] = _without_prefix(small[0], language)
    first_names, either, known = names(NameRole.GIVEN_NAME), names(NameRole.NAME_OR_WORD), names(NameRole.SURNAME)
    if not begins_with_given_name(small[0]) or any(each in names(NameRole.IMPERSONAL) for each in small):
        return False
    if small[0] in either and not all(each in first_names or each in known for each in small[1:]):
        return False
    if all(each in either for each in small):
        return False
    if len(words) == _SURE_NAME_WORDS and not has_stop_word(words[1:], language):
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


def _are_chinese_names(words: list[str]) -> bool:
    """Tell whether words are Chinese names: a surname, and one or two characters of given names."""
    if len(words) > 1 and all(len(word) == 1 for word in words):  # "张 伟"
        words = ["".join(words)]
    elif len(words) > 1 and len(words[0]) == 1:
        words = [words[0] + words[1], *words[2:]]
    return len(words) <= MOST_NAMES and all(_is_chinese_name(word) for word in words)


def _is_chinese_name(word: str) -> bool:
    if word in names(NameRole.IMPERSONAL) or word[:2] in names(NameRole.IMPERSONAL):
        return False
    surnames = names(NameRole.SURNAME, "zh")
    size = next((size for size in (2, 1) if word[:size] in surnames and len(word) > size), 0)
    if not size:
        return False
    behind = word[size:]
    return 1 <= len(behind) <= 2 and names(NameRole.GIVEN_PART, "zh").issuperset(behind)


def _is_japanese_name(words: list[str]) -> bool:
    """Tell whether words are a Japanese name: a surname, and one to three characters."""
    surnames, impersonal = names(NameRole.SURNAME, "ja"), names(NameRole.IMPERSONAL)
    name = "".join(words)
    if name[-1] in impersonal or len(words) > 2:  # "山口県" is a prefecture
        return False
    if len(words) == 2:
        return words[0] in surnames and 1 <= len(words[1]) <= _MOST_GIVEN_CHARS
    return any(
        name[:size] in surnames and 1 <= len(name) - size <= 2 and name[size:] not in impersonal for size in (3, 2)
    )


def _are_korean_names(words: list[str]) -> bool:
    """Tell whether words are Korean names: a surname, and two syllables of given names."""
    if len(words) == 2 and len(words[0]) == 1:
        words = ["".join(words)]
    return len(words) <= MOST_NAMES and all(len(word) == _KOREAN_NAME_SIZE and _is_korean_name(word) for word in words)


def _is_korean_name(word: str) -> bool:
    """Tell whether a word is a surname and syllables of given names, three or four in all: words have two as well."""
    surnames, parts = names(NameRole.SURNAME, "ko"), names(NameRole.GIVEN_PART, "ko")
    if not _KOREAN_NAME_SIZE <= len(word) <= _KOREAN_NAME_SIZE + 1 or word in names(NameRole.NAME_OR_WORD):
        return False
    sizes = (1, 2) if len(word) == _KOREAN_NAME_SIZE else (2,)
    return any(word[:size] in surnames and parts.issuperset(word[size:]) for size in sizes)


MOST_NAMES: Final = 4
"""Names in one line, or in one part of it (half 0, twice 0)."""
_MOST_NAME_WORDS: Final = 5  # two given names, particles and a surname: "Juan Carlos de la Cruz"
_SURE_NAME_WORDS: Final = 2
"""Words of a name in letters without capitals of which the second may be any."""
LONGEST_PARTICLE: Final = 2
"""Letters of words that names have, and lists of the words of sentences as well."""
_MOST_GIVEN_CHARS: Final = 3  # of a Japanese given name that a space parts from the surname
_MOST_SYLLABLES: Final = 4
"""Syllables of a Tibetan name: two words of two."""
_TSHEG: Final = "\u0f0b"
"""The sign between syllables in Tibetan."""
_PHRASE_ENDS: Final = " \t:\u0f0d\u0f0e"
_PHRASES: Final = re.compile(f"[{_PHRASE_ENDS}]+")
_KOREAN_NAME_SIZE: Final = 3
"""Syllables; behind a surname of two there may be one more."""
_UNSPACED: Final = re.compile(f"[{HAN_AND_KANA}]+")
IN_HANGUL: Final = re.compile(f"[{HANGUL}]+")
_JAPANESE_NAME: Final = re.compile(
    "[一-鿿々ヶ]{1,3}[ \u3000]?(?:[一-鿿々]{1,3}|[\u3041-\u3096]{2,4}|[\u30a1-\u30ffー]{2,5})(?:$|[)）、,\\s])"
)
