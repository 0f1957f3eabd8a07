"""Mojibake: UTF-8 that was once misread in another encoding and saved again, undone where Arabic script comes out.

For windows-1252 and latin-1, by far the most frequent case, text of any script is repaired: sound text has no sign of
this misreading.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from normalization.load_once import load_once

_ARABIC = re.compile(r"[\u0600-\u06ff\ufb50-\ufdff\ufe70-\ufefc]")
_LETTER = re.compile(r"[^\W\d_\x00-\x7f]")
_MIN_ARABIC_SHARE = 0.6
"""The least share of Arabic letters in a repaired run. Sound repairs give more than 0.9, chance far less than 0.3."""
_ARABIC_LETTERS_A_BAD_BYTE = 10
"""A run that GB18030 has misread lost some bytes; at most one of so many Arabic letters may be U+FFFD instead."""
_LATIN1_CONTROL = re.compile("[\u00e0-\u00ef](?:[\u0080-\u009f][\u0080-\u00bf]|[\u00a0-\u00bf][\u0080-\u009f])")
"""Three bytes of UTF-8 read as latin-1, one of which became a control character. This happens to "→" and to the letters
of most scripts."""
_LEAD = re.compile("[\u00c2-\u00f4]")
_CP1252 = bytes(range(0x80, 0xA0)).decode("cp1252", "ignore")
_PAIR = re.compile(f"[\u00c2-\u00df][\u0080-\u00bf{_CP1252}]")
_PAIRS = re.compile(f"(?:{_PAIR.pattern}){{3}}")
"""Letters of two bytes side by side, as in Cyrillic and Greek. Nearly all letters of the text must be of this kind:
misread Chinese of GB2312 has some by chance."""
_MAX_STRAY_LEAD_SHARE = 0.1
QUOTE = "\u00e2\u20ac"
"""The remains of the first two bytes of quotes and dashes."""
_HONEST_QUOTE = re.compile("[\u2018\u2019\u201c\u201d](?<!\u00e2\u20ac.)")
# A word or two: shorter runs of the signs occur in honest text (Ø, Ù and Û are letters, ط and ع too).
_MIN_UNITS = 3
_MAX_PASSES = 2
"""A page saved wrongly twice needs two passes."""


@dataclass(frozen=True, slots=True)
class Mended:
    """The text, the encoding through which it had been misread (None: it had not), and how many runs were undone."""

    text: str
    through: str | None = None
    runs: int = 0


def shows(text: str) -> bool:
    """Whether a text has any run that looks misread."""
    return _shown(text) is not None


def mend(text: str, utf8: bytes | None = None) -> Mended:
    """Undo misreadings of UTF-8 as latin-1, windows-1252, windows-1256, windows-1251 or GB18030, run by run.

    A run is changed only when its bytes are UTF-8 again and most of its letters are then Arabic-script, or when the
    text is sure to have been read as windows-1252; everything around it stays. Must come before format characters
    are deleted: windows-1256 has ZWJ and ZWNJ among its bytes. ``utf8`` is the text in UTF-8, where it is at hand.
    """
    through, runs = None, 0
    for _ in range(_MAX_PASSES):
        name = _shown(text, utf8)
        if name is None:
            break
        mended, count = _misreadings()[name].undo(text)
        if not count:
            break
        text, utf8, through, runs = mended, None, name, runs + count
    return Mended(text, through, runs)


def _shown(text: str, utf8: bytes | None = None) -> str | None:
    """Name the first misreading with a sign in the text; ASCII, nearly all of most pages, is left out of the search."""
    if text.isascii():
        return None
    codes = np.frombuffer(text.encode("utf-8", "surrogatepass") if utf8 is None else utf8, dtype=np.uint8)
    beyond_ascii = codes[codes > _LAST_ASCII].tobytes()
    text_beyond_ascii = beyond_ascii.decode("utf-8", "surrogatepass")
    if _first_characters().search(text_beyond_ascii) is None:  # as in English, whose quotes and dashes begin nothing
        return None
    may_show = _may_show(text_beyond_ascii)
    for name, misreading in _misreadings().items():
        if may_show & misreading.bit and misreading.shows(text_beyond_ascii) and misreading.shows(text):
            return name
    return None


def _may_show(text: str) -> int:
    """Give the misreadings, as their bits, of which a text without ASCII may have a sign; quicker than to search it.

    Two characters that may come of one letter stand side by side in all of them, and but for that of any script two
    such pairs do.
    """
    first, second = _sides()
    units = np.frombuffer(text.encode("utf-16-le", "surrogatepass"), dtype="<u2")
    pairs = first.take(units)[:-1] & second.take(units)[1:]
    by_distance = [int(np.bitwise_or.reduce(pairs[: len(pairs) - each] & pairs[each:])) for each in range(4)]
    once, next_to, *side_by_side = by_distance
    return once & _OF_ANY_SCRIPT | next_to & _OF_ONE_CHARACTER | (side_by_side[0] | side_by_side[1]) & _OF_ONE_BYTE


@load_once
def _first_characters() -> re.Pattern[str]:
    """Give the pattern of the characters that what came of a letter begins with in any misreading."""
    return re.compile(f"[{re.escape(''.join(each.first for each in _misreadings().values()))}]")


@load_once
def _sides() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Give, of each code unit, the misreadings in which it may be the first and the second of a pair, as their bits."""
    first, second = np.zeros((2, 0x10000), dtype=np.uint8)
    for misreading in _misreadings().values():
        for side, characters in (first, misreading.first), (second, misreading.second):
            side[[ord(each) for each in characters]] |= misreading.bit
    return first, second


_LAST_ASCII = 0x7F
_OF_ONE_BYTE, _OF_ONE_CHARACTER, _OF_ANY_SCRIPT = 1 | 2 | 4, 8, 16
"""Bits of misreadings: in which a byte or an Arabic letter became one character, and of letters of any script."""


@dataclass(frozen=True, slots=True)
class _Misreading:
    """The signs of one encoding's misreading, the runs that can have it (``run``), and the way back to bytes."""

    shows: Callable[[str], object]
    """True for a text with a sign of this misreading. Leaving out the ASCII characters does not hide a sign."""
    first: str
    """The characters that what came of a letter may begin with, ..."""
    second: str
    """... and the one that stands behind these; of one character, another letter's."""
    bit: int
    run: re.Pattern[str]
    encode: Callable[[str], bytes]
    is_sound: Callable[[str], bool]
    """Whether the repaired run is what its writer meant."""
    lossy: bool = False

    def undo(self, text: str) -> tuple[str, int]:
        undone = 0

        def reread(match: re.Match[str]) -> str:
            nonlocal undone
            try:
                read = self.encode(match[0]).decode("utf-8", "replace" if self.lossy else "strict")
            except UnicodeError:
                return match[0]
            if not self.is_sound(read):
                return match[0]
            undone += 1
            return read

        return self.run.sub(reread, text), undone


def _is_arabic(text: str) -> bool:
    letters, arabic = len(_LETTER.findall(text)), len(_ARABIC.findall(text))
    return 0 < arabic >= letters * _MIN_ARABIC_SHARE and text.count("\ufffd") * _ARABIC_LETTERS_A_BAD_BYTE <= arabic


def _is_printable(text: str) -> bool:
    return all(character.isprintable() or character.isspace() for character in text)


def _shows_any_script(text: str) -> bool:
    """Whether UTF-8 was read as windows-1252 or latin-1: sequences that no language has, or the remains of quotes."""
    if _LATIN1_CONTROL.search(text) or (text.count(QUOTE) >= _MIN_UNITS and not _HONEST_QUOTE.search(text)):
        return True
    if not _PAIRS.search(text):
        return False
    leads = len(_LEAD.findall(text))
    return leads - len(_PAIR.findall(text)) <= _MAX_STRAY_LEAD_SHARE * leads


def _single_byte(bit: int, *names: str, any_script: bool = False) -> _Misreading:
    """Build the signs of encodings in which each byte of UTF-8 became one character."""
    readings = {byte: {_character(byte, name) for name in names} for byte in range(0x80, 0x100)}

    def characters(*bytes_: int) -> str:
        return "".join(character for byte in bytes_ for character in readings[byte])

    def charset(first: int, last: int) -> str:
        return f"[{re.escape(characters(*range(first, last + 1)))}]"

    def of_bytes(*forms: tuple[int, int, str]) -> str:
        """Give what begins with a byte from one to another and goes on in a form; a search leaps to the first bytes."""
        leads = characters(*(byte for first, last, _ in forms for byte in range(first, last + 1)))
        behind = "|".join(f"(?<={charset(first, last)}){form}" for first, last, form in forms)
        return f"[{re.escape(leads)}](?:{behind})"

    tail = charset(0x80, 0xBF)
    arabic = of_bytes((0xD8, 0xDB, tail), (0xEF, 0xEF, charset(0xAD, 0xBB) + tail))
    unit = of_bytes((0xC2, 0xDF, tail), (0xE0, 0xEF, tail * 2), (0xF0, 0xF4, tail * 3))
    between = r"[\x00-;=?-@\[-`{-\x7f]*"  # ASCII but letters and tags
    back = {character: byte for byte, characters in readings.items() for character in characters}
    back |= {chr(byte): byte for byte in range(0x80)}
    return _Misreading(
        _shows_any_script if any_script else re.compile(f"{arabic}{between}" * _MIN_UNITS).search,
        characters(*(range(0xC2, 0xF5) if any_script else (*range(0xD8, 0xDC), 0xEF))),
        characters(*range(0x80, 0xC0)),
        bit,
        re.compile(f"{unit}(?:{between}{unit})*"),
        lambda run: bytes([back[character] for character in run]),
        _is_printable if any_script else _is_arabic,
    )


def _character(byte: int, name: str) -> str:
    """Read one byte by a codec, and as latin-1 where the codec has no character ("sloppy", as browsers do)."""
    try:
        return bytes([byte]).decode(name)
    except UnicodeDecodeError:
        return chr(byte)


def _gb18030() -> _Misreading:
    """Build the signs of GB18030, where the two bytes of an Arabic letter became one rare hanzi."""
    hanzi = "".join(bytes([lead, tail]).decode("gb18030") for lead in range(0xD8, 0xDC) for tail in range(0x80, 0xC0))
    return _Misreading(
        re.compile(f"[{hanzi}]{{{_MIN_UNITS}}}").search,
        hanzi,
        hanzi,
        _OF_ONE_CHARACTER,
        re.compile(r"[^\n<>]+"),
        lambda run: run.encode("gb18030"),
        _is_arabic,
        lossy=True,
    )


@load_once
def _misreadings() -> dict[str, _Misreading]:
    return {
        "cp1252": _single_byte(1, "cp1252", "latin-1"),
        "cp1256": _single_byte(2, "cp1256"),
        "cp1251": _single_byte(4, "cp1251"),
        "gb18030": _gb18030(),
        "windows-1252": _single_byte(_OF_ANY_SCRIPT, "cp1252", "latin-1", any_script=True),
    }
