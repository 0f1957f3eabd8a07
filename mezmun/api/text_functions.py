"""Text in, clean text out: ``mezmun.normalize``, ``decode``, ``identify``, ``convert`` and ``mask``."""

import re
from collections.abc import Collection, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Final

import normalization
from mezmun.api.argument_types import check_bytes, check_several, check_text
from mezmun.core.errors import InvalidInputError, UsageError
from normalization import DEFAULT_RULES, MASK_RULES, UNMASKED_RULES, Decoded, Language, Normalized, Rule, scripts_of
from normalization.languages.identification import identify_each
from normalization.languages.trigrams import UYGHUR
from normalization.uyghur.scripts import SHARED_SCRIPTS, Conversion, Script, share_of_known
from normalization.uyghur.scripts import converted as written_in

__all__ = [
    "check_script",
    "conversion",
    "conversion_by_line",
    "convert",
    "decode",
    "identify",
    "mask",
    "normalize",
    "script_named",
]

_SCRIPTS: Final = {"Arab": Script.ARABIC, **SHARED_SCRIPTS}
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_SURE: Final = 0.95
_FEWEST_WORDS: Final = 4
"""A line is in another language when that is so sure, and it has so many words: one or two may be in several."""
_KNOWN_SHARE: Final = 0.5
"""A shorter one is, too, when the lexicon knows no more of its words."""


def normalize(text: str, *, rules: str | Collection[str] = DEFAULT_RULES, language: str | None = None) -> Normalized:
    """Clean the text of one block, or of many lines, each of which is a block.

    Args:
        text: any text. Clean text comes back unchanged.
        rules: names of the changes that are allowed, as ``mezmun normalize --rules`` lists them.
        language: ISO 639 code of the whole document, when it is known: a word that several languages share is read as a
            word of this one. Without it, a text of many lines is its own document.

    Raises:
        TypeError: an argument is of another type.
        InvalidInputError: there is no such rule.
    """
    check_text("text", text)
    check_several("rules", rules)
    check_text("language", language, optional=True)
    names = {rules} if isinstance(rules, str) else {*rules}
    if unknown := names - {*Rule}:
        raise UsageError(f"rules names {min(unknown)!r}: it takes some of {', '.join(sorted(Rule))}.")
    return normalization.normalize(text, rules=frozenset(map(Rule, names)), language=language)


def decode(body: bytes | bytearray | memoryview, content_type: str | None = None) -> Decoded:
    """Decode a page's bytes by what they are, and name the evidence for the encoding.

    Args:
        body: the bytes. Valid UTF-8 wins over any declaration; a few broken sequences in it are allowed.
        content_type: value of the HTTP header, if there was one.

    Raises:
        TypeError: an argument is of another type.
    """
    check_bytes("body", body)
    check_text("content_type", content_type, optional=True)
    return normalization.decode(bytes(body), content_type)


def identify(text: str) -> Language:
    """Identify the language and script of a text, whatever its letters look like.

    Raises:
        TypeError: the text is no string.
    """
    check_text("text", text)
    return normalization.identify(text)


def convert(text: str, to: str = "latin", source: str | None = None) -> str:
    """Write Uyghur text in another of its scripts; words of other languages, numbers and signs stay.

    Args:
        text: the text; letters of Arabic script are made clean first.
        to: ``arabic``, ``latin`` (ULY) or ``cyrillic``.
        source: the script it is in, likewise; without it, each line is in the script that most of its letters are of,
            and lines in another language stay. Latin text may be in ULY, UYY or as people write on other keyboards.

    Raises:
        TypeError: the text is no string.
        InvalidInputError: there is no such script, or the text is in none of the three.
    """
    return conversion(text, to, source).text


def conversion(text: str, to: str = "latin", source: str | None = None) -> Conversion:
    """Write Uyghur text in another of its scripts, as ``convert`` does, and say which words could not be."""
    check_text("text", text)
    target = script_named(to)
    if source is not None:
        return _from_script(text, target, script_named(source))
    check_script(text)
    return conversion_by_line(text, target)


def conversion_by_line(text: str, target: Script) -> Conversion:
    """Write the Uyghur lines of a text in another script, each by the script it is in; others stay, and are said."""
    parts: list[str] = []
    left: dict[str, None] = {}
    for origin, lines in groupby(_lines(text), itemgetter(0)):
        run = "".join(line for _, line in lines)
        part = Conversion(run, tuple(_WORD.findall(run))) if origin is None else _from_script(run, target, origin)
        parts.append(part.text)
        left.update(dict.fromkeys(part.left))
    return Conversion("".join(parts), tuple(left))


def _lines(text: str) -> Iterator[tuple[Script | None, str]]:
    """Give each line with the script that its Uyghur is in; None for a line that is not Uyghur."""
    lines = text.splitlines(keepends=True)
    origin: Script | None = None
    for line, language in zip(lines, identify_each(lines), strict=True):
        if language.script != "Zyyy":  # it has letters
            origin = None if _is_foreign(line, language) else _SCRIPTS.get(language.script)
        yield origin, line


def _is_foreign(line: str, language: Language) -> bool:
    if language.code in {UYGHUR, "und"} or language.confidence < _SURE:
        return False
    script = SHARED_SCRIPTS.get(language.script)
    is_long = len(_WORD.findall(line)) >= _FEWEST_WORDS
    return is_long or (script is not None and share_of_known(line, script) <= _KNOWN_SHARE)


def _from_script(text: str, target: Script, origin: Script) -> Conversion:
    clean = normalization.normalize(text, rules=UNMASKED_RULES).text if origin is Script.ARABIC else text
    return written_in(clean, target, origin)


def check_script(text: str) -> None:
    """Check that a line of a text is in a script of Uyghur: most of its letters are of it.

    Raises:
        InvalidInputError: none is.
    """
    codes = scripts_of([text, *text.splitlines()])
    if _SCRIPTS.keys().isdisjoint(codes):
        raise InvalidInputError(
            f"The text is in no script that Uyghur is written in ({codes[0]}): one of {', '.join(Script)} is needed."
        )


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
    """Mask what reaches or identifies a person, as ``normalization.masking`` lists it; all else stays as it is.

    Raises:
        TypeError: the text is no string.
    """
    check_text("text", text)
    return normalization.normalize(text, rules=MASK_RULES).text
