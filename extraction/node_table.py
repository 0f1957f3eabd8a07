"""A page as columns: one parse, then arrays in document order that every method reads.

Two tables lie side by side. An *element* has a tag, a parent, a depth and the end of its subtree; a *segment* is one
run of visible text with the element that owns it. Both are in document order, so the elements of a subtree are the rows
``e : end[e]`` and its segments the rows ``first[e] : last[e]``, and every sum over a subtree is the difference of two
prefix sums. Nothing recurses: pages nest thousands deep.

The parser is lexbor through selectolax, which builds the tree of the HTML standard. Measured on 270 labelled pages of
92 kB and 1,760 nodes, in milliseconds a page: the parse 0.27 (resiliparse 0.23, lxml 0.82, and lxml's trees differ from
a browser's), the walk over its nodes in Python 0.39, the whole table 1.3. The tree written out again (0.2 ms) and read
with arrays, tag by tag from the places of ``<`` and ``>``, gave the same table in 1.7: each pass over the characters of
a page costs more than it spares.

What holds no text, and so no segments:

- comments; ``script``, ``style``, ``title`` and the rest of ``head``; ``template``, ``iframe``, ``svg``, ``object`` and
  media, whose text is a fallback no reader sees;
- values of form controls (``option``, ``textarea``, ``button`` ...): labels of the page's machinery, never its text;
- hidden elements: ``hidden``; ``display:none``, ``visibility:hidden`` and ``font-size:0`` in the element's own
  ``style``; a closed ``dialog``. Style sheets are not read;
- ``noscript``.

The last two hold text after all when it is nearly all of the page's, or for ``noscript`` more than half: some pages
hide what they have until a script shows it, and forum software such as Discourse serves readers without scripts in
``noscript``, and only there.
"""

import re
from array import array
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from extraction import characters, limits, tags
from extraction.errors import PageTooLargeError
from extraction.head import Head
from extraction.head import read as read_head

Column: TypeAlias = NDArray[np.int32]
Mask: TypeAlias = NDArray[np.bool_]
Naming: TypeAlias = tuple[int, str, str, str]
"""An element's tag code and its ``class``, ``id`` and ``role`` (else ``itemprop``) as the page has them."""


@dataclass(frozen=True, eq=False)
class NodeTable:
    """The columns of one page: E elements and S segments, both in document order."""

    tag: NDArray[np.int16]
    """(E) code of the element's name, see ``tags``."""
    parent: Column
    """(E) row of the parent; -1 for the root, which is row 0."""
    depth: Column
    """(E) number of ancestors."""
    end: Column
    """(E) row behind the element's last descendant."""
    silent: Mask
    """(E) the element or an ancestor holds no visible text."""
    first: Column
    """(E) row of the first segment in the element's subtree."""
    last: Column
    """(E) row behind the last segment in the element's subtree."""

    text: tuple[str, ...]
    """(S) the text as the page has it, white space included; it holds a character other than that."""
    owner: Column
    """(S) row of the element whose child the text is."""
    position: Column
    """(S) number of elements that begin before the text."""
    chars: Column
    """(S) characters without white space."""
    in_link: Mask
    """(S) the text has an ``a`` ancestor."""
    spaced: Mask
    """(S) white space stands between this text and the one before it, in a text of its own."""

    parser: LexborHTMLParser
    """The parsed page, for its attributes."""

    @cached_property
    def head(self) -> Head:
        """What the page says of itself."""
        return read_head(self.parser)

    @property
    def naming(self) -> Column:
        """(E) row in ``namings``."""
        return self._named[0]

    @property
    def namings(self) -> list[Naming]:
        """The different namings of the page's elements."""
        return self._named[1]

    @cached_property
    def _named(self) -> tuple[Column, list[Naming]]:
        # Attributes cost as much as the rest of the walk, and not every method asks for them.
        rows: dict[Naming, int] = {}
        of_element: list[int] = []
        nodes = () if self.parser.root is None else self.parser.root.traverse()
        elements = (node for node in nodes if node.tag_id not in _UNSEEN)
        for tag, node in zip(self.tag.tolist(), elements, strict=True):
            have = node.attributes
            if have:
                get = have.get
                key = (tag, get("class") or "", get("id") or "", get("role") or get("itemprop") or "")
            else:
                key = (tag, "", "", "")
            of_element.append(rows.setdefault(key, len(rows)))
        return _column(of_element), list(rows)

    def in_subtree(self, values: NDArray[Any]) -> NDArray[np.int64]:
        """Sum (S) values of segments over the subtree of each element: (E)."""
        sums = prefix_sums(values)
        return sums[self.last] - sums[self.first]

    def below(self, elements: Mask) -> NDArray[np.int64]:
        """Count the marked (E) elements in the subtree of each element, itself included: (E)."""
        sums = prefix_sums(elements)
        return sums[self.end] - sums[:-1]

    def nearest(self, elements: Mask) -> Column:
        """Give the row of the nearest marked (E) element at or above each element, -1 where there is none: (E)."""
        if not elements.any():
            return np.full(len(elements), -1, dtype=np.int32)
        found = np.append(np.where(elements, np.arange(len(elements)), self.parent), -1)
        while True:  # every round doubles the steps taken upwards; -1 is the row added at the end, and stays
            further = found[found]
            if np.array_equal(further, found):
                return found[:-1].astype(np.int32)
            found = further


def parse(html: str) -> NodeTable:
    """Parse a page once.

    Raises:
        PageTooLargeError: the page is beyond ``limits``.
    """
    limits.check(html)
    if "/>" in html:
        html = _SELF_CLOSED.sub(r"<\1\2></\1>", html)
    if _TITLE_END.search(html) is None:
        html = _OPEN_TITLE.sub(r"\g<0></title>", html, count=1)
    parser = LexborHTMLParser(html, options=LexborDocumentOptions.WO_EVENTS)
    names: list[int] = []
    parents: list[int] = []
    texts: list[str] = []
    owners: list[int] = []
    positions: list[int] = []
    blank: list[int] = []  # texts of nothing but white space, by the number of texts before them
    rows: dict[int, int] = {}
    row = 0  # these lists share its numbers, so that a node takes each of them no more than a pointer
    nodes = iter(()) if parser.root is None else parser.root.traverse(include_text=True)
    for node in islice(nodes, limits.MAX_NODES):
        name = node.tag_id
        if name == _TEXT:
            text = node.text_content or ""
            if text.isspace():
                blank.append(len(texts))
                continue
            texts.append(text)
            owners.append(rows[node.parent.mem_id])  # type: ignore[union-attr]  # a text has a parent
            positions.append(row)
        elif name not in _UNSEEN:
            names.append(name)
            parents.append(rows.get(node.parent.mem_id, -1))  # type: ignore[union-attr]  # the root has the document
            rows[node.mem_id] = row
            row += 1
    if next(nodes, None) is not None:
        raise PageTooLargeError(f"The page has more than {limits.MAX_NODES:,} nodes.")
    tag, parent = tags.codes(array("Q", names)), _column(parents)
    depth, end = _shape(parent)
    silent = covered(tags.SILENT[tag], end)
    concealed = np.zeros(len(tag), dtype=np.bool_)
    concealed[[rows[node.mem_id] for node in parser.css(_HIDING) if _hides(node)]] = True

    owner, position = _column(owners), _column(positions)
    heard = np.flatnonzero(~silent[owner])
    texts, owner, position = [texts[row] for row in heard.tolist()], owner[heard], position[heard]
    chars = characters.count(texts)
    for elements, most in ((concealed, _MOST_CONCEALED), (tag == _NOSCRIPT, _MOST_UNSCRIPTED)):
        if elements.any():
            unseen = covered(elements, end)
            if chars[unseen[owner]].sum() <= most * chars[~silent[owner]].sum():
                silent |= unseen
    shown = ~silent[owner]
    kept = np.flatnonzero(shown & (chars > 0))
    # Texts without a character to see count as white space; how much of it stands before each text that is kept.
    blanks = np.searchsorted(blank, heard[kept], side="right") + prefix_sums(shown & (chars == 0))[kept]
    owner, position = owner[kept], position[kept]
    first = np.searchsorted(position, np.arange(len(tag)), side="right").astype(np.int32)
    owned = prefix_sums(np.bincount(owner, minlength=len(tag)))
    return NodeTable(
        tag=tag,
        parent=parent,
        depth=depth,
        end=end,
        silent=silent,
        first=first,
        last=(first + owned[end] - owned[:-1]).astype(np.int32),
        text=tuple([texts[row] for row in kept.tolist()]),
        owner=owner,
        position=position,
        chars=chars[kept],
        in_link=covered(tag == _LINK, end)[owner],
        spaced=np.diff(blanks, prepend=0) > 0,
        parser=parser,
    )


# Written by an XML serialiser, these swallow the rest of the page in HTML, where only their end tag ends them. An
# unquoted value may end in "/", so the slash must stand behind a quote or a space.
_SELF_CLOSED: Final = re.compile(r"<(iframe|noembed|noframes|script|style|textarea|title|xmp)(\s[^<>]*[\"'\s])?/>")
_MOST_CONCEALED: Final = 0.9
_MOST_UNSCRIPTED: Final = 0.5
# A title that never ends swallows the page likewise; it is made to end before the next tag.
_TITLE_END: Final = re.compile("</title", re.IGNORECASE)
_OPEN_TITLE: Final = re.compile(r"<title\b[^<>]*>[^<]*", re.IGNORECASE)
_SAMPLE: Final = LexborHTMLParser("<p>text<!--comment-->")
_TEXT, _COMMENT = (node.tag_id for node in _SAMPLE.css("p")[0].iter(include_text=True))
_UNSEEN: Final = frozenset({_COMMENT, 0})  # 0 is a processing instruction, such as PHP a server left in the page
_HIDING: Final = '[hidden],dialog:not([open]),[style*="none" i],[style*="hidden" i],[style*="font-size" i]'
_HIDDEN_STYLE: Final = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:\.0*)?(?:[a-z]+|%)?\s*(?:;|!|$)", re.IGNORECASE
)
_LINK, _NOSCRIPT = tags.CODE["a"], tags.CODE["noscript"]


def _column(rows: list[int]) -> Column:
    return np.array(array("i", rows), dtype=np.int32)  # twice as quick as from the list


def _shape(parent: Column) -> tuple[Column, Column]:
    """From each row's parent, the number of ancestors and the row behind the last descendant."""
    none = len(parent)  # a row behind the last stands for no row at all
    row = np.arange(none + 1)
    above = np.append(np.where(parent < 0, none, parent), none)
    depth = (row < none).astype(np.int32)
    # A subtree ends where the next sibling begins: the element's own, or the one of its nearest ancestor that has one.
    order = np.argsort(parent.astype(np.int16) if none < 1 << 15 else parent, kind="stable")  # linear for 16 bits
    siblings = parent[order[1:]] == parent[order[:-1]]
    sibling = np.full(none + 1, none, dtype=np.int32)
    sibling[order[:-1][siblings]] = order[1:][siblings]
    ending = np.where(sibling < none, row, above)
    while above.min(initial=none) < none:  # every round doubles the steps taken upwards
        depth += depth[above]
        ending = ending[ending]
        above = above[above]
    return depth[:none] - 1, sibling[ending[:none]]


def covered(elements: Mask, end: Column) -> Mask:
    """Mark the subtrees of the marked elements."""
    rows = np.flatnonzero(elements)
    if not len(rows):
        return np.zeros(len(end), dtype=np.bool_)
    begun = elements.astype(np.int32)
    begun -= np.bincount(end[rows], minlength=len(end) + 1)[:-1]
    return np.cumsum(begun) > 0


def _hides(node: LexborNode) -> bool:
    if node.tag == "dialog" and "open" not in node.attributes:
        return True
    # "until-found" hides as well, until the reader searches.
    return "hidden" in node.attributes or _HIDDEN_STYLE.search(node.attributes.get("style") or "") is not None


def prefix_sums(values: NDArray[Any]) -> NDArray[np.int64]:
    """Give, for N values, the N + 1 sums of those before each row: a range's sum is ``sums[stop] - sums[start]``."""
    sums = np.zeros(len(values) + 1, dtype=np.int64)
    np.cumsum(values, out=sums[1:])
    return sums
