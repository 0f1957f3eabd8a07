"""Character references that browsers and parsers cannot read, mended in the markup before it is parsed.

A page is changed only when it also has sound references to Arabic letters, so ordinary pages stay as they are.
"""

import re
from dataclasses import dataclass
from enum import StrEnum


class Repair(StrEnum):
    """What a repair is counted under."""

    ESCAPED = "reference-escaped-again"
    BROKEN = "reference-broken-by-space"
    UNTERMINATED = "reference-unterminated"


@dataclass(frozen=True, slots=True)
class Repaired:
    """The markup, and how many references each repair changed."""

    text: str
    changes: dict[str, int]


# A page's broken references are repaired when it has this many sound ones to Arabic letters; no ordinary page has any.
_MIN_SOUND_REFERENCES = 20
# Of the letters escaped twice this share must be Arabic, and make a word at least.
_MIN_ESCAPED_ARABIC_SHARE = 0.9
_MIN_ESCAPED_LETTERS = 3
_ESCAPED = re.compile(r"&(?:(?:amp|#38|#x26);)+#(?:(\d{1,7})|[xX]([0-9a-fA-F]{1,6}));")
_OF_ARABIC = r"#(?=0?1[5-7]|6[45]|[xX]0*(?:6|[fF][b-eB-E]))"
"""A reference whose number begins as those of Arabic letters do: most pages have many others."""
_MAY_BE_REPAIRED = re.compile(rf"&(?:(?:(?:amp|#38|#x26);)+#|{_OF_ARABIC})")
_SOUND = re.compile(rf"&{_OF_ARABIC}(?:(\d{{4,5}})(?!\d)|[xX]0*([0-9a-fA-F]{{3,4}})(?![0-9a-fA-F]))")
_SPACE = r"(?:\s{1,8})?"
_DECIMAL = rf"(\d(?:{_SPACE}\d){{2,4}})"
_HEXADECIMAL = rf"[xX]{_SPACE}([0-9a-fA-F](?:{_SPACE}[0-9a-fA-F]){{1,3}})"
_BROKEN = re.compile(rf"&{_SPACE}#{_SPACE}(?:{_DECIMAL}|{_HEXADECIMAL}){_SPACE};")
_WHITE = re.compile(r"\s")
_UNTERMINATED = re.compile(r"&#(?:(\d{4,20})|[xX]([0-9a-fA-F]{3,20}))(?![0-9a-fA-F;])")
_ARABIC = (range(0x0600, 0x0700), range(0xFB50, 0xFEFD))
"""The letters and their presentation forms."""
_GENERAL = range(0x200B, 0x2030)
"""Format characters, dashes and quotation marks, which stand among letters of every script."""
_LATIN = range(0xA0, 0x100)
"""The guillemets and other Latin-1 signs of the same text."""
# Where an unterminated reference may end: first at a letter or sign Uyghur writes, then at any Arabic one.
_UYGHUR = frozenset(map(ord, "ئاەبپتجچخدرزژسشغفقكگڭلمنھوۇۆۈۋېىي،؛؟ـ«»ةصظذثأإؤهحضع\u00a0"))


def repair(html: str) -> Repaired:
    """Mend references escaped twice, broken by white space, or unterminated before a digit; decimal and hexadecimal."""
    if _MAY_BE_REPAIRED.search(html) is None:
        return Repaired(html, {})
    changes: dict[str, int] = {}
    html = _unescape_again(html, changes)
    evidence = 0
    for match in _SOUND.finditer(html):
        evidence += _in_arabic(_value(match))
        if evidence == _MIN_SOUND_REFERENCES:
            html = _rejoin(html, changes)
            html = _terminate(html, changes)
            break
    return Repaired(html, changes)


def _value(match: re.Match[str]) -> int:
    return int(match[1]) if match[1] else int(match[2], 16)


def _in_arabic(value: int) -> bool:
    return any(value in block for block in _ARABIC)


def _unescape_again(html: str, changes: dict[str, int]) -> str:
    values = [_value(match) for match in _ESCAPED.finditer(html)]
    letters = sum(map(_in_arabic, values))
    others = sum(value >= _LATIN.stop and value not in _GENERAL and not _in_arabic(value) for value in values)
    if letters < _MIN_ESCAPED_LETTERS or letters < (letters + others) * _MIN_ESCAPED_ARABIC_SHARE:
        return html
    html, changes[Repair.ESCAPED] = _ESCAPED.subn(lambda match: f"&#{_value(match)};", html)
    return html


def _rejoin(html: str, changes: dict[str, int]) -> str:
    def join(match: re.Match[str]) -> str:
        decimal, hexadecimal = (_WHITE.sub("", digits or "") for digits in match.groups())
        value = int(decimal) if decimal else int(hexadecimal, 16)
        if not _WHITE.search(match[0]) or not (_in_arabic(value) or value in _GENERAL or value in _LATIN):
            return match[0]
        changes[Repair.BROKEN] = changes.get(Repair.BROKEN, 0) + 1
        return f"&#{value};"

    return _BROKEN.sub(join, html)


def _terminate(html: str, changes: dict[str, int]) -> str:
    def cut(match: re.Match[str]) -> str:
        digits, base = (match[1], 10) if match[1] else (match[2], 16)
        values = {length: int(digits[:length], base) for length in range(2, min(len(digits), 6))}
        if _in_arabic(int(digits, base)):  # whole as it stands
            return match[0]
        ends = [length for length, value in values.items() if value in _UYGHUR] or [
            length for length, value in values.items() if _in_arabic(value)
        ]
        if not ends:
            return match[0]
        changes[Repair.UNTERMINATED] = changes.get(Repair.UNTERMINATED, 0) + 1
        return f"&#{values[ends[-1]]};{digits[ends[-1] :]}"

    return _UNTERMINATED.sub(cut, html)
