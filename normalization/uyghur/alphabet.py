"""The Uyghur alphabet in Arabic script: which code points are letters, vowels, and beyond doubt clean."""

import re

LETTERS = "ئاەبپتجچخدرزژسشغفقكگڭلمنھوۇۆۈۋېىي"
"""The 32 letters in dictionary order, after U+0626, which carries a word's or syllable's first vowel."""
VOWELS = "اەوۇۆۈېى"
NON_JOINING = "اەدرزژوۇۆۈۋ"
"""Letters that never join to the next one, so that a kashida cannot follow them."""

ARABIC_LETTER = "\u0620-\u063f\u0641-\u064a\u066e\u066f\u0671-\u06d3\u06d5\u06ee\u06ef\u06fa-\u06ff\u0750-\u077f"
ARABIC_MARK = "\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed"
TOKEN = re.compile(f"[{ARABIC_LETTER}{ARABIC_MARK}]+")
"""One word of Arabic script with its marks."""
DOUBLED_HAMZA = "ئئ"
"""Two clean letters that are no clean text."""
UYGHUR_WORD = re.compile(f"[{LETTERS}]+")

NONCHARACTERS = "\ufdd0-\ufdef" + "".join(chr(plane << 16 | last) for plane in range(17) for last in (0xFFFE, 0xFFFF))
"""Code points that are no characters (Unicode Standard, 23.7), as part of a character class."""

_FIRST_HANZI, _LAST_HANZI = 0x4E00, 0x9FFF


def _hanzi() -> str:
    """Give the hanzi as ranges, but for those that two UTF-8 bytes of an Arabic letter become when read as GB18030."""
    misread = {bytes([lead, tail]).decode("gb18030") for lead in range(0xD8, 0xDC) for tail in range(0x80, 0xC0)}
    bounds = [_FIRST_HANZI - 1, *sorted(code for code in map(ord, misread) if _FIRST_HANZI <= code <= _LAST_HANZI)]
    gaps = zip(bounds, [*bounds[1:], _LAST_HANZI + 1], strict=True)
    return "".join(f"{chr(before + 1)}-{chr(after - 1)}" for before, after in gaps if after - before > 1)


SUSPECT = re.compile(
    "[^\t\n\r -~\xa0-\xac\xae-\xd7\xdc-\u02ff\u0400-\u0427\u042c-\u0482\u048a-\u052f"
    f"\u060c\u061b\u061f\u066a-\u066d{LETTERS}\u06d4\u2010-\u2027\u2030-\u205e\u20a0-\u20bf"
    f"\u2100-\u2125\u2127-\u2129\u212c-\u22ff\u2500-\u27bf\u3001-\u3029\u3030-\u303f{_hanzi()}\uff01-\uff65]"
)
"""A character that some rule may change. All other characters are in normal form C in any context.

The class also has the letters that the lead bytes of Arabic letters become in mojibake: U+00D8 to U+00DB
in windows-1252, U+0428 to U+042B in windows-1251, some rare hanzi in GB18030.
"""
