"""How the sample pages write their letters: presentation forms, and character references in a windows-1252 page."""

import re
import unicodedata
from collections.abc import Iterator
from enum import StrEnum
from functools import cache


class Writing(StrEnum):
    """The style of character references of one page."""

    DECIMAL = "decimal"
    HEX = "hex"
    UNTERMINATED = "unterminated"
    """Decimal, and some without their semicolon, as old editors left them."""


def presentation_forms(text: str, *, hamza_ligatures: bool = False) -> str:
    """Write Arabic letters by their shapes, as old Uyghur input tools stored them.

    Each letter of U+0600-06FF becomes its isolated, initial, medial or final form (Unicode charts FB50 and FE70),
    lam-alef one ligature. What has no such form stays as it is.

    Args:
        text: clean letters.
        hamza_ligatures: write U+0626 with its vowel as one of FBEA-FBFB, as a few tools do; most write two forms.
    """
    return "".join(_shaped(text, "\u0644\u0626" if hamza_ligatures else "\u0644"))


def references(html: str, writing: Writing) -> bytes:
    """Encode a page as windows-1252, with numeric character references for all that it cannot hold."""
    page = html.encode("cp1252", "xmlcharrefreplace")
    if writing is Writing.HEX:
        return re.sub(rb"&#(\d+);", lambda match: b"&#x%X;" % int(match[1]), page)
    if writing is Writing.UNTERMINATED:
        # Every third one, and never before a digit: there the number would run on and no reader could tell.
        return re.sub(rb"((?:&#\d+;[^&]*){2}&#\d+);(?!\d)", rb"\1", page)
    return page


def _shaped(text: str, joining: str) -> Iterator[str]:
    forms, at, joined = _forms(), 0, False
    while at < len(text):
        pair = text[at : at + 2]
        unit = pair if pair[0] in joining and pair in forms else pair[0]
        shapes = forms.get(unit, {})
        after = text[at + len(unit) : at + len(unit) + 1]
        joins_before = joined and "final" in shapes
        joins_after = "initial" in shapes and "final" in forms.get(after, {})
        shape = ("medial" if joins_after else "final") if joins_before else ("initial" if joins_after else "isolated")
        if shape not in shapes and len(unit) == 2:  # the hamza ligatures have no medial form: two letters then
            unit = unit[0]
            shapes, joins_after = forms[unit], True
            shape = "medial" if joins_before else "initial"
        yield shapes.get(shape, unit)
        joined = joins_after
        at += len(unit)


@cache
def _forms() -> dict[str, dict[str, str]]:
    """Give the forms of every letter and ligature by the name of the shape, from the Unicode character database."""
    forms: dict[str, dict[str, str]] = {}
    for code in (*range(0xFB50, 0xFC00), *range(0xFE80, 0xFEFD)):
        tag, *parts = unicodedata.decomposition(chr(code)).split() or [""]
        letters = "".join(chr(int(part, 16)) for part in parts)
        if tag.strip("<>") in {"isolated", "final", "initial", "medial"} and len(letters) <= 2:
            forms.setdefault(letters, {}).setdefault(tag.strip("<>"), chr(code))
    # Unicode has no forms of U+06D5; Uyghur pages write it with those of U+0647, which Uyghur does not have.
    forms["\u06d5"] = {"isolated": "\ufee9", "final": "\ufeea"}
    return {letters: shapes for letters, shapes in forms.items() if len(letters) == 1 or letters[0] in "\u0626\u0644"}
