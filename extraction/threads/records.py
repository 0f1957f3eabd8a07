"""The repeated records of a page: the posts of a thread, the comments under an article.

Software writes every post with the same template, so the elements around the posts are alike inside: each has one box
for the body, one for the date, one for the buttons, and so on. Elements that share a name (or, without one, tag and
parent's name) are a *sibling group*. Of the groups whose members hold the content, the posts are the one whose members
have the most names in common that stand exactly once in each: its *template*. Paragraphs of one post have none, a box
around several posts has each of them several times, and an advert between posts has none of them. Nothing is known of
any forum software, and the members may lie in each other, in boxes of their own, or far apart.

Groups are found in ``native/threads/sibling_groups.c`` and studied in ``native/threads/records.c``: those that hold
enough of the content, and of those that divide it alike, the outermost. What the records have in common is found in
``native/threads/posts.c``: the texts that stand in all of them, and the boxes that hold what people wrote.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.page import characters, tags
from extraction.page.attribute_signatures import MAX_NAMES
from extraction.page.node_table import Column, Mask, NodeTable
from native.library import array, check_memory, lib, struct
from normalization.cached_property import cached_property

MIN_TEMPLATE: Final = 5
"""Names that posts have in common on pages of which nothing else is known."""
_MAX_WORDS: Final = MAX_NAMES + 2
"""An element counts with at most so many words: of its classes, its id and its role."""
_MAX_CHARS: Final = 400
"""So many characters of a class, an id or a role are looked at."""


class SiblingGroups:
    """The groups of two members at least among some elements of a page, of which the first holds all others.

    First those of each word, then those of each tag in parents whose names are alike. The words of an element are its
    classes, its id if that has a number, and its role, each with its tag and without its numbers.
    """

    def __init__(self, page: NodeTable, among: range) -> None:
        elements = len(page.tag)
        if not 0 <= among.start < among.stop <= elements:
            raise ValueError(f"The page has {elements} elements, and not those up to {among.stop}.")
        self._page, signatures = page, page.signatures
        number, size = len(signatures), len(signatures.values)
        words, rows = min(size, _MAX_WORDS * number), (_MAX_WORDS + 1) * len(among)
        most = max(words, number, len(tags.NAMES)) + 1
        self._alike, self._from, self._word = (np.empty(each, dtype=np.int32) for each in (number, number + 1, words))
        self._row, self._start = np.empty(rows, dtype=np.int32), np.empty(rows // 2 + 2, dtype=np.int32)
        self._edge, self._bytes = (
            np.empty(words + 2, dtype=np.int32),
            np.empty(2 * size + 3 * words + 3, dtype=np.uint8),
        )
        alike_edge, alike_bytes = np.empty(number + 2, dtype=np.int32), np.empty(size + 6 * number, dtype=np.uint8)
        count, order = np.empty(most, dtype=np.int32), np.empty(len(among), dtype=np.int32)
        names = struct(
            "PlainNames",
            characters=characters.TABLE,
            signatures=signatures.struct,
            asked=array(np.zeros(number, dtype=np.uint8), number, writable=True),
            max_names=MAX_NAMES,
            max_chars=_MAX_CHARS,
            alike=array(self._alike, number, writable=True),
            word=array(self._word, words, writable=True),
            alikes=_strings(alike_bytes, alike_edge, number),
            words=_strings(self._bytes, self._edge, words),
            **{"from": array(self._from, number + 1, writable=True)},
        )
        self.struct: Final = struct(
            "SiblingGroups",
            page=page.columns,
            names=names,
            signature=array(page.signature, elements),
            begin=among.start,
            end=among.stop,
            tags=len(tags.NAMES),
            count=array(count, most, writable=True),
            order=array(order, len(among), writable=True),
            row=array(self._row, rows, writable=True),
            start=array(self._start, len(self._start), writable=True),
        )
        """All this, for the library."""
        lib.mezmun_find_sibling_groups(self.struct)

    def __len__(self) -> int:
        number: int = self.struct.groups
        return number

    @property
    def alike(self) -> Column:
        """(N) a number of each signature, the same for those that differ in numbers, or in ids beside a class.

        -1 for others."""
        return self._alike

    @property
    def row(self) -> Column:
        """(M) the members of the groups, ascending in each."""
        return self._row[: self.start[-1]]

    @property
    def start(self) -> Column:
        """(G + 1) where each group begins among the members, and the end of the last."""
        return self._start[: len(self) + 1]

    def words(self, element: int) -> frozenset[str]:
        """Give the words of an element that was looked at, without its tag."""
        signature = int(self._page.signature[element])
        start, stop = self._from[signature : signature + 2].tolist()
        edge, strings = self._edge, self._bytes.tobytes()
        return frozenset(
            strings[edge[word] + lib.STRING_PREFIX : edge[word + 1]].decode()
            for word in self._word[start:stop].tolist()
        )


def _strings(utf8: NDArray[np.uint8], edge: Column, most: int) -> dict[str, object]:
    """Give the fields of an empty ``StringTable`` of so many strings at most."""
    slots = 1 << (2 * most + 1).bit_length()
    slot = np.full(slots, -1, dtype=np.int32)
    return {
        "bytes": array(utf8, len(utf8), writable=True),
        "edge": array(edge, len(edge), writable=True),
        "slot": array(slot, slots, writable=True),
        "slots": slots,
    }


@dataclass(frozen=True, eq=False)
class Records:
    """R records, at least two, in document order."""

    rows: Column
    """(R) their elements."""
    record_of: Column
    """(S) record of each segment, the innermost; -1 outside all of them."""
    has_leading_box: bool
    """A box before the records has enough of their template to be the first record in another design."""
    groups: SiblingGroups
    """The sibling groups in which they were found."""
    heads: Mask | None = None
    """(S) marks the texts known to say when a record was written, and by whom; None when there are none."""
    unmarked: Mask | None = None
    """(S) marks the texts of records of which the method marked nothing; None when none are known."""

    @cached_property
    def names(self) -> frozenset[str]:
        """What the first two records' elements are named, without numbers."""
        return self.groups.words(int(self.rows[0])) | self.groups.words(int(self.rows[1]))


def records(page: NodeTable, content: Mask, min_template: int = MIN_TEMPLATE) -> Records | None:
    """Find the records that hold the marked (S) content; None when nothing repeats.

    ``min_template`` names are in common, below which alike elements are paragraphs, cells or items of one text.
    """
    (chosen,) = content.nonzero()
    if len(chosen) < 2:
        return None
    around, last = int(page.owner[chosen[0]]), chosen[-1]
    while page.last[around] <= last:  # all posts lie in it
        around = int(page.parent[around])
    return among(page, SiblingGroups(page, range(around, int(page.end[around]))), content, min_template)


def among(page: NodeTable, groups: SiblingGroups, content: Mask, min_template: int = MIN_TEMPLATE) -> Records | None:
    """Find the records among sibling groups that hold the marked (S) content, of which there is some; None when nothing
    repeats."""
    if not len(groups):
        return None
    texts, members = len(page.texts), groups.struct.end - groups.struct.begin
    row, record_of = np.empty(members, dtype=np.int32), np.empty(texts, dtype=np.int32)
    search = struct(
        "RecordSearch",
        page=page.columns,
        groups=groups.struct,
        rules={**_RECORD_RULES, "min_template": min_template},
        content=array(np.ascontiguousarray(content, dtype=np.bool_), texts),
        row=array(row, members, writable=True),
        record_of=array(record_of, texts, writable=True),
    )
    check_memory(lib.mezmun_find_records(search))
    return Records(row[: search.records], record_of, search.led > 0, groups) if search.records else None


def in_nearly_all(page: NodeTable, records: Records) -> Mask:
    """Mark the texts (S) that stand in nearly all records: what software writes beside each."""
    return repeated(page, records, _NEARLY_ALL * len(records.rows))


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
        record_of=array(records.record_of, number),
        min_records=min_records,
        repeated=array(marks, number, writable=True),
    )
    check_memory(lib.mezmun_find_repeated(search))
    return marks


def in_bodies(page: NodeTable, content: Mask, in_boxes: Mask, quoted: Mask, records: Records) -> Mask | None:
    """Give the marked (S) content as the bodies of records have it; None when no kind of elements stands out.

    What is ``in_boxes`` (S) is content as well if it lies in one. What is ``quoted`` (S) tells nothing of how pure a
    box is, wherever the method left it out.
    """
    texts, number = len(page.texts), len(records.rows)
    completed = np.empty(texts, dtype=np.bool_)
    bodies = struct(
        "PostBodies",
        page=page.columns,
        groups=records.groups.struct,
        rules=_BODY_RULES,
        is_title=_HEADLINE,
        is_passage=_PASSAGE,
        content=array(np.ascontiguousarray(content, dtype=np.bool_), texts),
        in_bodies=array(np.ascontiguousarray(in_boxes, dtype=np.bool_), texts),
        quoted=array(np.ascontiguousarray(quoted, dtype=np.bool_), texts),
        row=array(records.rows, number),
        records=number,
        record_of=array(records.record_of, texts),
        completed=array(completed, texts, writable=True),
    )
    return completed if check_memory(lib.mezmun_complete_bodies(bodies)) else None


_RECORD_RULES: Final[Mapping[str, float]] = {
    # Share of the content that a group must hold: the first post alone may hold most of it.
    "min_share": 0.3,
    # Share of the members in which a name of the template stands exactly once: some posts have no signature or picture.
    "once": 0.85,
    # Share of the template that a member without content has (its post is a picture, or the method missed it) ...
    "alike": 0.8,
    # ... and one with content: the first post of a thread often has more to it, or less.
    "alike_with_content": 0.4,
    # Groups of nearly the same weight: rows named odd and even in turn are two, and their parent's children one.
    "nearly": 0.8,
    # Share of the template that a first post in other clothes has.
    "leading": 0.2,
    "max_studied": 24,
}
"""The fields of ``RecordRules`` in ``native/threads/threads.h``, beside the names in common."""
_BODY_RULES: Final[Mapping[str, float]] = {
    # Share of the records that have the box, once.
    "in_most": 0.8,
    # Share of the records' marked text that lies in the boxes.
    "holds": 0.5,
    # Share of the text in the boxes that is marked: a box around the whole post holds its writer's card as well.
    "pure": 0.8,
    # Of the boxes that hold nearly as much of it as any other, the tightest is the body: not its first paragraph.
    "nearly": 0.9,
}
"""The fields of ``BodyRules`` in ``native/threads/threads.h``."""
_HEADLINE: Final = array(tags.tag_set("h1 h2"), len(tags.NAMES))
_PASSAGE: Final = array(tags.tag_set("p li"), len(tags.NAMES))
MIN_ALIKE: Final = 3
"""Records, below which nothing says what is alike."""
_NEARLY_ALL: Final = 0.8
"""A text stands in at least this share of the records. With 0.5, threads of `webforum52`, where members say the same,
lost 0.007 of their LCS F1."""
