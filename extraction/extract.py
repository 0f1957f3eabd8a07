"""The room's front door: HTML in, main text out.

``select`` goes as far as a method does: parse, tell the language, mark the content. ``extract`` goes on from there: it
divides the content into posts or sets comments apart, makes blocks and reads what the page says of itself. The methods
are chosen by name.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.boilerplate.message_boxes import message_box
from extraction.division.division import divide
from extraction.division.structure import Comments, Structure
from extraction.metadata import linked_data, metadata
from extraction.metadata.metadata import Metadata
from extraction.metadata.post_facts import PostFacts, post_days, post_ids
from extraction.metadata.script_state.article import article_in_state
from extraction.methods.correlativity import CORRELATIVITY
from extraction.methods.method import ALL_TEXT, Favor, Method, MethodContext
from extraction.methods.site_containers import Odds
from extraction.methods.tag_ratio import TAG_RATIO
from extraction.methods.template import Observation, Template, observe
from extraction.methods.template_svm import SVM, TEMPLATE_SVM
from extraction.methods.text_density import TEXT_DENSITY
from extraction.methods.valid_characters import VALID_CHARACTERS
from extraction.model.mezmun import MEZMUN
from extraction.page import head, tags
from extraction.page.headline import letters
from extraction.page.limits import PageTooLargeError
from extraction.page.node_table import Mask, NodeTable, parse
from extraction.rendering import render as rendering
from extraction.rendering.markup.marks import Markup
from extraction.rendering.render import Block, Parts, render
from extraction.threads.posts import copied_share
from normalization import Language, identify


class UnknownMethodError(Exception):
    """No method has the name given."""


_METHODS = {
    method.name: method
    for method in (MEZMUN, CORRELATIVITY, VALID_CHARACTERS, TEMPLATE_SVM, TEXT_DENSITY, TAG_RATIO, SVM, ALL_TEXT)
}

DEFAULT_METHOD = MEZMUN.name
"""For sites of every kind, and for pages of which nothing is known."""


def methods() -> tuple[Method, ...]:
    """Give every method, our own first, then the papers'."""
    return tuple(_METHODS.values())


def find(name: str) -> Method:
    """Give a method by its name.

    Raises:
        UnknownMethodError: there is none of that name.
    """
    if name not in _METHODS:
        raise UnknownMethodError(f"There is no extraction method {name!r}; choose one of {', '.join(_METHODS)}.")
    return _METHODS[name]


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


_FEWEST_POSTS: Final = 2


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

    @cached_property
    def post_facts(self) -> tuple[PostFacts, ...]:
        """What the page says of each post of a thread."""
        page, parts = self.selected.page, self.structure
        if not parts.posts:
            return ()
        ids = post_ids(page, parts.records, parts.posts)
        days = post_days(page, parts.content, parts.records, parts.posts, self.language)
        return tuple(map(PostFacts, ids, days))

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Paragraphs, headings, items ... in the page's order, without ``comments``."""
        return self._render(self._article, self._parts)

    @cached_property
    def comments(self) -> tuple[Block, ...]:
        """What readers wrote under an article; each block says with ``post`` which comment it is part of."""
        if self.below is not Comments.SEPARATE:
            return ()
        parts = self.structure
        content = parts.content & (parts.comment > 0)
        if not content.any():  # as on most pages
            return ()
        return self._render(content, Parts(parts.quotes, parts.comment, parts.records, parts.beginnings))

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
        return Parts(parts.quotes, parts.post if self.posts else None, parts.records, parts.beginnings)

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
        if expected is None or self.posts < _FEWEST_POSTS:
            return expected
        right = 1 - copied_share(self.selected.page, parts.content, parts.post, parts.quotes)
        return min(expected, 2 * right / (right + 1))

    @cached_property
    def identified(self) -> Language:
        """The language and script of ``blocks``."""
        return identify(rendering.text_of(self.blocks, "\n\n"))

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
        return metadata.read(self.selected.page, first, self.language, self.url, self._second_post)

    @property
    def _second_post(self) -> int | None:
        """The text with which the second post begins: its day is not that of the page."""
        parts = self.structure
        rows = sorted(parts.records) if parts.posts >= _FEWEST_POSTS else []
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
        if self.markup & Markup.CAPTIONS:
            return rendering.text_of(self.blocks)
        return rendering.text(self.selected.page, self._article, self._parts)


def select(
    html: str,
    method: str = DEFAULT_METHOD,
    *,
    template: Template | None = None,
    favor: Favor = Favor.BALANCE,
    with_markup: bool = False,
) -> Selected:
    """Mark the main text of a decoded page whose character references are repaired.

    ``template`` is what was learned of the page's site, and ``favor`` says which error weighs more; methods that make
    no use of them ignore them. ``with_markup`` keeps what links and images are read from.

    Raises:
        PageTooLargeError: the page is beyond ``extraction.page.limits``.
        UnknownMethodError: there is no such method.
    """
    chosen = find(method)
    page = parse(html, with_markup=with_markup)
    context = MethodContext(page, template, favor)
    if chosen.judge is None:
        return Selected(page, chosen.select(page, context), chosen, context, None, None)
    judged = chosen.judge(page, context)
    return Selected(page, judged.content, chosen, context, *judged[1:])


def extract(
    html: str,
    url: str | None = None,
    method: str = DEFAULT_METHOD,
    *,
    template: Template | None = None,
    favor: Favor = Favor.BALANCE,
    comments: Comments = Comments.SEPARATE,
    with_paths: bool = False,
    markup: Markup = Markup.NONE,
) -> Extracted:
    """Give the main text of a decoded page, as ``select`` marks it, with its parts and what the page says of itself.

    ``comments`` says what becomes of those under an article, ``with_paths`` asks for the place of each block in the
    page, and ``markup`` for links, images and formatting in them. What is given and raised besides is as with
    ``select``.
    """
    selected = select(html, method, template=template, favor=favor, with_markup=bool(markup))
    selected = _with_stated_article(selected, html, with_markup=bool(markup))
    parts = divide(selected.page, selected.content, url, selected.thread)
    return Extracted(selected, parts, url, comments, with_paths, markup)


_MIN_STATED_CHARS: Final = 200
_MAX_SHOWN: Final = 0.5
"""Marked characters to those of the stated article, and the share of its sentences that the page shows. Above either,
the page shows its article, and what is marked is better: data often has it cut short and without paragraphs."""
_MOST_BESIDE_STATE: Final = 1000
"""Marked characters of a page whose article stands in the state of its script: others show it, and to read the state
takes longer than the page."""
_LIKELY_THREAD: Final = 0.5
_BODY: Final = "articleBody"
"""Of an object of JSON-LD: the text of the article."""
_MAIN: Final = tags.CODE["main"]


def _with_stated_article(selected: Selected, html: str, *, with_markup: bool) -> Selected:
    """Take the article that the page's data states in place of what was marked, where the page shows less of it.

    Such a page is written by scripts. The article is put behind the page's own markup and parsed with it, so that it
    passes through the same steps as all text, and title, date and all else are read from the page as it is. How right
    the data is cannot be known, so the confidence is None. The papers' methods mark what a page shows.
    """
    shown = selected.page
    if selected.confidence is None or (selected.thread or 0) > _LIKELY_THREAD:
        return selected
    chars_shown = int(shown.chars[selected.content].sum())
    is_little = chars_shown < _MOST_BESIDE_STATE
    # No script states more than it is long: to look for a word in all that products and lists state takes longer.
    may_state = (each for each in head.json_ld_of(shown) if is_little or chars_shown <= _MAX_SHOWN * len(each))
    states, may_have_state = any(_BODY in script for script in may_state), is_little and "<script" in html
    if not (states or may_have_state) or not _is_free(shown):  # as on most pages
        return selected
    article = linked_data.stated_article(head.json_ld_of(shown)) if states else None
    if article is None and may_have_state:
        article = article_in_state(html, [letters(title) for title in head.head_of(shown).titles])
    if article is None:
        return selected
    chars = len("".join(article.text.split()))
    if (
        chars < _MIN_STATED_CHARS
        or chars_shown > _MAX_SHOWN * chars
        or article.share_shown(shown.texts.between(0, len(shown.texts))) > _MAX_SHOWN
    ):
        return selected
    try:
        page = parse(f"{html}<main>{article.markup}</main>", with_markup=with_markup)
    except PageTooLargeError:
        return selected
    content = np.zeros(len(page.texts), dtype=np.bool_)
    for row in (page.tag == _MAIN).nonzero()[0][-1:]:
        content[page.first[row] : page.last[row]] = True
    if page.chars[content].sum() < _MAX_SHOWN * chars:  # an element that the page leaves open has swallowed it
        return selected
    return Selected(page, content, selected.method, MethodContext(page, favor=selected.context.favor), None, 0.0)


def _is_free(page: NodeTable) -> bool:
    return head.head_of(page).stated.get(head.CONTENT_TIER, "free").lower() == "free"
