"""The leaves of a page: its text nodes.

The evaluation has its own parse, not the node table's, so that a method cannot influence how it is measured.
"""

from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

# Elements whose text a reader never sees as text of the page.
_UNSEEN = frozenset({"script", "style", "template", "noscript", "iframe", "object", "svg", "textarea", "select"})


def leaves(html: str) -> list[str]:
    """List the text nodes of the body in document order, without empty ones, white space collapsed.

    The leaf is the text node, not its element: an element with both text and child elements has several leaves.
    """
    body = LexborHTMLParser(html).body
    if body is None:
        return []
    texts = (" ".join((node.text_content or "").split()) for node in _text_nodes(body))
    return [text for text in texts if text]


def _text_nodes(root: LexborNode) -> Iterator[LexborNode]:
    # Not LexborNode.traverse, which takes quadratic time in the depth; nor node == root, which compares their HTML.
    node: LexborNode | None = root
    while node is not None:
        if node.is_text_node:
            yield node
        following = None if node.tag in _UNSEEN else node.child
        while following is None and node is not None and node.mem_id != root.mem_id:
            following = node.next
            node = node.parent
        node = following
