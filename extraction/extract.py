"""The room's front door: HTML in, main text out.

``select`` goes as far as a method does: parse, tell the language, mark the content. ``extract`` goes on from there: it
divides the content into posts or sets comments apart, makes blocks and reads what the page says of itself.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

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
    thread: float | None
    """How likely the method holds the page to be a thread, 0 to 1; None when it cannot tell."""

    @property
    def language(self) -> str:
        """ISO 639 code of the page's text, ``und`` when it cannot be told."""
        return self.knowledge.languages[0]

    @property
    def text(self) -> str:
        """All that the method marked, a block a line; letters are as the page has them."""
        return _text(render(self.page, self.content))


@dataclass(frozen=True, eq=False)
class Extracted:
    """What a method made of a page. Letters are as the page has them; folding them is for ``normalization``.

    What is not asked for is not made: who wants the text alone does not wait for language, dates and titles.
    """

    blocks: tuple[Block, ...]
    """Paragraphs, headings, items ... in the page's order, without ``comments``."""
    comments: tuple[Block, ...]
    """What readers wrote under an article; each block says with ``post`` which comment it is part of."""
    posts: int
    """How many posts a thread has, whose blocks say with ``post`` which they are part of; 0 when it is no thread."""
    url: str | None
    """As given."""
    selected: Selected
    """What the method marked."""
    said_first: Mask
    """(S) the content that the page's title and date are about: the article, or the first post of a thread."""

    @property
    def method(self) -> str:
        """Its name."""
        return self.selected.method.name

    @property
    def version(self) -> str:
        """Of the method."""
        return self.selected.method.version

    @property
    def confidence(self) -> float | None:
        """The F1 the method expects of its text, 0 to 1; None when it cannot tell. Look at the lowest pages first."""
        return self.selected.confidence

    @property
    def language(self) -> str:
        """ISO 639 code of the page's text, ``und`` when it cannot be told."""
        return self.selected.language

    @cached_property
    def metadata(self) -> Metadata:
        """Title, date, address ... and where each was found."""
        return metadata.read(self.selected.page, self.said_first, self.language, self.url)

    @cached_property
    def lesson(self) -> tuple[Label, ...]:
        """What the page teaches ``Template.learn``; empty when the method makes no use of one, or none was given."""
        learns = self.selected.method.learns_site and self.selected.knowledge.template is not None
        return lesson(self.selected.page) if learns else ()

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
    if chosen.judge is None:
        return Selected(page, chosen.select(page, knowledge), chosen, knowledge, None, None)
    judged = chosen.judge(page, knowledge)
    return Selected(page, judged.content, chosen, knowledge, judged.confidence, judged.thread)


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
    page = selected.page
    found = structure(page, selected.content, url, selected.thread)
    content = found.content & ~found.signature
    below = found.comment > 0
    apart = Parts(found.quotes, found.comment, found.records)
    main = content if comments is Comments.INCLUDE else content & ~below
    kept = content & below if comments is Comments.SEPARATE else np.zeros_like(below)
    posts = Parts(found.quotes, found.post if found.posts else None, found.records)
    blocks = render(page, main, posts, with_paths=with_paths)
    return Extracted(
        blocks=without_headers(blocks) if found.posts else blocks,
        comments=without_headers(render(page, kept, apart, with_paths=with_paths)),
        posts=found.posts,
        url=url,
        selected=selected,
        said_first=content & ~below & (found.post < 2),
    )


def _text(blocks: Iterable[Block]) -> str:
    return "\n".join([block.plain if block.text[0] == "\t" else block.text for block in blocks])
