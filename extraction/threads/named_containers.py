"""The containers of a page that are named after comments or quotes.

Comments are in block elements but ``pre`` that are named so, where those begin below the beginning of the content. What
may quote are ``blockquote`` elements, and the containers that forum software names so, but not the buttons and headers
of quotes.
"""

from typing import Final, NamedTuple

import numpy as np

from extraction.native.library import array, check_memory, lib, struct
from extraction.page import tags
from extraction.page.node_table import Column, Mask, NodeTable
from extraction.page.subjects import Subject


class NamedContainers(NamedTuple):
    """What is in containers so named."""

    comments: Mask | None
    """(S) marks the content in containers of comments; None when there is none."""
    quoting: Column
    """(Q) rows of the elements with content that may quote."""


_KINDS: Final = tags.bits(
    {
        lib.MAY_COMMENT: tags.BLOCK & ~tags.tag_set("pre"),
        lib.MAY_QUOTE: tags.tag_set("aside article dd details div dl fieldset section table tbody td tr"),
        lib.ALWAYS_QUOTES: tags.tag_set("blockquote"),
    },
    np.uint8,
)


def named_containers(page: NodeTable, content: Mask) -> NamedContainers:
    """Find the containers with marked (S) content that are named after comments or quotes."""
    texts, elements, signatures = len(page.texts), len(page.tag), page.signatures
    commented, quoting = np.empty(texts, dtype=np.bool_), np.empty(elements, dtype=np.int32)
    containers = struct(
        "NamedContainers",
        page=page.columns,
        kind=array(_KINDS, len(tags.NAMES)),
        signature=array(page.signature, elements),
        subjects=array(signatures.subjects, len(signatures)),
        comments=Subject.COMMENTS.value,
        quote=Subject.QUOTE.value,
        around_quote=Subject.AROUND_QUOTE.value,
        content=array(np.ascontiguousarray(content, dtype=np.bool_), texts),
        commented=array(commented, texts, writable=True),
        quoting=array(quoting, elements, writable=True),
    )
    check_memory(lib.mezmun_find_named_containers(containers))
    return NamedContainers(commented if containers.texts else None, quoting[: containers.quotes])
