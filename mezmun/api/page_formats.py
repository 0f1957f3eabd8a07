"""An extracted page written out: plain text, Markdown, HTML, JSON, TEI or CSV."""

import csv
import io
import json
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

import extraction
from mezmun.core.errors import UsageError
from workers.page_text import PageText, texts_by_post

_Facts = Mapping[str, str]
"""What is known of a page beside its title, by name."""
_STATED: Final = {"date": "published", "site_name": "site_name", "section": "section"}
"""The facts that formats have, with their names in a page's metadata."""


class PageFormat(StrEnum):
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
    def _missing_(cls, value: object) -> "PageFormat | None":
        return {"text": cls.TEXT, "markdown": cls.MARKDOWN, "tei": cls.TEI}.get(str(value))


def write(page: PageText, name: str, url: str | None) -> str:
    """Write a page in the format of that name, without a line end behind the last line.

    Args:
        page: its text and facts.
        name: of the format.
        url: where it is, if known.

    Raises:
        UsageError: there is no such format.
    """
    try:
        return _WRITERS[PageFormat(name)](page, _facts(page, url))
    except ValueError:
        raise UsageError(f"There is no format {name!r}: choose one of {', '.join(PageFormat)}.") from None


def _json(page: PageText, _: _Facts) -> str:
    return json.dumps(page.as_dict(), ensure_ascii=False)


def _html(page: PageText, facts: _Facts) -> str:
    from mezmun.api import element_documents  # here, as below: it takes time to load

    return element_documents.html(page, facts)


def _tei(page: PageText, facts: _Facts) -> str:
    from mezmun.api import element_documents

    return element_documents.tei(page, facts)


def _csv(page: PageText, facts: _Facts) -> str:
    columns = {"outcome": page.outcome.value, "title": page.title, **facts, "language": page.language}
    columns |= {"text": page.text, "comments": "\n\n".join(texts_by_post(page.comments).values())}
    names = ("outcome", "url", "title", "date", "site_name", "section", "language", "text", "comments")
    file = io.StringIO()
    csv.writer(file).writerows([names, [columns.get(name, "") for name in names]])
    return file.getvalue().removesuffix("\r\n")


def _facts(page: PageText, url: str | None) -> _Facts:
    """Give what is known of a page beside its title."""
    stated = page.metadata.as_dict()
    facts = {name: stated[key]["value"] for name, key in _STATED.items() if key in stated}
    return {"url": url, **facts} if url else facts


_WRITERS: Final[Mapping[PageFormat, Callable[[PageText, _Facts], str]]] = {
    PageFormat.TEXT: lambda page, _: page.text,
    PageFormat.MARKDOWN: lambda page, _: extraction.markdown(page.blocks),
    PageFormat.HTML: _html,
    PageFormat.JSON: _json,
    PageFormat.TEI: _tei,
    PageFormat.CSV: _csv,
}
