"""Fields of entries in guest books: "Name: Gary", "From: Alderbrook", "E-mail: ..." above "Message: a fine page".

A form asks for them, and software prints each entry with the labels of the form. One label proves nothing: at least two
entries must have the same one for the name, and in each a text must follow, behind a label for it or behind two more
fields.
"""

from collections.abc import Sequence
from typing import Final

from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.lexicon.terms import TermRole, texts_of
from extraction.page.node_table import Mask
from extraction.page.signs import BEFORE_LABEL, COLONS


def entry_fields(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines of the marked (S) content that say who wrote an entry, and where this person lives or writes."""
    if len(short.beginning_with(content, TermRole.ENTRY_NAME)) < _FEWEST_ENTRIES:  # as on nearly all pages
        return []
    lines = short.lines
    rows = lines.among(content, lines.commas > 0)
    labels = {row: label for row in rows if (label := _label(short, row))}
    names = [row for row, label in labels.items() if label in texts_of(TermRole.ENTRY_NAME)]
    if len(names) < _FEWEST_ENTRIES or len({labels[row] for row in names}) > 1:
        return []
    every = lines.among(content, lines.texts.length > 0)
    starts = [every.index(row) for row in names]
    entries = [every[start:stop] for start, stop in zip(starts, [*starts[1:], len(every)], strict=True)]
    heads = [_head(short, labels, entry) for entry in entries]
    if sum(map(bool, heads)) < max(_FEWEST_ENTRIES, _LEAST_WITH_TEXT * len(heads)):
        return []
    reason = "a field of an entry: who wrote it, and from where"
    return [Attribution(row, LineRole.STAMP, reason) for head in heads for row in head]


def _head(short: ShortLines, labels: dict[int, str], entry: Sequence[int]) -> list[int]:
    """Give the lines (rows) of an entry above its text that are fields; none where no text follows."""
    lines, fields = short.lines, list[int]()
    others = 0
    for row in entry:
        label = labels.get(row)
        if label in texts_of(TermRole.ENTRY_TEXT):
            return fields
        if label is not None:
            others += row != entry[0]
            fields.append(row)
        elif row - 1 in fields and lines.texts[row - 1].endswith(COLONS) and lines.texts.length[row] <= _LONGEST_VALUE:
            fields.append(row)  # the value, in the next cell
        elif lines.weights[row] >= _LEAST_TEXT:
            return fields if others >= _FEWEST_FIELDS else []
    return []


def _label(short: ShortLines, row: int) -> str:
    """Give the label with which a line begins, in small letters, if it is one of an entry; else an empty text."""
    beginning = short.lines.texts[row][: _LONGEST_LABEL + 1]
    at = min((beginning.find(colon) for colon in COLONS if colon in beginning), default=0)
    label = short.plain_line(row)[:at].strip(BEFORE_LABEL)
    if label not in texts_of(*_OF_ENTRIES):
        return ""
    is_brief = short.lines.texts.length[row] - at <= _LONGEST_VALUE
    return label if is_brief or label in texts_of(TermRole.ENTRY_TEXT) else ""


_OF_ENTRIES: Final = (TermRole.ENTRY_NAME, TermRole.ENTRY_FIELD, TermRole.ENTRY_TEXT)
_FEWEST_ENTRIES: Final = 2  # a label that stands once proves nothing
_FEWEST_FIELDS: Final = 2
"""Fields beside the name in an entry whose text has no label; with such a label the name and the text."""
_LEAST_WITH_TEXT: Final = 0.6
"""Share of the entries that have a text: some people send an empty one (half 0, twice 0)."""
_LONGEST_LABEL: Final = 24  # the longest of the table has 19
_LONGEST_VALUE: Final = 60
"""Characters of a name, a place or an address (half 0, twice 0)."""
_LEAST_TEXT: Final = 40
"""A text without a label weighs so much at least, see ``Lines.weights`` (half 0, twice 0)."""
