"""The patterns of lines that say who wrote a text, or a part of one, and when (of changes: ``edit_note_patterns``).

Lines have at most ``MAX_LINE_CHARS`` characters, so that no form can take long.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from extraction.lexicon.terms import TermRole


class LineRole(StrEnum):
    """What a line of attribution says."""

    INFORMATION = "information"
    """It tells source, date, writer, editor or views of an article."""
    STAMP = "stamp"
    """It tells who wrote a part of the page, and when."""
    WRITER = "writer"
    """It names the writer of an article, with no label."""
    ASKER = "asker"
    """It tells who asked or answered, and how long ago."""
    EDIT_NOTE = "edit-note"
    """It tells who changed or moved a post."""
    REACTION = "reaction"
    """It tells who likes a post, or is thankful for it."""
    ASIDE = "aside"
    """It asks something of readers, is a button of the page, or stands in place of a hidden post."""
    CREDIT = "credit"
    """It tells who made a picture."""
    QUOTE_HEADER = "quote-header"
    """It tells whose a quote is."""
    EMBEDDED_POST = "embedded-post"
    """It tells whose a post of a social network is that the page embeds."""
    USER_NAME = "user-name"
    """It names a user, and tells nothing else but what this user did."""


MAX_LINE_CHARS: Final = 160
"""Characters of a line that may be attribution: a longer one is text, whatever it begins with (half 21, twice 4)."""


@dataclass(frozen=True, slots=True)
class LinePattern:
    """One form of a line of attribution."""

    role: LineRole
    reason: str
    """What the form is, in words for people."""
    form: str
    """The form, written as ``expressions`` describes."""
    max_chars: int = MAX_LINE_CHARS
    """A line of the form has at most so many characters."""
    max_name_chars: int = MAX_LINE_CHARS
    """The group ``name`` of the form has at most so many characters."""
    dated: bool = False
    """A line of the form has a day or a time of day."""
    anywhere: bool = False
    """A line of the form names somebody also where nothing says that members wrote."""
    terms: tuple[TermRole, ...] = ()
    """A line of the form has a term of one of these roles; empty for a form that may have none."""


OF_WRITERS: Final = (
    LinePattern(
        LineRole.INFORMATION,
        "a label of who wrote, with a name",
        r"<sign>*<person>:(?!n(?:<word>){3})(?P<name>[^:.]+)$",
        max_name_chars=40,
    ),
    LinePattern(
        LineRole.INFORMATION,
        "a label of all who wrote, with names",
        r"<sign>*<contributors>:<full-name>(?:(?:<sign>|<name-particle>)+<full-name>)*$",
    ),
    LinePattern(LineRole.INFORMATION, "a label of who wrote, with a Chinese name", r"<sign>*<person>_K<sign>*$"),
    LinePattern(
        LineRole.INFORMATION,
        "a Chinese name and its label in brackets",
        r"\((?:(?P<name>K)_?<person|reporter>|<reporter>_?K)\)<sign>*$",
        max_chars=16,
    ),
    LinePattern(
        LineRole.INFORMATION,
        "two labels, one of them of who wrote, of the source or of readers",
        r"(?=<sign>*(?:<labelled>|<moment>))(?=.*<fact>)(?=.*<labelled>.*<labelled>).*[^.]$",
    ),
    LinePattern(
        LineRole.INFORMATION,
        "a label of the source or of readers, with a day or time in numbers",
        r"(?=<sign>*(?:<labelled>|<moment>))(?=.*<fact>)(?=.*<numeric>).*[^.]$",
    ),
    LinePattern(
        LineRole.INFORMATION,
        "a day, and at the end a label of readers with their number",
        r"<sign>{0,2}<moment>{1,2}.{0,8}<count>:?\(?#<sign>*$",
        max_chars=80,
    ),
    LinePattern(
        LineRole.INFORMATION,
        "a label of who wrote, with a day or time",
        r"(?=<sign>*(?:<labelled>|<moment>))(?=.*<person>:)(?=.*<moment>).*[^.]$",
    ),
    LinePattern(
        LineRole.INFORMATION,
        "a label of who wrote, with a name and an address of e-mail",
        r"<sign>*<person>:(?:N{1,4}(?:<at>N{1,3})?<at>?[Nnu][|][Nnu][|.]?)+$",
    ),
    LinePattern(
        LineRole.INFORMATION,
        "how long it takes to read",
        r"<sign>{0,2}(?:#[|]?[Nnu]?\.?<reading-time>|<reading-time>:?[|]?.?#[|]?[Nnu]?\.?)<sign>*$",
        max_chars=40,
    ),
    LinePattern(
        LineRole.STAMP,
        "written by somebody on a day",
        r"<sign>{0,4}<written-by>:?(?P<name>.{1,10}?)<parted>?<moment>.{0,20}$",
        max_chars=120,
        max_name_chars=48,
        dated=True,
    ),
    LinePattern(
        LineRole.STAMP,
        "written by somebody at a time with a full stop",
        r"<sign>{0,4}<written-by>:?(?P<name>(?:<word>|#){1,5})<at|name-particle|clock>\.?#\.#<sign>*$",
        max_chars=80,
        max_name_chars=48,
        terms=(TermRole.WRITTEN_BY,),
    ),
    LinePattern(
        LineRole.STAMP,
        "labels without colons of who wrote and of the day, each with what it is about",
        r"<sign>*<person>(?:<word>#?|_){1,4}<sign>*<published|date>:?<sign>?<moment>.*[^.]$",
        dated=True,
        terms=(TermRole.PERSON,),
    ),
    LinePattern(
        LineRole.STAMP,
        "a label of who wrote without a colon, a name and a day",
        r"<sign>{0,2}<person>(?P<name>[NnuK]{1,3})<parted><moment>[|(]{0,2}<moment>?[|).]{0,2}$",
        max_chars=100,
        max_name_chars=40,
        dated=True,
        terms=(TermRole.PERSON,),
    ),
    LinePattern(
        LineRole.STAMP,
        "a day, a name and a number of readers or comments, each parted from the next",
        r"<sign>{0,2}(?:<moments>[|](?P<name><word>{1,3})|<word>{1,3}[|]<moments>)[|](?:#_?<count>|<count>:?#)<sign>*$",
        max_chars=80,
        max_name_chars=32,
        dated=True,
        terms=(TermRole.COUNT,),
    ),
    LinePattern(
        LineRole.STAMP,
        "by somebody on a day written, in languages whose verb stands last",
        r"<sign>{0,2}(?:[NnuK]{1,3}<by-behind><sign>?(?:#[|]?[Nnu])?<moments>|(?:#[|]?[Nnu])?<moments><sign>?[Nnu]?[NnuK]{1,3}<by-behind>)"
        r"(?:[|]?[Nnu]){0,2}<published|updated|written-by|job><sign>*$",
        max_chars=100,
        dated=True,
        terms=(TermRole.BY_BEHIND,),
    ),
    LinePattern(
        LineRole.STAMP,
        "by somebody, parted from the day",
        r"<sign>{0,4}<by>:?(?!<weekday>)(?P<name>[^dDt]{1,10}?)<parted><moment>(?:<moment>|<sign>|[:#.])*$",
        max_chars=120,
        max_name_chars=48,
        dated=True,
    ),
    LinePattern(
        LineRole.STAMP,
        "a day, and by somebody",
        r"<sign>{0,2}(?:<weekday>[|]?)?<moments><sign>?<written-by|by>:?<names>",
        max_chars=120,
        dated=True,
    ),
    LinePattern(
        LineRole.STAMP,
        "published on a day by somebody",
        r"<sign>{0,2}(?:<last>?<published|updated>):?[Nn\ue000-\uf8ff]{0,2}(?:<weekday>[|]?)?<moments>[|]{0,2}"
        r"<by|written-by|preposition>:?(?P<name><word>(?:N|<name-particle>){0,4})(?:<sign>.{0,12}|<at>N{1,3})?$",
        max_chars=100,
        max_name_chars=48,
        dated=True,
    ),
    LinePattern(
        LineRole.STAMP,
        "a label with a day and a time, and a label of the title",
        r"<sign>{0,2}<published>:(?:<weekday>|<word>\.?)?<moment>[|]?<moment>(?!<updated|published|date>)<word>{1,5}:",
        dated=True,
    ),
    LinePattern(LineRole.WRITER, "by names", r"<sign>{0,2}<written-by|by>:?<names>", max_chars=100),
    LinePattern(
        LineRole.WRITER,
        "a word that may stand for by, and a name alone",
        r"<sign>{0,2}<preposition><full-name>(?:(?:<name-particle>|[|]<name-particle>?)<full-name>){0,3}$",
        max_chars=100,
    ),
    LinePattern(
        LineRole.WRITER,
        "a label of who wrote without a colon, and a name alone",
        r"<sign>{0,2}<person><full-name>$",
        max_chars=60,
    ),
    LinePattern(
        LineRole.WRITER,
        "words before who wrote, and a name alone in letters without capitals",
        r"<sign>{0,2}<written-by>:?u{2,3}$",
        max_chars=60,
    ),
    LinePattern(
        LineRole.WRITER,
        "reporters with their names in Chinese, and nothing else",
        r"<sign>{0,2}<reporter>(?:(?:_K|_?K(?=_?<person|reporter>))(?:_?<person|reporter>?_?K){0,3}|_?u_u)$",
        max_chars=60,
    ),
    LinePattern(
        LineRole.WRITER, "a reporter in brackets", r"\([^()]{0,3}<reporter>_?K(?:[|_][^()]*)?\)$", max_chars=100
    ),
    LinePattern(
        LineRole.WRITER, "in brackets, what who wrote is", r"\(<person>[kKu][kKu_\ue000-\uf8ff]{0,6}\)$", max_chars=60
    ),
    LinePattern(LineRole.WRITER, "a reporter of this paper", r"<person>_?K(?:_.{0,6})?$", max_chars=100),
    LinePattern(
        LineRole.ASKER,
        "by somebody, some time ago",
        r"<word>{1,4}<by-behind><word>{0,3}#<word><ago>.*[^.]$",
        max_chars=100,
    ),
    LinePattern(
        LineRole.STAMP,
        "what somebody did on a social network or in a tracker, and when",
        r"<sign>{0,2}(?:<word>{0,4}<activity>(?:<word>|[|]){0,6}(?:#<word>{1,2}|<moment>).{0,6}|<activity>)$",
        max_chars=100,
        terms=(TermRole.ACTIVITY,),
    ),
)
"""Among the patterns of a role, the first that matches holds."""
