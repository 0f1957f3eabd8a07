"""HTML to main text: one node table per page, one file per method. Pure."""

from extraction.errors import PageTooLargeError, UnknownMethodError
from extraction.explanation import ExplainedLine, Explanation, explain
from extraction.extract import Extracted, Selected, extract, select
from extraction.metadata.facts import Fact
from extraction.metadata.metadata import Metadata
from extraction.methods.method import Method
from extraction.methods.template import Lesson, Template, learned, taught
from extraction.page.node_table import NodeTable, parse
from extraction.registry import DEFAULT_METHOD, methods
from extraction.rendering.markdown import markdown
from extraction.rendering.render import Block, Kind
from extraction.structure import Comments

__all__ = [
    "DEFAULT_METHOD",
    "Block",
    "Comments",
    "ExplainedLine",
    "Explanation",
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
    "explain",
    "extract",
    "learned",
    "markdown",
    "methods",
    "parse",
    "select",
    "taught",
]
