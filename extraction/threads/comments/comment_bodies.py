"""The comments under an article: the text of their boxes, and the number of the comment of each text.

They are read in the same way as the posts of a thread: by a kind of box that most of them have (``posts``).
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.page import tags
from extraction.page.lines import lines_of
from extraction.page.names import Names, SignatureSubject
from extraction.page.node_table import Column, Mask, NodeTable, covered, prefix_sums
from extraction.threads.records import MIN_ALIKE, Records, in_bodies, in_nearly_all, records
from extraction.threads.stamps import lines_of_days


def completed(page: NodeTable, content: Mask, comments: Mask) -> Mask:
    """Give the marked (S) comments (``comments``) with the rest of the text in their boxes.

    A method that was made for articles often marks one comment of many, the longest. The others are in boxes of the
    same kind, each of which also has the writer and a button to reply, written by software. Old themes of WordPress
    have no box for the text alone: there all of a comment is its text but for what says who wrote it, and when.
    """
    repeated_comments = _records_alike(page, comments)
    if repeated_comments is None:
        section = _section(page, content, comments)
        repeated_comments = _records_alike(page, section) if section is not None else None
    if repeated_comments is None:
        return comments
    boxed = in_bodies(page, comments, comments, np.zeros_like(comments), repeated_comments)
    if boxed is None:  # the paragraphs stand beside the box, or the line, that says who wrote
        boxed = _beside_heads(page, repeated_comments)
    if boxed is None:
        return comments
    more = _without_labels(page, comments, boxed, repeated_comments) & (repeated_comments.record_of >= 0) & ~comments
    label = in_nearly_all(page, repeated_comments)
    says_more = np.zeros(len(comments), dtype=np.bool_)
    says_more[[row for row in (more & ~label).nonzero()[0].tolist() if any(map(str.isalnum, page.texts[row]))]] = True
    return comments | (more & lines_of(page).whole(says_more))


def body_boxes(page: NodeTable, content: Mask, least_above: int | None = None) -> Column | None:
    """Give the boxes (rows) that software names after the bodies of comments; None when there are none.

    They are needed on a page where the method marked no comment: all comments are short, or in markup that the method
    knows from lists. The boxes stand below the beginning of a text of ``least_above`` characters; None stands for as
    many as an article has. A box is left out if it holds another such box or a box named after people, because then it
    holds more than what somebody wrote. A form is left out, and so is a box that has no box named after people near it:
    there the software itself speaks ("Enter your comment here").
    """
    named = page.signatures.named(Names.COMMENT_BODY)
    least = _MIN_ARTICLE_CHARS if least_above is None else least_above
    if named is None or int(page.chars[content].sum()) < least:
        return None
    is_box = named.take(page.signature)
    boxes, people = prefix_sums(is_box), prefix_sums(page.speaking(SignatureSubject.PEOPLE | SignatureSubject.WRITER))
    beside = covered(_BESIDE[page.tag], page.end)
    linked, chars = prefix_sums(page.chars * page.in_link), prefix_sums(page.chars)
    rows = is_box.nonzero()[0]
    first, last, end = page.first[rows], page.last[rows], page.end[rows]
    holds_one = (boxes[end] - boxes[rows] == 1) & (people[end] == people[rows + 1]) & ~beside[rows]
    is_text = 2 * (linked[last] - linked[first]) < chars[last] - chars[first]
    around = rows
    for _ in range(_MOST_LEVELS):
        around = np.maximum(page.parent[around], 0)
    by_somebody = people[page.end[around]] > people[around]
    forms = prefix_sums(page.tag == _FORM)
    rows = rows[holds_one & is_text & by_somebody & (forms[end] == forms[rows]) & (first > content.nonzero()[0][0])]
    return rows.astype(np.int32) if len(rows) else None


def numbered_by_box(page: NodeTable, boxes: Column) -> Column:
    """Give the number of the comment that each segment (S) is in, from 1; 0 is outside. Each box (row) is a comment."""
    number = np.zeros(len(page.texts), dtype=np.int32)
    for comment, row in enumerate(boxes.tolist(), start=1):
        number[page.first[row] : page.last[row]] = comment
    return number


def texts_of_unmarked_boxes(page: NodeTable, content: Mask, boxes: Column) -> Mask:
    """Mark the text (S) of the boxes (rows) in which the method marked nothing as ``content`` (S).

    Where the method marked text in some of the boxes, links in the other boxes are buttons, and stay unmarked.
    """
    number = numbered_by_box(page, boxes)
    known = np.unique(number[content])
    known = known[known > 0]
    lines = lines_of(page)
    left: Mask = (number > 0) & ~content & ~np.isin(number, known)
    return left & ~lines.are_links[lines.line_of] if len(known) else left


def numbered(page: NodeTable, content: Mask, comments: Mask) -> tuple[Column, Records | None]:
    """Give the comment of each segment (S), from 1, 0 outside comments; and the records that they are.

    ``comments`` (S) marks those of the content that are comments. There are none when next to nothing is beside them.
    """
    number = np.zeros(len(content), dtype=np.int32)
    beside = int(page.chars[content & ~comments].sum())
    if beside < min(_MIN_ARTICLE_CHARS, int(page.chars[comments].sum())):
        return number, None
    records_of_comments = records(page, comments)
    number[comments] = 1 if records_of_comments is None else np.maximum(records_of_comments.record_of[comments], 0) + 1
    return number, records_of_comments


def _without_labels(page: NodeTable, content: Mask, boxed: Mask, records: Records) -> Mask:
    """Leave out of records that were taken whole (``boxed``, S) what the method left out of all others.

    That is, texts in elements named like those in which it marked nothing (``content``); not all of a record.
    """
    inside, alike = records.record_of >= 0, records.groups.alike.astype(np.int64)
    met = np.zeros(len(records.rows) + 1, dtype=np.bool_)
    met[records.record_of[content & inside]] = True
    owner = page.owner
    kind = alike[page.signature[owner]] * (int(alike.max()) + 2) + alike[page.signature[page.parent[owner]]]
    read = inside & met[records.record_of]
    label = inside & np.isin(kind, np.setdiff1d(kind[read & ~content], kind[read & content]))
    label |= inside & page.texts_in_marked(_label_boxes(page, content, records, met, alike))
    says_more = np.zeros(len(met), dtype=np.bool_)
    says_more[records.record_of[boxed & ~label & inside]] = True
    left: Mask = boxed & (content | ~label | ~says_more[records.record_of])
    return left


def _label_boxes(page: NodeTable, content: Mask, records: Records, met: Mask, alike: NDArray[np.int64]) -> Mask:
    """Mark the blocks (E) within records that are of a kind (``alike``) in which the method marked nothing.

    That is judged by the records in which it marked anything (``met``). A box with the writer's name is of such a kind,
    whatever stands in it. A box that holds a block of a kind in which it marked something may be an answer.
    """
    marked = prefix_sums(content)
    holds_content = marked[page.last] > marked[page.first]
    number = np.where(page.first < page.last, records.record_of.take(page.first, mode="clip"), -1)
    is_block = tags.BLOCK.take(page.tag) & (number >= 0) & (np.arange(len(number)) > records.rows[number])
    kind, read = alike[page.signature], is_block & met[number]
    with_content = kind[read & holds_content]
    of_labels = np.setdiff1d(kind[read & ~holds_content], with_content)
    holds_text = page.below(is_block & np.isin(kind, with_content[with_content >= 0])) > 0
    boxes: Mask = is_block & ~holds_content & ~holds_text & np.isin(kind, of_labels[of_labels >= 0])
    return boxes


def _records_alike(page: NodeTable, content: Mask) -> Records | None:
    """Give the records that hold the marked (S) content, if there are enough of them to say what is alike."""
    repeated = records(page, content)
    return repeated if repeated is not None and len(repeated.rows) >= MIN_ALIKE else None


def _beside_heads(page: NodeTable, records: Records) -> Mask | None:
    """Mark the texts (S) of records without the lines of their days.

    None when most have neither such a line nor a box named after people: then they may be messages of software.
    """
    inside = records.record_of >= 0
    days = lines_of_days(page, records.record_of, len(records.rows))
    people = page.texts_in_marked(page.speaking(SignatureSubject.PEOPLE | SignatureSubject.WRITER))
    with_head = np.unique(records.record_of[inside & (days | people)])
    return inside & ~days if 2 * len(with_head) > len(records.rows) else None


def _section(page: NodeTable, content: Mask, comments: Mask) -> Mask | None:
    """Mark the texts (S) of the outermost box named after comments that is around one and holds no other content."""
    others = prefix_sums(content & ~comments)
    named, section = page.speaking(SignatureSubject.COMMENTS), None
    row = int(page.owner[comments.nonzero()[0][0]])
    while row > 0 and others[page.last[row]] == others[page.first[row]]:
        section = row if named[row] else section
        row = int(page.parent[row])
    if section is None:
        return None
    marked = np.zeros(len(content), dtype=np.bool_)
    marked[page.first[section] : page.last[section]] = True
    return marked


_BESIDE: Final = tags.tag_set("aside form")
_FORM: Final = tags.CODE["form"]
_MOST_LEVELS: Final = 3
"""Elements around the box of a comment's body, the outermost of which has its writer's as well. With two, eight of
4,897 labelled pages lost all of their comments."""
_MIN_ARTICLE_CHARS: Final = 100
"""An article without its comments has at least so many characters; a shorter one is less than longer comments."""
