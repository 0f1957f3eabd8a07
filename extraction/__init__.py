"""HTML to main text: one node table per page, one file per method. Pure."""

from extraction.errors import PageTooLargeError, UnknownMethodError
from extraction.extract import Extracted, extract
from extraction.method import Method
from extraction.node_table import NodeTable, parse
from extraction.registry import DEFAULT_METHOD, FORUM_METHOD, methods
from extraction.rendering import Block, Kind
from extraction.template import Label, Template, learned

__all__ = [
    "DEFAULT_METHOD",
    "FORUM_METHOD",
    "Block",
    "Extracted",
    "Kind",
    "Label",
    "Method",
    "NodeTable",
    "PageTooLargeError",
    "Template",
    "UnknownMethodError",
    "extract",
    "learned",
    "methods",
    "parse",
]
