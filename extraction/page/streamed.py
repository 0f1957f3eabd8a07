"""What React streams behind a page, in its place.

A server that streams (``renderToPipeableStream``, since React 18) sends a page with a ``template`` wherever something
is not ready, and that later, hidden, at the end of the body; a script in the page then moves it. The content ``S:1f``
belongs before the template ``B:1f`` of a suspended boundary or ``P:1f`` of a part of one. Whole articles come so, and
without the script they would stand below the footer, in the order in which they were ready.
"""

from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from extraction.page.parser import move

_SIGN: Final = b'id="S:'


def settle(parser: LexborHTMLParser, source: bytes) -> None:
    """Move what was streamed behind a page (its source in UTF-8) to where it belongs.

    What has no place stays, and so does what stands before it, which React never writes: thus nothing is ever moved
    into itself.
    """
    if _SIGN not in source:
        return
    places: dict[str, LexborNode] = {}
    for node in parser.css("template[id], [hidden][id]"):
        kind, _, number = (node.attributes["id"] or "").partition(":")
        if node.tag == "template" and kind in ("B", "P"):
            places[number] = node
        elif kind == "S" and number in places:
            move(node, places.pop(number))
