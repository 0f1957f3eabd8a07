"""HTML to main text: one node table per page, one file per method. Pure."""

from extraction.errors import PageTooLargeError, UnknownMethodError
from extraction.extract import Extracted, Selected, extract, select
from extraction.facts import Fact
from extraction.markdown import markdown
from extraction.metadata import Metadata
from extraction.method import Method
from extraction.node_table import NodeTable, parse
from extraction.registry import DEFAULT_METHOD, methods
from extraction.rendering import Block, Kind
from extraction.structure import Comments
from extraction.template import Lesson, Template, learned, taught

__all__ = [
    "DEFAULT_METHOD",
    "Block",
    "Comments",
    "Extracted",
    "Fact",
    "Kind",
    "Lesson",
    "Metadata",
    "Method",
    "NodeTable",
    "PageTooLargeError",
    "Selected",
    "Template",
    "UnknownMethodError",
    "extract",
    "learned",
    "markdown",
    "methods",
    "parse",
    "select",
    "taught",
]
