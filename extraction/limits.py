"""How large a page may be, checked before a tree is built from it.

The parser's C code runs no Python, so nothing can stop it half-way: a page that would cost it gigabytes or minutes has
to be found in the source. Nearly all pages cannot, and are passed with the counts of one quick scan.
"""

import re
from typing import Final

from extraction.errors import PageTooLargeError
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

_TAG: Final = re.compile(r"<((?:\\?/)?[a-zA-Z][a-zA-Z0-9:-]*)")  # in a script "/" is often written "\/"
# The parser closes these by itself before the next of their kind, or they hold nothing: they never nest on their own.
_NEVER_NESTING: Final = (
    "p li dd dt tr td th tbody thead tfoot option optgroup a br hr img input meta link col area base wbr embed param "
    "source track html head body button form nobr"
)
_IMPLIED_END: Final = frozenset(_NEVER_NESTING.split())


def check(html: str, scan: Scan) -> None:
    """Raise :class:`PageTooLargeError` when parsing ``html``, scanned, could take unreasonable memory or time."""
    if len(html) > MAX_CHARACTERS:
        raise PageTooLargeError(f"The page has {len(html):,} characters; the limit is {MAX_CHARACTERS:,}.")
    if scan.tags > MAX_NODES:
        raise PageTooLargeError(f"The page has {scan.tags:,} tags; the limit is {MAX_NODES:,} nodes.")
    if scan.longest > 2 * MAX_ATTRIBUTES:
        _check_attributes(html)
    if scan.tags - scan.ends > MAX_DEPTH:
        _check_nesting(html)
    if scan.reopened > MAX_NODES:
        made = f"which makes up to {scan.reopened:,} nodes"
        raise PageTooLargeError(f"The page leaves formatting elements open over {scan.tags:,} tags, {made}.")


def _check_attributes(html: str) -> None:
    for piece in html.split(">"):
        tag = _TAG.search(piece) if len(piece) > 2 * MAX_ATTRIBUTES else None
        if tag and len(piece[tag.start() :].split()) > MAX_ATTRIBUTES:
            raise PageTooLargeError(f"A tag of the page has more than {MAX_ATTRIBUTES:,} attributes.")


def _check_nesting(html: str) -> None:
    depth = _nesting(_TAG.findall(html))
    if depth > MAX_DEPTH:
        raise PageTooLargeError(f"The page leaves {depth:,} elements open; the limit is {MAX_DEPTH:,}.")


def _nesting(tags: list[str]) -> int:
    """Give the most elements that can be open at once. An end tag with nothing to close counts nothing."""
    starts: dict[str, str] = {}
    ends: dict[str, str] = {}
    for tag in set(tags):
        name = tag.lstrip("\\/").lower()
        if name not in _IMPLIED_END:
            (starts if tag[0].isalpha() else ends)[tag] = name
    opened = dict.fromkeys((*starts.values(), *ends.values()), 0)
    deepest = dict(opened)
    for tag in tags:
        if tag in starts:
            name = starts[tag]
            opened[name] = now = opened[name] + 1
            if now > deepest[name]:
                deepest[name] = now
        elif tag in ends and opened[ends[tag]]:
            opened[ends[tag]] -= 1
    return sum(deepest.values())
