"""Names by which the boxes of pages say what they hold, and words of addresses: rows of ``names.tsv``.

A row more is all that a new word needs. Those of a subject are looked up in the class, id and role of every element
(``attribute_signatures``), and so are those of boxes; the others are asked for where they matter.
"""

from collections.abc import Mapping
from enum import IntFlag, StrEnum
from pathlib import Path

from normalization.load_once import load_once
from normalization.table_rows import rows_of


class SignatureSubject(IntFlag):
    """Subjects, as bits."""

    COMMENTS = 1
    """What readers wrote under an article."""
    PEOPLE = 2
    """Names that boxes in posts have in all software, and those of goods and teasers not."""
    QUOTE = 4
    AROUND_QUOTE = 8
    """Buttons, headers and the like."""
    SIGNATURE = 16
    THREAD = 32
    """What forum software says of the page, and that software."""
    WRITER = 64
    """Who wrote an article."""
    PLAYER = 128
    """A player of videos, with its buttons, titles and messages; `video` alone names texts, too."""


class Names(StrEnum):
    """What other names and words of addresses are of, in ``names.tsv``."""

    NOTICE = "notice"
    """Boxes that ask something of readers: to subscribe, to consent."""
    CONSENT = "consent"
    """What software of others shows to ask for consent to cookies: none of it is text of the page."""
    DISCLAIMER = "disclaimer"
    """Boxes in which a site says what it does not answer for, and how it earns."""
    NOT_FOUND = "not-found"
    """Boxes, or whole pages, in which software says that it has no such page."""
    MESSAGE = "message"
    """Boxes, or whole pages, in which software writes any message that stands in place of a page."""
    KICKER = "kicker"
    """The line of a few words above a headline, which is in one heading with it on some sites."""
    SITE_NAME = "site-name"
    """A heading that is the name of the site on each of its pages."""
    LINE_NUMBERS = "line-numbers"
    """What holds the numbers of the lines of code."""
    POST_BODY = "post-body"
    """What holds a post, although its name speaks of a signature as well: ``content_with_sig``."""
    CODE_BOX = "code-box"
    """What holds code in posts, in no ``pre``."""
    LINED_CODE = "lined-code"
    """What holds code whose lines are elements of their own, in no ``pre``, and buttons beside it."""
    CODE_LINE = "code-line"
    """What holds a line of such code; items of lists do as well."""
    BOXED_PAGE = "boxed-page"
    """Pages, by their root or body, whose software writes lists and code as boxes of boxes."""
    ITEM_BOX = "item-box"
    """A box that is an item of a list there."""
    COUNTED_BOX = "counted-box"
    """An item of a list with numbers."""
    BOXED_CODE = "boxed-code"
    """What holds code there."""
    COMMENT_BODY = "comment-body"
    """What holds a comment under an article, and neither its writer nor its day."""
    ATTACHMENT = "attachment"
    """What lists the files that hang on a post of a forum."""
    THREAD_NOTE = "thread-note"
    """What says of a thread how many posts it has and who wrote last, or stands above their columns."""
    FIRST_POST = "first-post"
    """What holds the text of the first post of a thread, where boxes named after comments hold the answers."""
    FACTS = "facts"
    """Boxes of facts beside an article."""
    NOTES = "notes"
    """What holds the notes below a text."""
    NOTE_WITHIN = "note-within"
    """A note that stands within a paragraph, to be shown in the margin or when somebody points at its sign."""
    BESIDE_NOTE = "beside-note"
    """What is there for the mouse beside one, or says its sign once more."""
    NOTE_SIGN = "note-sign"
    """Names in the tag of a sign before one: without them no page has such notes."""
    DECLARATION = "declaration"
    """What a function, a class or a value is declared as, in documentation that software makes of sources."""
    FORMULA = "formula"
    """What is around a whole formula that is written more than once, to be seen and to be heard."""
    DISPLAYED_FORMULA = "displayed-formula"
    """What is around such a formula if it stands on a line of its own."""
    FORMULA_PICTURE = "formula-picture"
    """Pictures of formulas whose words (``alt``) are TeX."""
    FORMULA_ADDRESS = "formula-address"
    """Parts of the addresses of such pictures, which servers draw of TeX in the address."""
    FORMULA_ATTRIBUTE = "formula-attribute"
    """Attributes of such pictures that hold the TeX: HTML knows none of them for pictures."""
    FORMULA_WITH_ATTRIBUTE = "formula-with-attribute"
    """Pictures that are formulas if such an attribute holds their TeX; that of others names who made the picture."""
    FORMULA_SOURCE = "formula-source"
    """What holds the TeX of a formula, for a script to draw, without signs around it."""
    FORMULA_LANGUAGE = "formula-language"
    """What stands in the place of the language of code where it is a formula in TeX: "math"."""
    CALLOUT = "callout"
    """Boxes that documentation sets apart: notes, tips, warnings."""
    LABELLED_CALLOUT = "labelled-callout"
    """Names that other boxes have as well: of an ``aside``, or of a box whose first line says of what kind it is."""
    CALLOUT_BOX = "callout-box"
    """Words that say of what kind such a box is only where none else does ("hint warning"); the first one counts."""
    NOTE_CALLOUT = "callout-note"
    """Of what kind such a box is."""
    TIP_CALLOUT = "callout-tip"
    IMPORTANT_CALLOUT = "callout-important"
    WARNING_CALLOUT = "callout-warning"
    CAUTION_CALLOUT = "callout-caution"
    CAPTION_TEXT = "caption-text"
    """What software calls the captions of pictures alone, where it writes none with ``figcaption``."""
    PASSAGE = "passage"
    """Boxes that software writes for those who write a text: callouts in it, and parts of it that unfold."""
    TASK_DONE = "task-done"
    """A box that is ticked, before an item of a list of tasks."""
    TASK_OPEN = "task-open"
    TASK_LIST = "task-list"
    """A list of tasks whose items have no boxes, but say themselves when they are done."""
    CAPTION = "caption"
    """What stands below a picture."""
    USER_NAME = "user-name"
    """What holds the name of a user or a writer, and next to nothing else."""
    WORK_AUTHORS = "work-authors"
    """What holds the writers of a work, in lists of many."""
    PICTURE_CREDIT = "picture-credit"
    """What says who made a picture, beside one."""
    CREDIT = "credit"
    """What says who made a picture."""
    MACHINERY = "machinery"
    """Pictures that are none of the text: icons, portraits, counters."""
    BUTTON = "button"
    """Links that are drawn as buttons."""
    UNFOLDING_BUTTON = "unfolding-button"
    """Buttons that are titles of the text behind them, which they show and hide."""
    DOCUMENT = "document"
    """The one box that software of documentation puts a document in, and nothing else."""
    UNFOLDING_LINK = "unfolding-link"
    """Links and headings that are such titles."""
    PERMALINK = "permalink"
    """Links in or beside a heading that lead to it."""
    SOURCE_LINK = "source-link"
    """Links to the source of what documentation declares."""
    BESIDE_GOODS = "beside-goods"
    """What a shop puts beside the goods that a page sells: reviews, other goods, delivery, payment."""
    OF_GOODS = "of-goods"
    """What holds what is said of them as well, or is called alike: "previews" end as "reviews" do."""
    GOODS_DATA = "goods-data"
    """What holds what goods are made of, how large they are, and the like."""
    CART = "cart"
    """What puts goods into the cart: the button, or what it stands in."""
    MACHINE_SUMMARY = "machine-summary"
    """A summary that a machine made of the page."""
    UNPRINTED = "unprinted"
    """What a page leaves out when it is printed."""
    THREAD_PATH = "thread-path"
    """Parts of the addresses of threads, on forums of many kinds of software."""
    NUMBERED_THREAD_PATH = "numbered-thread-path"
    """Parts of paths behind which the number of a thread follows, perhaps with its title before it or behind it."""
    POST_PATH = "post-path"
    """Paths of the posts of social networks, each with its answers: "*" stands for any name, and "#" for a number."""
    SHARED_POST_PATH = "shared-post-path"
    """Such paths that pages of other sites have as well, as articles."""
    THREAD_PARAMETER = "thread-parameter"
    """Parameters of addresses whose value is a thread: ``showtopic=812``."""
    NUMBERED_THREAD_QUERY = "numbered-thread-query"
    """Words of queries behind which, after a hyphen, the number of a thread follows: ``thread-812``."""
    FORUM_HOST = "forum-host"
    """Words in the names of hosts that are forums: ``bbs``."""
    FORUM_SOFTWARE = "forum-software"
    """What forum software calls itself in a line at the end of its pages."""
    PROFILE_PATH = "profile-path"
    """A part of a path behind which the name or number of a person follows, or what else a site calls so."""
    USER_PATH = "user-path"
    """Such a part, behind which nothing but the name or number of a member or a writer follows."""
    PROFILE_FILE = "profile-file"
    """A last part of a path, without its ending, whose query says who: ``member.php?u=7``."""
    NUMBERED_PROFILE_FILE = "numbered-profile-file"
    """Words with which a last part of a path begins whose number says who: ``space-uid-7.html``."""
    PROFILE_PARAMETER = "profile-parameter"
    PROFILE_QUERY = "profile-query"
    """Parameters with the values by which forum software is asked for a profile."""
    NETWORK = "network"
    """Hosts of social networks, whose addresses mostly name somebody."""
    REDIRECT = "redirect"
    """Host and path of services that send readers on, and count them, with the parameter that says where to."""
    MONTH_FIRST_DOMAIN = "month-first-domain"
    """Ends of the hosts of countries where an English page may put the month before the day, and of those whose domains
    are used as words."""
    NO_CODE_LANGUAGE = "no-code-language"
    """What stands in the place of the language of code and is none: "text"."""
    BBCODE_TAG = "bbcode-tag"
    """Names of tags, in brackets, that forum software reads: "b"."""
    BBCODE_MEDIA = "bbcode-media"
    """Likewise, of those around the address of what is shown in their place: "img"."""
    SMILEY_CODE = "smiley-code"
    """What forum software shows a picture for; "#" stands for a number."""


class Match(StrEnum):
    """Where a word of ``names.tsv`` stands in a name."""

    BEGINNING = "beginning"
    """A part of the name begins with it."""
    WHOLE = "whole"
    """It is a part of the name, with a subject; with other names it is all of it."""
    ANYWHERE = "anywhere"


@load_once
def _table() -> Mapping[tuple[str, str], tuple[str, ...]]:
    """Give the words of ``names.tsv``, a row each (word in small letters, match, subject), by subject and match."""
    words: dict[tuple[str, str], list[str]] = {}
    known = {"match": [*Match], "subject": [*Names, *map(_name_of, SignatureSubject)]}
    for name, match, subject in rows_of(Path(__file__).with_name("names.tsv"), "name", "match", "subject", words=known):
        words.setdefault((subject, match), []).append(name)
    return {key: tuple(each) for key, each in words.items()}


def words_of(subject: SignatureSubject | Names, match: Match = Match.WHOLE) -> tuple[str, ...]:
    """Give the words by which names, or parts of addresses, speak of a subject; none where the table has none."""
    return _table().get((_name_of(subject), match), ())


def _name_of(subject: SignatureSubject | Names) -> str:
    """Give a subject as the table writes it."""
    return subject.value if isinstance(subject, Names) else str(subject.name).lower().replace("_", "-")
