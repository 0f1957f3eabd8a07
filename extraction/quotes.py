"""What a page quotes: its ``blockquote`` elements, and the boxes that forum software names so.

Above a quoted post software writes whose it is ("A. wrote:", "Originally posted by A."). That line is no part of the
quote and names a person, so it is left out.
"""

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction import tags
from extraction.node_table import Column, Mask, NodeTable, prefix_sums
from extraction.rendering import Block
from extraction.subjects import Subject


def likely(page: NodeTable, content: Mask) -> NDArray[np.intp]:
    """Give the rows of the elements that may quote, with marked (S) content."""
    named = page.written_namings
    quoting = named.tag == _BLOCKQUOTE
    if page.speaks_of(Subject.QUOTE):
        quoting |= named.speaking(Subject.QUOTE) & ~named.speaking(Subject.AROUND_QUOTE) & _BOX[named.tag]
    if not np.count_nonzero(quoting):
        return np.zeros(0, dtype=np.intp)
    rows = np.flatnonzero(quoting[page.naming])
    held = prefix_sums(content)
    return rows[held[page.last[rows]] > held[page.first[rows]]]


def boxes(page: NodeTable, content: Mask, rows: NDArray[np.intp], record: Column | None) -> frozenset[int]:
    """Give those of the elements that may quote (rows) that do, one for each quote.

    ``record`` (S) is the post of each segment, -1 outside, None when there are none. What stands in nearly every post,
    or around nearly all of the content, quotes nothing: some software puts the body of each post in a ``blockquote``.
    """
    if not len(rows):
        return frozenset()
    naming, sums = page.naming, prefix_sums(page.chars * content)
    held = sums[page.last] - sums[page.first]
    if record is not None:
        records = max(len(np.unique(record[content & (record >= 0)])), 1)
        kinds = {kind: rows[naming[rows] == kind] for kind in np.unique(naming[rows]).tolist()}
        bodies = [
            kind for kind, same in kinds.items() if len(np.unique(record[page.first[same]])) >= _MOST * max(records, 2)
        ]
        rows = rows[~np.isin(naming[rows], bodies)]
    found: list[int] = []
    around: list[int] = []
    for row in rows[held[rows] < _MOST * sums[-1]].tolist():
        while around and page.end[around[-1]] <= row:
            around.pop()
        # Software wraps the text of a quote once more, beside the line that says whose it is: that is one quote.
        if not around or held[around[-1]] - held[row] > _LONGEST_HEADER:
            found.append(row)
            around.append(row)
    return frozenset(found)


def without_headers(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Leave out what says whose a quote in a post is: a line before the quote, or the beginning of its text."""
    kept: list[Block] = []
    for block in blocks:
        before = kept[-1] if kept and kept[-1].post == block.post else None
        if not block.quote or (before is not None and before.quote >= block.quote):
            kept.append(block)
            continue
        if before is not None and not _rest(before.text):
            kept.pop()
        text = _rest(block.text)
        if text == block.text:
            text = _NAME_ALONE.sub("", text)
        if text:
            kept.append(block if text == block.text else block._replace(text=text))
    return tuple(kept)


def _rest(text: str) -> str:
    """Give a text without the words at its beginning that say whose it is."""
    for form in (_WROTE, _TO_COLON_AT_END, _TO_COLON, _ON_A_LINE, _TO_DATE):
        header = form.match(text)
        if header:
            return text[header.end() :].lstrip("↑»› \n")
    return text


_MOST: Final = 0.8
_LONGEST_HEADER: Final = 120
"""Characters."""
_WORDS: Final = (
    r"(?:wrote|writes|said|says|posted|quote|zitat|schrieb|écrit|citation|escribió|cita|citaat|schreef|написал\w*|пишет"
    r"|цитат\w*|сказал\w*|έγραψε|napisał\w*|cytat|yazdı|demiş|alıntı\w*|写道|寫道|发表|發表|引用|回复|回覆|的帖子"
    r"|يازمى\w*|ئىنكاس\w*|يازغان\w*|يازدى|يوللىغان\w*|نەقىل)"
)
_WROTE: Final = re.compile(rf"(?i)[^\n]{{0,80}}?{_WORDS} ?[:：](?!\d|//)")
_TO_COLON_AT_END: Final = re.compile(rf"(?i)[^\n]{{0,80}}?{_WORDS}[^\n]{{0,160}}[:：][ ↑»]*(?:\n|$)")
_TO_COLON: Final = re.compile(rf"(?i)[^\n]{{0,80}}?{_WORDS}[^\n]{{0,80}}?[:：](?!\d|//)\s*")
_NAME_ALONE: Final = re.compile(r"\A[^\s:：]{2,30}[:：][ ↑»]*(?:\n+|\Z)")
_ON_A_LINE: Final = re.compile(
    r"(?i)(?:originally posted by|quot(?:e|ing)(?: by| from)?|zitat(?: von)?|cita(?: de)?|citation|цитата|alıntı|引用"
    r"|in reply to|نەقىل)\b[^\n]{0,60}(?:\n+|$)"
)
_TO_DATE: Final = re.compile(r"[^\n]{0,60}(?:发表于|發表於)[\s\d:./年月日-]+(?:\n+|$)")
_BLOCKQUOTE: Final = tags.CODE["blockquote"]
_BOX: Final = tags.tag_set("aside article dd details div dl fieldset section table tbody td tr")
