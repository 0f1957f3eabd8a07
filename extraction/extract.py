"""The room's front door: HTML in, main text out.

``select`` goes as far as a method does: it parses the page and marks the content. ``extract`` goes on from there: it
divides the content into posts, or sets comments apart. What is asked of that later is rendered and read then
(``extracted``). The methods are chosen by name.
"""

from typing import Final

import numpy as np

from extraction.division.division import divide
from extraction.division.structure import Comments
from extraction.extracted import Extracted, Selected
from extraction.metadata.script_state.article import article_in_state
from extraction.metadata.stated_article import StatedArticle, article_in_json_ld
from extraction.methods.correlativity import CORRELATIVITY
from extraction.methods.method import ALL_TEXT, Favor, Method, MethodContext
from extraction.methods.tag_ratio import TAG_RATIO
from extraction.methods.template import Template
from extraction.methods.template_svm import SVM, TEMPLATE_SVM
from extraction.methods.text_density import TEXT_DENSITY
from extraction.methods.valid_characters import VALID_CHARACTERS
from extraction.model.mezmun import MEZMUN
from extraction.page import tags
from extraction.page.headline import letters
from extraction.page.node_table import NodeTable, parse
from extraction.page.parsing.limits import PageTooLargeError
from extraction.page.statements import head
from extraction.page.statements.json_ld import json_ld_of
from extraction.rendering.markup.marks import Markup


class UnknownMethodError(Exception):
    """No method has the name given."""


_METHODS = {
    method.name: method
    for method in (MEZMUN, CORRELATIVITY, VALID_CHARACTERS, TEMPLATE_SVM, TEXT_DENSITY, TAG_RATIO, SVM, ALL_TEXT)
}

DEFAULT_METHOD = MEZMUN.name
"""This method is for sites of every kind, and for pages of which nothing is known."""


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


def select(
    html: str,
    method: str | Method = DEFAULT_METHOD,
    *,
    template: Template | None = None,
    favor: Favor = Favor.BALANCE,
    with_markup: bool = False,
) -> Selected:
    """Mark the main text of a decoded page by a method, which may be given by its name.

    The character references of the page must be repaired (``normalization.repair``).

    ``template`` is what was learned of the page's site, and ``favor`` says which error weighs more; methods that make
    no use of them ignore them. ``with_markup`` keeps what links and images are read from.

    Raises:
        PageTooLargeError: the page is beyond ``extraction.page.parsing.limits``.
        UnknownMethodError: there is no such method.
    """
    chosen = find(method) if isinstance(method, str) else method
    page = parse(html, with_markup=with_markup)
    context = MethodContext(page, template, favor)
    if chosen.judge is None:
        return Selected(page, chosen.select(page, context), chosen, context, None, None)
    judged = chosen.judge(page, context)
    return Selected(page, judged.content, chosen, context, *judged[1:])


def extract(
    html: str,
    url: str | None = None,
    method: str | Method = DEFAULT_METHOD,
    *,
    template: Template | None = None,
    favor: Favor = Favor.BALANCE,
    comments: Comments = Comments.SEPARATE,
    with_paths: bool = False,
    markup: Markup = Markup.NONE,
) -> Extracted:
    """Give the main text of a decoded page, as ``select`` marks it, with its parts and what the page says of itself.

    ``comments`` says what becomes of the comments under an article, ``with_paths`` asks for the place of each block in
    the page, and ``markup`` for links, images and formatting in the blocks. The other arguments, and the errors, are
    those of ``select``.
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
"""An object of JSON-LD has the text of the article under this name."""
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
    article = _stated_article(shown, html, chars_shown)
    if article is None:
        return selected
    chars = len("".join(article.text.split()))
    if chars < _MIN_STATED_CHARS or chars_shown > _MAX_SHOWN * chars:
        return selected
    if article.share_shown(shown.texts.between(0, len(shown.texts))) > _MAX_SHOWN:
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


def _stated_article(page: NodeTable, html: str, chars_shown: int) -> StatedArticle | None:
    """Give the article that the data of a page states, from its JSON-LD, else from the state of its scripts.

    Only where it may be longer than the marked text (``chars_shown``) is it looked for; None on most pages.
    """
    is_little = chars_shown < _MOST_BESIDE_STATE
    # No script states more than it is long: to look for a word in all that products and lists state takes longer.
    may_state = (each for each in json_ld_of(page) if is_little or chars_shown <= _MAX_SHOWN * len(each))
    states_body, may_have_state = any(_BODY in script for script in may_state), is_little and "<script" in html
    if not (states_body or may_have_state) or not _is_free(page):
        return None
    article = article_in_json_ld(page) if states_body else None
    if article is None and may_have_state:
        article = article_in_state(html, [letters(title) for title in head.head_of(page).titles])
    return article


def _is_free(page: NodeTable) -> bool:
    """Tell whether readers need not pay for the article of a page, as far as its head states."""
    return head.head_of(page).stated.get(head.CONTENT_TIER, "free").lower() == "free"
