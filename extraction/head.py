"""What a page says of itself outside its text: title and declared language."""

import re

from extraction.node_table import NodeTable


def title(page: NodeTable) -> str:
    """Give the page's title: ``og:title``, else ``title``, else the first ``h1``; empty when there is none."""
    for selector in ('meta[property="og:title"]', "head > title", "h1"):
        node = page.parser.css_first(selector)
        if node is not None:
            text = " ".join(((node.attributes.get("content") if node.tag == "meta" else node.text()) or "").split())
            if text:
                return text
    return ""


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
