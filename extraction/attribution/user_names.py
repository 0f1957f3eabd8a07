"""Lines of posts that name a user and say nothing but what this user did: "Thread starter Gary", "@gary_77".

They can be told from text only where members of a forum wrote. A line is a label and a name; or a name with digits or
underscores, as only users have, and a word that software sets beside it; or the name of a file and who sent it.
"""

import re
from typing import Final

from extraction.attribution.forms import patterns
from extraction.attribution.forms.expressions import first_form
from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.persons import has_user_name
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.attribution.forms.tokens import has_moment
from extraction.attribution.reactions import are_names
from extraction.lexicon.terms import TermRole, finder
from extraction.page.node_table import Mask
from extraction.page.signs import AT_SIGNS, BEFORE_LABEL


def user_names(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines of the marked (S) content, written by members, that are nothing but the name of a user."""
    return (
        _labelled(short, content)
        + _with_days(short, content)
        + _with_digits(short, content)
        + senders_of_files(short, content, dated=False)
    )


def _labelled(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines of the marked (S) content that are nothing but a label and the name of a user."""
    attributions, language = [], short.language
    for line in short.beginning_with(content, *_LABELS):
        if finder(*_LABELS).match(short.plain(line).lstrip(BEFORE_LABEL)) is None:
            continue
        text = short.text(line)
        reason = first_form(text, LABELLED, language)
        if reason is not None and are_names(text, language):
            attributions.append(Attribution(line.row, LineRole.USER_NAME, reason))
    return attributions


def _with_days(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines that tell whose a quote is and from when, or since when a user is a member, with other facts."""
    language, lines = short.language, short.lines
    quoted = (each.row for each in short.holding(content, TermRole.QUOTE, TermRole.WROTE) if lines.digits[each.row])
    may_be = (lines.texts.length <= patterns.MAX_LINE_CHARS) & (lines.words <= _MOST_CARD_WORDS)
    may_be &= (lines.digits > 0) & (lines.commas >= _FEWEST_CARD_LABELS)
    cards = (row for row in lines.among(content, may_be) if finder(TermRole.MEMBER).search(short.plain_line(row)))
    likely = (*((row, DATED) for row in quoted), *((row, CARD) for row in cards))
    reasons = ((row, first_form(lines.texts[row], forms, language)) for row, forms in likely)
    return [Attribution(row, LineRole.USER_NAME, reason) for row, reason in reasons if reason is not None]


def _with_digits(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines that are a name with digits or underscores, and what that user did."""
    lines, attributions = short.lines, []
    signs = lines.digits + lines.symbols
    may_be = (lines.texts.length <= patterns.MAX_LINE_CHARS) & (lines.words <= _MOST_WORDS_WITH_DIGITS)
    may_be &= (signs > 0) & (signs + lines.commas < _MOST_SIGNS)
    for row in lines.among(content, may_be):
        text = lines.texts[row]
        if not has_user_name(text):
            continue
        reason = first_form(text, WITH_DIGITS, short.language)
        if reason is not None and (reason != MENTION or text.startswith(AT_SIGNS)):
            attributions.append(Attribution(row, LineRole.USER_NAME, reason))
    return attributions


def senders_of_files(short: ShortLines, content: Mask, *, dated: bool) -> list[Attribution]:
    """Give the lines that are the name of a file and who sent it: "lid.jpg (12 KB), uploaded by Gary".

    Where no members wrote (``dated``) they must also say when: nobody does so of a program whose name looks like a
    file's.
    """
    language, reason = short.language, "a file, and who sent it"
    texts = ((each.row, short.text(each)) for each in short.holding(content, TermRole.WRITTEN_BY))
    return [
        Attribution(row, LineRole.USER_NAME, reason)
        for row, text in texts
        if _FILE.match(text) is not None
        and (has_moment(text) or not dated)
        and first_form(text, _SENT_BY, language) is not None
    ]


_FILE: Final = re.compile(r"[\W_]*(?:\w+: )?[^\n/:]{1,60}\.[A-Za-z]\w{1,3}\b")
_SENT_BY: Final = {r".{1,14}?<written-by>:?<word>(?:[|.]?<word>){0,3}(?:[|(]{0,2}<at>?<moments>.{0,3})?$": "sent by"}
_LABELS: Final = (TermRole.USER_LABEL, TermRole.THANKED_BY, TermRole.QUOTE, TermRole.REPLY)
_MOST_WORDS_WITH_DIGITS: Final = 6  # a name, a verb, a day and a time (half 0, twice 0)
_MOST_CARD_WORDS: Final = 16  # seven labels of one or two words, see CARD (half 0, twice 0)
_FEWEST_CARD_LABELS: Final = 2  # as CARD asks for
_MOST_SIGNS: Final = 30  # digits and symbols of a name, a day and a time (half 0, twice 0)
MENTION: Final = "a mention of a user, alone"
_USER: Final = r"(?:[Nnu]{1,2}|[Nnu]\.[Nnu]|_?K#?|_?k#)"
_ANY_USER: Final = f"(?:{_USER}|_?k)"
"""A name between two words for quotes or replies: a name in Chinese may be any word."""
_WHEN: Final = "(?:[|(]{0,2}<at>?<moment>.{0,4})?"
LABELLED: Final = {
    rf"<sign>*(?:<quote>:)?<user-label|thanked-by>:?{_USER}(?:(?:[|]|<name-particle>){_USER})?{_WHEN}<sign>*:?$": (
        "a label, and a user name"
    ),
    rf"<sign>*<quote|reply>_?(?:#[ku]_?)?{_ANY_USER}_?<wrote|reply><sign>*:?$": "a quote of a user, or a reply to one",
}
"""Forms (``expressions``), each with a description for people."""
DATED: Final = {
    rf"<sign>*<quote>[:(]{_USER}[|]?<moment>(?:[|]?<at>?<moment>)?<sign>*$": "whose a quote is, and from when",
    rf"<sign>*<quote>_?{_ANY_USER}_?(?:<at>|[ku])?<moment>{{1,2}}_?<published|wrote><sign>*:?$": (
        "whose a quote is, and when this user wrote it"
    ),
    r"<sign>*<at>?<moment>(?:[|]?<at>?<moment>)?[|]?(?:[NnuK]{1,3}|_?[kK]#?)<wrote><sign>*:<sign>*$": (
        "when a user wrote what follows"
    ),
}
"""Forms with a day or a time."""
CARD: Final = {
    r"(?=.*:.*:)(?:<word>{1,2}:[^:]{1,4}){0,3}<member>(?::(?:N?<moment>|N?#(?:\.#)?)|[nu]:(?:N?<moment>|N#|#\.#))"
    r"(?:[|]?<word>{1,2}:[^:]{1,4}){0,3}$": ("since when somebody is a member, and other facts of this user"),
}
"""The facts that a forum tells of a user, in one line."""
WITH_DIGITS: Final = {
    rf"<sign>*(?:[Nn]:)?{_USER}<wrote>(?:\([nu]\)|n)?<sign>?:<sign>*$": "a user name, and that this user wrote",
    rf"<sign>*{_USER}_?<wrote|published>:?<moment>{{1,2}}.{{0,4}}$": "a user name, and when this user wrote",
    rf"<sign>*{_USER}u?<quote>:<sign>*$": "a user name, and that it is a quote",
    rf"<sign>*<quote|reply>_?{_USER}(?:_?[kKu]{{1,2}})?<sign>*:?$": "a quote of a user, or a reply to one",
    rf"<sign>*<quote>(?::|\(){_USER}(?:[|]?<moment>{{1,2}})?<sign>*$": "whose a quote is",
    r"(?:<sign>{1,2}[Nnu]){1,5}$": MENTION,
}
"""Forms of lines with a name that only users have."""
