"""The steps of a thread, and of a page with one post: the bodies of posts, their signatures, and whose quotes are."""

from itertools import repeat
from typing import Final

import numpy as np

from extraction.attribution.credits import credits_behind_text, credits_of_pictures
from extraction.attribution.edit_notes import edit_notes, notes_behind_text
from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.quote_headers import headers_of_members, quote_headers
from extraction.attribution.unlabelled.salutations import salutations
from extraction.attribution.within_lines.mentions import mentions
from extraction.boilerplate import remains
from extraction.division.steps import (
    NAMES,
    PART_BYLINES,
    PERMALINKS,
    RAW_TAGS,
    REMAINS,
    SIGNED,
    SUMMARIES,
    Step,
    drop_beside,
    has,
    has_named,
)
from extraction.division.structure import Structure
from extraction.page import tags
from extraction.page.headline import letters
from extraction.page.lines import lines_of
from extraction.page.names import Names
from extraction.page.node_table import Column
from extraction.page.statements.head import head_of
from extraction.page.user_signatures import ruled_signatures, signatures_of
from extraction.threads import first_posts, posts, quotes
from extraction.threads.cells import beside_body_cells
from extraction.threads.comments.comment_bodies import numbered_by_box
from extraction.threads.comments.replies import are_mostly_marked, around_replies, edges_of_replies, replies
from extraction.threads.copied_boxes import copied_boxes
from extraction.threads.post_labels import is_reply
from extraction.threads.quotes import named_containers
from extraction.threads.records import Records
from extraction.threads.stamps import lines_of_days, post_times


def _complete_bodies(parts: Structure) -> None:
    page, content, records = parts.page, parts.content, _records(parts)
    unlabelled = posts.without_repeated(page, content, records)
    completed = posts.completed(page, unlabelled, content, records)
    if completed is unlabelled:  # no box stands out: of short posts, the lines of their times may hold more letters
        times = lines_of(page).marking([int(lines_of(page).line_of[time.first]) for time in post_times(page)])
        bodies = unlabelled & ~times
        boxed = posts.completed(page, bodies, content & ~times, records) if (unlabelled & times).any() else bodies
        completed = completed if boxed is bodies else boxed
    if completed is unlabelled:
        heads = lines_of_days(page, np.where(unlabelled, records.record_of, -1), len(records.rows))
        parts.drop(heads & unlabelled, "heads", _BESIDE_TIME)
        completed = completed & ~heads
    first = first_posts.first_body(page, completed, records)
    completed = completed if first is None else completed | first
    labels, beside = content & ~unlabelled & ~completed, unlabelled & ~completed
    parts.add(completed & ~content)
    parts.drop(labels, "repeated-labels", "it stands in nearly all posts")
    parts.drop(beside, "bodies", "it stands beside the boxes that posts are written in")


def _drop_notes(parts: Structure) -> None:
    named = parts.page.signatures.named(Names.THREAD_NOTE)
    if named is not None:
        texts = parts.page.texts_in_marked(named.take(parts.page.signature))
        drop_beside(parts, texts, "thread-notes", "its box says of the thread how many posts it has")


def _drop_above(parts: Structure) -> None:
    if parts.posts > len(parts.records):  # a first post in a box unlike the others may be more than that box
        return
    above = parts.content & ~first_posts.in_title(parts.page)
    above[(_records(parts).record_of >= 0).nonzero()[0][0] :] = False
    lines, titles = lines_of(parts.page), [letters(title) for title in head_of(parts.page).titles]
    rows = np.unique(lines.line_of[above]).tolist()
    names = {row: letters(lines.texts[row]) for row in rows}
    rows = [row for row in rows if not any(map(_are_one_title, repeat(names[row]), titles))]
    if lines.weights[rows].sum() <= _MOST_ABOVE:
        parts.drop(above & lines.marking(rows), "above-posts", "it stands above the first post")


def _are_one_title(name: str, title: str) -> bool:
    return bool(name and title) and (name in title or title in name)


def _take_boxed(parts: Structure) -> None:
    boxes, inside = parts.evidence.post_boxes, _records(parts).record_of >= 0
    if boxes is not None and not (inside & parts.content).any():  # the records are those of the boxes
        parts.add((numbered_by_box(parts.page, boxes) > 0) & inside)


def _take_unmarked(parts: Structure) -> None:
    unmarked = _records(parts).unmarked
    if unmarked is not None:
        parts.add(unmarked)


def _drop_heads(parts: Structure) -> None:
    heads = _records(parts).heads
    if heads is not None:
        parts.drop(heads, "heads", _BESIDE_TIME)


def _drop_below(parts: Structure) -> None:
    below = np.zeros_like(parts.content)
    below[(_records(parts).record_of >= 0).nonzero()[0][-1] + 1 :] = True
    parts.drop(below & parts.content, "below-posts", "it stands below the last post")


def _drop_beside_cells(parts: Structure) -> None:
    marked = beside_body_cells(parts.page, parts.content, _records(parts))
    if marked is not None:
        parts.drop(marked, "cells", "it stands in a cell of the table beside that of the post")


def _find_quotes(parts: Structure) -> None:
    # What was not marked, a post that is taken whole or the rest of a body, may quote as well.
    rows = named_containers(parts.page, parts.content).quoting
    labelled = [row for row in quotes.labelled_quotes(parts.page) if _has_content(parts, row)]
    rows = np.union1d(rows, labelled).astype(np.int32) if labelled else rows
    parts.quotes = quotes.quoting_elements(parts.page, parts.content, rows, _records(parts).record_of)


def _has_content(parts: Structure, row: int) -> bool:
    return bool(parts.content[parts.page.first[row] : parts.page.last[row]].any())


def _number_posts(parts: Structure) -> None:
    records = _records(parts)
    parts.post, parts.posts = first_posts.numbered(parts.page, parts.content, records)
    parts.records = frozenset(records.rows.tolist())


def _records(parts: Structure) -> Records:
    records = parts.evidence.records
    if records is None:
        raise ValueError("A thread has records.")
    return records


def _divide_replies(parts: Structure) -> None:
    page, records = parts.page, _records(parts)
    below = replies(page, parts.content, parts.post, parts.posts, records)
    if below is None:
        return
    number, is_text = numbered_by_box(page, below.boxes), are_mostly_marked(page, parts.content, below.boxes)
    parts.add(number > 0)
    parts.post = np.where(number > 0, np.append(0, below.above)[number], parts.post)
    if not is_text:
        parts.comment, parts.replies = number, frozenset(below.boxes.tolist())
    reason = "it says who wrote a reply, when, and to whom"
    parts.drop(around_replies(page, below, records), "replies", reason)
    parts.drop_part(edges_of_replies(page, below.boxes), "replies", reason)


def _drop_reply_buttons(parts: Structure) -> None:
    lines = lines_of(parts.page)
    links = lines.among(parts.content, lines.are_links & (lines.texts.length <= _LONGEST_BUTTON))
    rows = [row for row in links if is_reply(lines.texts[row])]
    if rows:
        parts.drop(lines.marking(rows), "reply-buttons", "it is a button to reply")


def _one_post(parts: Structure) -> None:
    parts.post, parts.posts = (parts.content & ~first_posts.in_title(parts.page)).astype(np.int32), 1


def _drop_beside_body(parts: Structure) -> None:
    page = parts.page
    named = page.signatures.named(Names.POST_BODY)
    bodies = () if named is None else named.take(page.signature).nonzero()[0].tolist()
    if len(bodies) == 1 and _has_content(parts, bodies[0]):
        beside = parts.content & ~first_posts.in_title(page)
        beside[page.first[bodies[0]] : page.last[bodies[0]]] = False
        parts.drop(beside, "body", "it stands beside the box that is named after the body of a post")


def _drop_signatures(parts: Structure) -> None:
    if signatures_of(parts.page) is not None:
        parts.drop(posts.signatures(parts.page, parts.content, parts.post), "signatures", SIGNED)
    ruled = ruled_signatures(parts.page, parts.content, parts.post)
    if ruled is not None:
        parts.drop(ruled, "signatures", SIGNED)


def _drop_copied_boxes(parts: Structure) -> None:
    copied = copied_boxes(parts.page, parts.content, parts.post, parts.quotes)
    if copied is not None:
        parts.drop(copied, "copied-boxes", "another post has the same in a box of its own")


def _drop_attachments(parts: Structure) -> None:
    marked = remains.attachments(parts.page, parts.content)
    if marked is not None:
        drop_beside(parts, marked, "attachments", "its box lists the files that hang on a post")


def _drop_quote_headers(parts: Structure) -> None:
    parts.drop_attribution(headers_of_members(parts.short_lines, parts.content & (parts.post > 0)))
    if not parts.quotes:
        return
    page, content = parts.page, parts.content
    parts.drop(quotes.headers(page, content, parts.quotes), LineRole.QUOTE_HEADER, "its box says whose a quote is")
    part = parts.part
    headers = quote_headers(page, content & (part > 0), parts.quotes, part)
    parts.drop_attribution(headers.lines)
    parts.drop_part(headers.beginnings, LineRole.QUOTE_HEADER, "the beginning of a quote says whose it is")


def _drop_credits(parts: Structure) -> None:
    parts.drop_attribution(credits_of_pictures(parts.short_lines, parts.content, of_members=parts.of_members))
    behind = credits_behind_text(parts.short_lines, parts.content)
    parts.drop_part(behind, LineRole.CREDIT, "the end of a line says who made a picture")


def _drop_edit_notes(parts: Structure) -> None:
    part = parts.part
    notes = edit_notes(parts.short_lines, part > 0, of_members=True)
    if notes:
        # "Posted it again" may be all that somebody says.
        lines = lines_of(parts.page)
        others = set(part[~lines.marking([each.line for each in notes])].tolist())
        notes = [each for each in notes if lines.digits[each.line] or part[lines.start[each.line]] in others]
    parts.drop_attribution(notes)
    behind = notes_behind_text(parts.short_lines, parts.content & (part > 0))
    parts.drop_part(behind, LineRole.EDIT_NOTE, "the end of a line says who edited the post")


def _drop_salutations(parts: Structure) -> None:
    parts.drop_attribution(salutations(parts.short_lines, parts.content, _part_or_quote(parts)))


def _drop_mentions(parts: Structure) -> None:
    named = mentions(parts.short_lines, parts.content, _part_or_quote(parts))
    parts.drop_part(named, LineRole.USER_NAME, "the beginning of a post says whom it answers")


def _part_or_quote(parts: Structure) -> Column:
    """Give the post or comment of each segment (S), or the quote in it: who signed that stands there."""
    part = parts.part
    if parts.quotes:
        part = 2 * part - parts.page.texts_in(list(parts.quotes)) * (part > 0)
    return part


_BESIDE_TIME: Final = "it stands beside the time of a post"
_CELL: Final = tags.CODE["td"]
_LONGEST_BUTTON: Final = 40
"""A button to reply has at most so many characters."""
_MOST_ABOVE: Final = 300
"""Notices above the posts have at most so many characters; what is longer may be what the thread is about."""
CREDIT_LINES: Final = Step("credit-lines", "lines that say who made a picture", _drop_credits)
QUOTE_HEADERS: Final = Step("quote-headers", "whose a quote is", _drop_quote_headers)
EDIT_NOTES: Final = Step("edit-notes", "who changed or moved a post", _drop_edit_notes)
MENTIONS: Final = Step("mentions", "whom a post or a comment answers, at its beginning", _drop_mentions)
SALUTATIONS: Final = Step("salutations", "who is greeted in a post, and who signs it", _drop_salutations)
_OF_POSTS: Final = (
    Step("signatures", "what stands under all posts of one person", _drop_signatures),
    Step("attachments", "the files that hang on a post", _drop_attachments),
    QUOTE_HEADERS,
    RAW_TAGS,
    CREDIT_LINES,
    EDIT_NOTES,
    *NAMES,
    MENTIONS,
    SALUTATIONS,
)
OF_THREADS: Final = (
    Step(
        "thread-notes",
        "how many posts the thread has, and who wrote last",
        _drop_notes,
        where=has_named(Names.THREAD_NOTE),
    ),
    Step(
        "comments-as-posts",
        "the posts whose boxes are named after the bodies of comments, where the method marked none",
        _take_boxed,
        where=has_named(Names.COMMENT_BODY),
    ),
    Step("unmarked-posts", "the posts of a plain table of which the method marked nothing", _take_unmarked),
    Step("below-posts", "what stands below the last post: notices of the site, other threads", _drop_below),
    Step("heads", "what stands beside the times of posts in a plain table", _drop_heads),
    Step("bodies", "the text of each post, as its software writes it, without labels or its head", _complete_bodies),
    Step("cells", "the writer's cell beside the post's, in a plain table", _drop_beside_cells, where=has(_CELL)),
    *REMAINS,
    SUMMARIES,
    PART_BYLINES,
    *PERMALINKS,
    Step("reply-buttons", "buttons to reply, drawn as links", _drop_reply_buttons),
    Step("quotes", "what posts quote, now that their bodies are known", _find_quotes),
    Step("posts", "which post each text is part of", _number_posts),
    Step("above-posts", "what stands above the first post and is no title", _drop_above),
    Step(
        "replies",
        "what is written beneath the posts",
        _divide_replies,
        where=has_named(Names.COMMENT_BODY),
    ),
    Step("copied-boxes", "posts above their answers, and signatures that nothing names", _drop_copied_boxes),
    *_OF_POSTS,
)
OF_ONE_POST: Final = (
    Step("body", "the text of the post, where one box is named after it", _drop_beside_body),
    *REMAINS,
    SUMMARIES,
    PART_BYLINES,
    Step("post", "all of the text but its title", _one_post),
    *_OF_POSTS,
)
