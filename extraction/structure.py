"""From the marked content of a page to its parts: posts of a thread, an article and its comments, quotes.

First the shape of the page is decided (``threads.shape``); then the steps of that shape follow one another, as declared
in ``STEPS``. Each step drops lines or marks parts, and notes what it dropped and why. Nothing is dropped later.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction import boilerplate
from extraction.attribution import attribution
from extraction.attribution.credits import credits_of_pictures
from extraction.attribution.embedded_posts import embedded_posts
from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.attribution.marked_names import marked_names
from extraction.attribution.quote_headers import dated_headers, quote_headers, raw_quotes
from extraction.attribution.reactions import reactions
from extraction.attribution.user_names import user_names
from extraction.attribution.writers import writers
from extraction.page.attribute_signatures import SignatureSubject
from extraction.page.lines import lines_of
from extraction.page.node_table import Column, Mask, NodeTable, covered
from extraction.page.user_signatures import signatures_of
from extraction.threads import posts, quotes
from extraction.threads.quotes import named_containers
from extraction.threads.records import Records
from extraction.threads.shape import NO_CONTENT, Evidence, Shape, ShapeRule, decide


class Comments(StrEnum):
    """What becomes of the comments under an article."""

    INCLUDE = "include"
    """They are text like the article's."""
    SEPARATE = "separate"
    """They are kept, apart from the article."""
    DROP = "drop"


@dataclass(frozen=True, slots=True, eq=False)
class Dropped:
    """What a step left out."""

    step: str
    reason: str
    texts: NDArray[np.intp]
    """Rows of the segments (S)."""


@dataclass(eq=False)
class Structure:
    """The parts of a page's content. Posts and comments count from 1 in document order; 0 is outside."""

    page: NodeTable
    content: Mask
    """(S) the content without attribution, of a thread as its posts' bodies have it."""
    evidence: Evidence
    decided_by: ShapeRule
    """It says which shape the page has, and why."""
    post: Column
    """(S) the post each segment belongs to."""
    comment: Column
    """(S) the comment each segment belongs to."""
    posts: int = 0
    """How many posts the page has; 0 when it is no thread."""
    records: frozenset[int] = frozenset()
    """Rows of the elements of the posts or comments."""
    quotes: frozenset[int] = frozenset()
    """Rows of the elements that quote."""
    beginnings: dict[int, int] = field(default_factory=dict)
    """Of segments (S) whose beginning says whose a quote is: how many bytes of the text that is."""
    added: Mask | None = None
    """(S) what the method did not mark and is content all the same; None when nothing is."""
    dropped: list[Dropped] = field(default_factory=list)
    """What the steps left out, in their order."""

    @cached_property
    def short_lines(self) -> ShortLines:
        """The short lines of the content as the method marked it, and of what was ``added``."""
        return ShortLines.of(self.page, self.content)

    @property
    def of_members(self) -> bool:
        """Whether members of a forum wrote the content."""
        # A thread whose posts repeat nothing is read as an article.
        return self.shape in {Shape.THREAD, Shape.POST} or self.evidence.states_thread

    @property
    def shape(self) -> Shape:
        """What the page consists of."""
        return self.decided_by.shape

    def drop(self, texts: Mask | Sequence[int], step: str, reason: str) -> None:
        """Leave segments (S), marked or by their rows, out of the content, unless it has no others."""
        marked = np.zeros(len(self.content), dtype=np.bool_)
        marked[texts] = True
        rows = np.flatnonzero(marked & self.content)
        if 0 < len(rows) < np.count_nonzero(self.content):
            self.content[rows] = False
            self.dropped.append(Dropped(step, reason, rows))

    def drop_attribution(self, attributions: Sequence[Attribution]) -> None:
        """Leave lines of attribution out of the content, unless it has no others."""
        if not attributions:
            return
        lines = lines_of(self.page)
        marked = lines.marking([each.line for each in attributions]) & self.content
        if np.count_nonzero(marked) == np.count_nonzero(self.content):
            return
        self.content[marked] = False
        self.dropped += (
            Dropped(each.role, each.reason, np.flatnonzero(marked & (lines.of == each.line))) for each in attributions
        )


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the division of a page."""

    name: str
    reason: str
    """What it is for."""
    run: Callable[[Structure], None]


def structure(page: NodeTable, content: Mask, url: str | None, thread: float | None = None) -> Structure:
    """Divide the marked (S) content of a page into posts, or set its comments apart, without lines of attribution.

    ``thread`` is how likely it was held to be a thread, 0 to 1; None when that was not told.
    """
    content = content.copy()
    nothing = np.zeros(len(content), dtype=np.int32)
    evidence = Evidence(page, content, url, thread)
    if not content.any():
        return Structure(page, content, evidence, NO_CONTENT, nothing, nothing)
    parts = Structure(page, content, evidence, NO_CONTENT, nothing, nothing)
    parts.drop_attribution(attribution.askers(parts.short_lines, content))
    parts.decided_by = decide(evidence)
    parts.quotes = evidence.quotes
    for step in STEPS[parts.shape]:
        step.run(parts)
    parts.post = parts.post * content
    parts.comment = parts.comment * content
    return parts


def _complete_bodies(parts: Structure) -> None:
    page, content, records = parts.page, parts.content, _records(parts)
    unlabelled = posts.without_repeated(page, content, records)
    completed = posts.completed(page, unlabelled, content, records)
    labels, beside = content & ~unlabelled & ~completed, unlabelled & ~completed
    parts.added = completed & ~content
    if parts.added.any():
        parts.content[parts.added] = True
        del parts.short_lines  # for those of what was added
    parts.drop(labels, "repeated-labels", "it stands in nearly all posts")
    parts.drop(beside, "bodies", "it stands beside the boxes that posts are written in")


def _drop_beside_cells(parts: Structure) -> None:
    marked = posts.beside_body_cells(parts.page, parts.content, _records(parts))
    if marked is not None:
        parts.drop(marked, "cells", "it stands in a cell of the table beside that of the post")


def _records(parts: Structure) -> Records:
    records = parts.evidence.records
    if records is None:
        raise ValueError("A thread has records.")
    return records


def _find_quotes(parts: Structure) -> None:
    # What was not marked, a post that is taken whole or the rest of a body, may quote as well.
    rows = named_containers(parts.page, parts.content).quoting
    parts.quotes = quotes.quoting_elements(parts.page, parts.content, rows, _records(parts).of)


def _number_posts(parts: Structure) -> None:
    records = _records(parts)
    parts.post, parts.posts = posts.numbered(parts.page, parts.content, records)
    parts.records = frozenset(records.rows.tolist())


def _one_post(parts: Structure) -> None:
    parts.post, parts.posts = (parts.content & ~posts.in_title(parts.page)).astype(np.int32), 1


def _drop_signatures(parts: Structure) -> None:
    if signatures_of(parts.page) is not None:
        marked = posts.signatures(parts.page, parts.content, parts.post)
        parts.drop(marked, "signatures", _SIGNED)


def _drop_attachments(parts: Structure) -> None:
    marked = boilerplate.attachments(parts.page, parts.content)
    if marked is not None:
        _drop_less_than_half(parts, marked, "attachments", "its box lists the files that hang on a post")


def _drop_notices(parts: Structure) -> None:
    marked = boilerplate.notices(parts.page, parts.content)
    if marked is not None:
        parts.drop(marked, "notices", "its box is named after requests to readers, and has their words")


def _drop_line_numbers(parts: Structure) -> None:
    marked = boilerplate.line_numbers(parts.page, parts.content)
    if marked is not None:
        parts.drop(marked, "line-numbers", "it is the number of a line of code")


def _drop_php_messages(parts: Structure) -> None:
    rows = boilerplate.php_messages(parts.page)
    if rows:
        parts.drop(rows, "php-messages", "PHP wrote it into the page")


def _drop_template_remains(parts: Structure) -> None:
    rows = boilerplate.template_remains(parts.page)
    if rows:
        parts.drop(rows, "template-remains", "it is what a template was to fill, or left of it")


def _drop_embedded_signatures(parts: Structure) -> None:
    parts.drop_attribution(embedded_posts(parts.short_lines, parts.content))


def _drop_asides(parts: Structure) -> None:
    parts.drop_attribution(attribution.asides(parts.short_lines, parts.content))


def _drop_signatures_beside(parts: Structure) -> None:
    # A thread whose posts repeat nothing is read as an article; elsewhere a box of that name may hold anything.
    signed = signatures_of(parts.page)
    if signed is not None and parts.evidence.states_thread:
        _drop_less_than_half(parts, signed, "signatures", _SIGNED)


def _drop_quote_headers(parts: Structure) -> None:
    if not parts.quotes:
        return
    page, content = parts.page, parts.content
    parts.drop(quotes.headers(page, content, parts.quotes), LineRole.QUOTE_HEADER, "its box says whose a quote is")
    part = np.maximum(parts.post, parts.comment)
    headers = quote_headers(page, content & (part > 0), parts.quotes, part)
    parts.drop_attribution(headers.lines)
    parts.drop(headers.texts, LineRole.QUOTE_HEADER, "the beginning of a quote says whose it is")
    parts.beginnings |= headers.beginnings


def _drop_dated_quote_headers(parts: Structure) -> None:
    if parts.quotes:
        parts.drop_attribution(dated_headers(parts.page, parts.content, parts.quotes))


def _drop_raw_quotes(parts: Structure) -> None:
    if parts.of_members:
        quoted = raw_quotes(parts.short_lines, parts.content)
        parts.drop(quoted.texts, LineRole.QUOTE_HEADER, "it is a tag of a quote, or says whose it is")
        parts.beginnings |= quoted.beginnings


def _drop_edit_notes(parts: Structure) -> None:
    of_members = parts.content & ((parts.post > 0) | (parts.comment > 0))
    parts.drop_attribution(attribution.edit_notes(parts.short_lines, of_members, of_members=True))


def _drop_edit_notes_of_articles(parts: Structure) -> None:
    parts.drop_attribution(attribution.edit_notes(parts.short_lines, parts.content, of_members=parts.of_members))


def _drop_reactions(parts: Structure) -> None:
    parts.drop_attribution(reactions(parts.short_lines, parts.content))


def _drop_user_names(parts: Structure) -> None:
    if parts.of_members:
        parts.drop_attribution(user_names(parts.short_lines, parts.content))


def _drop_marked_names(parts: Structure) -> None:
    of_members = parts.of_members or parts.shape is Shape.ARTICLE_WITH_COMMENTS
    parts.drop_attribution(marked_names(parts.short_lines, parts.content, of_members=of_members))


def _drop_part_bylines(parts: Structure) -> None:
    parts.drop_attribution(attribution.part_bylines(parts.short_lines, parts.content))


def _drop_information(parts: Structure) -> None:
    parts.drop_attribution(attribution.information(parts.short_lines, parts.content))


def _drop_writers(parts: Structure) -> None:
    parts.drop_attribution(writers(parts.short_lines, parts.content, parts.evidence.comments))


def _drop_lead_ins(parts: Structure) -> None:
    rows = boilerplate.lead_ins(parts.short_lines, parts.content, parts.evidence.comments)
    if rows:
        parts.drop(lines_of(parts.page).marking(rows), "lead-ins", "it leads to what was left out")


def _drop_permalinks(parts: Structure) -> None:
    rows = boilerplate.permalinks(parts.page, parts.content)
    if rows:
        parts.drop(rows, "permalinks", "it is a link of nothing but a sign")
    buttons = boilerplate.heading_buttons(parts.page, parts.content)
    if buttons:
        parts.drop(buttons, "heading-buttons", "it is a button behind a heading, in brackets")


def _number_comments(parts: Structure) -> None:
    below = parts.evidence.comments
    if below is not None:
        parts.comment, records = posts.comments(parts.page, parts.content, below & parts.content)
        parts.records = frozenset() if records is None else frozenset(records.rows.tolist())


def _drop_captions(parts: Structure) -> None:
    captions = boilerplate.captions(parts.page)
    if captions is not None:
        _drop_in(parts, captions, "captions", "it is the caption of a picture")
    of_boxes = boilerplate.picture_credits(parts.page, parts.content)
    if of_boxes is not None:
        parts.drop(of_boxes, "credits", "its box is named after who made a picture")
    parts.drop_attribution(credits_of_pictures(parts.short_lines, parts.content))


def _drop_players(parts: Structure) -> None:
    if parts.page.speaks_of(SignatureSubject.PLAYER):
        _drop_in(
            parts, parts.page.speaking(SignatureSubject.PLAYER), "players", "its box is named after a player of videos"
        )


def _drop_in(parts: Structure, elements: Mask, step: str, reason: str) -> None:
    """Leave out what is in marked elements (E), unless most of the content is: then the page is made of it."""
    if elements.any():
        _drop_less_than_half(parts, covered(elements, parts.page.end)[parts.page.owner], step, reason)


def _drop_less_than_half(parts: Structure, texts: Mask, step: str, reason: str) -> None:
    """Leave out marked texts (S), likewise."""
    inside, chars = texts & parts.content, parts.page.chars
    if chars[inside].sum() <= _MOST_BESIDE * chars[parts.content].sum():
        parts.drop(inside, step, reason)


_SIGNED: Final = "its box is named after signatures, or a line that software draws parts it from the post"
_MOST_BESIDE: Final = 0.5
"""Share of an article's text that may be captions, or in players."""
_PART_BYLINES: Final = Step("part-bylines", "who wrote a part of the page, and when", _drop_part_bylines)
_PERMALINKS: Final = Step("permalinks", "links of nothing but a sign", _drop_permalinks)
_EDIT_NOTES: Final = Step("edit-notes", "who changed or moved a post", _drop_edit_notes)
_REACTIONS: Final = Step("reactions", "who likes a post, or is thankful for it", _drop_reactions)
_USER_NAMES: Final = Step("user-names", "user names in posts, and what these users did", _drop_user_names)
_MARKED_NAMES: Final = Step(
    "marked-names", "names alone of those who wrote, as the page marks them", _drop_marked_names
)
_QUOTE_HEADERS: Final = Step("quote-headers", "whose a quote is", _drop_quote_headers)
_RAW_QUOTES: Final = Step("raw-quotes", "tags of quotes that software did not read", _drop_raw_quotes)
_ATTACHMENTS: Final = Step("attachments", "the files that hang on a post", _drop_attachments)
_SIGNATURES: Final = Step("signatures", "what stands under all posts of one person", _drop_signatures)
_OF_ALL: Final = (
    Step("line-numbers", "the numbers of the lines of code", _drop_line_numbers),
    Step("php-messages", "what PHP wrote into the page", _drop_php_messages),
    Step("template-remains", "what a server or a script was to fill, or left of its code", _drop_template_remains),
    Step("embedded-posts", "whose an embedded post of a social network is", _drop_embedded_signatures),
    Step("asides", "requests, buttons, and what stands in place of hidden posts", _drop_asides),
)
_OF_ARTICLES: Final = (
    *_OF_ALL,
    Step("captions", "what stands below pictures, which goes with them", _drop_captions),
    Step("players", "what players of videos say", _drop_players),
    Step("notices", "what the page asks of its readers: to subscribe, to consent", _drop_notices),
    Step(
        "signatures",
        "what stands under all posts of one person, on a page that says it is a thread",
        _drop_signatures_beside,
    ),
    Step("information", "source, date, editor and views", _drop_information),
    Step("writers", "who wrote the article", _drop_writers),
    _PART_BYLINES,
    Step(LineRole.QUOTE_HEADER, "whose a quote is, and from when", _drop_dated_quote_headers),
    _RAW_QUOTES,
    Step("edit-notes", "who changed or moved a page", _drop_edit_notes_of_articles),
    _REACTIONS,
    _USER_NAMES,
    _MARKED_NAMES,
    Step("lead-ins", "lines that lead to what was left out", _drop_lead_ins),
    _PERMALINKS,
)
STEPS: Final = {
    Shape.THREAD: (
        Step("bodies", "the text of each post, as its software writes it, without labels", _complete_bodies),
        Step("cells", "the writer's cell beside the post's, in a plain table", _drop_beside_cells),
        *_OF_ALL,
        _PART_BYLINES,
        _PERMALINKS,
        Step("quotes", "what posts quote, now that their bodies are known", _find_quotes),
        Step("posts", "which post each text is part of", _number_posts),
        _SIGNATURES,
        _ATTACHMENTS,
        _QUOTE_HEADERS,
        _RAW_QUOTES,
        _EDIT_NOTES,
        _REACTIONS,
        _USER_NAMES,
        _MARKED_NAMES,
        _MARKED_NAMES,
    ),
    Shape.POST: (
        *_OF_ALL,
        Step("post", "all of the text but its title", _one_post),
        _SIGNATURES,
        _ATTACHMENTS,
        _QUOTE_HEADERS,
        _RAW_QUOTES,
        _EDIT_NOTES,
        _REACTIONS,
        _USER_NAMES,
        _MARKED_NAMES,
        _MARKED_NAMES,
    ),
    Shape.ARTICLE_WITH_COMMENTS: (
        *_OF_ARTICLES,
        Step("comments", "which comment each text is part of", _number_comments),
        _QUOTE_HEADERS,
        _EDIT_NOTES,
    ),
    Shape.ARTICLE: _OF_ARTICLES,
}
"""The steps of each shape, in their order."""
