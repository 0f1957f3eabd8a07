"""What a page says of itself outside its text: titles, declared language, whether it is an article."""

import re
from dataclasses import dataclass
from typing import Final

from selectolax.lexbor import LexborHTMLParser

_CODE: Final = re.compile(r"[a-z]{2,3}(?![a-z])")


@dataclass(frozen=True, slots=True)
class Head:
    """What the head of a page states, and the first ``h1`` of its body for a page that states no title."""

    titles: tuple[str, ...]
    """``og:title`` before ``title``, white space squeezed; else the first ``h1``; empty when there is neither."""
    language: str
    """Code of ``html lang`` or ``Content-Language``, without region; ``und`` when there is none."""
    is_article: bool
    """The page calls itself an article (Open Graph's ``og:type``)."""

    @property
    def title(self) -> str:
        """The page's title; empty when there is none."""
        return self.titles[0] if self.titles else ""


def read(parser: LexborHTMLParser) -> Head:
    """Read the head of a parsed page."""
    graph: list[str] = []
    plain: list[str] = []
    kinds: list[str] = []
    languages = [parser.root.attributes.get("lang")] if parser.root is not None else []
    # A walk over the few children of the head: a selector would search the whole page.
    node = None if parser.head is None else parser.head.first_child
    while node is not None:
        if node.tag == "title":
            plain.append(node.text())
        elif node.tag == "meta":
            attributes = node.attributes
            if attributes.get("property") == "og:title":
                graph.append(attributes.get("content") or "")
            elif attributes.get("property") == "og:type":
                kinds.append((attributes.get("content") or "").strip().lower())
            elif (attributes.get("http-equiv") or "").lower() == "content-language":
                languages.append(attributes.get("content"))
        node = node.next
    titles = [" ".join(title.split()) for title in (graph + plain)]
    if not any(titles):
        heading = parser.css_first("h1")
        titles = ["" if heading is None else " ".join(heading.text().split())]
    codes = (_CODE.match((language or "").strip().lower()) for language in languages)
    language = next((code[0] for code in codes if code), "und")
    return Head(tuple(filter(None, titles)), language, is_article="article" in kinds[:1])
