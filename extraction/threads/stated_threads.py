"""Whether a page says of itself that it is a thread of a forum."""

import re
from typing import Final

from extraction.page.head import head_of, json_ld_of, split
from extraction.page.names import Match, Names, SignatureSubject, words_of
from extraction.page.node_table import NodeTable

_ADDRESS: Final = re.compile(rf"\b(?:{'|'.join(map(re.escape, words_of(Names.THREAD_PATH)))})\b")
_QUERY: Final = re.compile(
    rf"\b(?:{'|'.join(words_of(Names.THREAD_PARAMETER))})=|\b(?:{'|'.join(words_of(Names.NUMBERED_THREAD_QUERY))})-\d"
)
_NUMBERED: Final = re.compile(
    rf"/(?:{'|'.join(map(re.escape, words_of(Names.NUMBERED_THREAD_PATH)))})/(?:[^/]+/)?\d+(?:-[^/]*)?(?:/\d+)?/?\Z"
)
_DISCUSSION: Final = re.compile(r"\b(?:DiscussionForumPosting|QAPage)\b")
_HOST: Final = re.compile(
    rf"{'|'.join(words_of(Names.FORUM_HOST, Match.ANYWHERE))}|\b(?:{'|'.join(words_of(Names.FORUM_HOST))})\b"
)
_SOFTWARE: Final = frozenset(words_of(SignatureSubject.THREAD))
_WORD: Final = re.compile(r"[a-z]+")


def states_thread(page: NodeTable, url: str | None) -> bool:
    """Tell whether the names of a page's outermost elements, its address, generator or structured data say so."""
    return _names_state(page) or _address_states(page, url) or _software_states(page)


def states_thread_twice(page: NodeTable, url: str | None) -> bool:
    """Tell whether both a page's address and its generator or structured data say so.

    An address alone may mislead, for ``/topic/`` may hold news; and so may the names of elements, which repeat it.
    """
    return _software_states(page) and _address_states(page, url)  # few pages name their software


def _names_state(page: NodeTable) -> bool:
    """Tell whether the outermost elements are named as forum software names them."""
    return bool(
        page.speaks_of(SignatureSubject.THREAD)
        and page.signatures.speaking(SignatureSubject.THREAD)[page.signature[page.depth <= 1]].any()
    )


def _address_states(page: NodeTable, url: str | None) -> bool:
    address = split((url or head_of(page).stated.get("canonical", "")).lower())
    path = address.path.replace("_", "-")
    of_path = _ADDRESS.search(path) or _NUMBERED.search(path)
    return bool(of_path or _HOST.search(address.netloc) or _QUERY.search(address.query))


def _software_states(page: NodeTable) -> bool:
    software = _WORD.findall(head_of(page).stated.get("generator", "").lower())
    return not _SOFTWARE.isdisjoint(software) or any(map(_is_discussion, json_ld_of(page)))


def _is_discussion(data: str) -> bool:
    return ("DiscussionForumPosting" in data or "QAPage" in data) and _DISCUSSION.search(data) is not None
