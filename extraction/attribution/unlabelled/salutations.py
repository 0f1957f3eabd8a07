"""Names in the first and the last line of what members write: "Hello Gary," and "Kind regards, Gary".

These lines say only to whom and from whom a post is. A name alone behind the last sentence does the same; it must be in
the table of given names (``lexicon.person_names``). Names inside a post, or in a longer line, stay.
"""

import re
from collections.abc import Container
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.persons import has_user_name, is_given_name
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.attribution.unlabelled.name_lines import is_label_and_word
from extraction.lexicon.person_names import NameRole, folded, names
from extraction.lexicon.stop_words import stop_words
from extraction.lexicon.terms import TermRole, finder
from extraction.page.node_table import Column, Mask
from extraction.page.signs import AROUND_NAME, COLONS, COMMAS, EXCLAMATION_MARKS, HAN_AND_KANA, HANGUL, one_of


def salutations(short: ShortLines, content: Mask, part: Column) -> list[Attribution]:
    """Give the lines at the beginning and end of the parts of the marked (S) content that greet somebody, or sign.

    A first line that is a label of who wrote, with one word, is given as well. ``part`` (S) is the post, or comment, of
    each segment.
    """
    lines = short.lines
    rows, begins = short.of_parts(content, part)
    if not len(rows):
        return []
    ends = np.append(begins[1:], True)
    is_short = lines.texts.length.take(rows) <= _MOST_LINE_CHARS
    ends_of_parts = ends.nonzero()[0].tolist()
    signed = [row for at in ends_of_parts if (row := _row_of_signature(short, rows, at, begins, is_short)) >= 0]
    signers = {words[-1].lower() for row in signed if (words := lines.texts[row].strip(_AROUND).split())}
    first = begins.copy()
    first[1:] |= begins[:-1] & is_short[:-1]  # below the number of the post, say
    greetings = rows[first & is_short & ~ends].tolist()
    heads = (begins & is_short & ~ends).nonzero()[0]
    return [
        *(
            Attribution(row, LineRole.WRITER, "a label of who wrote, and one word, above the text of a post")
            for row, below in zip(rows[heads].tolist(), rows[heads + 1].tolist(), strict=True)
            if is_label_and_word(short, row, below)
        ),
        *(
            Attribution(row, LineRole.USER_NAME, "it greets somebody")
            for row in greetings
            if _greets(short, row, signers)
        ),
        *(Attribution(row, LineRole.USER_NAME, "it is signed with a name") for row in signed),
    ]


def _row_of_signature(short: ShortLines, rows: NDArray[np.intp], last: int, begins: Mask, is_short: Mask) -> int:
    """Give the row of the line that signs a part; -1 for none.

    A few short lines may stand behind it, such as the names of attachments. ``last`` is the place of the part's last
    line in ``rows``; ``begins`` and ``is_short`` mark the ``rows`` that begin a part, and that are short.
    """
    for at in range(last, max(last - _MOST_LINES_BEHIND, 0) - 1, -1):
        if not is_short[at]:
            return -1
        row, before = int(rows[at]), -1 if begins[at] else int(rows[at - 1])
        if at == last and (_is_signed(short, row, before) or (before >= 0 and _is_alone(short, row, before))):
            return row
        if at < last and _is_signed(short, row, before) and _is_given_name_at(short.lines.texts[row], -1):
            return row
        if begins[at]:
            return -1
    return -1


def closing(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the line that signs the marked (S) content of an article as letters are signed, if there is one.

    It is the last line, or the one before it if the last is short, such as a place.
    """
    lines, text = short.lines, len(content) - 1 - int(content[::-1].argmax())
    last = int(lines.line_of[text])
    if lines.texts.length[last] > _MOST_LINE_CHARS or not content[text]:  # as on most pages
        return []
    above = content[: lines.start[last]].nonzero()[0]
    before = int(lines.line_of[above[-1]]) if len(above) else -1
    is_called = lines.texts[last].rstrip().endswith(EXCLAMATION_MARKS)
    if is_called and finder(TermRole.THANKS).match(short.plain_line(last)) is not None:  # "Thank you, Anna Berg!"
        return []
    is_behind_dash = lines.texts[last].startswith(_DASHES) and before >= 0 and _is_alone(short, last, before)
    if is_behind_dash or _is_signed(short, last, before):
        return [Attribution(last, LineRole.WRITER, "it is signed with a name")]
    if before < 0 or lines.texts.length[before] > _MOST_LINE_CHARS:  # as on most pages
        return []
    above = above[: above.searchsorted(lines.start[before])]
    words = int(lines.line_of[above[-1]]) if len(above) else -1
    if not _is_signed(short, before, words) or not _is_given_name_at(lines.texts[before], 0):  # "Love", in a list
        return []
    return [Attribution(before, LineRole.WRITER, "it is signed with a name, and a place or the like is behind it")]


def _is_signed(short: ShortLines, row: int, before: int) -> bool:
    """Tell whether a line (row) is a name behind words that end a letter.

    The words stand in the same line, or are all of the line ``before`` (a row, or -1).
    """
    rest = _behind_closing(short, row)
    if rest is not None:
        return _may_be_signature(rest, short)
    rest = _behind_closing(short, before) if before >= 0 else None
    return rest is not None and not _may_be_signature(rest, short) and _may_be_signature(short.lines.texts[row], short)


def _is_given_name_at(text: str, place: int) -> bool:
    """Tell whether the word at a place of a text, 0 or -1, is a given name."""
    words = text.strip(_AROUND).split()
    return bool(words) and is_given_name(words[place].strip(_AROUND))


def _behind_closing(short: ShortLines, row: int) -> str | None:
    """Give the text of a short line behind words that end a letter; None when it does not begin with such words."""
    text, small = short.lines.texts[row], short.plain_line(row)
    words = finder(TermRole.CLOSING).match(small) if len(text) <= _MOST_LINE_CHARS else None
    return None if words is None or len(text) != len(small) else text[words.end() :]


def _greets(short: ShortLines, row: int, signed: Container[str]) -> bool:
    """Tell whether a line is a greeting and a name before more text: a given name, the name of who ``signed``, or any
    name behind a title: "Dear Mrs. Berg,"."""
    text = short.lines.texts[row].strip()
    if not text.endswith(_ENDS_OF_GREETING):
        return False
    small = short.plain_line(row).strip()
    greeting = finder(TermRole.GREETING).search(small)
    if greeting is None or len(text) != len(small):
        return False
    before, behind = text[: greeting.start()].strip(_AROUND), text[greeting.end() :].strip(_AROUND)
    titled, titles = (before or behind).split(), names(NameRole.HONORIFIC)
    words = [word for word in titled if folded(word) not in titles]
    if (before and behind) or not 0 < len(words) <= _MOST_NAME_WORDS:
        return False
    if len(words) == 1 and words[0].lower() in signed:
        return True
    stops = stop_words(short.language) | stop_words("en")
    has_title = len(words) < len(titled) and all(word[0].isupper() for word in words)
    has_title |= len(words) == 1 and _UNSPACED.fullmatch(words[0]) is not None and _ends_with_title(words[0])
    return (has_title or is_given_name(words[0], sure=False)) and stops.isdisjoint(word.lower() for word in words)


def _ends_with_title(word: str) -> bool:
    """Tell whether a word of a script that parts no words begins with a surname and ends with a title: "王先生"."""
    return word.endswith(tuple(names(NameRole.HONORIFIC))) and word.startswith(tuple(names(NameRole.SURNAME)))


def _is_alone(short: ShortLines, row: int, before: int) -> bool:
    """Tell whether a line is a given name alone, behind the end of a sentence or a sign that begins no list."""
    word, text = short.lines.texts[row].strip(_AROUND), short.lines.texts[before].strip()
    return _WORD.fullmatch(word) is not None and is_given_name(word) and _LIST_MAY_FOLLOW.search(text) is None


def _may_be_signature(text: str, short: ShortLines) -> bool:
    """Tell whether the text behind a greeting or closing is a name: one to three words, with capitals if it can have
    them."""
    words = text.strip(_AROUND).split()
    if len(words) == _WITH_PRONOUN and words[0].islower() and is_given_name(words[1]):  # "your Gary"
        words = words[1:]
    if not 0 < len(words) <= _MOST_NAME_WORDS or _NO_NAME.search(" ".join(words)) is not None:
        return False
    if has_user_name(text):
        return True
    if is_given_name(words[0]) and len(words) == 1:
        return True
    stops = stop_words(short.language) | stop_words("en")
    return not any(map(str.isdigit, text)) and all(
        word[0].isalpha() and not word[0].islower() and word.lower() not in stops for word in words
    )


_MOST_LINE_CHARS: Final = 50  # words that end a letter, and a name (half 3, twice 1)
_MOST_NAME_WORDS: Final = 3  # (half 3, twice 0)
_WITH_PRONOUN: Final = 2  # words: "your Gary"
_AROUND: Final = f"{AROUND_NAME}{''.join(COLONS)}!！。"
_DASHES: Final = ("—", "–", "―", "~", "- ")
_MOST_LINES_BEHIND: Final = 2
"""Lines behind a name: "Attachments", and the name of one (half 1, twice 1)."""
_LIST_MAY_FOLLOW: Final = re.compile(rf"(?:\w|{one_of((*COLONS, *COMMAS, *';*+'))})$")
"""What ends a line that a list may follow: a name alone behind it is an item, and signs nothing."""
_ENDS_OF_GREETING: Final = (*COMMAS, *COLONS, *EXCLAMATION_MARKS)
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_UNSPACED: Final = re.compile(f"[{HAN_AND_KANA}{HANGUL}]{{2,8}}")
_NO_NAME: Final = re.compile(r"[?؟？:：;\"“”„«»@]")
