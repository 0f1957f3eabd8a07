"""What a page quotes: its ``blockquote`` elements, and the boxes that forum software names so.

Above a quoted post software writes whose it is ("A. wrote:", "Originally posted by A."). That line is no part of the
quote and names a person, so it is left out: by its element where that says what it is, else by its words.
"""

import re
from collections.abc import Sequence
from typing import Final

import numpy as np

from extraction.page import tags
from extraction.page.node_table import Column, Mask, NodeTable, prefix_sums
from extraction.page.subjects import Subject
from extraction.rendering.render import Block


def boxes(page: NodeTable, content: Mask, rows: Column, record: Column | None) -> frozenset[int]:
    """Give those of the elements that may quote (rows, with marked (S) content) that do, one for each quote.

    ``record`` (S) is the post of each segment, -1 outside, None when there are none. What stands in nearly every post
    and holds nearly all text of the posts, or of the content, quotes nothing: some software puts the body of each post
    in a ``blockquote``. In nearly every post there may also be a quote, which the post answers.
    """
    if not len(rows):
        return frozenset()
    first, sums = page.first[rows], prefix_sums(page.chars * content)
    chars = (sums[page.last[rows]] - sums[first]).tolist()
    kinds = page.naming[rows].tolist()
    bodies: set[int] = set()
    if record is not None:
        posted = content & (record >= 0)
        records = int(np.count_nonzero(np.bincount(record[posted])))
        text = int(page.chars[posted].sum())
        posts: dict[int, set[int]] = {}
        inside: dict[int, int] = {}
        for kind, post, held in zip(kinds, record[first].tolist(), chars, strict=True):
            posts.setdefault(kind, set()).add(post)
            inside[kind] = inside.get(kind, 0) + held
        often = {kind for kind, found in posts.items() if len(found) >= _MOST * max(records, 2)}
        bodies = {kind for kind in often if inside[kind] >= _MOST * text}
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


def headers(page: NodeTable, content: Mask, rows: frozenset[int]) -> Mask:
    """Mark what in quotes (rows, with marked (S) content) says whose they are, whatever its language.

    That is a ``cite`` at the beginning, or a box there that is named after headers.
    """
    marked = np.zeros(len(content), dtype=np.bool_)
    if not rows:
        return marked
    said = page.speaking(Subject.AROUND_QUOTE) | (page.tag == _CITE)
    chosen = np.flatnonzero(content)
    for row in rows:
        first, behind = np.searchsorted(chosen, (page.first[row], page.last[row])).tolist()
        if first < behind:
            header = _header(page, rows, row, said, slice(int(chosen[first]), int(chosen[behind - 1])))
            marked[header] = True
    return marked


def _header(page: NodeTable, rows: frozenset[int], row: int, said: Mask, texts: slice) -> slice:
    """Give the texts of the first box in a quote (row) that is said to be no part of it.

    ``texts`` are the quote's first and last.
    It goes down from the quote and no further than the next, so that all quotes together take no longer than the page.
    """
    at, end = row + 1, int(page.end[row])
    while at < end and at not in rows and page.first[at] <= texts.start:
        if page.last[at] <= texts.start:
            at = int(page.end[at])  # it holds nothing of the quote
        elif said[at] and page.last[at] <= texts.stop:
            short = page.chars[page.first[at] : page.last[at]].sum() <= _LONGEST_HEADER
            return slice(int(page.first[at]), int(page.last[at])) if short else slice(0, 0)
        else:
            at += 1
    return slice(0, 0)


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
    for form in (_WROTE, _TO_COLON_AT_END, _TO_COLON, _ON_A_LINE, _TO_DATE, _TO_CLOCK):
        header = form.match(text)
        if header:
            return text[header.end() :].lstrip("↑»› \n")
    return text


_CITE: Final = tags.CODE["cite"]
_MOST: Final = 0.8
_LONGEST_HEADER: Final = 120
"""Characters."""
_WORDS: Final = (
    r"(?:wrote|writes|said|says|posted|quote|zitat|schrieb|geschrieben|écrit|citation|escribió|cita|citaat|schreef"
    r"|citação|napsal\w*|\b(?:escreveu|ha scritto|a scris|írta|skrev|kirjoitti|пише)\b"
    r"|написал\w*|написав\w*|пишет|цитат\w*|сказал\w*|έγραψε|napisał\w*|cytat|yazdı|demiş|alıntı\w*"
    r"|yozdi|yozgan\w*|жазды|жазған\w*|жазган\w*|ёзди|ёзган\w*|бичсэн|бичжээ|язған\w*|язди|yazghan\w*|yazdi"
    r"|写道|寫道|发表|發表|引用|回复|回覆|的帖子"
    r"|さん(?:が|は)書きました|さんの発言|さんの投稿|님이 (?:작성|쓰)\w*|님의 글|인용"
    r"|\bكتبت?\b|اقتباس|نوشته|نوشت\b|نقل قول|نے لکھا|ने लिखा|བྲིས་པ"
    r"|يازمى\w*|ئىنكاس\w*|يازغان\w*|يازدى|يوللىغان\w*|نەقىل)"
)
_WROTE: Final = re.compile(rf"(?i)[^\n]{{0,80}}?{_WORDS} ?[:：](?!\d|//)")
_TO_COLON_AT_END: Final = re.compile(rf"(?i)[^\n]{{0,80}}?{_WORDS}[^\n]{{0,160}}[:：][ ↑»]*(?:\n|$)")
_TO_COLON: Final = re.compile(rf"(?i)[^\n]{{0,80}}?{_WORDS}[^\n]{{0,80}}?[:：](?!\d|//)\s*")
_NAME_ALONE: Final = re.compile(r"\A[^\s:：]{2,30}[:：][ ↑»]*(?:\n+|\Z)")
_ON_A_LINE: Final = re.compile(
    r"(?i)(?:originally posted by|quot(?:e|ing)(?: by| from)?|zitat(?: von)?|cita(?: de)?|citation|citação|цитата"
    r"|дәйексөз|iqtibos|alıntı|引用|인용|اقتباس|نقل قول|उद्धरण|in reply to|نەقىل)\b[^\n]{0,60}(?:\n+|$)"
)
_TO_DATE: Final = re.compile(r"[^\n]{0,60}(?:发表于|發表於|يوللىغان ۋاقتى)[\s\d:./年月日-]+(?:\n+|$)")
_TO_CLOCK: Final = re.compile(
    r"(?i)[^\n\d.!?。！？؟۔।]{0,40}\d[^\n!?。！？؟]{1,45}\d{2}[^\n!?。！？؟]{0,6}\b\d\d?:\d\d(?: ?[ap]m)?\W*\n+"
)
"""A first line that ends with the day and the time of what is quoted, whatever the language."""
