"""Whether a page says of itself that it is a thread of a forum, or a guest book, whose entries are posts."""

import re
from typing import Final

from extraction.lexicon.terms import TermRole, expression, texts_of
from extraction.page import tags
from extraction.page.lines import lines_of
from extraction.page.names import Match, Names, SignatureSubject, words_of
from extraction.page.node_table import NodeTable
from extraction.page.statements.addresses import is_of_post, split
from extraction.page.statements.head import head_of
from extraction.page.statements.json_ld import json_ld_of
from extraction.page.texts import TextParts, plain
from normalization.load_once import load_once

_ADDRESS: Final = re.compile(rf"\b(?:{'|'.join(map(re.escape, words_of(Names.THREAD_PATH)))})\b")
_QUERY: Final = re.compile(
    rf"\b(?:{'|'.join(words_of(Names.THREAD_PARAMETER))})=|\b(?:{'|'.join(words_of(Names.NUMBERED_THREAD_QUERY))})-\d"
)
_NUMBERED: Final = re.compile(
    rf"/(?:{'|'.join(map(re.escape, words_of(Names.NUMBERED_THREAD_PATH)))})/(?:[^/]+/)?\d+(?:-[^/]*)?(?:/\d+)?/?\Z"
)
"""A word and the number of a thread."""
_DISCUSSION: Final = re.compile(r"\b(?:DiscussionForumPosting|QAPage)\b")
_HOST: Final = re.compile(
    rf"{'|'.join(words_of(Names.FORUM_HOST, Match.ANYWHERE))}|\b(?:{'|'.join(words_of(Names.FORUM_HOST))})\b"
)
_SOFTWARE: Final = frozenset(words_of(SignatureSubject.THREAD))
_WORD: Final = re.compile(r"[a-z]+")
_NAMES_OF_SOFTWARE: Final = words_of(Names.FORUM_SOFTWARE)
_HAVE_NAMES: Final = TextParts(*map(str.encode, _NAMES_OF_SOFTWARE))
_NAMED_SOFTWARE: Final = re.compile(rf"(?<![a-z])(?:{'|'.join(map(re.escape, _NAMES_OF_SOFTWARE))})(?![a-z])")
_OF_SOFTWARE: Final = re.compile(rf"{expression(TermRole.TITLE_CREDIT)}|software|©|\(c\)|®")
"""What stands in such a line beside the name; an article about the software may end with its name, too."""
_LONGEST_CREDIT: Final = 120
"""A line that names the software has at most so many characters."""
_MOST_LAST: Final = 20
"""Short lines at the end of a page that are looked at."""


def states_thread(page: NodeTable, url: str | None) -> bool:
    """Tell whether the names of a page's elements, its address, software, data or title say so."""
    states = _names_state(page) or _address_states(page, url) or _software_states(page)
    return states or is_guest_book(page) or _ends_with_software(page)


def states_thread_twice(page: NodeTable, url: str | None) -> bool:
    """Tell whether both a page's address and its generator or structured data say so.

    An address alone may mislead, for ``/topic/`` may hold news; and so may the names of elements, which repeat it.
    """
    return _software_states(page) and _address_states(page, url)  # few pages name their software


def first_post_box(page: NodeTable) -> int | None:
    """Give the box (row) named as that of the text of a thread's first post; None where no box is named as that of an
    answer, too: the name alone may be that of any box above a text.
    """
    first, answers = page.signatures.named(Names.FIRST_POST), page.signatures.named(Names.COMMENT_BODY)
    return None if first is None or answers is None else int(first.take(page.signature).argmax())


def _names_state(page: NodeTable) -> bool:
    """Tell whether the outermost elements are named as forum software names them, or boxes after posts."""
    return first_post_box(page) is not None or bool(
        page.speaks_of(SignatureSubject.THREAD)
        and page.signatures.speaking(SignatureSubject.THREAD)[page.signature[page.depth <= 1]].any()
    )


def _address_states(page: NodeTable, url: str | None) -> bool:
    address = split((url or head_of(page).stated.get("canonical", "")).lower())
    path = address.path.replace("_", "-")
    of_path = _ADDRESS.search(path) or _NUMBERED.search(path)
    return bool(of_path or is_of_post(address) or _HOST.search(address.netloc) or _QUERY.search(address.query))


def _software_states(page: NodeTable) -> bool:
    software = _WORD.findall(head_of(page).stated.get("generator", "").lower())
    return not _SOFTWARE.isdisjoint(software) or any(map(_is_discussion, json_ld_of(page)))


def _is_discussion(data: str) -> bool:
    return ("DiscussionForumPosting" in data or "QAPage" in data) and _DISCUSSION.search(data) is not None


def _ends_with_software(page: NodeTable) -> bool:
    """Tell whether one of the last lines names the forum software that made the page: "Powered by phpBB"."""
    texts = lines_of(page).texts
    last = (texts.length <= _LONGEST_CREDIT).nonzero()[0][-_MOST_LAST:]
    end = plain("\n".join(texts.strings(last)))
    if not _HAVE_NAMES.are_in(end.encode("utf-8", "replace")):  # as on nearly all pages
        return False
    return any(_OF_SOFTWARE.search(line) for line in end.split("\n") if _NAMED_SOFTWARE.search(line))


def is_guest_book(page: NodeTable) -> bool:
    """Tell whether the title names a guest book, and it or a heading is nothing else."""
    titles = [plain(title) for title in head_of(page).titles]
    if not _guest_books().are_in("\n".join(titles).encode("utf-8", "replace")):  # as on nearly all pages
        return False
    headings = (page.inner_text(row) for row in tags.HEADING[page.tag].nonzero()[0][:_MOST_HEADINGS].tolist())
    names = [part for title in titles for part in _BETWEEN_PARTS.split(title)] + [plain(each) for each in headings]
    return not texts_of(TermRole.GUEST_BOOK).isdisjoint(map(str.strip, names))


@load_once
def _guest_books() -> TextParts:
    return TextParts(*map(str.encode, texts_of(TermRole.GUEST_BOOK)))


_BETWEEN_PARTS: Final = re.compile(r"\s[-–—|:·•»/]+\s|[:|»]")
_MOST_HEADINGS: Final = 20  # bounds the time: the heading of a page is one of its first
