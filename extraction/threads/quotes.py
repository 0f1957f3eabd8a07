"""What a page quotes, and the containers of a page that are named after quotes or comments.

Comments are in block elements but ``pre`` that are named so, where those begin below the beginning of the content. What
may quote are ``blockquote`` elements, and the containers that forum software names so, but not the buttons and headers
of quotes.

Above a quoted post software writes whose it is ("A. wrote:", "Originally posted by A."). Where an element says that it
is such a line, it is found here; by its words, in ``attribution.quote_headers``.
"""

from typing import Final, NamedTuple

import numpy as np

from extraction.lexicon.terms import TermRole, finder
from extraction.page import tags
from extraction.page.lines import lines_of
from extraction.page.names import Names, SignatureSubject
from extraction.page.node_table import Column, Mask, NodeTable, once_per_page, prefix_sums
from extraction.page.signs import COLONS
from extraction.page.texts import plain
from native.library import array, check_memory, lib, struct


class NamedContainers(NamedTuple):
    """What is in containers so named."""

    comments: Mask | None
    """(S) marks the content in containers of comments; None when there is none."""
    quoting: Column
    """(Q) rows of the elements with content that may quote."""


_QUOTE: Final = tags.CODE["blockquote"]
_KINDS: Final = array(
    tags.bits(
        {
            lib.MAY_COMMENT: tags.BLOCK & ~tags.tag_set("pre"),
            lib.MAY_QUOTE: tags.tag_set("aside article dd details div dl fieldset section table tbody td tr"),
            lib.ALWAYS_QUOTES: tags.tag_set(tags.NAMES[_QUOTE]),
        },
        np.uint8,
    ),
    len(tags.NAMES),
)


_FEWEST_HEADINGS: Final = 2  # a single one may be the heading of the comments


def named_containers(page: NodeTable, content: Mask) -> NamedContainers:
    """Find the containers with marked (S) content that are named after comments or quotes."""
    if not (page.speaks_of(SignatureSubject.COMMENTS | SignatureSubject.QUOTE) or page.has(_QUOTE)):
        return NamedContainers(None, np.empty(0, dtype=np.int32))
    texts, elements, signatures = len(page.texts), len(page.tag), page.signatures
    commented, quoting = np.empty(texts, dtype=np.bool_), np.empty(elements, dtype=np.int32)
    containers = struct(
        "NamedContainers",
        page=page.columns,
        kind=_KINDS,
        signature=array(page.signature, elements),
        subjects=array(signatures.subjects, len(signatures)),
        comments=SignatureSubject.COMMENTS.value,
        quote=SignatureSubject.QUOTE.value,
        around_quote=SignatureSubject.AROUND_QUOTE.value,
        content=array(np.ascontiguousarray(content, dtype=np.bool_), texts),
        commented=array(commented, texts, writable=True),
        quoting=array(quoting, elements, writable=True),
    )
    check_memory(lib.mezmun_find_named_containers(containers))
    is_section = containers.texts and not _are_of_code(page, content, commented)
    return NamedContainers(commented if is_section else None, quoting[: containers.quotes])


def _are_of_code(page: NodeTable, content: Mask, commented: Mask) -> bool:
    """Tell whether what is named after comments comments code: something is declared, or headings stand between.

    So do TypeDoc and other software that makes pages of comments in sources.
    """
    declared = page.signatures.named(Names.DECLARATION)
    if declared is not None and content[page.first[declared[page.signature] & (page.first < page.last)]].any():
        return True
    rows = commented.nonzero()[0]
    beside = (content[rows[0] : rows[-1]] & ~commented[rows[0] : rows[-1]]).nonzero()[0] + rows[0]
    headings = page.owner[beside][tags.HEADING[page.tag[page.owner[beside]]]]
    return len(set(headings.tolist())) >= _FEWEST_HEADINGS


@once_per_page
def labelled_quotes(page: NodeTable) -> dict[int, int]:
    """Give the boxes that begin with a line of the word for "quote" and nothing else, as those of vBulletin 3 do.

    Each has the row of that line.
    """
    lines, known = lines_of(page), finder(TermRole.QUOTE)
    (short,) = ((lines.texts.length > 1) & (lines.texts.length <= _LONGEST_LABEL)).nonzero()
    last = np.frombuffer(lines.texts.utf8, dtype=np.uint8)[lines.texts.edge[short + 1] - 1]
    short = short[_ENDS_WITH_COLON.take(last)]
    boxes = {}
    for row, text in zip(short.tolist(), lines.texts.strings(short), strict=True):
        if text.endswith(COLONS) and known.fullmatch(plain(text).rstrip("".join((" ", *COLONS)))):
            box = int(page.parent[lines.block[row]])
            if page.first[box] == lines.start[row]:
                boxes[box] = row
    return boxes


def quoting_elements(page: NodeTable, content: Mask, rows: Column, record: Column | None) -> frozenset[int]:
    """Give the elements that quote, one for each quote, among those that may quote (rows, with marked (S) content).

    ``record`` (S) is the post of each segment, -1 outside of posts; None when there are no posts. Elements of one kind
    quote nothing if they stand in nearly every post and hold nearly all text of the posts, because some software puts
    the body of each post in a ``blockquote``; and a single element quotes nothing if it holds nearly all content. A
    kind that stands in nearly every post and holds less text does quote: each post answers another one.
    """
    if not len(rows):
        return frozenset()
    sums = prefix_sums(page.chars * content)
    chars = (sums[page.last[rows]] - sums[page.first[rows]]).tolist()
    kinds = page.signature[rows].tolist()
    bodies = set[int]() if record is None else _kinds_of_bodies(page, content, rows, record, chars)
    most, quoting = _MOST_QUOTED * float(sums[-1]), []
    around: list[tuple[int, int]] = []
    for row, kind, chars_inside in zip(rows.tolist(), kinds, chars, strict=True):
        if kind in bodies or chars_inside >= most:
            continue
        while around and page.end[around[-1][0]] <= row:
            around.pop()
        # Software wraps the text of a quote once more, behind the line that says whose it is: that is one quote.
        if around:
            outer, chars_around = around[-1]
            edges = page.first[outer], page.first[row], page.last[row], page.last[outer]
            begin, start, stop, finish = sums[list(edges)].tolist()
            amid = begin < start and stop < finish and page.tag[row] == page.tag[outer] == _BLOCKQUOTE
            if chars_around - chars_inside <= _LONGEST_HEADER and not amid:
                continue
        quoting.append(row)
        around.append((row, chars_inside))
    return frozenset(quoting)


def _kinds_of_bodies(page: NodeTable, content: Mask, rows: Column, record: Column, chars: list[int]) -> set[int]:
    """Give the signatures of elements (rows) that stand in nearly every post and hold nearly all text of the posts.

    ``chars`` are the marked characters in each element.
    """
    posted = content & (record >= 0)
    number_of_posts = int(np.count_nonzero(np.bincount(record[posted])))
    chars_of_posts = int(page.chars[posted].sum())
    posts: dict[int, set[int]] = {}
    inside: dict[int, int] = {}
    of_rows = zip(page.signature[rows].tolist(), record[page.first[rows]].tolist(), chars, strict=True)
    for kind, post, chars_inside in of_rows:
        posts.setdefault(kind, set()).add(post)
        inside[kind] = inside.get(kind, 0) + chars_inside
    often = {kind for kind, members in posts.items() if len(members) >= _MOST_QUOTED * max(number_of_posts, 2)}
    return {kind for kind in often if inside[kind] >= _MOST_QUOTED * chars_of_posts}


def headers(page: NodeTable, content: Mask, rows: frozenset[int]) -> Mask:
    """Mark the texts (S) in quotes (rows, with marked (S) content) that say whose the quotes are, in any language.

    Such a text stands at the beginning of a quote, in a ``cite`` or in an element that is named after headers or users.
    """
    marked = np.zeros(len(content), dtype=np.bool_)
    if not rows:
        return marked
    names_header = page.speaking(SignatureSubject.AROUND_QUOTE) | (page.tag == _CITE)
    users = page.signatures.named(Names.USER_NAME)
    if users is not None:
        names_header |= users.take(page.signature) & ~_calls_somebody(page)
    chosen = content.nonzero()[0]
    for row in rows:
        first, behind = chosen.searchsorted((page.first[row], page.last[row])).tolist()
        if first < behind:
            header = _header(page, rows, row, names_header, slice(int(chosen[first]), int(chosen[behind - 1])))
            marked[header] = True
    return marked


def _calls_somebody(page: NodeTable) -> Mask:
    """Mark the elements (E) that begin with an @: somebody who is spoken to, not who wrote."""
    return np.isin(page.first, page.texts.beginning_with("@"))


def _header(page: NodeTable, rows: frozenset[int], row: int, names_header: Mask, texts: slice) -> slice:
    """Give the texts of the header at the beginning of a quote (row); none when the quote has no header.

    ``texts`` are the quote's first and last. The search goes down from the quote and no further than the next quote, so
    that all quotes together take no longer than the page.
    """
    at, end = row + 1, int(page.end[row])
    while at < end and at not in rows and page.first[at] <= texts.start:
        if page.last[at] <= texts.start:
            at = int(page.end[at])  # it holds nothing of the quote
        elif names_header[at] and (page.last[at] <= texts.stop or page.last[at] < page.last[row]):
            short = page.chars[page.first[at] : page.last[at]].sum() <= _LONGEST_HEADER
            return slice(*page.text_range(at)) if short else slice(0, 0)
        else:
            at += 1
    return slice(0, 0)


_BLOCKQUOTE: Final = tags.CODE["blockquote"]
_CITE: Final = tags.CODE["cite"]
_MOST_QUOTED: Final = 0.8  # of the posts and of their text; half changes 5 of 827 labelled pages, no limit 14
_LONGEST_HEADER: Final = 120
"""The header of a quote has at most so many characters."""
_LONGEST_LABEL: Final = 24
"""The word for "quote" alone has at most so many characters."""
_ENDS_WITH_COLON: Final = np.isin(np.arange(256), [colon.encode()[-1] for colon in COLONS])
"""The last byte of a text tells whether it may end with a colon."""
