"""Augmentation: labelled pages made harder, so that a forest learns to do without what a page may not have.

Most labelled pages are in English and have informative names ("entry-content") and words ("Posted on"); a page in a
language with few labelled pages, or of old software, has neither. Most articles are long; under a short one, a teaser
in whole sentences is as large as the article. So the forest learns from each page a second time, with its names removed
or its words hidden, and from an article with a few of its paragraphs.
"""

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.page.attribute_signatures import Signatures, serialised
from extraction.page.node_table import Mask, NodeTable, prefix_sums, result_name
from extraction.page.statements.head import head_of
from extraction.page.texts import texts_of

_MAX_SENTENCES_LEFT: Final = 4
"""A shortened article keeps no more sentences."""
_FIRST_SENTENCE_SHARE: Final = 0.7
"""Share of the shortened articles that keep their first sentence."""


def unnamed(table: NodeTable) -> NodeTable:
    """Remove the names of all elements."""
    different, signature = np.unique(table.tag, return_inverse=True)
    signatures = serialised([(tag, "", "", "") for tag in different.tolist()])
    return _with_signatures(replace(table), table, signature.astype(np.int32), signatures)


def all_but_some(
    content: NDArray[np.bool_], sentences: NDArray[np.bool_], chance: np.random.Generator
) -> NDArray[np.bool_] | None:
    """Choose lines (L) to drop, so that one to four sentences are left with what stands between them and above.

    ``sentences`` are those of the content that are sentences; None when they are too few.
    """
    rows = np.flatnonzero(sentences)
    sentences_left = int(chance.integers(1, _MAX_SENTENCES_LEFT + 1))
    if len(rows) <= sentences_left + 1:
        return None
    start = 0 if chance.random() < _FIRST_SENTENCE_SHARE else int(chance.integers(0, len(rows) - sentences_left))
    gone = content.copy()
    gone[rows[start] : rows[start + sentences_left]] = False
    gone[: rows[0]] = False  # the title
    return gone


def without(table: NodeTable, gone: Mask) -> NodeTable:
    """Drop segments (S), and the elements that then are empty."""
    sentences_left = prefix_sums(~gone)
    first, last = sentences_left[table.first], sentences_left[table.last]
    stays = table.nearest((first == last) & (table.first < table.last)) < 0
    if not stays[0]:
        raise ValueError("All text of the page would be dropped.")
    place = prefix_sums(stays)
    parent = table.parent[stays]
    shorter = replace(
        table,
        **{name: getattr(table, name)[stays] for name in ("tag", "depth", "silent", "names", "body", "stop")},
        parent=np.where(parent < 0, -1, place[parent]).astype(np.int32),
        end=place[table.end[stays]].astype(np.int32),
        first=first[stays].astype(np.int32),
        last=last[stays].astype(np.int32),
        texts=texts_of(table.texts.strings(np.flatnonzero(~gone))),
        owner=place[table.owner[~gone]].astype(np.int32),
        position=place[table.position[~gone]].astype(np.int32),
        chars=table.chars[~gone],
        in_link=table.in_link[~gone],
        spaced=table.spaced[~gone],
    )
    return _with_signatures(shorter, table, table.signature[stays], table.signatures)


def _with_signatures(
    changed: NodeTable, table: NodeTable, signature: NDArray[np.int32], signatures: Signatures
) -> NodeTable:
    """Give a changed table the names of its elements, and the head of the page from which it was changed."""
    vars(changed).update({result_name(head_of): head_of(table), "_signed": (signature, signatures)})
    return changed
