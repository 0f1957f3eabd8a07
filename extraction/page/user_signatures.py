"""Signatures: what software sets under all posts of one person, and nobody wrote into the post.

Most programs name the box of it. phpBB 2 and vBulletin part it from the post by a line of so many underscores, in the
element of the post or in one of its own, and it goes on to the end of that.
"""

import re
from typing import Final

import numpy as np

from extraction.page.names import Names, SignatureSubject
from extraction.page.node_table import Column, Mask, NodeTable, once_per_page


@once_per_page
def signatures_of(page: NodeTable) -> Mask | None:
    """Mark the texts (S) of signatures, by their boxes and their lines; None when there are none."""
    utf8 = page.texts.utf8
    lines = [match.start() for match in _LINE.finditer(utf8)] if b"_" in utf8 and _SHORTEST_LINE in utf8 else []
    if not lines and not page.speaks_of(SignatureSubject.SIGNATURE):  # as on most pages
        return None
    marked = page.texts_in_marked(_boxes(page))
    if lines:
        texts = (page.texts.edge.searchsorted(lines, side="right") - 1).tolist()
        alone = (text for text in texts if not page.texts[text].strip().strip("_"))
        last = {int(page.owner[text]): text for text in alone}  # people draw lines above it
        for element, text in last.items():
            marked[text : page.last[element]] = True
    return marked if marked.any() else None


def ruled_signatures(page: NodeTable, content: Mask, post: Column) -> Mask | None:
    """Mark the content (S) of posts below a line that a home-made board draws above signatures; None for none.

    It is drawn with one sign, in the same length in several posts, in the element that holds the post.
    """
    utf8 = page.texts.utf8
    if not any(rule in utf8 for rule in _RULES):  # as on most pages
        return None
    edges = [match.start() for match in _RULE.finditer(utf8)]
    rows = np.unique(page.texts.edge.searchsorted(edges, side="right") - 1).tolist()
    last: dict[str, dict[int, int]] = {}
    for row in rows:
        rule, number = page.texts[row].strip(), int(post[row])
        if number and len(set(rule)) == 1:
            last.setdefault(rule, {})[number] = row
    marked = np.zeros(len(content), dtype=np.bool_)
    for posts in last.values():
        for number, row in posts.items() if len(posts) >= _FEWEST_RULED else ():
            stop = int(page.last[page.owner[row]])
            texts = content & (post == number)
            if page.chars[row:stop].sum() <= _LONGEST_SIGNATURE and texts[:row].any() and not texts[stop:].any():
                marked[row:stop] = content[row:stop]
    return marked if marked.any() else None


def _boxes(page: NodeTable) -> Mask:
    """Mark the elements (E) named so, but those that are named after the post as well: it has a signature.

    A class of its own that says no more than "signature" says that the box is one all the same.
    """
    named = page.speaking(SignatureSubject.SIGNATURE)
    bodies = page.signatures.named(Names.POST_BODY) if named.any() else None
    if bodies is None:
        return named
    both = named & bodies.take(page.signature)
    for row in both.nonzero()[0].tolist():
        both[row] = _SIGNATURE not in page.attributes(row).get("class", "").lower().split()
    return named & ~both


_SIGNATURE: Final = "signature"
_SHORTEST_LINE: Final = b"_" * 17
_LINE: Final = re.compile(rb"(?<!_)_{17,18}(?!_)")
"""phpBB 2 (``viewtopic.php``) writes 17, vBulletin (its template ``postbit``) 18."""
_RULES: Final = tuple((sign * 10).encode() for sign in "-=~*─—")
_RULE: Final = re.compile(b"|".join(b"(?:%s)+" % re.escape(rule) for rule in _RULES))
_FEWEST_RULED: Final = 2
"""So many posts have the same line: a single writer may draw any line."""
_LONGEST_SIGNATURE: Final = 300
"""The text below the line that software draws has at most so many characters, with its own."""
