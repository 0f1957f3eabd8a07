"""The room's front door: HTML in, main text out."""

from dataclasses import dataclass

import numpy as np

from extraction import registry
from extraction.method import Knowledge
from extraction.node_table import NodeTable, parse
from extraction.rendering import Block, render
from extraction.template import Label, Template, lesson
from normalization import identify, script_of

_TEXTS = 10
_BEGINNING = 150
"""Texts from which the language is told, and characters of each."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """What a method made of a page. Letters are as the page has them; folding them is for ``normalization``."""

    blocks: tuple[Block, ...]
    """Paragraphs, headings, items ... in the page's order."""
    title: str
    """Empty when the page has none."""
    language: str
    """ISO 639 code of the page's text, ``und`` when it cannot be told."""
    url: str | None
    """As given."""
    method: str
    version: str
    """Of the method."""
    confidence: float | None = None
    """The F1 the method expects of its text, 0 to 1; None when it cannot tell. The lowest are the pages to look at."""
    lesson: tuple[Label, ...] = ()
    """What the page teaches ``Template.learn``; empty when the method makes no use of a template."""

    @property
    def text(self) -> str:
        """The blocks, one a line (a block with line breaks of its own takes several)."""
        return "\n".join(block.text for block in self.blocks)


def extract(
    html: str, url: str | None = None, method: str = registry.DEFAULT_METHOD, *, template: Template | None = None
) -> Extracted:
    """Give the main text of a decoded page whose character references are repaired.

    ``template`` is what was learned of the page's site; methods that make no use of one ignore it.

    Raises:
        PageTooLargeError: the page is beyond ``extraction.limits``.
        UnknownMethodError: there is no such method.
    """
    chosen = registry.find(method)
    page = parse(html)
    language, *others = _languages(page)
    knowledge = Knowledge(language, template, tuple(others))
    content, sure = chosen.judge(page, knowledge) if chosen.judge else (chosen.select(page, knowledge), None)
    return Extracted(
        render(page, content),
        page.head.title,
        language,
        url,
        chosen.name,
        chosen.version,
        sure,
        lesson(page) if chosen.learns_site else (),
    )


def _languages(page: NodeTable) -> list[str]:
    """Tell the language from the longest texts outside links, the declared one only when they do not tell.

    Of each text only the beginning is read, so that no long listing of code speaks for the page. Behind it stand the
    languages of those texts that are in other scripts: a Chinese article among a Uyghur site's menus and adverts. One
    text alone is none, it may be a copyright line.
    """
    longest = np.argsort(-page.chars * ~page.in_link, kind="stable")[:_TEXTS].tolist()
    beginnings = [page.text[row].strip()[:_BEGINNING] for row in longest]
    found = identify("\n".join(beginnings)).code
    language = page.head.language if found == "und" else found
    by_script: dict[str, list[str]] = {}
    for text in beginnings:
        by_script.setdefault(script_of(text), []).append(text)
    several = [texts for texts in by_script.values() if len(texts) > 1] if len(by_script) > 1 else []
    others = {identify("\n".join(texts)).code for texts in several}
    return [language, *sorted(others - {language, "und"})]
