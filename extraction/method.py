"""What a method is: one function from the node table to the set of content segments."""

from collections.abc import Callable
from dataclasses import dataclass

from extraction.node_table import Mask, NodeTable
from extraction.template import Template


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a method is told beside the page."""

    language: str
    """ISO 639 code of the page's text, ``und`` when it cannot be told."""
    template: Template | None = None
    """What is known of the page's site, for the methods that use it."""
    others: tuple[str, ...] = ()
    """Languages of the page's texts in other scripts than that, one a script."""


@dataclass(frozen=True, slots=True)
class Method:
    """An extraction algorithm."""

    name: str
    version: str
    """Changes with every change of what the method gives; texts made by different versions are kept apart."""
    source: str
    """Where it comes from, as one line."""
    select: Callable[[NodeTable, Knowledge], Mask]
    """Marks the content (S) segments."""
    judge: Callable[[NodeTable, Knowledge], tuple[Mask, float]] | None = None
    """The same marks with the F1 the method expects of them, 0 to 1; None when it cannot tell."""
    learns_site: bool = False
    """It uses the template of the page's site, which is to be taught by the pages as they come in."""
