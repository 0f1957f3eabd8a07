"""What is measured of each line of a page."""

import ctypes
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction.native import library
from extraction.native.lines import Table as LinesTable
from extraction.native.namings import Table as NamingsTable
from extraction.native.page import Page
from extraction.page import tags
from extraction.page.subjects import Subject

if TYPE_CHECKING:
    from extraction.page.lines import Lines
    from extraction.page.node_table import NodeTable

Numbers = NDArray[np.int32]

COLUMNS: Final = (
    *("one", "page"),
    *("chars", "linked", "said", "digits"),  # characters, those in links, in sentences, digits
    *("marks", "sentences"),  # marks of punctuation
    *("begins", "ends"),  # characters of the page before the element, and to its end
    *("lines", "size", "unlinked", "anchors", "depth"),  # size and anchors count elements
    *("wider-chars", "wider-said"),  # of the nearest element around that holds more
    *("alike", "alike-chars", "alike-linked", "alike-said"),  # of all elements built alike that hold anything
    *("siblings", "sibling-chars"),
)
"""The numbers of an element that can be divided by each other."""


_FOUND: Final = ("numbers", "value", "first_line", "last_line", "level", "line_owner")
_BETWEEN: Final = ("top", "wider", "built", "siblings", "inside", "comments", "key", "slot")
_OTHERS: Final = 34
"""Values of a line beside those of the elements around it."""


class PageLines(ctypes.Structure):
    """``PageLines`` in ``page_lines.h``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("kind", "part")),
        ("table", Page),
        ("naming", ctypes.c_void_p),
        ("namings", NamingsTable),
        ("comments_bit", ctypes.c_int32),
        ("lines", LinesTable),
        ("title", ctypes.c_int32),
        ("taken", ctypes.c_void_p),
        *((name, ctypes.c_int32) for name in ("measures", "levels")),
        *((name, ctypes.c_void_p) for name in (*_FOUND, *_BETWEEN)),
        ("slots", ctypes.c_int32),
        *((name, ctypes.c_void_p) for name in ("before", "column", "sum", "said")),
    )


class Found(NamedTuple):
    """What is found of L lines and E elements."""

    table: PageLines
    """Where the columns of the page and of its lines are, and these: good as long as they."""
    values: NDArray[np.float32]
    """(F, L)"""
    room: NDArray[np.float32]
    """(F + more, L) the same, and more rows below: nothing is in them yet."""
    numbers: Numbers
    """All others, one after the other."""

    @property
    def first(self) -> Numbers:
        """(E) first line of the element's subtree ..."""
        return self.numbers[: self.table.table.elements]

    @property
    def last(self) -> Numbers:
        """(E) ... and the one behind its last."""
        elements = self.table.table.elements
        return self.numbers[elements : 2 * elements]

    @property
    def levels(self) -> Numbers:
        """(levels, L) rows of the elements around each line, each the outermost that holds no more."""
        lines = self.table.lines.number
        return self.numbers[2 * self.table.table.elements : -lines].reshape(-1, lines)

    @property
    def owner(self) -> Numbers:
        """(L) row of the element that owns the line's first text."""
        return self.numbers[-self.table.lines.number :]


_MEASURE: Final = library.load().mezmun_features
_MEASURE.argtypes = (ctypes.POINTER(PageLines),)
_MEASURE.restype = ctypes.c_int32


def _kinds() -> NDArray[np.uint8]:
    kinds = np.zeros(len(tags.NAMES), dtype=np.uint8)
    for bit, names in enumerate(("article", "aside", "blockquote", "h1 h2 h3 h4 h5 h6", "h1", "p", "a")):
        kinds[tags.tag_set(names)] |= 1 << bit
    kinds[tags.BLOCK & ~tags.tag_set("pre")] |= 1 << 7
    return kinds


_KIND: Final = _kinds()
_PLACE_OF_KIND: Final = library.address(_KIND)
_PLACE_OF_PART: Final = library.address(tags.PARAGRAPH)


_COMMENTS: Final = Subject.COMMENTS.value


def taken(parts: Iterable[tuple[str, str, int]]) -> Numbers:
    """Give M measures, each a column, the one it is divided by, and the level, as ``features`` takes them."""
    rows = [(COLUMNS.index(part), COLUMNS.index(whole), level) for part, whole, level in parts]
    return np.array(rows, dtype=np.int32).reshape(-1, 3)


def features(page: "NodeTable", lines: "Lines", title: int, measures: Numbers, levels: int, more: int = 0) -> Found:
    """Measure the lines of a page that has one at least.

    ``title`` is the line that repeats the title, -1 for none; ``measures`` (M, 3) as ``taken`` gives them; ``more``
    says for how many further values of each line there shall be room.
    """
    elements, number, measured = page.columns.elements, lines.table.number, _OTHERS + len(measures)
    room = np.empty((measured + more, number), dtype=np.float32)
    numbers = np.empty(2 * elements + (levels + 1) * number, dtype=np.int32)
    asked = PageLines(
        *(_PLACE_OF_KIND, _PLACE_OF_PART, page.columns),
        *(library.address(page.naming), page.written_namings.table, _COMMENTS),
        *(lines.table, title, library.address(measures), len(measures), levels),
        *(library.address(numbers), library.address(room)),
    )
    if library.check_memory(_MEASURE(asked)):
        raise ValueError("A measure is taken at a level that there is not.")
    return Found(asked, room[:measured], room, numbers)
