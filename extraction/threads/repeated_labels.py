"""Lines that stand in nearly all records of a thread, numbers aside: labels of its software, no one's words.

"Posts: 17", "Registered: 2011-05-29", a rank, "Report": beside each post software writes the same lines, in whatever
language. A method that does not know that language may take them for text, all the more as there are many of them, and
then the box around them for the posts' bodies. On Uyghur forums, read by a model that had learned from no Uyghur page,
leaving them out raised the LCS F1 from 0.825 to 0.894; read by models that had not seen the site, from 0.930 to 0.938.

A line is left out as a whole or not at all: when its texts were judged one by one, numbers and names in bold type, and
the words of code that an editor colours, were lost in the midst of posts. What all posts have in the boxes of their
bodies stays, too (``bodies``): greetings, "}" in code. Thus text density, which does not know labels at all, comes from
0.590 to 0.836 on Uyghur forums, and came to 0.847 with the texts one by one; ``mezmun`` has more on all sets but those
forums, where it has the same.
"""

from typing import Final

import numpy as np

from extraction.native.library import array, check_memory, lib, struct
from extraction.page import characters
from extraction.page.lines import lines_of
from extraction.page.node_table import Mask, NodeTable
from extraction.threads.records import Records

_FEWEST: Final = 3
"""Records, below which two people may have said the same."""
_NEARLY_ALL: Final = 0.8
"""Share of the records. With 0.5 threads of `webforum52`, where members say the same, lost 0.007 of their LCS F1."""
_MOST: Final = 0.9
"""Share of the content that may be labels; when still more is repeated, people say the same."""


def without_repeated(page: NodeTable, content: Mask, records: Records) -> Mask:
    """Leave out of the marked (S) content the lines of which all texts stand in nearly all records."""
    if len(records.rows) < _FEWEST:
        return content
    label = repeated(page, records, _NEARLY_ALL * len(records.rows))
    line = lines_of(page).of
    says_more = np.zeros(len(line), dtype=np.bool_)
    says_more[line[content & ~label]] = True
    left: Mask = content & says_more[line]
    return left if page.chars[left].sum() > (1 - _MOST) * page.chars[content].sum() else content


def repeated(page: NodeTable, records: Records, min_records: float) -> Mask:
    """Mark the texts (S) that stand in so many records at least, whatever their numbers and white space.

    The names of elements tell where in a record a text stands: those in elements of other names, or around which others
    stand, are others.
    """
    texts, number = page.texts, len(page.texts)
    marks = np.empty(number, dtype=np.bool_)
    search = struct(
        "RepeatedTexts",
        characters=characters.TABLE,
        page=page.columns,
        groups=records.groups.struct,
        text=array(texts.utf8, len(texts.utf8)),
        edge=array(texts.edge, number + 1),
        of=array(records.of, number),
        min_records=min_records,
        repeated=array(marks, number, writable=True),
    )
    check_memory(lib.mezmun_find_repeated(search))
    return marks
