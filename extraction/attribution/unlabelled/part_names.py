"""Names below the texts of a page with several of them, such as letters of readers."""

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.attribution.forms.expressions import first_form
from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.persons import are_persons
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.attribution.unlabelled.name_lines import AROUND_WORD, MOST_NAME_CHARS, may_be_name
from extraction.page import tags
from extraction.page.node_table import Mask


def part_names(short: ShortLines, rows: NDArray[np.intp], prose: Mask) -> list[Attribution]:
    """Give the names that stand behind the ``prose`` (marked) of a text: above the next heading, or at the end."""
    lines, language = short.lines, short.language
    headings = _HEADING.take(short.page.tag.take(lines.block.take(rows))).nonzero()[0]
    if len(headings) < _FEWEST_PARTS:  # as on most pages
        return []
    last = np.append(headings, len(rows)) - 1
    last = last[(last > 0) & (lines.texts.length.take(rows[last]) <= MOST_NAME_CHARS)]
    ends = prose[last - 1] & (lines.ends_sentence.take(rows[last - 1]) > 0)
    signed = [row for row in rows[last[ends]].tolist() if may_be_name(short, row)]
    signed = [row for row in signed if first_form(lines.texts[row], _SIGNED, language) is not None]
    persons = sum(are_persons(_BEHIND_NAME.split(lines.texts[row].strip(AROUND_WORD))[0], language) for row in signed)
    if persons < max(_FEWEST_PARTS, len(signed) / 2):
        return []
    return [Attribution(row, LineRole.WRITER, "a name behind one of several texts") for row in signed]


_BEHIND_NAME: Final = re.compile(r"\s*[,،(（]")
_FEWEST_PARTS: Final = 2
"""A page of several texts has at least so many of them, with a heading each."""
_HEADING: Final = tags.tag_set("h2 h3 h4 h5 h6")
_SIGNED: Final = {r"[|(]?(?:<cased-name>|u{2,3}|K)(?:[|(]{1,2}(?:<word>\.?){1,4})?[|.)]?$": "a name, perhaps a place"}
