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
    named = page.signatures
    if (
        page.speaks_of(SignatureSubject.THREAD)
        and named.speaking(SignatureSubject.THREAD)[page.signature[page.depth <= 1]].any()
    ):
        return True  # forum software names the outermost elements so
    address = split((url or head_of(page).stated.get("canonical", "")).lower())
    path = address.path.replace("_", "-")
    if _ADDRESS.search(path) or _NUMBERED.search(path) or _HOST.search(address.netloc) or _QUERY.search(address.query):
        return True
    software = _WORD.findall(head_of(page).stated.get("generator", "").lower())
    return not _SOFTWARE.isdisjoint(software) or any(map(_is_discussion, json_ld_of(page)))


def _is_discussion(data: str) -> bool:
    return ("DiscussionForumPosting" in data or "QAPage" in data) and _DISCUSSION.search(data) is not None
