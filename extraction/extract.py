"""The room's front door: HTML in, main text out.

``select`` goes as far as a method does: parse, tell the language, mark the content. ``extract`` goes on from there: it
divides the content into posts or sets comments apart, makes blocks and reads what the page says of itself.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from extraction import metadata, registry
from extraction.metadata import Metadata
from extraction.method import Knowledge, Method
from extraction.node_table import Mask, NodeTable, parse
from extraction.quotes import without_headers
from extraction.rendering import Block, Parts, render
from extraction.structure import Comments, structure
from extraction.template import Label, Template, lesson


@dataclass(frozen=True, slots=True, eq=False)
class Selected:
    """A parsed page with what a method marked as its content."""

    page: NodeTable
    content: Mask
    """(S)"""
    method: Method
    knowledge: Knowledge
    confidence: float | None
    """See ``Extracted``."""

    @property
    def language(self) -> str:
        """ISO 639 code of the page's text, ``und`` when it cannot be told."""
        return self.knowledge.languages[0]

    @property
    def text(self) -> str:
        """All that the method marked, a block a line; letters are as the page has them."""
        return _text(render(self.page, self.content))


@dataclass(frozen=True, slots=True)
class Extracted:
    """What a method made of a page. Letters are as the page has them; folding them is for ``normalization``."""

    blocks: tuple[Block, ...]
    """Paragraphs, headings, items ... in the page's order, without ``comments``."""
    comments: tuple[Block, ...]
    """What readers wrote under an article; each block says with ``post`` which comment it is part of."""
    posts: int
    """How many posts a thread has, whose blocks say with ``post`` which they are part of; 0 when it is no thread."""
    metadata: Metadata
    """Title, date, address ... and where each was found."""
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
    """What the page teaches ``Template.learn``; empty when the method makes no use of a template, or none was given."""

    @property
    def title(self) -> str:
        """Without the name of the site; empty when the page has none."""
        return self.metadata.title.value if self.metadata.title else ""

    @property
    def text(self) -> str:
        """The blocks, one a line (a block with line breaks of its own takes several)."""
        return _text(self.blocks)


def select(html: str, method: str = registry.DEFAULT_METHOD, *, template: Template | None = None) -> Selected:
    """Mark the main text of a decoded page whose character references are repaired.

    ``template`` is what was learned of the page's site; methods that make no use of one ignore it.

    Raises:
        PageTooLargeError: the page is beyond ``extraction.limits``.
        UnknownMethodError: there is no such method.
    """
    chosen = registry.find(method)
    page = parse(html)
    knowledge = Knowledge(page, template)
    content, sure = chosen.judge(page, knowledge) if chosen.judge else (chosen.select(page, knowledge), None)
    return Selected(page, content, chosen, knowledge, sure)


def extract(
    html: str,
    url: str | None = None,
    method: str = registry.DEFAULT_METHOD,
    *,
    template: Template | None = None,
    comments: Comments = Comments.SEPARATE,
    with_paths: bool = False,
) -> Extracted:
    """Give the main text of a decoded page, as ``select`` marks it, with its parts and what the page says of itself.

    ``comments`` says what becomes of those under an article, ``with_paths`` asks for the place of each block in the
    page. What is given and raised besides is as with ``select``.
    """
    selected = select(html, method, template=template)
    page, content, language = selected.page, selected.content, selected.language
    found = structure(page, content, url)
    content = found.content & ~found.signature
    below = found.comment > 0
    apart = Parts(found.quotes, found.comment, found.records)
    main = content if comments is Comments.INCLUDE else content & ~below
    kept = content & below if comments is Comments.SEPARATE else np.zeros_like(below)
    blocks = render(page, main, Parts(found.quotes, found.post, found.records), with_paths=with_paths)
    return Extracted(
        blocks=without_headers(blocks) if found.posts else blocks,
        comments=without_headers(render(page, kept, apart, with_paths=with_paths)),
        posts=found.posts,
        metadata=metadata.read(
            page, content & ~below & (found.post < 2), language, url
        ),  # of a thread, its first post's
        language=language,
        url=url,
        method=selected.method.name,
        version=selected.method.version,
        confidence=selected.confidence,
        lesson=lesson(page) if selected.method.learns_site and template is not None else (),
    )


def _text(blocks: Iterable[Block]) -> str:
    return "\n".join(block.plain for block in blocks)
