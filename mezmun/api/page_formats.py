"""An extracted page written out: plain text, Markdown, HTML, JSON, TEI or CSV."""

import csv
import io
import json
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Final
from xml.etree.ElementTree import Element, SubElement, tostring

import extraction
from mezmun.api import block_tree
from mezmun.core.errors import UsageError

if TYPE_CHECKING:
    from mezmun.api.extracted_page import ExtractedPage


class Format(StrEnum):
    """What a page can be written as."""

    TEXT = "txt"
    MARKDOWN = "md"
    HTML = "html"
    """A whole document: title and what is known of the page in its head, the text and the comments in its body."""
    JSON = "json"
    TEI = "xml-tei"
    """A document of the Text Encoding Initiative (P5)."""
    CSV = "csv"
    """A line of column names and a line of values (RFC 4180)."""

    @classmethod
    def _missing_(cls, value: object) -> "Format | None":
        return {"text": cls.TEXT, "markdown": cls.MARKDOWN, "tei": cls.TEI}.get(str(value))


def write(page: "ExtractedPage", name: str) -> str:
    """Write a page in the format of that name, without a line end behind the last line.

    Raises:
        UsageError: there is no such format.
    """
    try:
        return _WRITERS[Format(name)](page)
    except ValueError:
        raise UsageError(f"There is no format {name!r}: choose one of {', '.join(Format)}.") from None


def _json(page: "ExtractedPage") -> str:
    return json.dumps(page.to_dict(), ensure_ascii=False)


def _html(page: "ExtractedPage") -> str:
    html = Element("html", lang=page.language)
    head = SubElement(html, "head")
    SubElement(head, "meta", charset="utf-8")
    SubElement(head, "title").text = page.title
    for name, value in _facts(page).items():
        if name == "url":
            SubElement(head, "link", rel="canonical", href=value)
        else:
            SubElement(head, "meta", name=name, content=value)
    body = SubElement(html, "body")
    block_tree.fill(SubElement(body, "article"), page.blocks, block_tree.HTML)
    if page.record.comments:
        block_tree.fill(SubElement(body, "section", id="comments"), page.record.comments, block_tree.HTML)
    return "<!DOCTYPE html>\n" + tostring(html, encoding="unicode", method="html")


def _tei(page: "ExtractedPage") -> str:
    tei = Element("TEI", {"xmlns": "http://www.tei-c.org/ns/1.0", "xml:lang": page.language})
    header = SubElement(tei, "teiHeader")
    file = SubElement(header, "fileDesc")
    SubElement(SubElement(file, "titleStmt"), "title").text = page.title
    SubElement(SubElement(file, "publicationStmt"), "p").text = page.site_name
    facts = _facts(page)
    source = SubElement(SubElement(file, "sourceDesc"), "bibl")
    SubElement(source, "title").text = page.title
    if "date" in facts:
        SubElement(source, "date", when=facts["date"]).text = facts["date"]
    if "url" in facts:
        SubElement(source, "ptr", target=facts["url"])
    body = SubElement(SubElement(tei, "text"), "body")
    block_tree.fill(SubElement(body, "div", type="text"), page.blocks, block_tree.TEI)
    if page.record.comments:
        block_tree.fill(SubElement(body, "div", type="comments"), page.record.comments, block_tree.TEI)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(tei, encoding="unicode")


def _csv(page: "ExtractedPage") -> str:
    columns = {"outcome": page.outcome.value, "title": page.title, **_facts(page), "language": page.language}
    columns |= {"text": page.text, "comments": "\n\n".join(page.comments)}
    names = ("outcome", "url", "title", "date", "site_name", "section", "language", "text", "comments")
    file = io.StringIO()
    csv.writer(file).writerows([names, [columns.get(name, "") for name in names]])
    return file.getvalue().removesuffix("\r\n")


def _facts(page: "ExtractedPage") -> dict[str, str]:
    """Give what is known of a page beside its title."""
    day = page.date.isoformat() if page.date else ""
    facts = {"url": page.url or "", "date": day, "site_name": page.site_name, "section": page.section}
    return {name: value for name, value in facts.items() if value}


_WRITERS: Final[Mapping[Format, Callable[["ExtractedPage"], str]]] = {
    Format.TEXT: lambda page: page.text,
    Format.MARKDOWN: lambda page: extraction.markdown(page.blocks),
    Format.HTML: _html,
    Format.JSON: _json,
    Format.TEI: _tei,
    Format.CSV: _csv,
}
