"""Repairs that need the shapes of positional forms, before these are folded: spaces and reversed order."""

import re
import unicodedata

from normalization.uyghur.alphabet import ARABIC_LETTER, LETTERS, NON_JOINING
from normalization.uyghur.lexicon import Lexicon, lexicon
from normalization.uyghur.presentation import PRESENTATION_FORM, UYGHUR_TABLE, fold_presentation_forms

_POSITION = {
    form: unicodedata.decomposition(form).partition(">")[0].removeprefix("<")
    for form in filter(PRESENTATION_FORM.match, map(chr, UYGHUR_TABLE))
}


def _forms(*positions: str) -> set[str]:
    """Give the forms of the positions named (initial, medial, final, isolated)."""
    return {form for form, position in _POSITION.items() if position in positions}


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
_BEHIND_END = re.compile(f"(?<={_charset(_ENDS)})(?={_LETTER})")
_JOINING = f"{_LETTER}*{_charset(_forms('initial', 'medial') & _DUAL)}"
_JOINED = f"{_charset(_forms('medial', 'final'))}{_LETTER}*"
# The space first: spaces are few and quickly found.
_GAP = re.compile(
    " {1}(?<={0} {1})".format(_charset(_forms("initial", "medial") & _DUAL), _charset(_forms("medial", "final")))
)
_SPURIOUS = re.compile(f"(?<!{_LETTER})(?:({_LETTER}+) )?({_JOINING}) ({_JOINED})")
# A letter that joins, written plainly, and an initial form after it: a word of forms pasted to a plain one, mostly.
_BEFORE_INITIAL_FORM = re.compile(f"(?<={_charset(set(LETTERS) - set(NON_JOINING))})(?={_charset(_forms('initial'))})")
_HAS_INITIAL_FORM_INSIDE = re.compile(_charset(set(LETTERS) - set(NON_JOINING)) + _charset(_forms("initial")))
_MIN_WORD_LETTERS = 2
"""Letters of the shortest word a split may leave."""

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

    def split(match: re.Match[str]) -> str:
        nonlocal count
        pieces = [part for piece in _split_at_ends(match[0], words) for part in _split_at_initial_forms(piece, words)]
        count += len(pieces) - 1
        return " ".join(pieces)

    def join(match: re.Match[str]) -> str:
        nonlocal count
        before, first, second = (fold_presentation_forms(piece or "") for piece in match.groups())
        if before + first + second in words and first + second not in words:
            count += match[0].count(" ")
            return match[0].replace(" ", "")
        if first + second not in words and (first in words or second in words):
            return match[0]
        count += 1
        return match[0].replace(f"{match[2]} ", match[2])

    if _END_INSIDE.search(text) or _HAS_INITIAL_FORM_INSIDE.search(text):
        text = _RUN.sub(split, text)
    if _GAP.search(text):
        text = _SPURIOUS.sub(join, text)
    return text, count


def _split_at_ends(run: str, words: Lexicon) -> list[str]:
    """Split a run after each form that ends a word, unless the whole is a word or a piece is too short."""
    pieces = _BEHIND_END.split(run)
    if len(pieces) == 1:
        return pieces
    folded = [fold_presentation_forms(piece) for piece in pieces]
    return [run] if "".join(folded) in words or min(map(len, folded)) < _MIN_WORD_LETTERS else pieces


def _split_at_initial_forms(run: str, words: Lexicon) -> list[str]:
    """Split a run between plain letters and an initial form, if all pieces are words and the whole is not."""
    pieces = _BEFORE_INITIAL_FORM.split(run)
    if len(pieces) == 1:
        return pieces
    folded = [fold_presentation_forms(piece) for piece in pieces]
    return [run] if "".join(folded) in words or any(piece not in words for piece in folded) else pieces
