"""A page as a document of elements: HTML, or TEI (P5)."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element, SubElement, tostring

from mezmun.api import block_tree
from workers.page_text import PageText


def html(page: PageText, facts: Mapping[str, str]) -> str:
    """Give a page as an HTML document, with what is known of it beside its title in ``facts``."""
    root = Element("html", lang=page.language)
    head = SubElement(root, "head")
    SubElement(head, "meta", charset="utf-8")
    SubElement(head, "title").text = page.title
    for name, value in facts.items():
        if name == "url":
            SubElement(head, "link", rel="canonical", href=value)
        else:
            SubElement(head, "meta", name=name, content=value)
    body = SubElement(root, "body")
    block_tree.fill(SubElement(body, "article"), page.blocks, block_tree.HTML)
    if page.comments:
        block_tree.fill(SubElement(body, "section", id="comments"), page.comments, block_tree.HTML)
    return "<!DOCTYPE html>\n" + tostring(root, encoding="unicode", method="html")


def tei(page: PageText, facts: Mapping[str, str]) -> str:
    """Give a page as a TEI document, likewise."""
    tei = Element("TEI", {"xmlns": "http://www.tei-c.org/ns/1.0", "xml:lang": page.language})
    header = SubElement(tei, "teiHeader")
    file = SubElement(header, "fileDesc")
    SubElement(SubElement(file, "titleStmt"), "title").text = page.title
    SubElement(SubElement(file, "publicationStmt"), "p").text = facts.get("site_name", "")
    source = SubElement(SubElement(file, "sourceDesc"), "bibl")
    SubElement(source, "title").text = page.title
    if "date" in facts:
        SubElement(source, "date", when=facts["date"]).text = facts["date"]
    if "url" in facts:
        SubElement(source, "ptr", target=facts["url"])
    body = SubElement(SubElement(tei, "text"), "body")
    block_tree.fill(SubElement(body, "div", type="text"), page.blocks, block_tree.TEI)
    if page.comments:
        block_tree.fill(SubElement(body, "div", type="comments"), page.comments, block_tree.TEI)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(tei, encoding="unicode")
