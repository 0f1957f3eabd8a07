"""What the method ``mezmun`` looks at: for each line of a page, some eighty numbers by name.

They come from the line and its neighbours, from the elements around it (text density, link and sentence shares, CC,
place, how often their structure repeats), from the names authors gave those elements, from the words of short lines,
and from the page as a whole. All of them are counts and shares, exact or rounded alike on every machine.

The elements around a line are levels: level 0 is the block the line lies in, each further level the next element that
holds more than the one before, so that wrappers count nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.model.forest import Table, Values
from extraction.page import lines, tags
from extraction.page.attribute_signatures import Signatures
from extraction.page.headline import line_of_title
from extraction.page.lines import Lines
from extraction.page.names import SignatureSubject
from extraction.page.node_table import NodeTable
from extraction.page.statements.head import head_of
from native.library import Pointer, array, check_memory, ffi, lib, struct

Numbers = NDArray[np.int32]

LEVELS: Final = 6  # the widest that ``_AT_LEVELS`` asks for is 5
COLUMNS: Final = {
    name.removeprefix("COLUMN_").lower().replace("_", "-"): number
    for number, name in ffi.typeof("ElementColumn").elements.items()
    if number < lib.COLUMNS
}
"""The numbers of an element that can be divided by each other, as ``native/model/model.h`` declares them."""


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """The lines of a page with what the features of words need beside their own."""

    lines: Lines
    features: Table
    """What is measured of the page alone."""
    buffer: Values
    """(F + more, L) the same, and more rows below: nothing is in them yet."""
    struct: Pointer
    """``PageLines``, for the library: good as long as the page."""
    parent: Numbers
    """(E) row of the parent; -1 for the root."""
    signature: Numbers
    """(E) row in ``signatures``."""
    signatures: Signatures
    """The different attribute signatures of the page's elements."""
    first: Numbers
    """(E) first line of each element's subtree ..."""
    last: Numbers
    """(E) ... and the line behind its last."""
    levels: Numbers
    """(LEVELS, L) rows of the elements around each line, each the outermost that holds no more."""
    owner: Numbers
    """(L) row of the element whose child the line's first text is."""

    @property
    def chars(self) -> Values:
        """(L) characters of each line."""
        return self.features["chars"]


def measure(page: NodeTable, more: int = 0) -> Measured:
    """Measure a page that has at least one segment; with space for ``more`` further features."""
    title = line_of_title(lines.lines_of(page), " ".join(head_of(page).titles))
    return measure_shares(page, _SHARES, NAMES, LEVELS, title=title, more=more)


def share_columns(parts: Iterable[tuple[str, str, int]]) -> Numbers:
    """Give M shares, each a column, the one it is divided by, and the level, as ``measure_shares`` takes them."""
    rows = [(COLUMNS[part], COLUMNS[whole], level) for part, whole, level in parts]
    return np.array(rows, dtype=np.int32).reshape(-1, 3)


def measure_shares(
    page: NodeTable, shares: Numbers, names: tuple[str, ...], levels: int, *, title: int = -1, more: int = 0
) -> Measured:
    """Measure a page with any shares.

    Args:
        page: a page with at least one segment.
        shares: (M, 3) as ``share_columns`` gives them.
        names: (F) of all features.
        levels: how many elements around each line are looked at.
        title: the line that repeats the title, -1 for none.
        more: for how many further features there shall be space.
    """
    cut = lines.lines_of(page)
    elements, number, features = len(page.tag), len(cut.texts), lib.OWN_FEATURES + len(shares) + lib.PLACE_FEATURES
    if features != len(names):
        raise ValueError(f"There are {features} features, and names of {len(names)}.")
    buffer = np.empty((features + more, number), dtype=np.float32)
    first, last = np.empty(elements, dtype=np.int32), np.empty(elements, dtype=np.int32)
    level, owner = np.empty((levels, number), dtype=np.int32), np.empty(number, dtype=np.int32)
    around = struct(
        "PageLines",
        kind=_KINDS,
        part=_PARTS,
        table=page.columns,
        signature=array(page.signature, elements),
        signatures=page.signatures.struct,
        comments_bit=SignatureSubject.COMMENTS.value,
        lines=cut.struct,
        title=title,
        shares=array(shares, 3 * len(shares)),
        share_number=len(shares),
        levels=levels,
        value=array(buffer, (features + more) * number, writable=True),
        first_line=array(first, elements, writable=True),
        last_line=array(last, elements, writable=True),
        level=array(level, levels * number, writable=True),
        line_owner=array(owner, number, writable=True),
    )
    if check_memory(lib.mezmun_measure_lines(around)):
        raise ValueError("A share is of a level that there is not.")
    table = Table(names, buffer[:features])
    return Measured(cut, table, buffer, around, page.parent, page.signature, page.signatures, first, last, level, owner)


_KINDS: Final = array(
    tags.bits(
        {
            lib.IN_ARTICLE: tags.tag_set("article"),
            lib.IN_ASIDE: tags.tag_set("aside"),
            lib.IN_BLOCKQUOTE: tags.tag_set("blockquote"),
            lib.IN_HEADING: tags.HEADING,
            lib.IS_HEADLINE: tags.tag_set("h1"),
            lib.IS_PARAGRAPH: tags.tag_set("p"),
            lib.IS_ANCHOR: tags.tag_set("a"),
            lib.IS_BOX: tags.BLOCK & ~tags.tag_set("pre"),
        },
        np.uint8,
    ),
    len(tags.NAMES),
)
_PARTS: Final = array(tags.PARAGRAPH, len(tags.NAMES))
_AT_LEVELS: Final = {
    "link": ("linked", "chars", (5,)),
    "sentence": ("sentence-chars", "chars", (0, 1)),
    "density": ("chars", "size", (0, 1)),
    "cc": ("unlinked", "anchors", (0, 1, 2)),
    "line-chars": ("chars", "lines", (5,)),
    "marks": ("marks", "chars", (4, 5)),
    "digit": ("digits", "chars", (0, 2)),
    "begins": ("begins", "page", (1, 2)),
    "ends": ("ends", "page", (1, 3, 4, 5)),
    "sentences": ("sentences", "one", (1,)),
    "of-wider": ("chars", "wider-chars", (0,)),
    "sentence-of-wider": ("sentence-chars", "wider-sentence-chars", (0, 1)),
    "depth": ("depth", "one", (0,)),
    "alike": ("alike", "one", (0,)),
    "alike-share": ("alike-chars", "page", (0,)),
    "alike-chars": ("alike-chars", "alike", (0,)),
    "alike-link": ("alike-linked", "alike-chars", (0, 5)),
    "alike-sentence": ("alike-sentence-chars", "alike-chars", (0, 1)),
    "siblings": ("siblings", "one", (0,)),
    "sibling-share": ("sibling-chars", "page", (0,)),
}
"""The shares of elements: one of their ``COLUMNS``, by which other it is divided, and at which levels: where it was
worth something. Three times as many numbers were tried and made the model no better on sites it had not seen."""
_NAMED_SHARES: Final = [
    (f"{level}/{name}", part, whole, level) for name, (part, whole, levels) in _AT_LEVELS.items() for level in levels
]
_SHARES: Final = share_columns((part, whole, level) for _, part, whole, level in _NAMED_SHARES)
OWN: Final = (
    *("chars", "chars+1", "link", "digit", "marks", "stops-and-commas"),
    *("symbol", "ends-sentence", "copies", "sentence"),
)
PLACES: Final = (
    *("row", "place", "before", "near-link", "in-article", "in-aside", "in-blockquote"),
    *("since-heading", "since-headline", "since-title", "main-block"),
    *("page/lines", "page/chars", "page/link", "page/sentence", "page/sentences", "page/paragraphs", "page/anchors"),
    *("page/longest", "page/digit", "page/comments", "page/said-in-comments", "in-comments", "since-comments"),
)
NAMES: Final = (*OWN, *(name for name, *_ in _NAMED_SHARES), *PLACES)
"""What is measured, in the order of ``native/model/line_features.c``."""
