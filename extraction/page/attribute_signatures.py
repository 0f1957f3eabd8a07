"""Attribute signatures: the tags of a page's elements with what authors wrote in ``class``, ``id`` and ``role``.

And what these names speak of, as far as the division of the text looks at them: the parts of a name are those of
``extraction.model.vocabulary.names`` ("postComments" has two), and all subjects are asked for in one pass. The words
are those of ``names``.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate, pairwise
from operator import or_
from string import ascii_lowercase
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from extraction.page import characters
from extraction.page.names import Match, Names, SignatureSubject, words_of
from extraction.page.texts import unescaped
from native.library import Pointer, array, check_memory, lib, struct
from normalization.cached_property import cached_property

MAX_NAMES: Final = 12
"""Names of a value whose parts are looked at: style sheets of utility classes name an element by dozens of words that
say nothing."""


Signature: TypeAlias = tuple[int, str, str, str]
"""An element's tag code and its ``class``, ``id`` and ``role`` (else ``itemprop``) as the page has them."""


@dataclass(frozen=True, eq=False)
class Signatures:
    """N different signatures."""

    tag: NDArray[np.int16]
    """(N)"""
    values: bytes
    """Classes, ids and roles one after the other, as the parser writes them (UTF-8)."""
    edge: NDArray[np.int32]
    """(3 N + 1) where each value begins, and the end of the last."""
    subjects: NDArray[np.uint8]
    """(N) what each signature speaks of, as bits of ``SignatureSubject``."""
    boxes: NDArray[np.uint64]
    """(N) bits of the ``Names`` of which the class or id of each has a word."""
    every: int
    """What any of them speaks of, and times 256 the bits of ``boxes`` of any."""

    def __len__(self) -> int:
        return len(self.tag)

    @cached_property
    def all(self) -> list[Signature]:
        """Each signature."""
        each = [self.values[start:stop] for start, stop in pairwise(self.edge.tolist())]
        # In one go, each ended by the one character that the parser leaves in no value.
        values = unescaped(b"\0".join([*each, b""]).decode("utf-8", "replace")).split("\0")[:-1]
        return list(zip(self.tag.tolist(), values[::3], values[1::3], values[2::3], strict=True))

    @cached_property
    def struct(self) -> Pointer:
        """All this, for the library."""
        number = len(self)
        return struct(
            "Signatures",
            tag=array(self.tag, number),
            edge=array(self.edge, 3 * number + 1),
            values=array(self.values, len(self.values)),
            subjects=array(self.subjects, number),
            number=number,
        )

    def named(self, *names: Names) -> NDArray[np.bool_] | None:
        """Mark the signatures (N) whose class or id has a word of some names; None when there are none.

        Raises:
            KeyError: the names are not those of boxes, but of addresses say.
        """
        bits = sum(map(_NAME_BITS.__getitem__, names))
        return (self.boxes & bits) > 0 if self.every >> _SUBJECT_BITS & bits else None

    @cached_property
    def of_roles(self) -> dict[bytes, list[int]]:
        """Those (rows) of each role, else ``itemprop``."""
        every = dict[bytes, list[int]]()
        start, stop = self.edge[2::3], self.edge[3::3]
        (rows,) = (start < stop).nonzero()
        for row, begin, end in zip(rows.tolist(), start.take(rows).tolist(), stop.take(rows).tolist(), strict=True):
            every.setdefault(self.values[begin:end], []).append(row)
        return every

    def of_role(self, *roles: bytes) -> list[int]:
        """Give those (rows) of some roles, else ``itemprop``."""
        return [row for role in roles for row in self.of_roles.get(role, ())]

    def speaks_of(self, subject: SignatureSubject) -> bool:
        """Tell whether any of them speaks of a subject."""
        return self.every & subject.value > 0

    def speaking(self, subject: SignatureSubject) -> NDArray[np.bool_]:
        """Mark the signatures (N) that speak of a subject."""
        of_subject: NDArray[np.bool_] = self.subjects & subject.value > 0
        return of_subject


def in_source(source: bytes, page: Pointer) -> tuple[NDArray[np.int32], Signatures]:
    """Give the signature of each of the E elements of a page, by its source and columns; and the signatures."""
    elements, size = page.elements, len(source)
    signature, edge = np.empty(elements, dtype=np.int32), np.empty(3 * elements + 1, dtype=np.int32)
    tag, values = np.empty(elements, dtype=np.int16), np.empty(size, dtype=np.uint8)
    subjects, boxes = np.empty(elements, dtype=np.uint8), np.empty(elements, dtype=np.uint64)
    search = struct(
        "SignatureSearch",
        source=array(source, size),
        length=size,
        page=page,
        words=_WORDS,
        signature=array(signature, elements, writable=True),
        tag=array(tag, elements, writable=True),
        edge=array(edge, 3 * elements + 1, writable=True),
        subjects_of=array(subjects, elements, writable=True),
        within=array(boxes, elements, writable=True),
        values=array(values, size, writable=True),
    )
    if check_memory(lib.mezmun_find_signatures(search)):  # cannot be: values lie beside each other in the source
        raise RuntimeError("The names of a page have too little room: please report it.")
    number = search.number
    edge = edge[: 3 * number + 1]
    of_all = values.data[: edge[-1]].tobytes()
    return signature, Signatures(tag[:number], of_all, edge, subjects[:number], boxes[:number], search.every)


def serialised(signatures: Sequence[Signature]) -> Signatures:
    """Give signatures as the parser writes them."""
    each = [value.replace("&", "&amp;").encode("utf-8", "replace") for each in signatures for value in each[1:]]
    tag, number = np.array([each[0] for each in signatures], dtype=np.int16), len(signatures)
    values, edge = b"".join(each), np.cumsum([0, *map(len, each)], dtype=np.int32)
    subjects, boxes = np.empty(number, dtype=np.uint8), np.empty(number, dtype=np.uint64)
    every: int = lib.mezmun_read_names(
        _WORDS,
        array(values, len(values)),
        array(edge, 3 * number + 1),
        number,
        array(subjects, number, writable=True),
        array(boxes, number, writable=True),
    )
    return Signatures(tag, values, edge, subjects, boxes, every)


_SUBJECT_BITS: Final = 8


def _subjects(rows: Iterable[tuple[str, int, int]]) -> Pointer:
    """Make a ``Subjects`` of words (small letters), where each stands (``MATCHES_…``), and its subject."""
    every = sorted(rows)
    if lost := [word for word, _, _ in every if not word[:2].isalpha()]:
        raise ValueError(f"names.tsv: {lost[0]!r} begins with no two letters, by which words are found in names.")
    words, number = [word for word, _, _ in every], len(every)
    pairs = [one + other for one in ascii_lowercase for other in ascii_lowercase]
    letters = "".join(words).encode("ascii")
    first = [bisect_left(words, pair) for pair in (*pairs, "{")]
    third = [reduce(or_, map(_third_letter, words[start:stop]), 0) for start, stop in pairwise(first)]
    edge = np.fromiter(accumulate(map(len, words), initial=0), dtype=np.int32, count=number + 1)
    return struct(
        "Subjects",
        words=array(letters, len(letters)),
        edge=array(edge, number + 1),
        match=array(np.array([match for _, match, _ in every], dtype=np.uint8), number),
        subject=array(np.array([bit for _, _, bit in every], dtype=np.uint64), number),
        first=first,
        third=third,
    )


def _third_letter(word: str) -> int:
    return 1 << (ord(word[2]) & 31) if len(word) > 2 else (1 << 32) - 1


_MATCHES: Final = {
    Match.ANYWHERE: lib.MATCHES_ANYWHERE,
    Match.WHOLE: lib.MATCHES_WHOLE,
    Match.BEGINNING: lib.MATCHES_BEGINNING,
}
_PARTS: Final = _subjects(
    (word, _MATCHES[match], subject.value)
    for subject in SignatureSubject
    for match in (Match.BEGINNING, Match.WHOLE)
    for word in words_of(subject, match)
)


_OF_BOXES: Final = (
    Names.NOTICE,
    Names.CONSENT,
    Names.DISCLAIMER,
    Names.LINE_NUMBERS,
    Names.POST_BODY,
    Names.ATTACHMENT,
    Names.FACTS,
    Names.NOTES,
    Names.CALLOUT,
    Names.LABELLED_CALLOUT,
    Names.PASSAGE,
    Names.CAPTION,
    Names.CAPTION_TEXT,
    Names.PICTURE_CREDIT,
    Names.TASK_DONE,
    Names.TASK_OPEN,
    Names.TASK_LIST,
    Names.USER_NAME,
    Names.WORK_AUTHORS,
    Names.FORMULA_SOURCE,
    Names.DECLARATION,
    Names.DOCUMENT,
    Names.BUTTON,
    Names.UNPRINTED,
    Names.MACHINE_SUMMARY,
    Names.BESIDE_GOODS,
    Names.OF_GOODS,
    Names.GOODS_DATA,
    Names.CART,
    Names.SOURCE_LINK,
    Names.NOT_FOUND,
    Names.MESSAGE,
    Names.COMMENT_BODY,
    Names.THREAD_NOTE,
    Names.FIRST_POST,
    Names.CODE_BOX,
    Names.PERMALINK,
)
"""The names that boxes are looked at for, all at once, by their class and id; the others are asked for one by one."""
_NAME_BITS: Final = {name: 1 << number for number, name in enumerate(_OF_BOXES)}
_WITHIN: Final = _subjects(
    (word, _MATCHES[match], bit)
    for name, bit in _NAME_BITS.items()
    for match in Match
    for word in words_of(name, match)
)
_WORDS: Final = struct("NameWords", characters=characters.TABLE, parts=_PARTS, within=_WITHIN, max_names=MAX_NAMES)
