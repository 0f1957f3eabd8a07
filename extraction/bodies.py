"""The bodies of a thread's posts: in each record the box that its software writes the post's text in.

A method judges texts one by one, and of posts of two words it misses some, while it takes a nickname or a rank beside
others for text. The records of a thread are alike, so the element that holds most of what was marked in most of them
holds the text in all: what was marked beside it is dropped, and a post of which nothing was marked is marked whole.
Links outside of the posts are the way around the site. Titles stay.

Boxes are alike that have the same name in parents of the same name. They are found in ``native/bodies.c``.
"""

from typing import Final

from extraction.native import bodies as native
from extraction.native.bodies import Rules
from extraction.node_table import Mask, NodeTable
from extraction.records import Records

_FEWEST: Final = 3
"""Records, below which nothing says what is alike."""
_RULES: Final = Rules(
    # Share of the records that have the box, once.
    in_most=0.8,
    # Share of the records' marked text that lies in the boxes.
    holds=0.5,
    # Share of the text in the boxes that is marked: a box around the whole post holds its writer's card as well.
    pure=0.8,
    # Of the boxes that hold nearly as much of it as any other, the tightest is the body: not its first paragraph.
    nearly=0.9,
)


def completed(page: NodeTable, content: Mask, in_boxes: Mask, found: Records) -> Mask:
    """Give the marked (S) content of a thread as its posts' bodies have it; as it was when no box stands out.

    What is ``in_boxes`` (S) is content as well where it lies in a box: what all posts say there is said by people.
    """
    if len(found.rows) < _FEWEST:
        return content
    boxed = native.completed(page, found.families, content, in_boxes, found.rows, found.of, _RULES)
    return content if boxed is None else boxed
