"""Text in, clean text out: ``mezmun.normalize``, ``decode``, ``identify``, ``convert`` and ``mask``."""

from typing import Final

from mezmun.core.errors import InvalidInputError, UsageError
from normalization import DEFAULT_RULES, MASK_RULES, decode, identify, normalize, scripts_of
from normalization.uyghur.scripts import Conversion, Script
from normalization.uyghur.scripts import converted as written_in

__all__ = ["conversion", "convert", "decode", "identify", "mask", "normalize", "script_named", "script_of"]

_SCRIPTS: Final = {"Arab": Script.ARABIC, "Latn": Script.LATIN, "Cyrl": Script.CYRILLIC}
_LETTER_RULES: Final = DEFAULT_RULES - MASK_RULES


def convert(text: str, to: str = "latin", source: str | None = None) -> str:
    """Write Uyghur text in another of its scripts; words of other languages, numbers and signs stay.

    Args:
        text: the text; letters of Arabic script are made clean first.
        to: ``arabic``, ``latin`` (ULY) or ``cyrillic``.
        source: the script it is in, likewise; without it, the script that most of its letters are of. Latin text may
            be in ULY, UYY or as people write on other keyboards.

    Raises:
        InvalidInputError: there is no such script, or the text is in none of the three.
    """
    return conversion(text, to, source).text


def conversion(text: str, to: str = "latin", source: str | None = None) -> Conversion:
    """Write Uyghur text in another of its scripts, as ``convert`` does, and say which words could not be."""
    target = script_named(to)
    origin = script_of(text) if source is None else script_named(source)
    clean = normalize(text, rules=_LETTER_RULES).text if origin is Script.ARABIC else text
    return written_in(clean, target, origin)


def script_of(text: str) -> Script:
    """Tell which of Uyghur's scripts most letters of a text are of.

    Raises:
        InvalidInputError: they are of none of them.
    """
    code = scripts_of([text])[0]
    if code not in _SCRIPTS:
        raise InvalidInputError(
            f"The text is in no script that Uyghur is written in ({code}): one of {', '.join(Script)} is needed."
        )
    return _SCRIPTS[code]


def script_named(name: str) -> Script:
    """Give the script of that name.

    Raises:
        UsageError: there is none.
    """
    try:
        return Script(name)
    except ValueError:
        raise UsageError(f"There is no script {name!r}: a script is one of {', '.join(Script)}.") from None


def mask(text: str) -> str:
    """Mask what reaches or identifies a person, as ``normalization.masking`` lists it; all else stays as it is."""
    return normalize(text, rules=MASK_RULES).text
