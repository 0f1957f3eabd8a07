"""HTML to main text: one node table per page, one file per method. Pure."""

from extraction.division.structure import Comments
from extraction.explanation import ExplainedLine, Explanation, explain
from extraction.extract import DEFAULT_METHOD, UnknownMethodError, extract, methods, select
from extraction.extracted import Extracted, Selected
from extraction.metadata.fact import Fact
from extraction.metadata.metadata import FACT_KINDS, FactKind, Metadata
from extraction.metadata.post_facts import PostFacts
from extraction.methods.method import Favor, Method
from extraction.methods.template import Observation, Template, learn_template, update_template
from extraction.page.node_table import NodeTable, parse
from extraction.page.parsing.limits import PageTooLargeError
from extraction.rendering.block import Block, BlockKind, text_of
from extraction.rendering.markdown import markdown
from extraction.rendering.markup.marks import Image, Mark, Markup, Span
from extraction.rendering.markup.spans import moved

__all__ = [
    "DEFAULT_METHOD",
    "FACT_KINDS",
    "Block",
    "BlockKind",
    "Comments",
    "ExplainedLine",
    "Explanation",
    "Extracted",
    "Fact",
    "FactKind",
    "Favor",
    "Image",
    "Mark",
    "Markup",
    "Metadata",
    "Method",
    "NodeTable",
    "Observation",
    "PageTooLargeError",
    "PostFacts",
    "Selected",
    "Span",
    "Template",
    "UnknownMethodError",
    "explain",
    "extract",
    "learn_template",
    "markdown",
    "methods",
    "moved",
    "parse",
    "select",
    "text_of",
    "update_template",
]
