"""UTF-8 that was once misread in another encoding and saved again: undone where Arabic-script text comes out."""

import re
from collections.abc import Callable
from dataclasses import dataclass

_ARABIC = re.compile(r"[\u0600-\u06ff\ufb50-\ufdff\ufe70-\ufefc]")
_LETTER = re.compile(r"[^\W\d_\x00-\x7f]")
# The least share of Arabic letters in what comes out; sound repairs give more than 0.9, chance far less than 0.3.
_SHARE = 0.6
# A word or two: shorter runs of the signs occur in honest text (Ø, Ù and Û are letters, ط and ع too).
_UNITS = 3
_TIMES = 2
"""A page saved wrongly twice needs two passes."""


@dataclass(frozen=True, slots=True)
class Mended:
    """The text, the encoding through which it had been misread (None: it had not), and how many runs were undone."""

    text: str
    through: str | None = None
    runs: int = 0


def shows(text: str) -> bool:
    """Tell whether a text has any run that looks misread, which most have not."""
    return not text.isascii() and any(misreading.sign.search(text) for misreading in _MISREADINGS.values())


def mend(text: str) -> Mended:
    """Undo misreadings of UTF-8 as latin-1, windows-1252, windows-1256, windows-1251 or GB18030, run by run.

    A run is changed only when its bytes are UTF-8 again and most of its letters are then Arabic-script; everything
    around it stays. Must come before format characters are deleted: windows-1256 has ZWJ and ZWNJ among its bytes.
    """
    if text.isascii():
        return Mended(text)
    through, runs = None, 0
    for _ in range(_TIMES):
        name = next((name for name, misreading in _MISREADINGS.items() if misreading.sign.search(text)), None)
        if name is None:
            break
        mended, count = _MISREADINGS[name].undo(text)
        if not count:
            break
        text, through, runs = mended, name, runs + count
    return Mended(text, through, runs)


@dataclass(frozen=True, slots=True)
class _Misreading:
    """How one encoding's misreading shows (``sign``), where it can be (``run``), and back to bytes (``encode``)."""

    sign: re.Pattern[str]
    run: re.Pattern[str]
    encode: Callable[[str], bytes]
    lossy: bool = False

    def undo(self, text: str) -> tuple[str, int]:
        undone = 0

        def reread(match: re.Match[str]) -> str:
            nonlocal undone
            try:
                read = self.encode(match[0]).decode("utf-8", "replace" if self.lossy else "strict")
            except UnicodeError:
                return match[0]
            letters, arabic = len(_LETTER.findall(read)), len(_ARABIC.findall(read))
            if not arabic or arabic < letters * _SHARE or read.count("\ufffd") * 10 > arabic:
                return match[0]
            undone += 1
            return read

        return self.run.sub(reread, text), undone


def _single_byte(*names: str) -> _Misreading:
    """Build the signs of encodings in which each byte of UTF-8 became one character."""
    readings = {byte: {_character(byte, name) for name in names} for byte in range(0x80, 0x100)}

    def charset(first: int, last: int) -> str:
        return (
            "[" + "".join(re.escape(character) for byte in range(first, last + 1) for character in readings[byte]) + "]"
        )

    tail = charset(0x80, 0xBF)
    arabic = f"(?:{charset(0xD8, 0xDB)}{tail}|{charset(0xEF, 0xEF)}{charset(0xAD, 0xBB)}{tail})"
    unit = f"(?:{charset(0xC2, 0xDF)}{tail}|{charset(0xE0, 0xEF)}{tail}{tail}|{charset(0xF0, 0xF4)}{tail}{tail}{tail})"
    between = r"[\x00-;=?-@\[-`{-\x7f]*"  # ASCII but letters and tags
    back = {character: byte for byte, characters in readings.items() for character in characters}
    back |= {chr(byte): byte for byte in range(0x80)}
    return _Misreading(
        re.compile(f"(?:{arabic}{between}){{{_UNITS}}}"),
        re.compile(f"{unit}(?:{between}{unit})*"),
        lambda run: bytes([back[character] for character in run]),
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
        re.compile(f"[{hanzi}]{{{_UNITS}}}"),
        re.compile(r"[^\n<>]+"),
        lambda run: run.encode("gb18030"),
        lossy=True,
    )


_MISREADINGS = {
    "cp1252": _single_byte("cp1252", "latin-1"),
    "cp1256": _single_byte("cp1256"),
    "cp1251": _single_byte("cp1251"),
    "gb18030": _gb18030(),
}
