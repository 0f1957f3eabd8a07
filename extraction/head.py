"""What a page says of itself outside its text: title and declared language."""

import re

from extraction.node_table import NodeTable


def title(page: NodeTable) -> str:
    """Give the page's title: ``og:title``, else ``title``, else the first ``h1``; empty when there is none."""
    stated = titles(page)
    heading = None if stated else page.parser.css_first("h1")
    return stated[0] if stated else "" if heading is None else " ".join(heading.text().split())


def titles(page: NodeTable) -> tuple[str, ...]:
    """Give the titles that the page's head states, ``og:title`` before ``title``."""
    graph, plain = page.parser.css_first('meta[property="og:title"]'), page.parser.css_first("head > title")
    found = (graph and graph.attributes.get("content"), plain and plain.text())
    return tuple(" ".join(text.split()) for text in found if text and not text.isspace())


def declared_language(page: NodeTable) -> str:
    """Give the language code of ``html lang`` or ``Content-Language``, without region; ``und`` when there is none."""
    for selector, attribute in (("html", "lang"), ('meta[http-equiv="content-language" i]', "content")):
        node = page.parser.css_first(selector)
        if node is not None:
            code = _CODE.match((node.attributes.get(attribute) or "").strip().lower())
            if code:
                return code[0]
    return "und"


_CODE = re.compile(r"[a-z]{2,3}(?![a-z])")
