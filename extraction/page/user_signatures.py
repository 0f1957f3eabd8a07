"""Signatures: what software sets under all posts of one person, and nobody wrote into the post.

Most programs name the box of it. phpBB 2 and vBulletin part it from the post by a line of so many underscores, in the
element of the post or in one of its own, and it goes on to the end of that.
"""

import re
from typing import Final

from extraction.page.attribute_signatures import Names, SignatureSubject
from extraction.page.node_table import Mask, NodeTable, covered, once_per_page


@once_per_page
def signatures_of(page: NodeTable) -> Mask | None:
    """Mark the texts (S) of signatures, by their boxes and their lines; None when there are none."""
    utf8 = page.texts.utf8
    lines = [match.start() for match in _LINE.finditer(utf8)] if b"_" in utf8 and _SHORTEST_LINE in utf8 else []
    if not lines and not page.speaks_of(SignatureSubject.SIGNATURE):  # as on most pages
        return None
    marked: Mask = covered(_boxes(page), page.end)[page.owner]
    if lines:
        texts = (page.texts.edge.searchsorted(lines, side="right") - 1).tolist()
        alone = (text for text in texts if not page.texts[text].strip().strip("_"))
        last = {int(page.owner[text]): text for text in alone}  # people draw lines above it
        for element, text in last.items():
            marked[text : page.last[element]] = True
    return marked if marked.any() else None


def _boxes(page: NodeTable) -> Mask:
    """Mark the elements (E) named so, but those that are named after the post as well: it has a signature."""
    named = page.speaking(SignatureSubject.SIGNATURE)
    bodies = page.signatures.named(Names.POST_BODY) if named.any() else None
    return named if bodies is None else named & ~bodies.take(page.signature)


_SHORTEST_LINE: Final = b"_" * 17
_LINE: Final = re.compile(rb"(?<!_)_{17,18}(?!_)")
"""phpBB 2 (``viewtopic.php``) writes 17, vBulletin (its template ``postbit``) 18."""
