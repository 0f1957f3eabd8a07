"""The terms that tell what a line of a page is for: labels of writers, sources and dates, words around quotes, buttons.

They stand in tables (``TABLES``), ``attribution.tsv`` for one, a row each: the term, its language (ISO 639-1), its
script (ISO 15924) and its role. A speaker of a language reviews and extends the tables without reading Python. A term
is written in small letters, with "'" for every apostrophe; a star behind it stands for any ending. In scripts that part
no words it may stand anywhere, elsewhere only as whole words.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from extraction.lexicon.term_search import APOSTROPHES, Ending, TermSearch
from normalization.table_rows import rows_of


class TermRole(StrEnum):
    """What a term does in a line."""

    PERSON = "person"
    """A label before the name of who wrote, edited or published a text: "author", "责任编辑"."""
    SOURCE = "source"
    """A label before the name of the publication that a text is from."""
    COUNT = "count"
    """A label beside a number of views, readers or comments."""
    PUBLISHED = "published"
    """It names the time of publication."""
    DATE = "date"
    """It names a date or a time that may be that of an event."""
    ENTRY_NOTE = "entry-note"
    """What blog software says below an entry of who wrote it begins with it: "this entry was posted"."""
    FEED = "feed"
    """It goes on with how readers may follow or link to the entry: "RSS", "permalink"."""
    SECTION = "section"
    """It names what a text is filed under."""
    UPDATED = "updated"
    """It names the time of a change."""
    MEMBER = "member"
    """A date beside it is about a member or a visit: when somebody joined, or today."""
    BY = "by"
    """It stands before the name of who wrote."""
    PREPOSITION = "preposition"
    """It can stand there as well, and has other meanings."""
    BY_BEHIND = "by-behind"
    """The same behind the name, in Turkic languages."""
    WRITTEN_BY = "written-by"
    """It says that somebody wrote, and stands before the name: "posted by"."""
    REPORTER = "reporter"
    """It stands before the name of a reporter."""
    WORK = "work"
    """A label of what somebody made of an article, before a colon and the name: "text", "interview"."""
    CONTRIBUTORS = "contributors"
    """A label before the names of all who wrote a text, and elsewhere a word like others: "contributors"."""
    CONTACT = "contact"
    """A label or a heading before the name of whom readers or newspapers may ask about a text: "press contact"."""
    JOB = "job"
    """What somebody does who writes, beside the name: "staff writer"."""
    ABOUT_WRITER = "about-writer"
    """A heading above what a page tells of who wrote: "about the author"."""
    NEWSROOM = "newsroom"
    """An agency or a newsroom, where the name of who wrote would stand, or beside it: "AFP", "newsroom"."""
    NETWORK = "network"
    """A network where readers are to follow who wrote, behind her name: "on Twitter"."""
    READING_TIME = "reading-time"
    """How long an article takes to read, beside a number."""
    ON_BEHALF_OF = "on-behalf-of"
    """It stands between the name of who wrote and that of the paper: "for"."""
    AGO = "ago"
    AT = "at"
    """It stands between a name and a day."""
    CLOCK = "clock"
    """It stands behind a time of day: "Uhr"."""
    ZONE = "zone"
    """A zone of time, behind that or in brackets: "UTC"."""
    WEEKDAY = "weekday"
    NAME_PARTICLE = "name-particle"
    """A word in small letters within names, or between two of them: "van", "and"."""
    MEANS = "means"
    """It says by what or when something was changed, where the name of who changed it would stand: "by hand"."""
    LAST = "last"
    """Of the last change: "last", "zuletzt"."""
    EDITED = "edited"
    """It says that a text was changed."""
    EDITED_BY = "edited-by"
    """The same before the name of who changed it."""
    APPROVER = "approver"
    """A label before the name of who let a post through, or sent it: "moderator"."""
    MOVED = "moved"
    """It says that a topic was moved, closed or pinned."""
    POST = "post"
    """It names the post or the topic that was changed."""
    LIKED_LABEL = "liked-label"
    """A label before names of users who like a post, which may stand before what somebody likes: "likes"."""
    LIKED = "liked"
    """It says, behind a user name, that this user likes a post, or is thankful for it: "likes this"."""
    LIKED_BY_SEVERAL = "liked-by-several"
    """The same behind several."""
    THANKERS = "thankers"
    """A list of who is thankful for a post begins with it: "the following users"."""
    THANKED = "thanked"
    """It says there that they are: "say thank you"."""
    THANKED_BY = "thanked-by"
    """A label before such user names: "thanked by"."""
    SHARED_BY = "shared-by"
    """A line below an embedded post says so who shared it: "a post shared by"."""
    ACTIVITY = "activity"
    """It says, behind a user name, what this user did on a social network or in a tracker, before when: "posted an
    update"."""
    COMMENTS_HEADING = "comments-heading"
    """A heading above comments that is nothing else, perhaps beside their number: "comments"."""
    USER_LABEL = "user-label"
    """A label in posts before a user name and nothing else: "thread starter"."""
    GREETING = "greeting"
    """It stands in posts before the name of a user who is greeted, or behind it: "hello", "你好"."""
    VERB = "verb"
    """It stands in posts behind the name of somebody who is the subject, and not greeted: "is", "said"."""
    COMMENTED = "commented"
    """It says so above a comment, behind the name of who wrote it, and elsewhere of anybody: "says"."""
    CLOSING = "closing"
    """It stands at the end of a letter or a post before the name of who wrote it: "kind regards"."""
    TALK = "talk"
    """In brackets behind a user name it leads to the page where others write to this user, on wikis: "talk"."""
    UNSIGNED = "unsigned"
    """It says before a user name that this user forgot to sign: "unsigned comment added by"."""
    DATELINE = "dateline"
    """A dateline that names a reporter has it, in capitals: a part of "reporter", or an agency: "기자", "(AA)"."""
    WIRE = "wire"
    """A dateline ends with it, before nobody but a reporter in brackets: "电"."""
    WROTE = "wrote"
    """It says, beside the name of a person, that a quote is hers: "wrote", "写道"."""
    QUOTE = "quote"
    """It says of what follows that it is a quote."""
    REPLY = "reply"
    """A button to reply."""
    NOTICE = "notice"
    """It stands in what a page asks of its readers: to consent to cookies, to subscribe, to take a newsletter."""
    REQUEST = "request"
    """A line that begins with it asks something of readers, whatever its box is called: "we use cookies"."""
    REQUEST_BEHIND = "request-behind"
    """A line that ends with it asks something of readers when it says where, in languages whose verb stands last."""
    CHANNEL = "channel"
    """Where or with what readers are to do it, in a line that asks something of them: "instagram", "ctrl+enter"."""
    NOTE = "note"
    """A line that begins with it is a note of the site on the text: whose rights it has, what was corrected."""
    SUMMARY_NOTE = "summary-note"
    """A line that begins with it says that a machine made the summary in the same box."""
    CONTROL = "control"
    """A line that begins with it is a button of the page: "print this page", "font size"."""
    LABEL = "label"
    """A line of nothing else is a label of the page: "advertisement", "read more"."""
    HIDDEN_POST = "hidden-post"
    """A line that begins with it stands in place of what a forum does not show."""
    CREDIT = "credit"
    """A label in a caption, before a colon and who made the picture: "photo"."""
    CREDIT_BY = "credit-by"
    """The same with no colon: "photo by"."""
    CREDIT_BEHIND = "credit-behind"
    """The same behind the name, at the end of a caption: "撮影"."""
    CREDIT_BETWEEN = "credit-between"
    """It stands between the name of who made a picture and that of a paper: "for"."""
    CREDIT_VIA = "credit-via"
    """The same before an agency and no other name: "via"."""
    AGENCY = "agency"
    """An agency that sells pictures, behind the name of who made one, or alone."""
    DETERMINER = "determiner"
    """A word before what a picture shows, and before no name: "the"."""
    RIGHTS = "rights"
    """A year or day beside it is that of a copyright."""
    YEAR = "year"
    """It stands between the number of a year and a day: "жылғы"."""
    MONTH = "month"
    """It stands between the number of a month and a day: "ئاي"."""
    MONTH_OF_YEAR = "month-of-year"
    """A month as it is written in full behind such a year and a day."""
    MONTH_BEFORE = "month-before"
    """It stands before the number of a month: "tháng"."""
    YEAR_BEFORE = "year-before"
    """It stands before the number of a year: "năm"."""
    DAY_ENDING = "day-ending"
    """It stands right behind the number of a day: "th"."""
    WITHIN_DATE = "within-date"
    """It stands between a day and a month, or a month and a year: "of"."""
    TITLE_LABEL = "title-label"
    """It stands in the title of a thread's page before that of the thread: "View topic"."""
    TITLE_REPLY = "title-reply"
    """It stands before the title of a thread in that of an answer, with a colon: "Re"."""
    LEAD_IN = "lead-in"
    """A label before a link to another article: "also read"."""
    CONTENTS = "contents"
    """The label of a list of the text's own parts: "table of contents"."""


OF_LINES: Final = ("attribution", "contributors", "reactions")
"""What is said of writers, dates and replies; what who wrote does, and made of an article; who likes a post."""
TABLES: Final = (*OF_LINES, "notices", "captions", "years")
"""These; what a page says to its readers beside its text, and writers of posts to each other; what captions say; the
words within dates."""


class Term(NamedTuple):
    """A row of the table."""

    text: str
    """In small letters, without the star."""
    language: str
    script: str
    role: TermRole
    open_ended: bool
    """It may go on with any letters."""


@lru_cache(maxsize=len(TABLES))
def terms(name: str = "attribution") -> tuple[Term, ...]:
    """Give the rows of a table."""
    roles = {str(role): role for role in TermRole}
    table = Path(__file__).with_name(f"{name}.tsv")
    rows = rows_of(table, "term", "language", "script", "role", words={"role": roles})
    return tuple(
        Term(term.rstrip("*"), language, script, roles[role], term.endswith("*"))
        for term, language, script, role in rows
    )


def with_roles(*roles: TermRole) -> tuple[Term, ...]:
    """Give the terms of some roles."""
    return tuple(term for name in TABLES for term in terms(name) if term.role in roles)


UNSPACED_SCRIPTS: Final = frozenset({"Hani", "Jpan", "Thai", "Tibt"})
"""Scripts that part no words: in them a term may stand anywhere. (In Korean it ends a word, and begins one.)"""


@lru_cache(maxsize=16)
def texts_of(*roles: TermRole) -> frozenset[str]:
    """Give the texts of the terms of some roles."""
    return frozenset(term.text for term in with_roles(*roles))


@lru_cache(maxsize=64)
def finder(*roles: TermRole) -> TermSearch:
    """Give what finds the terms of some roles in a text in small letters, the longest at each place."""
    spaced, unspaced = _by_script(roles)
    return TermSearch(_endings(spaced), _endings(unspaced))


def expression(*roles: TermRole) -> str:
    """Give a regular expression that finds the same, for a part of another one."""
    spaced, unspaced = _by_script(roles)
    either = [rf"(?<![^\W\d_]){alternatives(spaced)}"] if spaced else []
    either += [alternatives(unspaced)] if unspaced else []
    return "|".join(either)


def _by_script(roles: Iterable[TermRole]) -> tuple[list[Term], list[Term]]:
    every = with_roles(*roles)
    unspaced = [term for term in every if term.script in UNSPACED_SCRIPTS]
    return [term for term in every if term.script not in UNSPACED_SCRIPTS], unspaced


def _endings(among: Iterable[Term]) -> dict[str, Ending]:
    """Give what must follow each text: of two rows of one text the one that says more holds."""
    endings: dict[str, Ending] = {}
    for term in among:
        ending = Ending.ANY if term.open_ended else Ending.WORD
        if endings.get(term.text) is not Ending.ANY:
            endings[term.text] = Ending.NONE if term.script in UNSPACED_SCRIPTS else ending
    return endings


def alternatives(among: Iterable[Term]) -> str:
    """Give the pattern of some terms at a place, the longest first: no more than one path is tried at each letter."""
    trie: dict[str, _Node] = {}
    root = _Node(trie)
    for text, ending in _endings(among).items():
        node = root
        for character in text:
            node = node.next.setdefault(character, _Node({}))
        node.ending = _EXPRESSIONS[ending]
    return root.pattern()


_APOSTROPHE: Final = f"[{APOSTROPHES}]"
_EXPRESSIONS: Final = {
    Ending.WORD: rf"(?!(?:{_APOSTROPHE}|-)?[^\W\d_])",
    Ending.ANY: r"[^\W\d_]*+",
    Ending.NONE: "",
}


@dataclass(slots=True)
class _Node:
    """The terms that begin alike."""

    next: dict[str, "_Node"]
    ending: str | None = None
    """What must follow where a term ends here; None where none does."""

    def pattern(self) -> str:
        ways = [_escaped(character) + node.pattern() for character, node in sorted(self.next.items())]
        if self.ending is not None:
            ways.append(self.ending)
        return ways[0] if len(ways) == 1 else f"(?:{'|'.join(ways)})"


def _escaped(character: str) -> str:
    return _CLASSES.get(character) or re.escape(character)


_CLASSES: Final = {" ": r"\s", "'": _APOSTROPHE}
