"""How large a page may be, checked before a tree is built from it.

The parser's C code runs no Python, so nothing can stop it half-way: a page that would cost it gigabytes or minutes has
to be found in the source. Nearly all pages cannot, and are passed with the counts of one quick scan.
"""

from collections.abc import Sequence
from typing import Final

from extraction.page.names import Match, Names, words_of
from extraction.page.parsing.shown_source import FORMULA_SIGNS
from extraction.page.texts import WordTable
from native.library import Pointer, array, check_memory, lib, struct

MAX_CHARACTERS: Final = 50_000_000
"""A page has at most so many characters. The tree takes up to 2 bytes for each, over what its nodes take."""

MAX_NODES: Final = 3_000_000
"""Elements and text nodes. One costs about 350 bytes (200 in the tree, the rest in the table): about 1 GB at the limit.
The largest of 3,800 labelled pages has 16 thousand."""

MAX_DEPTH: Final = 5_000
"""Open elements that may lie in one another. The standard's "in scope" checks walk all of them at each tag: 5,000 cost
a third of a second, 100,000 half a minute. The deepest labelled page has 96; browsers flatten beyond 512."""

MAX_ATTRIBUTES: Final = 20_000
"""Words in one tag, an upper bound of its attributes. Each is compared with all before it: 20,000 take a second."""


class PageTooLargeError(Exception):
    """The page has more characters, elements or nesting than the limits here."""


# The parser closes these by itself before the next of their kind, or they hold nothing: they never nest on their own.
_NEVER_NESTING: Final = (
    "p li dd dt tr td th tbody thead tfoot option optgroup a br hr img input meta link col area base wbr embed param "
    "source track html head body button form nobr"
)
_IMPLIED_END: Final = WordTable(_NEVER_NESTING.split())


def ended(words: Sequence[str]) -> Pointer:
    """Give words one after the other, each ended by a zero, and one more behind the last."""
    letters = b"".join(word.encode() + b"\0" for word in (*words, ""))
    return array(letters, len(letters))


_FORMULA_PICTURES: Final = ended(words_of(Names.FORMULA_PICTURE))
_FORMULA_SIGNS: Final = ended(FORMULA_SIGNS)
_NOTE_SIGNS: Final = ended(words_of(Names.NOTE_SIGN, Match.ANYWHERE))
_CODE_BOXES: Final = ended(words_of(Names.LINED_CODE))


def scan(source: bytes) -> Pointer:
    """Count what there is in the source of a page (UTF-8): gives a ``SourceScan``, see ``native/page/page.h``."""
    counts = struct(
        "SourceScan",
        length=len(source),
        max_tag=2 * MAX_ATTRIBUTES,
        formula_pictures=_FORMULA_PICTURES,
        formula_signs=_FORMULA_SIGNS,
        note_signs=_NOTE_SIGNS,
        code_boxes=_CODE_BOXES,
    )
    lib.mezmun_scan(counts, array(source, len(source)))
    return counts


def max_depth(source: bytes, tags: int, never: WordTable) -> int:
    """Give the most elements that can be open at once in the source of a page (UTF-8), which has so many ``<``.

    Those of ``never`` never nest on their own. An end tag with nothing to close counts for nothing.
    """
    depth: int = lib.mezmun_max_depth(array(source, len(source)), len(source), tags, never.struct)
    return check_memory(depth)


def check(html: str, source: bytes, scan: Pointer) -> None:
    """Raise :class:`PageTooLargeError` when parsing ``html``, scanned, could take unreasonable memory or time.

    ``source`` is the page in UTF-8, ``scan`` what ``scan`` gives of it.
    """
    if len(html) > MAX_CHARACTERS:
        raise PageTooLargeError(f"The page has {len(html):,} characters; the limit is {MAX_CHARACTERS:,}.")
    if scan.tags > MAX_NODES:
        raise PageTooLargeError(f"The page has {scan.tags:,} tags; the limit is {MAX_NODES:,} nodes.")
    if scan.words > MAX_ATTRIBUTES:
        raise PageTooLargeError(f"A tag of the page has more than {MAX_ATTRIBUTES:,} attributes.")
    if scan.tags - scan.end_tags > MAX_DEPTH:
        depth = max_depth(source, scan.tags, _IMPLIED_END)
        if depth > MAX_DEPTH:
            raise PageTooLargeError(f"The page leaves {depth:,} elements open; the limit is {MAX_DEPTH:,}.")
    if scan.reopened > MAX_NODES:
        nodes = f"which makes up to {scan.reopened:,} nodes"
        raise PageTooLargeError(f"The page leaves formatting elements open over {scan.tags:,} tags, {nodes}.")
