"""Lines of posts that name a user and say nothing but what this user did: "Thread starter Gary", "@gary_77".

They can be told from text only where members of a forum wrote. A line is a label and a name; or a name with digits or
underscores, as only users have, and a word that software sets beside it; or the name of a file and who sent it.
"""

import re
from typing import Final

from extraction.attribution.forms import expressions, patterns
from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.persons import has_user_name
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.attribution.forms.tokens import folded, has_moment
from extraction.attribution.reactions import are_names
from extraction.lexicon.terms import TermRole, finder
from extraction.page import head
from extraction.page.node_table import Mask
from extraction.page.signs import AT_SIGNS, BEFORE_LABEL


def user_names(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines of the marked (S) content, written by members, that are nothing but the name of a user."""
    return _labelled(short, content) + _with_digits(short, content) + senders_of_files(short, content, dated=False)


def _labelled(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines that are a label and a name."""
    attributions, language = [], head.language(short.page)
    for line in short.beginning_with(content, *_LABELS):
        if finder(*_LABELS).match(short.plain(line).lstrip(BEFORE_LABEL)) is None:
            continue
        text = short.text(line)
        reason = expressions.first_form(text, LABELLED, language)
        if reason is not None and are_names(text, language):
            attributions.append(Attribution(line.row, LineRole.USER_NAME, reason))
    return attributions


def _with_digits(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines that are a name with digits or underscores, and what that user did."""
    lines, attributions = short.lines, []
    signs = lines.digits + lines.symbols
    may_be = (lines.texts.length <= patterns.MAX_LINE_CHARS) & (lines.words <= _MOST_WORDS)
    may_be &= (signs > 0) & (signs + lines.commas < _MOST_SIGNS)
    for row in lines.among(content, may_be):
        text = lines.texts[row]
        if not has_user_name(text):
            continue
        reason = expressions.first_form(text, WITH_DIGITS, head.language(short.page))
        if reason is not None and (reason != MENTION or text.startswith(AT_SIGNS)):
            attributions.append(Attribution(row, LineRole.USER_NAME, reason))
    return attributions


def senders_of_files(short: ShortLines, content: Mask, *, dated: bool) -> list[Attribution]:
    """Give the lines that are the name of a file and who sent it: "lid.jpg (12 KB), uploaded by Gary".

    Where no members wrote (``dated``) they must also say when: nobody does so of a program whose name looks like a
    file's.
    """
    language, reason = head.language(short.page), "a file, and who sent it"
    texts = ((each.row, short.text(each)) for each in short.holding(content, TermRole.WRITTEN_BY))
    return [
        Attribution(row, LineRole.USER_NAME, reason)
        for row, text in texts
        if _FILE.match(text) is not None
        and (has_moment(folded(text).lower()) or not dated)
        and expressions.first_form(text, _SENT_BY, language) is not None
    ]


_FILE: Final = re.compile(r"[\W_]*(?:\w+: )?[^\n/:]{1,60}\.[A-Za-z]\w{1,3}\b")
_SENT_BY: Final = {r".{1,14}?<written-by>:?<word>(?:[|.]?<word>){0,3}(?:[|(]{0,2}<at>?<moments>.{0,3})?$": "sent by"}
_LABELS: Final = (TermRole.USER_LABEL, TermRole.THANKED_BY)
_MOST_WORDS: Final = 6
_MOST_SIGNS: Final = 30
MENTION: Final = "a mention of a user, alone"
_USER: Final = "(?:[Nnu]{1,2}|_?K)"
LABELLED: Final = {
    rf"<sign>*<user-label|thanked-by>:?{_USER}(?:(?:[|]|<name-particle>){_USER})?(?:[|(]{{0,2}}<at>?<moment>.{{0,4}})?"
    "<sign>*$": "a label, and a user name",
}
"""Forms (``expressions``), each with a description for people."""
WITH_DIGITS: Final = {
    rf"<sign>*{_USER}<wrote>(?:\([nu]\)|n)?<sign>?:<sign>*$": "a user name, and that this user wrote",
    rf"<sign>*{_USER}_?<wrote|published>:?<moment>{{1,2}}.{{0,4}}$": "a user name, and when this user wrote",
    rf"<sign>*<quote|reply>_?{_USER}(?:_?[kKu]{{1,2}})?<sign>*$": "a quote of a user, or a reply to one",
    rf"<sign>*<quote>(?::|\(){_USER}(?:[|]?<moment>{{1,2}})?<sign>*$": "whose a quote is",
    r"(?:<sign>{1,2}[Nnu]){1,5}$": MENTION,
}
"""Forms of lines with a name that only users have."""
