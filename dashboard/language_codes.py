"""What a filter by language takes: the codes of ISO 639 that documents have, two letters where there are two."""

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from typing import Final

from babel import Locale
from babel.core import get_global

from mezmun.core.errors import InvalidInputError
from mezmun.core.iso_639 import is_like_code

_SPEAKERS: Final = ("en", "ug")
"""Languages, those of the interface, whose names of languages are understood when a code was to be given."""


def language_code(text: str) -> str:
    """Give a language's code as it is.

    Raises:
        InvalidInputError: it is none, or not the one that documents have; the message names the code expected.
    """
    word = text.strip().casefold()
    newer = get_global("language_aliases").get(word, "")
    if len(newer) == 2:  # of "uig" or "iw"; three letters, as "fil" for "tl", are a matter of taste
        raise InvalidInputError(_refusal(text, newer))
    if is_like_code(text) and (newer or text in _names("en")):
        return text
    named = {name.casefold(): code for speaker in _SPEAKERS for code, name in _names(speaker).items()}
    near = [word] if word in named else get_close_matches(word, named, n=1)
    raise InvalidInputError(_refusal(text, word if word in _names("en") else named[near[0]] if near else None))


def _refusal(text: str, expected: str | None) -> str:
    hint = f"did you mean {expected} ({_names('en')[expected]})?" if expected else "such as ug or zh."
    return f"{text!r} is no language code of ISO 639 that documents have{':' if expected else ','} {hint}"


@cache
def _names(speaker: str) -> Mapping[str, str]:
    """Give the languages by their codes, as they are called in one; without those of countries (``de_AT``)."""
    return {code: name for code, name in Locale.parse(speaker).languages.items() if is_like_code(code)}
