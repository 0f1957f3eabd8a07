"""The posts of a thread: which of their text people wrote.

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

The bodies of comments under an article are found in the same way (``comments.comment_bodies``).
"""

from collections import Counter, defaultdict
from collections.abc import Collection
from typing import Final

import numpy as np

from extraction.lexicon.dates import CLOCK, has_date
from extraction.page import tags
from extraction.page.lines import lines_of
from extraction.page.names import Names
from extraction.page.node_table import Column, Mask, NodeTable, prefix_sums
from extraction.page.user_signatures import signatures_of
from extraction.threads.cells import behind_bodies
from extraction.threads.first_posts import in_first_box, in_title
from extraction.threads.named_bodies import beside_named_bodies, in_named_bodies
from extraction.threads.post_lists import LISTS, lists_of_posts
from extraction.threads.quotes import labelled_quotes, named_containers
from extraction.threads.records import MIN_ALIKE, Records, in_bodies, in_nearly_all, repeated
from extraction.threads.stated_threads import is_guest_book


def without_repeated(page: NodeTable, content: Mask, records: Records) -> Mask:
    """Give the marked (S) content without labels: lines whose texts all stand in nearly all records."""
    if len(records.rows) < _MIN_LABELLED:
        return content
    label = in_nearly_all(page, records) & (page.chars <= _LONGEST_LABEL)
    left = content & lines_of(page).whole(content & ~label)
    return left if page.chars[left].sum() > (1 - _MOST_LABELS) * page.chars[content].sum() else content


def completed(page: NodeTable, content: Mask, in_boxes: Mask, records: Records) -> Mask:
    """Give the marked (S) content of a thread with the whole bodies of its posts, and without what is beside them.

    When no kind of box stands out as the body, the content stays as it was. Texts marked as ``in_boxes`` (S) are
    content as well where they lie in a body: labels stand beside bodies, and what all posts say in them people wrote.
    """
    lines, code, quotes = lines_of(page), _lines_in(page, _code(page)), _quotes(page)
    labels_of_quotes = lines.marking([*labelled_quotes(page).values()])
    quoted = _lines_in(page, _code(page) | quotes) & ~labels_of_quotes
    is_met = np.zeros(len(records.rows) + 1, dtype=np.bool_)  # which records have content; the last is for no record
    is_met[records.record_of[content]] = True
    boxed = None
    if len(records.rows) >= MIN_ALIKE or not is_met[:-1].all():  # of two posts one tells where the other is
        telling = content & ~_ends_alike(page, content, records)
        boxed = in_bodies(page, telling, in_boxes | code, quoted, records)
    if boxed is None:
        boxed = in_named_bodies(page, content, records)
        if boxed is None:
            return content
    elif page.signatures.named(Names.POST_BODY) is not None:
        boxed &= ~beside_named_bodies(page, boxed, records)
    copied = quoted & (lines.copies > 1)[lines.line_of] | labels_of_quotes
    own_code = code & ~page.texts_in_marked(quotes)
    boxed &= in_boxes | own_code | ~(copied & is_met[records.record_of])
    boxed |= _left_out_amid(page, boxed, records) & ~quoted
    if page.has(_CELL) and is_guest_book(page):
        boxed |= behind_bodies(page, content, boxed, records)
    if any(page.has(tags.CODE[name]) for name in LISTS):
        for first, last in lists_of_posts(page, boxed, records):
            boxed[first:last] = True
    return _with_links_above(page, content, boxed, records)


def _with_links_above(page: NodeTable, content: Mask, boxed: Mask, records: Records) -> Mask:
    """Give the bodies of posts (``boxed``, S) with the links of the marked (S) content above the records.

    Elsewhere links outside of the posts are the way around the site. Links amid the first post are part of it, if it
    stands in a box of its own; and so are links in a line that has other text.
    """
    first = in_first_box(page, content & ~page.in_link, records)
    if first is not None:
        texts = first.nonzero()[0]
        boxed[texts[0] : texts[-1]] |= content[texts[0] : texts[-1]]
    above = boxed & (records.record_of < 0)
    if above.any():
        boxed |= lines_of(page).whole(above & ~page.in_link) & content & (records.record_of < 0)
    return boxed


def signatures(page: NodeTable, content: Mask, post: Column) -> Mask:
    """Mark the content (S) of posts that is in signatures.

    Where most posts with a signature have nothing else, software gives that name to the bodies of posts. Then only the
    signatures of posts that have other text are marked. Elsewhere a post that has nothing but a signature is a picture,
    or one that the method missed.
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
    of_posts = content & (post > 0) & ~page.texts_in(list(quotes))
    lines = lines_of(page)
    chars = np.bincount(lines.line_of, page.chars * of_posts, minlength=len(lines.start))
    rows = ((chars > 0) & (lines.copies > 1) & (lines.words >= _FEWEST_COPIED_WORDS)).nonzero()[0]
    first_post: dict[str, int] = {}
    copied = 0.0
    for text, number, size in zip(
        lines.texts.strings(rows), post[lines.start[rows]].tolist(), chars[rows], strict=True
    ):
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
    (texts,) = (content & (records.record_of >= 0)).nonzero()
    first, last = np.full(len(records.rows) + 1, len(content)), np.zeros(len(records.rows) + 1, dtype=np.intp)
    np.minimum.at(first, records.record_of[texts], texts)
    np.maximum.at(last, records.record_of[texts], texts)
    every = np.arange(len(content))
    amid = ~content & (every > first[records.record_of]) & (every < last[records.record_of])
    amid &= page.texts_in_marked(_PASSAGES[page.tag] | _tables_with_heads(page))
    if not amid.any():  # as on most pages
        return amid
    amid &= (lines.linked <= _MOST_LINKED * lines.seen)[lines.line_of]
    chosen, box = prefix_sums(content), page.nearest(_BOX[page.tag])[page.owner]
    amid &= chosen[page.last[box]] > chosen[page.first[box]]
    amid &= ~repeated(page, records, _FEWEST_WITH_LABEL)
    rows = np.unique(lines.line_of[amid])
    dated = [row for row, text in zip(rows.tolist(), lines.texts.strings(rows), strict=True) if _has_day_or_time(text)]
    return amid & ~lines.marking(dated)


def _has_day_or_time(line: str) -> bool:
    """Tell whether a line may say when a picture was sent, or a post was approved, and by whom."""
    has_day = CLOCK.search(line) is not None or has_date(line)
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
    inside = page.texts_in_marked(elements)
    return inside & lines_of(page).whole(inside & ~page.in_link)


def _ends_alike(page: NodeTable, content: Mask, records: Records) -> Mask:
    """Mark the lines at the ends of records that end others, too; not all of a record."""
    lines = lines_of(page)
    inside = (content & (records.record_of >= 0)).nonzero()[0]
    lines_of_record: dict[int, dict[int, None]] = defaultdict(dict)
    for record, line in zip(records.record_of[inside].tolist(), lines.line_of[inside].tolist(), strict=True):
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


_CELL, _PRE = tags.CODE["td"], tags.CODE["pre"]
_TABLE, _HEAD = tags.CODE["table"], tags.CODE["th"]
_PASSAGES: Final = tags.tag_set("li h2 h3 h4")
_BOX: Final = tags.BLOCK & ~tags.tag_set("caption h2 h3 h4 hr li ol p table tbody td tfoot th thead tr ul")
"""Elements that hold passages."""
_MOST_LINKED: Final = 0.5
"""At most this share of a line may be links."""
_LONGEST_STAMP: Final = 100
"""A line with the day of a post has at most so many characters."""
_FEWEST_WITH_LABEL: Final = 2
"""Records that have the same line."""
_MIN_LABELLED: Final = 3
"""Records of a thread: in fewer records, two people may have said the same."""
_LONGEST_LABEL: Final = 80
"""A label has at most so many characters. A longer text that stands in nearly all posts is quoted by the later ones."""
_MOST_LABELS: Final = 0.9
"""The share of the content that may be labels; when more is repeated, people say the same."""
_FEWEST_ENDING_ALIKE: Final = 2
"""Records that end with the same line."""
_FEWEST_COPIED_WORDS: Final = 4  # several people say thanks in the same words
