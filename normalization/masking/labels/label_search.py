"""What stands before or behind a number or name in its line, and says what it is."""

import re
from typing import Final

from normalization.load_once import load_once
from normalization.masking.labels.label_table import Label, any_of, label_of, terms_of
from normalization.masking.labels.term_tree import alternatives

_MAX_DISTANCE: Final = 14
"""Characters between a label and its number: an ending, a word such as "number", a colon."""
_MAX_WINDOW: Final = 44
_LAST_END: Final = re.compile(r"[0-9\n\]][^0-9\n\]]*$")
"""What a label says ends here: at a number, a line or a placeholder."""


def label_before(line: str, place: int) -> Label | None:
    """Give the nearest label before a place in a folded line, with no digit between; ``NUMBER`` gives way to others."""
    window = line[max(0, place - _MAX_WINDOW) : place].lower()
    if last := _LAST_END.search(window):
        window = window[last.start() + 1 :]
    nearest = None
    for match in _before().finditer(window):
        label = label_of()[match[0]]
        if label is not Label.NUMBER or nearest is None:
            nearest = (label, match.end())
    return nearest[0] if nearest and len(window) - nearest[1] <= _MAX_DISTANCE else None


def ends_with_label(line: str) -> bool:
    """Tell whether a folded line ends with a label; before it a word may stand, and behind it words for a name."""
    small = line.lower()
    labels = list(_before().finditer(small))
    if not labels or labels[0].start() > _MAX_DISTANCE:
        return False
    return _names().fullmatch(small, labels[-1].end()) is not None


def unit_after(line: str, place: int) -> bool:
    """Tell whether what is counted stands at a place in a folded line."""
    return _after().match(line[place : place + 12].lower()) is not None


def email_before(line: str, place: int) -> bool:
    """Tell whether a word near before a place in a folded line says that an e-mail address follows."""
    window = line[max(0, place - _MAX_WINDOW) : place].lower()
    return any(len(window) - match.end() <= _MAX_DISTANCE for match in _emails().finditer(window))


def email_behind(line: str, place: int) -> bool:
    """Tell whether words right behind a place in a folded line say that an e-mail address stands before them."""
    return _behind_emails().match(line[place : place + _MAX_WINDOW].lower()) is not None


def own_before(line: str, place: int) -> bool:
    """Tell whether a word right before a place in a folded line says that what follows is the writer's."""
    return _own().search(line[max(0, place - _MAX_DISTANCE) : place].lower()) is not None


def decimal_point_before(line: str, place: int) -> bool:
    """Tell whether a word for the point of a number stands right before a place in a folded line."""
    return _decimal_points().search(line[max(0, place - _MAX_DISTANCE) : place].lower()) is not None


def full_name_before(line: str, place: int) -> bool:
    """Tell whether a network whose names have a host in them stands near before a place in a folded line."""
    words = rf"(?<![^\W_]){any_of(Label.FULL_NAME)}(?![^\W_])"
    return re.search(words, line[max(0, place - _MAX_WINDOW) : place]) is not None


@load_once
def before_at() -> re.Pattern[str]:
    """Give the pattern, in small letters, of such a word and a colon, up to the end of what is searched."""
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, terms_of(Label.BEFORE_AT)))})\s?:\s?$")


@load_once
def before_dotted_name() -> re.Pattern[str]:
    """Give the pattern, in any letters, of a messenger whose names end in a point and numbers, and a colon."""
    return re.compile(rf"(?<![^\W_]){any_of(Label.DOTTED_NAME)}\s?:\s?")


@load_once
def before_long_number() -> re.Pattern[str]:
    """Give the pattern, in any letters, of a colon behind a letter for a messenger and before a number.

    It begins with the colon, to which a search leaps.
    """
    letters = [rf"(?<![^\W_]){re.escape(letter)}" for letter in terms_of(Label.LONG_NUMBER)]
    behind = "|".join(rf"(?<={letter}:)|(?<={letter}\s:)" for letter in letters)
    return re.compile(rf":(?i:{behind})\s?(?=[1-9])")


@load_once
def between_numbers() -> re.Pattern[str]:
    """Give the pattern, in small letters, of what parts the numbers of a list, up to the end of what is searched."""
    return re.compile(rf"(?:\s?[,;\u060c\u061b/\u3001]\s?|\s{{1,8}}|\s?(?:{alternatives(terms_of(Label.AND))})\s?)$")


@load_once
def _before() -> re.Pattern[str]:
    return re.compile(alternatives(label_of()))


@load_once
def _names() -> re.Pattern[str]:
    """Give the pattern of an ending and words for a name; in Chinese and Japanese, an ending is a word."""
    names = alternatives(terms_of(Label.NAME))
    return re.compile(rf"[^\W\d_\u3040-\u30ff\u3400-\u9fff]{{0,5}}(?:[^\w\n]*{names}){{0,2}}[^\w\n]*")


@load_once
def _emails() -> re.Pattern[str]:
    return re.compile(alternatives(terms_of(Label.EMAIL)))


@load_once
def _behind_emails() -> re.Pattern[str]:
    return re.compile(rf"\s?(?:{alternatives(terms_of(Label.BEHIND_EMAIL))})")


@load_once
def _decimal_points() -> re.Pattern[str]:
    return re.compile(rf"(?:{alternatives(terms_of(Label.DECIMAL_POINT))})\s?$")


@load_once
def _own() -> re.Pattern[str]:
    return re.compile(rf"(?:{alternatives(terms_of(Label.OWN))})[\s:]{{0,2}}$")


@load_once
def _after() -> re.Pattern[str]:
    return re.compile(rf"\s?(?:{alternatives(terms_of(Label.UNIT))})")
