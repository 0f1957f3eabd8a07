"""What becomes of a page: what a method marked, and how that is divided, rendered and read when it is asked for."""

from dataclasses import dataclass
from datetime import date
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.attribution.within_lines.mentions import users_in_sentences
from extraction.boilerplate.message_boxes import message_box
from extraction.division.structure import Comments, Structure
from extraction.metadata import metadata
from extraction.metadata.metadata import Metadata
from extraction.metadata.post_facts import PostFacts, PostPlaces, post_days, post_ids
from extraction.methods.method import Method, MethodContext
from extraction.methods.site_containers import Odds
from extraction.methods.template import Observation, observe
from extraction.page import tags
from extraction.page.node_table import Mask, NodeTable
from extraction.page.statements import head
from extraction.rendering import render as rendering
from extraction.rendering.block import Block, text_of
from extraction.rendering.markup.marks import Markup
from extraction.rendering.render import Parts, render
from extraction.threads.posts import copied_share
from normalization import Language, identify
from normalization.cached_property import cached_property


@dataclass(frozen=True, slots=True, eq=False)
class Selected:
    """A parsed page with what a method marked as its content."""

    page: NodeTable
    content: Mask
    """(S)"""
    method: Method
    context: MethodContext
    confidence: float | None
    """See ``Extracted``."""
    thread: float | None
    """How likely the method holds the page to be a thread, 0 to 1; None when it cannot tell."""
    probability: NDArray[np.float32] | None = None
    """(L) how likely the method holds each line to be content, 0 to 1; None when it cannot tell."""
    containers: Odds | None = None
    """What it thought of the containers of its site; None when it does not say, or no template was given."""

    @property
    def observation(self) -> Observation:
        """What the page gives ``Template.update``; nothing when the method makes no use of one, or none was given."""
        learns = self.method.learns_site and self.context.template is not None
        return observe(self.page, self.containers) if learns else Observation()

    @property
    def text(self) -> str:
        """All that the method marked, a block a line; letters are as the page has them."""
        return rendering.text(self.page, self.content)

    @property
    def shown(self) -> str:
        """All that the page shows, a block a line."""
        return rendering.text(self.page, np.ones_like(self.content))

    @property
    def framed(self) -> str:
        """What stands in the page's frames for programs that read none, a frame a line."""
        rows = (self.page.tag == _FRAME).nonzero()[0].tolist()
        return "\n".join(self.page.inner_text(row).strip() for row in rows)


@dataclass(frozen=True, eq=False)
class Extracted:
    """What a method made of a page. Letters are as the page has them; folding them is for ``normalization``.

    What is not asked for is not made: who wants the text alone does not wait for comments, language, dates and titles.
    """

    selected: Selected
    """What the method marked."""
    structure: Structure
    """How that is divided."""
    url: str | None
    """As given."""
    below: Comments
    """What was asked to become of the comments under an article."""
    with_paths: bool
    """The place of each block in the page was asked for."""
    markup: Markup = Markup.NONE
    """What of the page's markup was asked for."""

    @property
    def posts(self) -> int:
        """How many posts a thread has, whose blocks say with ``post`` which they are of; 0 when it is no thread."""
        return self.structure.posts

    @property
    def has_several_posts(self) -> bool:
        """Whether the page is a thread of two posts or more."""
        return self.posts > 1

    @cached_property
    def post_facts(self) -> tuple[PostFacts, ...]:
        """What the page says of each post of a thread."""
        page, parts = self.selected.page, self.structure
        if not parts.posts:
            return ()
        places = PostPlaces(page, parts.records, parts.posts)
        days = post_days(places, parts.content, self.language, parts.quotes)
        return tuple(map(PostFacts, post_ids(places), days))

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Paragraphs, headings, items ... in the page's order, without ``comments``."""
        return self._render(self._article, self._parts)

    @cached_property
    def comments(self) -> tuple[Block, ...]:
        """What readers wrote under an article, or beneath the posts of a thread; each block says with ``post`` which
        comment it is part of."""
        if self.below is not Comments.SEPARATE:
            return ()
        parts = self.structure
        content = parts.content & (parts.comment > 0)
        if not content.any():  # as on most pages
            return ()
        records = parts.replies or parts.records
        return self._render(content, Parts(parts.quotes, parts.comment, records, parts.cuts))

    def _render(self, content: Mask, parts: Parts) -> tuple[Block, ...]:
        page = self.selected.page
        return render(page, content, parts, with_paths=self.with_paths, markup=self.markup, url=self.url)

    @property
    def _article(self) -> Mask:
        parts = self.structure
        return parts.content if self.below is Comments.INCLUDE else parts.content & (parts.comment == 0)

    @property
    def _parts(self) -> Parts:
        parts = self.structure
        return Parts(parts.quotes, parts.post if self.posts else None, parts.records, parts.cuts)

    @property
    def users_in_text(self) -> frozenset[str]:
        """Of ``users_in_sentences`` those who are masked in ``blocks``: an article may write of "@media"."""
        of_members = self.structure.of_members or self.below is Comments.INCLUDE
        return self.users_in_sentences if of_members else frozenset()

    @cached_property
    def users_in_sentences(self) -> frozenset[str]:
        """The users whom members mention in their sentences, as these have them ("@gary"): for masks, never stored."""
        parts = self.structure
        of_members = parts.content if parts.of_members else parts.content & (parts.comment > 0)
        return users_in_sentences(self.selected.page, of_members) if of_members.any() else frozenset()

    @property
    def method(self) -> str:
        """Its name."""
        return self.selected.method.name

    @property
    def version(self) -> str:
        """Of the method."""
        return self.selected.method.version

    @cached_property
    def confidence(self) -> float | None:
        """The F1 the method expects of its text, 0 to 1; None when it cannot tell. Look at the lowest pages first.

        Of a thread no more than the F1 of a text of which what earlier posts have in the same words is wrong: where
        signatures stand for posts, the method cannot know it line by line.
        """
        expected, parts = self.selected.confidence, self.structure
        if expected is None or not self.has_several_posts:
            return expected
        right = 1 - copied_share(self.selected.page, parts.content, parts.post, parts.quotes)
        return min(expected, 2 * right / (right + 1))

    @cached_property
    def identified(self) -> Language:
        """The language and script of the text."""
        return identify(self._text("\n\n"))

    @property
    def language(self) -> str:
        """ISO 639 code of the text, or else the one that the page declares; ``und`` when neither tells."""
        code = self.identified.code
        return head.language(self.selected.page) if code == "und" else code

    @cached_property
    def metadata(self) -> Metadata:
        """Title, date, address ... and where on the page each was stated."""
        # Title and date are about the article, or the first post of a thread.
        parts = self.structure
        first = parts.content & (parts.comment == 0) & (parts.post < 2)
        if parts.records and not first.any():  # the first post is not shown, or it is a picture
            row = min(parts.records)
            first[self.selected.page.first[row] : self.selected.page.last[row]] = True
        return metadata.read(self.selected.page, first, self.language, self.url, self._second_post, self._first_day)

    def _first_day(self) -> date | None:
        """Give the day of a thread's first post."""
        return self.post_facts[0].day if self.has_several_posts else None

    @property
    def _second_post(self) -> int | None:
        """The text with which the second post begins: its day is not that of the page."""
        parts = self.structure
        rows = sorted(parts.records) if self.has_several_posts else []
        second = 1 - (parts.posts - len(rows))  # a first post in a box unlike the others is no record
        return int(self.selected.page.first[rows[second]]) if second < len(rows) else None

    @property
    def message_box(self) -> str | None:
        """What its name says of the box with most of the text, if software writes messages into it; else None."""
        return message_box(self.selected.page, self.selected.content)

    @property
    def observation(self) -> Observation:
        """What the page gives ``Template.update``, see ``Selected``."""
        return self.selected.observation

    @property
    def title(self) -> str:
        """Without the name of the site; empty when the page has none."""
        return self.metadata.title.value if self.metadata.title else ""

    @property
    def text(self) -> str:
        """The blocks, one a line (a block with line breaks of its own takes several)."""
        return self._text("\n")

    def _text(self, between: str) -> str:
        if self.markup & Markup.CAPTIONS:
            return text_of(self.blocks, between)
        return rendering.text(self.selected.page, self._article, self._parts, between)


_FRAME: Final = tags.CODE["iframe"]
