"""Characters that are no letters: controls, format characters, private-use marks, tatweel."""

import re
from unicodedata import combining

from normalization.uyghur.alphabet import ARABIC_LETTER, LETTERS, NON_JOINING, NONCHARACTERS

# Line tabulation, form feed and the file, group and record separators separate; the others are noise.
_SEPARATORS = re.compile("[\x0b\x0c\x1c-\x1e]")
_CONTROLS = re.compile(f"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff{NONCHARACTERS}]")

FORMAT_CHARACTER = re.compile("[\xad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
# Symbols and pictographs: between two of them (the first may carry its variation selector) ZWJ makes one emoji.
_PICTOGRAPH = "[\u2190-\u23ff\u25a0-\u27bf\u2900-\u2bff\U0001f000-\U0001faff]"
# Beside a virama of India's scripts and Sinhala's ZWJ spells: a half form, a chillu, a touching letter (The Unicode
# Standard, 12.1; UAX #31, 2.3).
_VIRAMA_CLASS = 9
_VIRAMA = f"[{''.join(filter(lambda sign: combining(sign) == _VIRAMA_CLASS, map(chr, range(0x900, 0xE00))))}]"
_IN_NO_EMOJI = f"(?<!{_PICTOGRAPH})(?<!{_PICTOGRAPH}\ufe0f)\u200d|\u200d(?!{_PICTOGRAPH})"
_NEVER = re.compile(f"(?<!{_VIRAMA})(?:{_IN_NO_EMOJI})(?!{_VIRAMA})|[\xad\ufeff]")
_BIDI = re.compile("[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069]")
# ZWNJ is never needed in Uyghur; in a word with other letters than Uyghur's it is Persian's or Kurdish's own.
_ZWNJ_WORD = re.compile(f"(?<![{ARABIC_LETTER}])[{ARABIC_LETTER}]*\u200c[{ARABIC_LETTER}\u200c]*")
_ZWNJ_IN_UYGHUR = re.compile(f"^[{LETTERS}\u200c]*$")

# Boghda, a typesetting program, wrote its line and paragraph ends as GB codes AAA4 to AAA6, often several in a row.
_LINE_ENDS = {"\ue003": 3, "\ue004": 2, "\ue005": 1}
_LINE_END = re.compile("(?<![ \t\xa0])[ \t\xa0]*([\ue003-\ue005](?:[ \t\xa0\ue003-\ue005]*[\ue003-\ue005])?)[ \t\xa0]*")
_MAX_LINE_ENDS = 2
"""Two line ends separate paragraphs; more add nothing."""
# Its marks for notes and for raised and lowered text; and bullets of Symbol and Wingdings fonts, and GB18030 leftovers.
_NOISE = re.compile("[\ue006\ue008\ue009\ue00b-\ue00d\ue0f8\uf020-\uf0ff\uf8f5\uf8fc]")
_PRIVATE_USE = re.compile("[\ue003-\ue006\ue008\ue009\ue00b-\ue00d\ue0f8\ue292-\ue34f\uf020-\uf0ff\uf8f5\uf8fc]")
# Boghda's glyphs F9A1 to F9FE and FAA1 to FAFE, decoded as GB18030: two rows of 94, a blank where there is none.
_BOGHDA_FIRST = 0xE292
_BOGHDA_ROWS = (
    "اەوۇۆۈ   \x01ېېىىببپپتتججچچخخسسششغغففققككگگڭڭللممننيي            ئئھھ    دrزژۋ   *0123456789+-÷×=",
    "اەوۇۆۈ   \x01ېېىىببپپتتججچچخخسسششغغففققككگگڭڭللممننيي            ئئھھ    دrزژۋ  −-،.؛:-!؟(«)»<”>“",
)
"""U+0001 is the lam-alef ligature, ``r`` stands for U+0631 so that the rows read in one direction."""
_BOGHDA = re.compile("[\ue292-\ue34f]+")
_BACKWARDS = re.compile("[0-9A-Za-z]+(?:[.,:/-][0-9A-Za-z]+)*")

_LETTERS = frozenset(LETTERS)
TATWEEL = "\u0640"
_TATWEELS = re.compile(f"{TATWEEL}+")
_MIN_DRAWN_LINE = 4
"""This many tatweels beside no letter are a drawn line, not a dash."""


def drop_controls(text: str) -> tuple[str, int]:
    """Delete control characters, noncharacters and lone surrogates; those that separate become a space."""
    if not _CONTROLS.search(text):
        return text, 0
    text, separators = _SEPARATORS.subn(" ", text)
    text, count = _CONTROLS.subn("", text)
    return text, separators + count


def drop_format_characters(text: str, *, uyghur: bool) -> tuple[str, int]:
    """Delete byte order marks, soft hyphens, ZWJ (not in emoji, beside viramas); in Uyghur bidi controls and ZWNJ."""
    text, count = _NEVER.subn("", text)
    if not uyghur:
        return text, count
    text, more = _BIDI.subn("", text)
    length = len(text)
    text = _ZWNJ_WORD.sub(lambda word: _ZWNJ_IN_UYGHUR.sub(lambda own: own[0].replace("\u200c", ""), word[0]), text)
    return text, count + more + length - len(text)


def read_private_use(text: str) -> tuple[str, int]:
    """Give Boghda's line marks and glyphs their meaning, and delete its other marks and symbol-font bullets."""
    count = len(_PRIVATE_USE.findall(text))
    if not count:
        return text, 0
    text = _BOGHDA.sub(lambda run: _boghda(run[0]), text)
    text = _LINE_END.sub(
        lambda ends: "\n" * min(_MAX_LINE_ENDS, sum(_LINE_ENDS.get(mark, 0) for mark in ends[1])), text
    )
    return _NOISE.sub("", text), count


def _boghda(run: str) -> str:
    """Read a run of Boghda glyphs: letters are stored in reading order, numbers and Latin words backwards."""
    letters = []
    for glyph in run:
        row, column = divmod(ord(glyph) - _BOGHDA_FIRST, 94)
        letter = _BOGHDA_ROWS[row][column : column + 1] if row < len(_BOGHDA_ROWS) else ""
        letters.append({"\x01": "لا", "r": "ر", " ": ""}.get(letter, letter))
    return _BACKWARDS.sub(lambda number: number[0][::-1], "".join(letters))


def mend_tatweel(text: str) -> tuple[str, int]:
    """Delete kashida (between letters that join) and drawn lines; make a dash of a tatweel that stands for one."""

    def mend(match: re.Match[str]) -> str:
        before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
        joins = before in _LETTERS and (before not in NON_JOINING or after in _LETTERS)
        return "" if joins or len(match[0]) >= _MIN_DRAWN_LINE else "-"

    return _TATWEELS.subn(mend, text)
