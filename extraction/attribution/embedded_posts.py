"""Lines that name the writer of an embedded post of a social network: "— A. Berg (@aberg) March 5, 2024".

The networks write the line below the text of the post. An account in brackets alone proves nothing, since a page may
write about accounts anywhere. So the line must begin with a dash and have no more than a day behind the account, or it
must say that somebody shared a post ("A post shared by …").
"""

import re
from typing import Final

from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.attribution.forms.tokens import has_moment
from extraction.lexicon.terms import TermRole, finder
from extraction.page.node_table import Mask
from extraction.page.texts import plain


def embedded_posts(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines of the marked (S) content that say who wrote or shared an embedded post."""
    texts, start = short.lines.texts, short.lines.start
    places = _accounts_in_brackets(texts.utf8)
    if not places:  # as on most pages
        return []
    rows = dict.fromkeys((texts.edge.searchsorted(places, side="right") - 1).tolist())
    lines = ((row, texts[row]) for row in rows if content[start[row]] and texts.length[row] <= _MOST_SIGNATURE_CHARS)
    reasons = ((row, _reason(line)) for row, line in lines)
    return [Attribution(row, LineRole.EMBEDDED_POST, reason) for row, reason in reasons if reason]


def _accounts_in_brackets(utf8: bytes) -> list[int]:
    """Give the places right before the names of accounts in brackets; to look for a single byte is quickest."""
    places, at = list[int](), utf8.find(b"@")
    while at >= 0:
        if utf8.endswith(_BRACKETS, 0, at):
            places.append(at - 1)
        at = utf8.find(b"@", at + 1)
    return places


def _reason(line: str) -> str:
    signature = _SIGNATURE.fullmatch(line)
    if signature is not None and (not signature["behind"].strip() or has_moment(signature["behind"])):
        return "it says whose an embedded post is"
    return "it says who shared an embedded post" if finder(TermRole.SHARED_BY).search(plain(line)) else ""


_BRACKETS: Final = (b"(", "（".encode())
_SIGNATURE: Final = re.compile(r"[—–―-] ?[^—–―]{1,100}?[(（]@[\w.-]{1,60}(?:@[\w.-]{1,60})?[)）](?P<behind>.{0,40})")
_MOST_SIGNATURE_CHARS: Final = 200  # a dash, a name, an account and a day (half 0, twice 0)
