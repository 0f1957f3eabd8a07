"""The steps of an article: captions, notices, who wrote it and when, and the comments below it."""

from typing import Final

import numpy as np

from extraction.attribution import labelled_lines
from extraction.attribution.asides import asides
from extraction.attribution.edit_notes import edit_notes
from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.quote_headers import dated_headers
from extraction.attribution.unlabelled.post_heads import comment_heads, post_heads
from extraction.attribution.unlabelled.salutations import closing, salutations
from extraction.attribution.within_lines import datelines
from extraction.attribution.within_lines.contributors_behind_text import contributors_behind_text
from extraction.attribution.within_lines.mentions import linked_mentions
from extraction.attribution.writers import writers
from extraction.boilerplate import buttons, remains
from extraction.boilerplate.copies import FEWEST_LONG, LEAST_OF_LONG, copies
from extraction.boilerplate.further_articles import further_articles
from extraction.boilerplate.goods import beside_goods
from extraction.boilerplate.landmarks import BESIDE, ROLES, landmarks
from extraction.boilerplate.lead_ins import lead_ins
from extraction.boilerplate.notices import notices
from extraction.division.steps import (
    CODE_LABELS,
    ITEM_MARKS,
    NAMES,
    PART_BYLINES,
    PERMALINKS,
    RAW_TAGS,
    REMAINS,
    SIGNED,
    SUMMARIES,
    Step,
    drop_beside,
    either,
    has,
    has_any,
    has_named,
    has_text,
    repeats,
    speaks_of,
)
from extraction.division.structure import Structure
from extraction.division.thread_steps import CREDIT_LINES, EDIT_NOTES, MENTIONS, QUOTE_HEADERS, SALUTATIONS
from extraction.page import tags
from extraction.page.lines import lines_of
from extraction.page.names import Names, SignatureSubject
from extraction.page.node_table import Mask
from extraction.page.user_signatures import signatures_of
from extraction.threads.comments import comment_bodies

_TITLE, _CAPTION = (tags.CODE[name] for name in ("h1", "figcaption"))


def _drop_captions(parts: Structure) -> None:
    _drop_boxes(parts, remains.captions(parts.page), "captions", "it is the caption of a picture")


def _drop_players(parts: Structure) -> None:
    named = parts.page.speaking(SignatureSubject.PLAYER)
    _drop_boxes(parts, named, "players", "its box is named after a player of videos")


def _drop_boxes(parts: Structure, elements: Mask, step: str, reason: str) -> None:
    """Leave out what is in marked elements (E), unless most of the content is."""
    if elements.any():
        drop_beside(parts, parts.page.texts_in_marked(elements), step, reason)


def _drop_notices(parts: Structure) -> None:
    asked = notices(parts.short_lines, parts.content)
    if asked is not None:
        parts.drop(asked, "notices", "its box asks something of readers, by its words and its name or controls")


def _drop_signatures(parts: Structure) -> None:
    # A thread whose posts repeat nothing is read as an article; elsewhere a box of that name may hold anything.
    signed = signatures_of(parts.page)
    if signed is not None and parts.evidence.states_thread:
        drop_beside(parts, signed, "signatures", SIGNED)


def _drop_writers(parts: Structure) -> None:
    parts.drop_attribution(writers(parts.short_lines, parts.content, parts.evidence.comments))
    article = parts.outside_comments(parts.content)
    behind = contributors_behind_text(parts.short_lines, article.take(lines_of(parts.page).start).nonzero()[0])
    parts.drop_part(behind, LineRole.WRITER, "the end of a line names who wrote, in brackets")


def _drop_reporters(parts: Structure) -> None:
    reporters = datelines.datelines(parts.short_lines, parts.content)
    parts.drop_part(reporters, LineRole.WRITER, "the beginning of a line names a reporter")


def _drop_linked_mentions(parts: Structure) -> None:
    named = linked_mentions(parts.short_lines, parts.content)
    parts.drop_part(named, LineRole.USER_NAME, "the beginning of a line says whom it answers")


def _drop_closing(parts: Structure) -> None:
    parts.drop_attribution(closing(parts.short_lines, parts.outside_comments(parts.content)))


def _drop_quote_headers(parts: Structure) -> None:
    if parts.quotes:
        parts.drop_attribution(dated_headers(parts.page, parts.content, parts.quotes))


def _drop_edit_notes(parts: Structure) -> None:
    parts.drop_attribution(edit_notes(parts.short_lines, parts.content, of_members=parts.of_members))


def _drop_lead_ins(parts: Structure) -> None:
    rows = lead_ins(parts.short_lines, parts.content, parts.evidence.comments)
    if rows:
        parts.drop(lines_of(parts.page).marking(rows), "lead-ins", "it leads to what was left out")


def _complete_comments(parts: Structure) -> None:
    below = parts.evidence.comments
    if below is not None and (below & parts.content).any():
        parts.add(comment_bodies.completed(parts.page, parts.content, below & parts.content) & ~parts.content)
    if (boxes := parts.evidence.comment_boxes) is not None:
        parts.add(comment_bodies.texts_of_unmarked_boxes(parts.page, parts.content, boxes))


def _number_comments(parts: Structure) -> None:
    below, boxes = parts.evidence.comments, parts.evidence.comment_boxes
    if boxes is not None:
        parts.comment, parts.records = comment_bodies.numbered_by_box(parts.page, boxes), frozenset(boxes.tolist())
        if below is not None:  # what stands beside a box is of the comment before it
            below = below if parts.added is None else below | parts.added
            parts.comment[below] = np.maximum(np.maximum.accumulate(parts.comment), 1)[below]
    elif below is not None:
        below = below if parts.added is None else below | parts.added
        parts.comment, records = comment_bodies.numbered(parts.page, parts.content, below & parts.content)
        parts.records = frozenset() if records is None else frozenset(records.rows.tolist())


def _drop_unprinted(parts: Structure) -> None:
    texts = parts.outside_comments(buttons.unprinted(parts.page))
    drop_beside(parts, texts, "unprinted", "its box says that it is not printed")


def _drop_landmarks(parts: Structure) -> None:
    texts = landmarks(parts.page, parts.content)
    if texts is not None:
        parts.drop(parts.outside_comments(texts), "landmarks", "it is in a footer, a navigation, a dialog or a form")


def _drop_post_heads(parts: Structure) -> None:
    heads = post_heads(parts.short_lines, parts.content)
    if heads:
        parts.drop_attribution(heads)
        post = np.searchsorted(sorted(each.line for each in heads), lines_of(parts.page).line_of, side="right")
        parts.drop_attribution(salutations(parts.short_lines, parts.content, post.astype(np.int32)))


def _drop_comment_heads(parts: Structure) -> None:
    parts.drop_attribution(comment_heads(parts.short_lines, parts.content, parts.comment))


OF_ARTICLES: Final = (
    *REMAINS,
    Step.of_texts(
        "further-articles",
        "articles below the article",
        "it is of another article",
        further_articles,
        where=has(_TITLE, 2),
    ),
    Step(
        "landmarks",
        "the page's footer, ways to other pages, dialogs and forms",
        _drop_landmarks,
        where=has_any(BESIDE, ROLES),
    ),
    Step.of_texts(
        "beside-goods",
        "what shops put beside their goods: reviews, other goods, delivery",
        "its box is named after what stands beside goods, on a page that sells some",
        beside_goods,
        where=has_named(Names.BESIDE_GOODS),
    ),
    Step.of_texts(
        "copies",
        "a text that stands twice on the page",
        "it stands above, word for word",
        copies,
        where=repeats(LEAST_OF_LONG, FEWEST_LONG),
    ),
    Step("unprinted", "what a page leaves out when it is printed", _drop_unprinted, where=has_named(Names.UNPRINTED)),
    Step(
        "captions",
        "what stands below pictures, which goes with them",
        _drop_captions,
        where=either(has(_CAPTION), has_named(Names.CAPTION_TEXT)),
    ),
    Step.of_texts(
        "credits",
        "boxes named after who made a picture",
        "its box is named after who made a picture",
        remains.picture_credits,
        where=has_named(Names.PICTURE_CREDIT),
    ),
    CREDIT_LINES,
    Step("players", "what players of videos say", _drop_players, where=speaks_of(SignatureSubject.PLAYER)),
    SUMMARIES,
    Step("notices", "what the page asks of its readers: to subscribe, to consent", _drop_notices),
    Step(
        "signatures",
        "what stands under all posts of one person, on a page that says it is a thread",
        _drop_signatures,
    ),
    Step.of_lines("information", "source, date, editor and views", labelled_lines.information),
    Step("writers", "who wrote the article", _drop_writers),
    Step("datelines", "reporters in the datelines of reports", _drop_reporters),
    Step("linked-mentions", "whom a line answers, with @, in a link", _drop_linked_mentions, where=has_text(b"@")),
    Step("closing", "who signs an article as a letter", _drop_closing),
    PART_BYLINES,
    Step("dated-quote-headers", "whose a quote is, and from when", _drop_quote_headers),
    RAW_TAGS,
    Step("edit-notes", "who changed or moved a page", _drop_edit_notes),
    *NAMES,
    Step("post-heads", "names of users above posts and comments that nothing marks", _drop_post_heads),
    Step("lead-ins", "lines that lead to what was left out", _drop_lead_ins),
    Step.of_texts(
        "link-buttons",
        "links drawn as buttons",
        "it is a link drawn as a button",
        buttons.link_buttons,
        where=has_named(Names.BUTTON, role=b"button"),
    ),
    Step.of_texts(
        "source-links",
        "links to sources",
        "it is a link to the source",
        buttons.source_links,
        where=has_named(Names.SOURCE_LINK),
    ),
    Step.of_texts("fold-marks", "signs of what unfolds", "it is the sign of what unfolds", remains.fold_marks),
    Step.of_texts(
        "box-signs",
        "signs of callouts and of parts that unfold",
        "it is the sign of its box",
        remains.box_signs,
        where=has_named(Names.CALLOUT, Names.LABELLED_CALLOUT, Names.PASSAGE),
    ),
    CODE_LABELS,
    ITEM_MARKS,
    *PERMALINKS,
)
OF_COMMENTS: Final = (
    Step("comment-bodies", "the text of each comment, as its software writes it", _complete_comments),
    Step("comments", "which comment each text is part of", _number_comments),
    Step.of_lines("comment-asides", "buttons in comments that the method had not marked", asides),
    Step("comment-heads", "who wrote a comment", _drop_comment_heads),
    QUOTE_HEADERS,
    EDIT_NOTES,
    MENTIONS,
    SALUTATIONS,
)
