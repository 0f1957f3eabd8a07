"""What a method is: one function from the node table to the set of content segments."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction.methods.site_containers import Odds
from extraction.methods.template import Template
from extraction.page.node_table import Mask, NodeTable
from extraction.page.statements import head
from normalization import identify, scripts_of
from normalization.cached_property import cached_property


class Favor(StrEnum):
    """Which error weighs more when lines are chosen."""

    BALANCE = "balance"
    PRECISION = "precision"
    """What is no text is worse than text that is missing."""
    RECALL = "recall"
    """Text that is missing is worse than what is no text."""


@dataclass(frozen=True, eq=False)
class MethodContext:
    """What a method can ask beside the page."""

    page: NodeTable
    template: Template | None = None
    """What is known of the page's site, for the methods that use it."""
    favor: Favor = Favor.BALANCE
    """Which error weighs more, for the methods that judge."""

    @cached_property
    def languages(self) -> list[str]:
        """See ``languages``; told only when it is asked for."""
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
    containers: Odds | None = None
    """What it shows of its site's containers; None when no template was given."""


@dataclass(frozen=True, slots=True)
class Method:
    """An extraction algorithm."""

    name: str
    version: str
    """Changes with every change of what the method gives; texts made by different versions are kept apart."""
    source: str
    """Where it comes from, as one line."""
    select: Callable[[NodeTable, MethodContext], Mask]
    """Marks the content (S) segments."""
    judge: Callable[[NodeTable, MethodContext], Judgement] | None = None
    """The same marks with what the method thinks of them; None when it cannot tell."""
    learns_site: bool = False
    """It uses the template of the page's site, which is to be updated by the pages as they come in."""
    marks_comments: bool = False
    """It means to mark the comments under an article as well, which are then set apart from its text; the papers know
    no comments, and all that their methods mark is their text."""


_TEXTS: Final = 10
_BEGINNING: Final = 150
"""Texts from which the language is told, and characters of each."""


def languages(page: NodeTable) -> list[str]:
    """Give the language of a page (ISO 639 code, ``und`` when it cannot be told), then those of its other scripts.

    It is told from the longest texts outside links, the declared one counts only when they do not tell.

    Of each text only the beginning is read, so that no long listing of code speaks for the page. Behind it stand the
    languages of those texts that are in other scripts: a Chinese article among a Uyghur site's menus and adverts. One
    text alone is none, it may be a copyright line.
    """
    longest = np.argsort(-page.chars * ~page.in_link, kind="stable")[:_TEXTS]
    beginnings = [text.strip()[:_BEGINNING] for text in page.texts.strings(longest)]
    together = "\n".join(beginnings)
    code = identify(together).code
    language = head.language(page) if code == "und" else code
    if together.isascii():  # one script
        return [language]
    by_script: dict[str, list[str]] = {}
    for text, script in zip(beginnings, scripts_of(beginnings), strict=True):
        by_script.setdefault(script, []).append(text)
    several = [texts for texts in by_script.values() if len(texts) > 1] if len(by_script) > 1 else []
    others = {identify("\n".join(texts)).code for texts in several}
    return [language, *sorted(others - {language, "und"})]


ALL_TEXT: Final = Method(
    "all-text", "2", "every visible word, as a baseline", lambda page, _: np.ones(len(page.texts), dtype=np.bool_)
)
"""The floor of precision and the ceiling of recall."""
