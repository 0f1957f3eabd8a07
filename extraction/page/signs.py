"""Signs of writing in all the forms that scripts have of them, and the letters of scripts that part no words.

Each stands here once, so that no rule knows fewer colons than another. Whoever looks for other signs adds to these, or
leaves some out, and says why. What texts begin or end with is a tuple; what is stripped off a text, or stands in a
class of an expression, is a string.
"""

import re
from typing import Final

AT_SIGNS: Final = ("@", "＠")
COLONS: Final = (":", "：", "﹕", "፦", "፡")
"""Signs with which labels end."""
COMMAS: Final = (",", "،", "，", "、")
QUESTION_MARKS: Final = ("?", "？", "؟")
EXCLAMATION_MARKS: Final = ("!", "！")
SENTENCE_ENDS: Final = (*QUESTION_MARKS, *EXCLAMATION_MARKS, ".", "。", "۔", "।", "…")
"""Signs with which sentences end, also those of Chinese, Arabic, Urdu and Hindi: the class ``STOP`` of characters."""
CLOSING_QUOTES: Final = '”"»」'
TEXT_ENDS: Final = (*SENTENCE_ENDS, *")）", *CLOSING_QUOTES)
"""Signs with which a text ends behind which something else stands in the same line: a bracket or a quotation, too."""
DASHES: Final = "-–—―"
OPENING_BRACKETS: Final = "([（［【〔＜"
CLOSING_BRACKETS: Final = ")]）］】〕＞"
BEFORE_LABEL: Final = f" \t{OPENING_BRACKETS}{DASHES}<|*•·©ⓒ■●▲◆▶►▷▸>»→☞👉"
"""What may stand before a label, a button or a credit: bullets, arrows, brackets."""
BEHIND_LABEL: Final = f" \t{CLOSING_BRACKETS}{DASHES}{''.join(COLONS)}.…|｜*•·+▼▶►>»›→"
"""What may stand behind it, and before what it is beside."""
AROUND_NAME: Final = f" \t{OPENING_BRACKETS}{CLOSING_BRACKETS}{DASHES}{''.join(COMMAS)}.:/~|*•·□■○●◎◇◆"
HAN_AND_KANA: Final = "々\u3040-\u30ff\u3400-\u9fff"
"""Letters of Chinese and Japanese, for a class of an expression."""
HANGUL: Final = "\uac00-\ud7a3"
"""Syllables of Korean, as part of a character class."""


def one_of(signs: str | tuple[str, ...]) -> str:
    """Give the expression of any one of some signs."""
    return f"[{re.escape(''.join(signs))}]"
