"""The posts of a thread: which of their text people wrote, and which post, or comment, each text belongs to.

**Bodies.** A method judges texts one by one, and of posts of two words it misses some, while it takes a nickname or a
rank beside others for text. The records of a thread are alike, so the element that holds most of what was marked in
most of them holds the text in all: what was marked beside it is dropped, and a post of which nothing was marked is
marked whole. Boxes are alike that have the same name in parents of the same name. Links outside of the posts are the
way around the site. Titles stay. What stands at the end of several posts, word for word, does not tell where the bodies
are: it may be a signature in a box of its own. Where it lies in the bodies, people wrote it.

A question may lie in a box of another name than its answers, so boxes with a name are also of one kind whatever is
around them. A paragraph without a name is no body where another box is: with it, the code, lists and quotes beside it
would go. Code in a body is taken whatever the method thinks of its words; quotes say again what others wrote.

Of a post of which a part was marked, lists, headings and tables of data between its marked texts are as much its own as
those are: with models that had not seen the site, ten of 275 labelled threads changed, five gained up to 0.16, and
one lost more than 0.002.

**Labels.** "Posts: 17", "Registered: 2011-05-29", a rank, "Report": beside each post software writes the same lines, in
whatever language. A method that does not know that language may take them for text, all the more as there are many of
them, and then the box around them for the posts' bodies. On Uyghur forums, read by a model that had learned from no
Uyghur page, leaving them out raised the LCS F1 from 0.825 to 0.894; read by models that had not seen the site, from
0.930 to 0.938. A line is left out as a whole or not at all: when its texts were judged one by one, numbers and names in
bold type, and the words of code that an editor colours, were lost in the midst of posts. What all posts have in the
boxes of their bodies stays, too: greetings, "}" in code. Thus text density, which does not know labels at all, comes
from 0.590 to 0.836 on Uyghur forums, and came to 0.847 with the texts one by one; ``mezmun`` has more on all sets but
those forums, where it has the same.

The bodies of comments under an article are found in the same way (``comment_bodies``).
"""

from collections import Counter, defaultdict
from collections.abc import Collection
from typing import Final

import numpy as np

from extraction.lexicon.dates import CLOCK, dates_in
from extraction.page import tags
from extraction.page.head import head_of
from extraction.page.headline import letters
from extraction.page.lines import lines_of
from extraction.page.names import Names
from extraction.page.node_table import Column, Mask, NodeTable, covered, prefix_sums
from extraction.page.texts import Texts
from extraction.page.user_signatures import signatures_of
from extraction.threads.named_bodies import beside_named_bodies, in_named_bodies
from extraction.threads.quotes import labelled_quotes, named_containers
from extraction.threads.records import MIN_ALIKE, Records, in_bodies, in_nearly_all, repeated


def without_repeated(page: NodeTable, content: Mask, records: Records) -> Mask:
    """Leave out of the marked (S) content the lines of which all texts stand in nearly all records."""
    if len(records.rows) < _MIN_LABELLED:
        return content
    label = in_nearly_all(page, records) & (page.chars <= _LONGEST_LABEL)
    left = content & lines_of(page).whole(content & ~label)
    return left if page.chars[left].sum() > (1 - _MOST_LABELS) * page.chars[content].sum() else content


def completed(page: NodeTable, content: Mask, in_boxes: Mask, records: Records) -> Mask:
    """Give the marked (S) content of a thread as its posts' bodies have it; as it was when no box stands out.

    What is ``in_boxes`` (S) is content as well where it lies in a box: what all posts say there is said by people.
    """
    code, quotes = _lines_in(page, _code(page)), _quotes(page)
    quoted = _lines_in(page, _code(page) | quotes) & ~lines_of(page).marking([*labelled_quotes(page).values()])
    met = np.zeros(len(records.rows) + 1, dtype=np.bool_)  # the last one for what is in no record
    met[records.of[content]] = True
    boxed = None
    if len(records.rows) >= MIN_ALIKE or not met[:-1].all():  # of two posts one tells where the other is
        telling = content & ~_ends_alike(page, content, records)
        boxed = in_bodies(page, telling, in_boxes | code, quoted, records)
    if boxed is None:
        boxed = in_named_bodies(page, content, records)
        if boxed is None:
            return content
    elif page.signatures.named(Names.POST_BODY) is not None:
        boxed &= ~beside_named_bodies(page, boxed, records)
    lines = lines_of(page)
    copied = quoted & (lines.copies > 1)[lines.of] | lines.marking([*labelled_quotes(page).values()])
    own_code = code & ~covered(quotes, page.end)[page.owner]
    boxed &= in_boxes | own_code | ~(copied & met[records.of])
    boxed |= _left_out_amid(page, boxed, records) & ~quoted
    first = _in_first_box(page, content & ~page.in_link, records)
    if first is not None:  # links amid it are its own
        texts = first.nonzero()[0]
        boxed[texts[0] : texts[-1]] |= content[texts[0] : texts[-1]]
    above = boxed & (records.of < 0)
    if above.any():  # and so are those within a line, wherever
        boxed |= lines_of(page).whole(above & ~page.in_link) & content & (records.of < 0)
    return boxed


def first_body(page: NodeTable, content: Mask, records: Records) -> Mask | None:
    """Mark the first post (S) that stands above the records in a box named like their bodies; None when none is known.

    Of a post that is no more than a link a method marks nothing, and its box may be no record: Vanilla has it above the
    list of the others. The names of the bodies and of the boxes around them are alike.
    """
    start = int(records.rows[0])
    stated = _stated_body(page, records)
    if stated is not None:
        return stated
    inside = (content & (records.of >= 0)).nonzero()[0]
    if not len(inside):
        return None
    of, begins = np.unique(records.of[inside], return_index=True)
    last_text = inside[np.append(begins[1:], len(inside)) - 1]
    edge, rows, tops = page.signatures.edge[::3], page.owner[inside[begins]], records.rows[of]
    named = (edge[1:] > edge[:-1])[page.signature]
    # Of each record the smallest box with a name that all of its text lies in.
    while len(wider := ((rows > tops) & ((page.last[rows] <= last_text) | ~named[rows])).nonzero()[0]):
        rows[wider] = page.parent[rows[wider]]
    chars, marked_chars = page.char_sums, prefix_sums(page.chars * content)
    first, last = page.first[rows], page.last[rows]
    are_pure = marked_chars[last] - marked_chars[first] >= _LEAST_PURE * (chars[last] - chars[first])
    boxes = rows[(rows > tops) & are_pure]
    alike = records.groups.alike[page.signature]
    kinds = Counter(zip(alike[boxes].tolist(), alike[page.parent[boxes]].tolist(), strict=True))
    if not kinds:
        return None
    (kind, times), *_ = kinds.most_common(1)
    if times < _MOST_BODIES_ALIKE * len(of):
        return None
    titles = in_title(page).nonzero()[0]
    top = int(page.owner[titles[0]]) if len(titles) else 0
    rows = top + (alike[top:] == kind[0]).nonzero()[0]
    rows = rows[alike[page.parent[rows]] == kind[1]]
    boxes = rows[page.end[rows] <= start]
    if len(boxes) != 1 or len(rows) > len(records.rows) + _MOST_OTHER_BODIES:
        return None
    marked = np.zeros(len(content), dtype=np.bool_)
    begin, end = int(page.first[boxes[0]]), int(page.last[boxes[0]])
    marked[begin:end] = True
    return marked if any(map(str.isalnum, page.texts.between(begin, end))) else None


def _stated_body(page: NodeTable, records: Records) -> Mask | None:
    """Mark the text (S) that a page states to be that of the first post, as it does of the others (schema.org)."""
    kinds = page.signatures.of_role(_TEXT)
    if not len(kinds):
        return None
    rows = (np.isin(page.signature, kinds) & (page.first < page.last)).nonzero()[0]
    of = records.of[page.first[rows]]
    above = rows[(of < 0) & (page.end[rows] <= records.rows[0])]
    if len(above) != 1 or len(np.unique(of[of >= 0])) < _MOST_BODIES_ALIKE * len(records.rows):
        return None
    lines, texts = lines_of(page), slice(int(page.first[above[0]]), int(page.last[above[0]]))
    if 2 * np.count_nonzero(lines.copies[lines.of[texts]] > 1) > texts.stop - texts.start:  # a post that stands out
        return None
    marked = np.zeros(len(page.texts), dtype=np.bool_)
    marked[texts] = True
    return marked


def numbered(page: NodeTable, content: Mask, records: Records) -> tuple[Column, int]:
    """Give the post of each segment (S) of a thread, from 1, 0 outside its posts; and how many there are.

    Content above the records is the first post, in a box unlike the others: a question above its answers; or what of it
    is in a box named like theirs.
    """
    body = first_body(page, content, records)
    first = _in_first_box(page, content, records) if body is None else content & body
    if first is not None and covered(_TITLE[page.tag], page.end)[page.owner[first]].all():
        first = None  # boards write what a thread is about into a link of its title: "[Question]"
    number = np.where(content & (records.of >= 0), records.of + 1 + (first is not None), 0)
    if first is not None:
        number[first] = 1
    return number, len(records.rows) + (first is not None)


def in_title(page: NodeTable) -> Mask:
    """Mark the segments (S) of titles."""
    marked: Mask = _TITLE[page.tag][page.owner]
    return marked


def _in_first_box(page: NodeTable, content: Mask, records: Records) -> Mask | None:
    """Mark what is above the records (S) and no heading; None when it is no post: too short, or above the title."""
    start = int(page.first[records.rows[0]])
    above = content & ~in_title(page) & (records.of < 0) & (np.arange(len(content)) < start)
    lines = lines_of(page)
    rows = np.unique(lines.of[above])
    if int(lines.weights[rows].sum()) < _MIN_FIRST_POST_WEIGHT:
        return None
    titles = [letters(title) for title in head_of(page).titles]

    def named(texts: Texts, rows: range) -> list[str]:
        return [letters(texts[row]) for row in rows]

    def is_titled(first: int, last: int) -> bool:
        between = range(int(lines.of[first]), int(lines.of[min(last, len(content) - 1)]))[-_MOST_BETWEEN:]
        if any(
            len(name) >= _MIN_TITLE_LETTERS and name in title
            for name in named(lines.texts, between)
            for title in titles
        ):
            return True
        # The name of the site may stand beside the title, in its line as in the head.
        texts = named(page.texts, range(max(first, last - _MOST_BETWEEN), last))
        return any(
            len(name) >= max(_MIN_TITLE_LETTERS, len(title) / 2) and name in title for name in texts for title in titles
        )

    if is_titled(int(above.nonzero()[0][-1]) + 1, start):
        return None
    # The title may stand above the text of the first record, unless it stands above each.
    heads = [_head(page, content, records, record) for record in range(2)]
    return None if is_titled(*heads[0]) and not is_titled(*heads[1]) else above


def _head(page: NodeTable, content: Mask, records: Records, record: int) -> tuple[int, int]:
    """Give the range of the texts (S) of a record above what was marked in it; an empty one when nothing was."""
    first = int(page.first[records.rows[record]])
    texts = (content & (records.of == record) & ~in_title(page)).nonzero()[0]
    return first, int(texts[0]) if len(texts) else first


def signatures(page: NodeTable, content: Mask, post: Column) -> Mask:
    """Mark the content of posts (S) in signatures; not where most posts have nothing else: some software names them so.

    A post of which nothing is left is a picture, or one that the method missed.
    """
    marked = signatures_of(page)
    if marked is None:
        return np.zeros(len(content), dtype=np.bool_)
    inside = content & (post > 0) & marked
    signed, others = np.unique(post[inside]), np.unique(post[content & ~inside])
    stands_alone = np.isin(signed, others, invert=True)
    return inside if np.count_nonzero(stands_alone) <= len(signed) / 2 else inside & np.isin(post, others)


def copied_share(page: NodeTable, content: Mask, post: Column, quotes: Collection[int]) -> float:
    """Give the share of the posts' text (S) that an earlier post has, line by line, in the same words; quotes left out.

    Nobody writes the same sentences in one thread again and again: they are signatures, or the forum's own words. Lines
    of fewer than four words do not count, as several people say thanks.
    """
    elements = np.zeros(len(page.tag), dtype=np.bool_)
    elements[list(quotes)] = True
    of_posts = content & (post > 0) & ~covered(elements, page.end)[page.owner]
    lines = lines_of(page)
    chars = np.bincount(lines.of, page.chars * of_posts, minlength=len(lines.start))
    rows = ((chars > 0) & (lines.copies > 1) & (lines.words >= _FEWEST_COPIED_WORDS)).nonzero()[0]
    first_post: dict[str, int] = {}
    copied = 0.0
    for text, number, size in zip(lines.texts.of(rows), post[lines.start[rows]].tolist(), chars[rows], strict=True):
        if first_post.setdefault(text, number) < number:
            copied += float(size)
    return copied / max(float(chars.sum()), 1.0)


def _code(page: NodeTable) -> Mask:
    """Mark the elements (E) that hold code: ``pre``, and boxes with text that are named so."""
    elements: Mask = page.tag == _PRE
    named = page.signatures.named(Names.CODE_BOX)
    return elements if named is None else elements | named.take(page.signature)


def _quotes(page: NodeTable) -> Mask:
    """Mark the elements (E) that may quote: whoever wrote the post put them there, but for the links in them."""
    elements = np.zeros(len(page.tag), dtype=np.bool_)
    elements[named_containers(page, np.ones(len(page.texts), dtype=np.bool_)).quoting] = True
    elements[[*labelled_quotes(page)]] = True
    return elements


def _left_out_amid(page: NodeTable, content: Mask, records: Records) -> Mask:
    """Mark the items, headings and tables of data (S) between chosen texts of a post, where the box has such, too.

    Links, short lines with a time, and what stands in other posts as well, whatever its numbers, software writes.
    """
    lines, content = lines_of(page), content & ~in_title(page)
    (texts,) = (content & (records.of >= 0)).nonzero()
    first, last = np.full(len(records.rows) + 1, len(content)), np.zeros(len(records.rows) + 1, dtype=np.intp)
    np.minimum.at(first, records.of[texts], texts)
    np.maximum.at(last, records.of[texts], texts)
    every = np.arange(len(content))
    amid = ~content & (every > first[records.of]) & (every < last[records.of])
    amid &= covered(_PASSAGES[page.tag] | _tables_with_heads(page), page.end)[page.owner]
    if not amid.any():  # as on most pages
        return amid
    amid &= (lines.linked <= _MOST_LINKED * lines.seen)[lines.of]
    chosen, box = prefix_sums(content), page.nearest(_BOX[page.tag])[page.owner]
    amid &= chosen[page.last[box]] > chosen[page.first[box]]
    amid &= ~repeated(page, records, _FEWEST_WITH_LABEL)
    rows = np.unique(lines.of[amid])
    dated = [row for row, text in zip(rows.tolist(), lines.texts.of(rows), strict=True) if _has_day_or_time(text)]
    return amid & ~lines.marking(dated)


def _has_day_or_time(line: str) -> bool:
    """Tell whether a line may say when a picture was sent, or a post was approved, and by whom."""
    has_day = CLOCK.search(line) is not None or any(dates_in(line, day_first=True))
    return has_day and len(line) <= _LONGEST_STAMP


def _tables_with_heads(page: NodeTable) -> Mask:
    """Mark the tables (E) that name their columns or rows: others lay out a page."""
    tables = page.tag == _TABLE
    marked: Mask = np.zeros_like(tables)
    if page.has(_HEAD):
        marked[page.nearest(tables)[page.tag == _HEAD]] = True
    marked &= tables  # a head in no table has marked the last element
    return marked


def _lines_in(page: NodeTable, elements: Mask) -> Mask:
    """Mark the lines (S) in some elements (E), but for such as are links."""
    if not elements.any():
        return np.zeros(len(page.texts), dtype=np.bool_)
    inside: Mask = covered(elements, page.end)[page.owner]
    return inside & lines_of(page).whole(inside & ~page.in_link)


def _ends_alike(page: NodeTable, content: Mask, records: Records) -> Mask:
    """Mark the lines at the ends of records that end others, too; not all of a record."""
    lines = lines_of(page)
    inside = (content & (records.of >= 0)).nonzero()[0]
    lines_of_record: dict[int, dict[int, None]] = defaultdict(dict)
    for record, line in zip(records.of[inside].tolist(), lines.of[inside].tolist(), strict=True):
        lines_of_record[record][line] = None
    ends = [([*rows], True) for rows in lines_of_record.values()]
    alike: list[int] = []
    place = 0
    while any(goes_on for _, goes_on in ends):  # the last lines, those before them, ... : mostly the last alone
        place += 1
        ends = [end for end in ends if len(end[0]) >= place]
        texts = [lines.texts[rows[-place]] for rows, _ in ends]
        times = Counter(texts)
        ends = [
            (rows, goes_on and len(rows) > place and times[text] >= _FEWEST_ENDING_ALIKE)
            for (rows, goes_on), text in zip(ends, texts, strict=True)
        ]
        alike += (rows[-place] for rows, goes_on in ends if goes_on)
    return content & lines.marking(alike)


_PRE: Final = tags.CODE["pre"]
_TABLE, _HEAD = tags.CODE["table"], tags.CODE["th"]
_PASSAGES: Final = tags.tag_set("li h2 h3 h4")
_BOX: Final = tags.BLOCK & ~tags.tag_set("caption h2 h3 h4 hr li ol p table tbody td tfoot th thead tr ul")
"""Elements that hold passages."""
_MOST_LINKED: Final = 0.5
"""Share of a line that may be links."""
_LONGEST_STAMP: Final = 100
"""Characters."""
_FEWEST_WITH_LABEL: Final = 2
"""Records that have the same line."""
_MIN_LABELLED: Final = 3
"""Records, below which two people may have said the same."""
_LONGEST_LABEL: Final = 80
"""Characters. What is longer and stands in nearly all posts, the others quote."""
_MOST_LABELS: Final = 0.9
"""Share of the content that may be labels; when still more is repeated, people say the same."""
_FEWEST_ENDING_ALIKE: Final = 2
"""Records that end with the same line."""
_FEWEST_COPIED_WORDS: Final = 4
_MOST_BODIES_ALIKE: Final = 0.8
"""Share of the records with content that have their text in a box of one name."""
_MOST_OTHER_BODIES: Final = 2
"""Boxes of that name outside of the records: the first post's, and a preview. More are cells beside the posts."""
_LEAST_PURE: Final = 0.8
"""Share of the characters in such a box that are content: a box around the whole post holds its writer's card."""
_MIN_FIRST_POST_WEIGHT: Final = 40
"""Characters of a first post in a box of its own, thrice those of scripts without spaces; less is a heading, a date or
a label."""
_MIN_TITLE_LETTERS: Final = 8
_MOST_BETWEEN: Final = 100
"""Lines between it and the others that are asked for the title."""
_TEXT: Final = b"text"
"""The ``itemprop`` of what a post says."""
_TITLE: Final = tags.tag_set("h1 h2 title")
