"""How large a page may be, checked before a tree is built from it.

The parser's C code runs no Python, so nothing can stop it half-way: a page that would cost it gigabytes or minutes has
to be found in the source. Nearly all pages cannot, and are passed with the counts of one quick scan.
"""

from typing import Final

from extraction.errors import PageTooLargeError
from extraction.native.known import Known
from extraction.native.nesting import deepest
from extraction.native.scan import Scan

MAX_CHARACTERS: Final = 50_000_000
"""Characters of HTML. The tree takes up to 2 bytes a character over what its nodes take."""

MAX_NODES: Final = 3_000_000
"""Elements and text nodes. One costs about 350 bytes (200 in the tree, the rest in the table): about 1 GB at the limit.
The largest of 3,800 labelled pages has 16 thousand."""

MAX_DEPTH: Final = 5_000
"""Open elements that may lie in one another. The standard's "in scope" checks walk all of them at each tag: 5,000 cost
a third of a second, 100,000 half a minute. The deepest labelled page has 96; browsers flatten beyond 512."""

MAX_ATTRIBUTES: Final = 20_000
"""Words in one tag, an upper bound of its attributes. Each is compared with all before it: 20,000 take a second."""

# The parser closes these by itself before the next of their kind, or they hold nothing: they never nest on their own.
_NEVER_NESTING: Final = (
    "p li dd dt tr td th tbody thead tfoot option optgroup a br hr img input meta link col area base wbr embed param "
    "source track html head body button form nobr"
)
_IMPLIED_END: Final = Known(_NEVER_NESTING.split())


def check(html: str, source: bytes, scan: Scan) -> None:
    """Raise :class:`PageTooLargeError` when parsing ``html``, scanned, could take unreasonable memory or time.

    ``source`` is the page in UTF-8.
    """
    if len(html) > MAX_CHARACTERS:
        raise PageTooLargeError(f"The page has {len(html):,} characters; the limit is {MAX_CHARACTERS:,}.")
    if scan.tags > MAX_NODES:
        raise PageTooLargeError(f"The page has {scan.tags:,} tags; the limit is {MAX_NODES:,} nodes.")
    if scan.words > MAX_ATTRIBUTES:
        raise PageTooLargeError(f"A tag of the page has more than {MAX_ATTRIBUTES:,} attributes.")
    if scan.tags - scan.ends > MAX_DEPTH:
        depth = deepest(source, scan.tags, _IMPLIED_END)
        if depth > MAX_DEPTH:
            raise PageTooLargeError(f"The page leaves {depth:,} elements open; the limit is {MAX_DEPTH:,}.")
    if scan.reopened > MAX_NODES:
        made = f"which makes up to {scan.reopened:,} nodes"
        raise PageTooLargeError(f"The page leaves formatting elements open over {scan.tags:,} tags, {made}.")
