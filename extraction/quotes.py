"""What a page quotes: its ``blockquote`` elements, and the boxes that forum software names so.

Above a quoted post software writes whose it is ("A. wrote:", "Originally posted by A."). That line is no part of the
quote and names a person, so it is left out.
"""

import re
from collections.abc import Sequence
from typing import Final

import numpy as np

from extraction.node_table import Column, Mask, NodeTable, prefix_sums
from extraction.rendering import Block


def boxes(page: NodeTable, content: Mask, rows: Column, record: Column | None) -> frozenset[int]:
    """Give those of the elements that may quote (rows, with marked (S) content) that do, one for each quote.

    ``record`` (S) is the post of each segment, -1 outside, None when there are none. What stands in nearly every post,
    or around nearly all of the content, quotes nothing: some software puts the body of each post in a ``blockquote``.
    """
    if not len(rows):
        return frozenset()
    first, sums = page.first[rows], prefix_sums(page.chars * content)
    chars = (sums[page.last[rows]] - sums[first]).tolist()
    kinds = page.naming[rows].tolist()
    bodies: set[int] = set()
    if record is not None:
        records = int(np.count_nonzero(np.bincount(record[content & (record >= 0)])))
        posts: dict[int, set[int]] = {}
        for kind, post in zip(kinds, record[first].tolist(), strict=True):
            posts.setdefault(kind, set()).add(post)
        bodies = {kind for kind, found in posts.items() if len(found) >= _MOST * max(records, 2)}
    most, found = _MOST * float(sums[-1]), []
    around: list[tuple[int, int]] = []
    for row, kind, held in zip(rows.tolist(), kinds, chars, strict=True):
        if kind in bodies or held >= most:
            continue
        while around and around[-1][0] <= row:
            around.pop()
        # Software wraps the text of a quote once more, beside the line that says whose it is: that is one quote.
        if not around or around[-1][1] - held > _LONGEST_HEADER:
            found.append(row)
            around.append((int(page.end[row]), held))
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
