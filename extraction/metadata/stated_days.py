"""The elements that state a day, for machines or for readers who point at them.

``time`` has it in ``datetime`` (HTML, 4.5.14), and so have elements that scripts make of it. Where readers see "3 hours
ago", the day often stands in the ``title`` of another element: of ``abbr`` and of an empty one in microformats (value
class pattern, "value-title"), of ``span`` in Discuz, Question2Answer and Stack Exchange, and as words in Discourse.
"""

import re
from datetime import date
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.lexicon import dates
from extraction.page import tags
from extraction.page.names import SignatureSubject
from extraction.page.node_table import Mask, NodeTable, once_per_page
from extraction.page.parsing.parser import DATED_ATTRIBUTES

_TIME: Final = tags.CODE["time"]
_DATED: Final = {name: re.compile(rb' %b="\d{4}[-/.]\d\d?[-/.]\d\d?["T ]' % name.encode()) for name in DATED_ATTRIBUTES}
"""A date, alone or with its time: "2011-05-11-harbour" is the name of a picture."""
_MOMENT: Final = {
    name: re.compile(rb' %b="(?=[^"]*(?:[a-zA-Z]{3}|[\xc3-\xf4]))(?=[^"]*\d:\d\d)[^"]*\b(?:19|20)\d\d' % name.encode())
    for name in DATED_ATTRIBUTES
}
"""A day whose month has a name, and a time of day: "Mar 5, 2024 12:30 pm". Elsewhere it may be that of an event, and on
a link to somebody when she last wrote in another place."""
_TIMED: Final = re.compile(rb' datetime="\d{4}-\d\d')
_CHANGED: Final = tags.tag_set("del ins")
"""The day of such an element is that of a change, and not of the text."""
_ATTRIBUTES: Final = ("datetime", "content", *DATED_ATTRIBUTES)


@once_per_page
def elements(page: NodeTable) -> NDArray[np.intp]:
    """Give the elements (E), ascending, that may state a day."""
    may: Mask = page.tag == _TIME
    for name, pattern in _DATED.items() if page.dated else ():
        may[_with_attribute(page, name, pattern)] = True
    return may.nonzero()[0]


def in_posts(page: NodeTable) -> NDArray[np.intp]:
    """Give these and, ascending, the elements that scripts make of ``time``, as ``relative-time``, and those with a
    moment in words: elsewhere they say when anything was changed or begins."""
    timed = _with_attribute(page, "datetime", _TIMED)
    timed = timed[~_CHANGED[page.tag[timed]]]
    for name, pattern in _MOMENT.items() if page.dated else ():
        moments = _with_attribute(page, name, pattern)
        timed = np.union1d(timed, moments[~page.speaking(SignatureSubject.PEOPLE)[moments]])
    return np.union1d(elements(page), timed)


def _with_attribute(page: NodeTable, name: str, pattern: re.Pattern[bytes]) -> NDArray[np.intp]:
    rows = page.with_attribute(name).tolist()
    return np.array([row for row in rows if pattern.search(page.start_tag(row))], dtype=np.intp)


def day(page: NodeTable, row: int) -> date | None:
    """Give the day that an element states in an attribute; None where there is none."""
    stated = page.attributes(row)
    return dates.stated(next((stated[name] for name in _ATTRIBUTES if name in stated), ""))
