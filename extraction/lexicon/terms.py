"""The terms that show what a line of a page is for: labels of writers, sources and dates, headers of quotes, buttons.

They stand in tables (``TABLES``), such as ``attribution.tsv``. A row is a term, its language (ISO 639-1), its script
(ISO 15924) and its role. A speaker of a language reviews and extends the tables without reading Python. A term is
written in small letters, with "'" for every apostrophe; a star behind it stands for any ending. In scripts without
spaces a term may stand anywhere, in others only as whole words.
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
    """What a term does in a line; "it" is the term."""

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
    """A note below an entry of a blog, on who wrote it, begins with it: "this entry was posted"."""
    ENTRY_NAME = "entry-name"
    """A label in a guest book before the name of who wrote an entry: "name"."""
    ENTRY_FIELD = "entry-field"
    """A label in a guest book before another fact of that person, or the day of the entry: "from", "homepage"."""
    ENTRY_TEXT = "entry-text"
    """A label in a guest book before the text of an entry: "message"."""
    FEED = "feed"
    """Such a note goes on with it, and says how readers may follow or link to the entry: "RSS", "permalink"."""
    SECTION = "section"
    """It names what a text is filed under."""
    UPDATED = "updated"
    """It names the time of a change."""
    MEMBER = "member"
    """A date beside it is about a member or a visit: when somebody joined, or today."""
    BY = "by"
    """It stands before the name of who wrote."""
    PREPOSITION = "preposition"
    """It may stand before the name of who wrote, and has other meanings: "von"."""
    BY_BEHIND = "by-behind"
    """It stands behind the name of who wrote, in Turkic languages."""
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
    """It stands between the name of who wrote and the name of a paper: "for"."""
    AGO = "ago"
    AT = "at"
    """It stands between a name and a day."""
    CLOCK = "clock"
    """It stands behind a time of day: "Uhr"."""
    ZONE = "zone"
    """A time zone, behind a time of day or in brackets: "UTC"."""
    WEEKDAY = "weekday"
    NAME_PARTICLE = "name-particle"
    """A word in small letters within names, or between two of them: "van", "and"."""
    MEANS = "means"
    """It says by what or when something was changed, where the name of who changed it would stand: "by hand"."""
    LAST = "last"
    """A word of the last change: "last", "zuletzt"."""
    EDITED = "edited"
    """It says that a text was changed."""
    EDITED_BY = "edited-by"
    """It says that a text was changed, and stands before the name of who changed it: "edited by"."""
    APPROVER = "approver"
    """A label before the name of who let a post through, or sent it: "moderator"."""
    MOVED = "moved"
    """It says that a topic was moved, closed or pinned."""
    POST = "post"
    """It names the post or the topic that was changed."""
    LIKED_LABEL = "liked-label"
    """A label before the names of users who like a post; what somebody likes may also stand behind it: "likes"."""
    LIKED = "liked"
    """It says, behind a user name, that this user likes a post, or is thankful for it: "likes this"."""
    LIKED_BY_SEVERAL = "liked-by-several"
    """It says, behind several user names, that these users like a post."""
    THANKERS = "thankers"
    """It begins a list of the users who are thankful for a post: "the following users"."""
    THANKED = "thanked"
    """It says in such a list that the users are thankful: "say thank you"."""
    THANKED_BY = "thanked-by"
    """A label before the names of users who are thankful: "thanked by"."""
    SHARED_BY = "shared-by"
    """It says in a line below an embedded post who shared it: "a post shared by"."""
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
    """It says above a comment, behind a name, that this person wrote it; elsewhere it may be about anybody: "says"."""
    THANKS = "thanks"
    """A closing behind which may stand who is thanked: "thank you"."""
    CLOSING = "closing"
    """It stands at the end of a letter or a post before the name of who wrote it: "kind regards"."""
    TALK = "talk"
    """On wikis it stands in brackets behind a user name, and links to the page of messages to that user: "talk"."""
    UNSIGNED = "unsigned"
    """It says before a user name that this user forgot to sign: "unsigned comment added by"."""
    DATELINE = "dateline"
    """A dateline that names a reporter holds it, in capitals: a part of "reporter", or an agency: "기자", "(AA)"."""
    WIRE = "wire"
    """A dateline ends with it; only a reporter in brackets may follow: "电"."""
    WROTE = "wrote"
    """It says, beside the name of a person, that a quote is hers: "wrote", "写道"."""
    QUOTE = "quote"
    """It says of what follows that it is a quote."""
    REPLY = "reply"
    """A button to reply."""
    NOTICE = "notice"
    """It stands in what a page asks of its readers: to consent to cookies, to subscribe, to take a newsletter."""
    REQUEST = "request"
    """A line that begins with it asks something of readers, in a box of any name: "we use cookies"."""
    REQUEST_BEHIND = "request-behind"
    """A line that ends with it asks something of readers and says where: in languages whose verb stands last."""
    CHANNEL = "channel"
    """A place or means that a request to readers names: "instagram", "ctrl+enter"."""
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
    """A label in a caption, without a colon, before who made the picture: "photo by"."""
    CREDIT_BEHIND = "credit-behind"
    """It stands behind the name of who made the picture, at the end of a caption: "撮影"."""
    CREDIT_BETWEEN = "credit-between"
    """It stands between the name of who made a picture and that of a paper: "for"."""
    CREDIT_VIA = "credit-via"
    """It stands between the name of who made a picture and that of an agency: "via"."""
    AGENCY = "agency"
    """An agency that sells pictures, behind the name of who made one, or alone."""
    DETERMINER = "determiner"
    """A word that stands before what a picture shows, and never before a name: "the"."""
    RIGHTS = "rights"
    """A year or day beside it is that of a copyright."""
    YEAR = "year"
    """It stands between the number of a year and a day: "жылғы"."""
    MONTH = "month"
    """It stands between the number of a month and a day: "ئاي"."""
    MONTH_OF_YEAR = "month-of-year"
    """The full name of a month, behind a term of the role ``year`` and before a day."""
    MONTH_BEFORE = "month-before"
    """It stands before the number of a month: "tháng"."""
    YEAR_BEFORE = "year-before"
    """It stands before the number of a year: "năm"."""
    DAY_ENDING = "day-ending"
    """It stands right behind the number of a day: "th"."""
    WITHIN_DATE = "within-date"
    """It stands between a day and a month, or a month and a year: "of"."""
    TITLE_LABEL = "title-label"
    """It stands in the title of a forum's page, before the title of the thread: "View topic"."""
    TITLE_REPLY = "title-reply"
    """It stands, with a colon, before the title of a thread in the title of an answer: "Re"."""
    TITLE_CREDIT = "title-credit"
    """With it begins the part of a title that names the software of the site: "Powered by"."""
    TITLE_PAGE = "title-page"
    """Which page of a thread it is, behind the title and in brackets or behind a mark; "#" stands for the number."""
    GUEST_BOOK = "guest-book"
    """The name of a page on which visitors write, where the title of a thread would stand: "guest book"."""
    LEAD_IN = "lead-in"
    """A label before a link to another article: "also read"."""
    COPULA = "copula"
    """A word between a name and a job that says what somebody is: "is", "works"."""
    LIVES = "lives"
    """A word that tells of somebody behind a name and a job: "lives", "teaches"."""
    CONTENTS = "contents"
    """The label of a list of the text's own parts: "table of contents"."""


OF_LINES: Final = ("attribution", "contributors", "reactions")
"""Tables of words about writers, dates and replies; about jobs and kinds of work; and about who likes a post."""
TABLES: Final = (*OF_LINES, "notices", "captions", "years")
"""All tables: also of what a page says to its readers and members to each other, of captions, and of words in dates."""


class Term(NamedTuple):
    """A row of a table."""

    text: str
    """In small letters, without the star."""
    language: str
    script: str
    role: TermRole
    open_ended: bool
    """Any letters may follow it."""


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


@lru_cache(maxsize=32)
def texts_of(*roles: TermRole) -> frozenset[str]:
    """Give the texts of the terms of some roles."""
    return frozenset(term.text for term in with_roles(*roles))


@lru_cache(maxsize=64)
def finder(*roles: TermRole) -> TermSearch:
    """Give a search for the terms of some roles in texts in small letters; it finds the longest term at each place."""
    spaced, unspaced = _by_script(roles)
    return TermSearch(_endings(spaced), _endings(unspaced))


def expression(*roles: TermRole) -> str:
    """Give a regular expression for the terms of some roles, to be a part of another expression."""
    spaced, unspaced = _by_script(roles)
    either = [rf"(?<![^\W\d_]){alternatives(spaced)}"] if spaced else []
    either += [alternatives(unspaced)] if unspaced else []
    return "|".join(either)


def _by_script(roles: Iterable[TermRole]) -> tuple[list[Term], list[Term]]:
    every = with_roles(*roles)
    unspaced = [term for term in every if term.script in UNSPACED_SCRIPTS]
    return [term for term in every if term.script not in UNSPACED_SCRIPTS], unspaced


def _endings(among: Iterable[Term]) -> dict[str, Ending]:
    """Give what must follow each text; of two rows with the same text, the one that allows more holds."""
    endings: dict[str, Ending] = {}
    for term in among:
        ending = Ending.ANY if term.open_ended else Ending.WORD
        if endings.get(term.text) is not Ending.ANY:
            endings[term.text] = Ending.NONE if term.script in UNSPACED_SCRIPTS else ending
    return endings


def alternatives(among: Iterable[Term]) -> str:
    """Give the pattern of some terms at one place, the longest first; it tries no more than one path at each letter."""
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
    """The terms with the same beginning."""

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
