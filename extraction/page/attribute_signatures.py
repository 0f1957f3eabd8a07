"""Attribute signatures: the tags of a page's elements with what authors wrote in ``class``, ``id`` and ``role``.

And what these names speak of, as far as the division of the text looks at them: the parts of a name are those of
``extraction.model.vocabulary.names`` ("postComments" has two), and all subjects are asked for in one pass. The words
are rows of ``names.tsv``, and so are those that addresses of threads and of people have.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntFlag, StrEnum
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from pathlib import Path
from string import ascii_lowercase
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from extraction.native.library import Pointer, array, check_memory, lib, struct
from extraction.page import characters
from extraction.page.texts import unescaped
from normalization.table_rows import rows_of

MAX_NAMES: Final = 12
"""Names of a value whose parts are looked at: style sheets of utility classes name an element by dozens of words that
say nothing."""


class SignatureSubject(IntFlag):
    """Subjects, as bits."""

    COMMENTS = 1
    """What readers wrote under an article."""
    PEOPLE = 2
    """Names that boxes in posts have in all software, and those of goods and teasers not."""
    QUOTE = 4
    AROUND_QUOTE = 8
    """Buttons, headers and the like."""
    SIGNATURE = 16
    THREAD = 32
    """What forum software says of the page, and that software."""
    WRITER = 64
    """Who wrote an article."""
    PLAYER = 128
    """A player of videos, with its buttons, titles and messages; `video` alone names texts, too."""


class Names(StrEnum):
    """What other names and words of addresses are of, in ``names.tsv``."""

    NOTICE = "notice"
    """Boxes that ask something of readers: to subscribe, to consent."""
    CONSENT = "consent"
    """What software of others shows to ask for consent to cookies: none of it is text of the page."""
    NOT_FOUND = "not-found"
    """Boxes, or whole pages, in which software says that it has no such page."""
    MESSAGE = "message"
    """Likewise, boxes of any message that stands in place of a page."""
    KICKER = "kicker"
    """The line of a few words above a headline, which is in one heading with it on some sites."""
    SITE_NAME = "site-name"
    """A heading that is the name of the site on each of its pages."""
    LINE_NUMBERS = "line-numbers"
    """What holds the numbers of the lines of code."""
    POST_BODY = "post-body"
    """What holds a post, although its name speaks of a signature as well: ``content_with_sig``."""
    CODE_BOX = "code-box"
    """What holds code in posts, in no ``pre``."""
    COMMENT_BODY = "comment-body"
    """What holds a comment under an article, and neither its writer nor its day."""
    ATTACHMENT = "attachment"
    """What lists the files that hang on a post of a forum."""
    THREAD_NOTE = "thread-note"
    """What says of a thread how many posts it has and who wrote last, or stands above their columns."""
    FACTS = "facts"
    """Boxes of facts beside an article."""
    NOTES = "notes"
    """What holds the notes below a text."""
    NOTE_WITHIN = "note-within"
    """A note that stands within a paragraph, to be shown in the margin or when somebody points at its sign."""
    BESIDE_NOTE = "beside-note"
    """What is there for the mouse beside one, or says its sign once more."""
    NOTE_SIGN = "note-sign"
    """Names in the tag of a sign before one: without them no page has such notes."""
    DECLARATION = "declaration"
    """What a function, a class or a value is declared as, in documentation that software makes of sources."""
    FORMULA = "formula"
    """What is around a whole formula that is written more than once, to be seen and to be heard."""
    DISPLAYED_FORMULA = "displayed-formula"
    """Likewise, of a formula on a line of its own."""
    FORMULA_PICTURE = "formula-picture"
    """Pictures of formulas whose words (``alt``) are TeX."""
    FORMULA_ADDRESS = "formula-address"
    """Parts of the addresses of such pictures, which servers draw of TeX in the address."""
    FORMULA_SOURCE = "formula-source"
    """What holds the TeX of a formula, for a script to draw, without signs around it."""
    CALLOUT = "callout"
    """Boxes that documentation sets apart: notes, tips, warnings."""
    NOTE_CALLOUT = "callout-note"
    """Of what kind such a box is."""
    TIP_CALLOUT = "callout-tip"
    IMPORTANT_CALLOUT = "callout-important"
    WARNING_CALLOUT = "callout-warning"
    CAUTION_CALLOUT = "callout-caution"
    TASK_DONE = "task-done"
    """A box that is ticked, before an item of a list of tasks."""
    TASK_OPEN = "task-open"
    TASK_LIST = "task-list"
    """A list of tasks whose items have no boxes, but say themselves when they are done."""
    CAPTION = "caption"
    """What stands below a picture."""
    USER_NAME = "user-name"
    """What holds the name of a user or a writer, and next to nothing else."""
    WORK_AUTHORS = "work-authors"
    """What holds the writers of a work, in lists of many."""
    PICTURE_CREDIT = "picture-credit"
    """What says who made a picture, beside one."""
    CREDIT = "credit"
    """What says who made a picture."""
    MACHINERY = "machinery"
    """Pictures that are none of the text: icons, portraits, counters."""
    BUTTON = "button"
    """Links that are drawn as buttons."""
    SOURCE_LINK = "source-link"
    """Links to the source of what documentation declares."""
    BESIDE_GOODS = "beside-goods"
    """What a shop puts beside the goods that a page sells: reviews, other goods, delivery, payment."""
    OF_GOODS = "of-goods"
    """What holds what is said of them as well, or is called alike: "previews" end as "reviews" do."""
    GOODS_DATA = "goods-data"
    """What holds what goods are made of, how large they are, and the like."""
    MACHINE_SUMMARY = "machine-summary"
    """A summary that a machine made of the page."""
    UNPRINTED = "unprinted"
    """What a page leaves out when it is printed."""
    THREAD_PATH = "thread-path"
    """Parts of the addresses of threads, on forums of many kinds of software."""
    NUMBERED_THREAD_PATH = "numbered-thread-path"
    """Parts of paths behind which the number of a thread follows, perhaps with its title before it or behind it."""
    PROFILE_PATH = "profile-path"
    """A part of a path behind which the name or number of a person follows."""
    PROFILE_FILE = "profile-file"
    """A last part of a path, without its ending, whose query says who: ``member.php?u=7``."""
    PROFILE_PARAMETER = "profile-parameter"
    NETWORK = "network"
    """Hosts of social networks, whose addresses mostly name somebody."""


class Match(StrEnum):
    """Where a word of ``names.tsv`` stands in a name."""

    BEGINNING = "beginning"
    """A part of the name begins with it."""
    WHOLE = "whole"
    """It is a part of the name, with a subject; with other names it is all of it."""
    ANYWHERE = "anywhere"


@lru_cache(maxsize=1)
def _table() -> Mapping[tuple[str, str], tuple[str, ...]]:
    """Give the words of ``names.tsv``, a row each (word in small letters, match, subject), by subject and match."""
    words: dict[tuple[str, str], list[str]] = {}
    for name, match, subject in rows_of(Path(__file__).with_name("names.tsv"), "name", "match", "subject"):
        words.setdefault((subject, match), []).append(name)
    return {key: tuple(each) for key, each in words.items()}


def words_of(subject: SignatureSubject | Names, match: Match = Match.WHOLE) -> tuple[str, ...]:
    """Give the words by which names, or parts of addresses, speak of a subject; none where the table has none."""
    name = subject.value if isinstance(subject, Names) else str(subject.name).lower().replace("_", "-")
    return _table().get((name, match), ())


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
        bits = sum(_NAME_BITS[name] for name in names)
        return (self.boxes & bits) > 0 if self.every >> _SUBJECT_BITS & bits else None

    def of_role(self, role: bytes) -> NDArray[np.intp]:
        """Give those (rows) of a role, else ``itemprop``."""
        start, stop = self.edge[2::3], self.edge[3::3]
        rows: NDArray[np.intp] = (stop - start == len(role)).nonzero()[0]
        return rows[[self.values.startswith(role, each) for each in start.take(rows).tolist()]]

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
    of, edge = np.empty(elements, dtype=np.int32), np.empty(3 * elements + 1, dtype=np.int32)
    tags, values = np.empty(elements, dtype=np.int16), np.empty(size, dtype=np.uint8)
    subjects, boxes = np.empty(elements, dtype=np.uint8), np.empty(elements, dtype=np.uint64)
    search = struct(
        "SignatureSearch",
        source=array(source, size),
        length=size,
        page=page,
        words=_WORDS,
        signature=array(of, elements, writable=True),
        tag=array(tags, elements, writable=True),
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
    return of, Signatures(tags[:number], of_all, edge, subjects[:number], boxes[:number], search.every)


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
    """Make a ``Subjects`` of words (small letters), whether each is whole, and its subject."""
    every = sorted(rows)
    words, number = [word for word, _, _ in every], len(every)
    pairs = [one + other for one in ascii_lowercase for other in ascii_lowercase]
    letters = "".join(words).encode("ascii")
    edge = np.fromiter(accumulate(map(len, words), initial=0), dtype=np.int32, count=number + 1)
    return struct(
        "Subjects",
        words=array(letters, len(letters)),
        edge=array(edge, number + 1),
        whole=array(np.array([mark for _, mark, _ in every], dtype=np.uint8), number),
        subject=array(np.array([bit for _, _, bit in every], dtype=np.uint64), number),
        first=[bisect_left(words, pair) for pair in (*pairs, "{")],
    )


_PARTS: Final = _subjects(
    (word, mark, subject.value)
    for subject in SignatureSubject
    for match, mark in ((Match.BEGINNING, 0), (Match.WHOLE, 1))
    for word in words_of(subject, match)
)


_OF_BOXES: Final = (
    Names.NOTICE,
    Names.CONSENT,
    Names.LINE_NUMBERS,
    Names.POST_BODY,
    Names.ATTACHMENT,
    Names.FACTS,
    Names.NOTES,
    Names.CALLOUT,
    Names.CAPTION,
    Names.PICTURE_CREDIT,
    Names.TASK_DONE,
    Names.TASK_OPEN,
    Names.TASK_LIST,
    Names.USER_NAME,
    Names.WORK_AUTHORS,
    Names.FORMULA_SOURCE,
    Names.DECLARATION,
    Names.BUTTON,
    Names.UNPRINTED,
    Names.MACHINE_SUMMARY,
    Names.BESIDE_GOODS,
    Names.OF_GOODS,
    Names.GOODS_DATA,
    Names.SOURCE_LINK,
    Names.NOT_FOUND,
    Names.MESSAGE,
    Names.COMMENT_BODY,
    Names.THREAD_NOTE,
    Names.CODE_BOX,
)
"""The names that boxes are looked at for, all at once, by their class and id; the others are asked for one by one."""
_NAME_BITS: Final = {name: 1 << number for number, name in enumerate(_OF_BOXES)}
_WITHIN: Final = _subjects(
    (word, mark, bit)
    for name, bit in _NAME_BITS.items()
    for match, mark in ((Match.ANYWHERE, 0), (Match.WHOLE, 1))
    for word in words_of(name, match)
)
_WORDS: Final = struct("NameWords", characters=characters.TABLE, parts=_PARTS, within=_WITHIN, max_names=MAX_NAMES)
