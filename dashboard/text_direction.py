"""Which way a line of a document is set."""

from typing import Literal
from unicodedata import bidirectional


def direction(text: str) -> Literal["rtl", "ltr", "auto"]:
    """Give the direction that most letters of a line have; "auto", the reader's own, for one without letters.

    The first letter, which HTML's ``auto`` goes by, says little: a Uyghur sentence may begin with "Windows 7".
    """
    classes = [bidirectional(character) for character in text]
    right_to_left, left_to_right = sum(each in {"R", "AL"} for each in classes), classes.count("L")
    if not (right_to_left or left_to_right):
        return "auto"
    return "rtl" if right_to_left >= left_to_right else "ltr"
