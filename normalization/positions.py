"""What the shapes of positional forms tell before they are folded: lost and spurious spaces, reversed order."""

import re
import unicodedata

from normalization.alphabet import ARABIC_LETTER, LETTERS, NON_JOINING
from normalization.lexicon import lexicon
from normalization.presentation import PRESENTATION_FORM, UYGHUR_TABLE, fold_presentation_forms


def _forms(*positions: str) -> set[str]:
    """Give the forms of the positions named (initial, medial, final, isolated)."""
    marks = tuple(f"<{position}>" for position in positions)
    codes = filter(PRESENTATION_FORM.match, map(chr, UYGHUR_TABLE))
    return {form for form in codes if unicodedata.decomposition(form).startswith(marks)}


def _charset(characters: set[str]) -> str:
    return f"[{''.join(sorted(characters))}]"


_DUAL = {
    chr(code) for code, letters in UYGHUR_TABLE.items() if letters and letters in LETTERS and letters not in NON_JOINING
}
# Many converters wrote U+FBAA to FBAD in every position, and U+FEEF before another letter: those show no word's end.
_ENDS = (_forms("final", "isolated") & _DUAL) - set("\ufbaa\ufbab\ufbac\ufbad\ufeef")
_LETTER = f"[{ARABIC_LETTER}\ufb50-\ufd3d\ufd50-\ufdf9\ufe80-\ufefc]"
_RUN = re.compile(f"{_LETTER}+")
_END_INSIDE = re.compile(f"{_charset(_ENDS)}(?={_LETTER})")
_CUT = re.compile(f"(?<={_charset(_ENDS)})(?={_LETTER})")
_GAP = re.compile(f"{_charset(_forms('initial', 'medial') & _DUAL)} {_charset(_forms('medial', 'final'))}")
_JOINING = f"{_LETTER}*{_charset(_forms('initial', 'medial') & _DUAL)}"
_JOINED = f"{_charset(_forms('medial', 'final'))}{_LETTER}*"
_SPURIOUS = re.compile(f"(?<!{_LETTER})({_JOINING}) ({_JOINED})")
_SHORTEST = 2
"""Letters of the shortest word a cut may leave."""

_INITIAL = _charset(_forms("initial"))
_REVERSED = re.compile(
    f"(?<!{_LETTER}){_charset(_forms('final', 'medial'))}{_LETTER}*{_charset(_forms('initial', 'medial'))}(?!{_LETTER})"
)
_STARTING = re.compile(f"(?<!{_LETTER}){_INITIAL}(?={_LETTER})")
_ENDING = re.compile(f"(?<={_LETTER}){_INITIAL}(?!{_LETTER})")
_LEFT_TO_RIGHT = re.compile(r"[0-9A-Za-z]+(?:[.,:/@_-][0-9A-Za-z]+)*")
_MIRRORED = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")


def turn_visual_order(text: str) -> tuple[str, int]:
    """Turn lines, or single runs in a line, that are stored in the order in which they are displayed."""
    if not _REVERSED.search(text):
        return text, 0
    total = 0
    lines = text.split("\n")
    for number, line in enumerate(lines):
        turned, count = _REVERSED.subn(lambda run: run[0][::-1], line)
        if count and len(_ENDING.findall(line)) > len(_STARTING.findall(line)):
            turned = _LEFT_TO_RIGHT.sub(lambda run: run[0][::-1], line[::-1].translate(_MIRRORED))
        lines[number] = turned
        total += count
    return "\n".join(lines), total


def mend_spaces(text: str) -> tuple[str, int]:
    """Put a space after a word's end inside a run, and take it out between two forms that join; words decide."""
    words = lexicon()
    count = 0

    def cut(match: re.Match[str]) -> str:
        nonlocal count
        pieces = _CUT.split(match[0])
        if len(pieces) == 1:
            return match[0]
        folded = [fold_presentation_forms(piece) for piece in pieces]
        if "".join(folded) in words or min(map(len, folded)) < _SHORTEST:
            return match[0]
        count += len(pieces) - 1
        return " ".join(pieces)

    def join(match: re.Match[str]) -> str:
        nonlocal count
        first, second = map(fold_presentation_forms, match.groups())
        if first + second not in words and (first in words or second in words):
            return match[0]
        count += 1
        return match[1] + match[2]

    if _END_INSIDE.search(text):
        text = _RUN.sub(cut, text)
    if _GAP.search(text):
        text = _SPURIOUS.sub(join, text)
    return text, count
