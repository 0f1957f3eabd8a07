"""What a method is: one function from the node table to the set of content segments."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction.methods.language import languages
from extraction.methods.site_containers import Odds
from extraction.methods.template import Template
from extraction.page.node_table import Mask, NodeTable


@dataclass(frozen=True, eq=False)
class Knowledge:
    """What a method can ask beside the page."""

    page: NodeTable
    template: Template | None = None
    """What is known of the page's site, for the methods that use it."""

    @cached_property
    def languages(self) -> list[str]:
        """See ``language.languages``; told only when it is asked for."""
        return languages(self.page)


class Judgement(NamedTuple):
    """What a method thinks of a page beside its text."""

    content: Mask
    """(S) marks the content segments."""
    confidence: float
    """The F1 it expects of them, 0 to 1."""
    thread: float
    """How likely the page is a thread of a forum, 0 to 1."""
    probability: NDArray[np.float32] | None = None
    """(L) that each line is content, 0 to 1; None when it does not say."""
    boxes: Odds | None = None
    """What it teaches of its site's boxes; None when no template was given."""


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
    judge: Callable[[NodeTable, Knowledge], Judgement] | None = None
    """The same marks with what the method thinks of them; None when it cannot tell."""
    learns_site: bool = False
    """It uses the template of the page's site, which is to be taught by the pages as they come in."""
    marks_comments: bool = False
    """It means to mark the comments under an article as well, which are then set apart from its text; the papers know
    no comments, and all that their methods mark is their text."""
