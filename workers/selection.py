"""What a caller wants of pages: some of their elements, and texts of some languages only."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

import normalization
from mezmun.core.errors import UsageError
from mezmun.core.iso_639 import is_like_code
from mezmun.core.outcomes import Outcome
from workers.page_text import PageText


@dataclass(frozen=True, slots=True)
class Selection:
    """What of a page, and which pages, is asked for; all by default.

    Make one with :meth:`checked` of what a user gave.
    """

    prune: tuple[str, ...] = ()
    """CSS selectors of elements that are left out."""
    keep: tuple[str, ...] = ()
    """CSS selectors of elements outside which nothing is text; none keeps all."""
    languages: tuple[str, ...] = ()
    """ISO 639 codes: a text in another language is none; none takes every language."""

    @classmethod
    def checked(
        cls, prune: Sequence[str] = (), keep: Sequence[str] = (), languages: Sequence[str] = (), *, prefix: str = ""
    ) -> "Selection":
        """Make one.

        Args:
            prune: as the field.
            keep: as the field.
            languages: as the field.
            prefix: what the caller writes before the name of an option, for messages.

        Raises:
            UsageError: a selector or a code is not valid.
        """
        for option, selectors in ("prune", prune), ("keep", keep):
            for selector in selectors:
                try:
                    LexborHTMLParser("").css(selector)
                except (SelectolaxError, UnicodeEncodeError):
                    raise UsageError(f"{prefix}{option} is {selector!r}, which is no CSS selector.") from None
        for language in languages:
            if not is_like_code(language):
                raise UsageError(
                    f"{prefix}languages has {language!r}: it takes ISO 639 codes of two or three letters, such as ug."
                )
        return cls(tuple(prune), tuple(keep), tuple(sorted(languages)))

    def part_of(self, body: bytes, content_type: str | None) -> bytes:
        """Give the page with only the elements that are asked for.

        What is around a kept element stays, without its other text, and so does the head: both say what the page is.
        Bytes that are no text come back as they are.

        Args:
            body: the page.
            content_type: the HTTP header, for the declared charset.
        """
        if not self.prune and not self.keep:
            return body
        html = normalization.decode(body, content_type).text
        if html is None:
            return body
        tree = LexborHTMLParser(html)
        pruned = _matches(tree, self.prune)
        if any(node.tag == "html" for node in pruned):
            return b""
        for node in pruned:
            node.decompose()
        if self.keep and tree.body is not None:
            _keep_only(tree.body, _matches(tree, self.keep))
        return (tree.html or "").encode("utf-8", "ignore")

    def filtered(self, page_text: PageText) -> PageText:
        """Give what became of a page, without its text when that is in a language that is not asked for."""
        is_taken = not page_text.text or self.takes(page_text.language)
        return page_text if is_taken else self.instead_of(page_text.language)

    def takes(self, language: str) -> bool:
        """Say whether texts in a language are asked for."""
        return not self.languages or language in self.languages

    def instead_of(self, language: str) -> PageText:
        """Give what stands for a page whose text is in a language that is not asked for."""
        return PageText(Outcome.EMPTY, f"the text is in {language}, and only {', '.join(self.languages)} is asked for")


ALL: Final = Selection()
"""Every page, whole."""


def _matches(tree: LexborHTMLParser, selectors: Sequence[str]) -> list[LexborNode]:
    nodes: dict[int, LexborNode] = {}
    for selector in selectors:
        nodes |= {node.mem_id: node for node in tree.css(selector)}
    return list(nodes.values())


def _keep_only(body: LexborNode, nodes: list[LexborNode]) -> None:
    """Take out of the body what is neither in a kept element nor around one."""
    whole = {node.mem_id for node in nodes}
    around = {body.mem_id}
    for node in nodes:
        parent = node.parent
        while parent is not None and parent.mem_id not in around:
            around.add(parent.mem_id)
            parent = parent.parent
    below = [] if body.mem_id in whole else [body]
    while below:
        for child in list(below.pop().iter(include_text=True)):
            if child.mem_id in whole:
                continue
            if child.mem_id in around:
                below.append(child)
            else:
                child.decompose()
