"""Who wrote a part of a page, and when: "Posted by Aygul at March 5, 2012 12:30 PM", "By Aygul - Jan 12th 2012".

Software writes such a line above or below every entry of a journal, every comment and every teaser of a list, so it
may stand anywhere in a text, and often. Since it names a person it is left out. It is told by a word for who wrote,
in the languages of Western Europe, at its beginning; a name; and the day or the time behind that, with little after it.
"""

import re
from typing import Final

import numpy as np

from extraction.attribution.writers import is_by
from extraction.page.lines import lines_of
from extraction.page.node_table import Mask, NodeTable


def without_stamps(page: NodeTable, content: Mask) -> Mask:
    """Leave the lines that say who wrote and when out of the marked (S) content, unless it has no other."""
    lines = lines_of(page)
    chosen = content[lines.start]
    rows = np.flatnonzero(chosen & (lines.texts.length <= _LONGEST) & (lines.counts[1] > 0))
    said = [row for row, text in zip(rows.tolist(), lines.texts.of(rows), strict=True) if is_stamp(text)]
    return lines.without(content, said)


def is_stamp(line: str) -> bool:
    """Tell whether a line says who wrote and when, and next to nothing else."""
    if _STAMP.fullmatch(line):
        return True
    when = _WHEN_FIRST.match(line)
    return when is not None and is_by(line[when.end() :], foreign=False)


_LONGEST: Final = 120
"""Characters."""
_DAYS: Final = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?"
_NTH: Final = r"(?:st|nd|rd|th)?"
_WHEN: Final = (
    rf"(?:{_DAYS},? )?(?:\d{{1,4}}[-/.]\d{{1,2}}[-/.]\d{{1,4}}"
    rf"|\d{{1,2}}(?:{_NTH}|\.) (?:de )?[^\W\d]{{3,9}}\.?,? (?:de )?\d{{4}}"
    rf"|[^\W\d]{{3,9}}\.? \d{{1,2}}{_NTH},? (?:\d{{4}}|\d{{1,2}}:\d{{2}})|\d{{1,2}}[:h]\d{{2}})(?!\w)"
)
_WROTE: Final = (
    r"(?:(?:best|accepted) answer|(?:comment |entry )?(?:posted|submitted|written|published|added|created|uploaded))"
    r" by:?"
    r"|(?:geschrieben|verfasst|veröffentlicht) von|(?:publié|posté|écrit) par|(?:publicado|escrito|enviado) por"
    r"|geplaatst door|(?:scritto|inserito|inviato) da"
)
_PARTED: Final = r"(?:,? (?:on|at|am|le|el|em|op|il)|\s?[-–—»|•·,;@(])"
_TIME: Final = r"(?: ?[^\w\n]? ?(?:\d[\d:.]*|[ap]\.?m\.?|gmt|utc|[ce]st))*"
_STAMP: Final = re.compile(
    rf"(?i)[\W_]{{0,4}}(?:(?:{_WROTE}) [^\n]{{1,40}}?{_PARTED}? ?{_WHEN}[^\n]{{0,60}}"
    rf"|by:? (?!{_DAYS}\b)[^\n]{{1,40}}?{_PARTED} ?{_WHEN}{_TIME}\W*)"
)
"""A name beside "by" alone stands apart from the day, and nothing but the time is behind that: it may begin a
sentence."""
_WHEN_FIRST: Final = re.compile(rf"(?i)\W{{0,2}}{_WHEN}(?: \d[\d:]*)?(?: ?[ap]m)?\s?[|•·–—-]\s?(?=by )")
