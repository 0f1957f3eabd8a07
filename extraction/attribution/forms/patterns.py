"""The patterns of lines that say who wrote, changed or moved a text.

Lines have at most ``MAX_LINE_CHARS`` characters, so that no form can take long.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache, reduce
from operator import or_
from typing import Final

from extraction.attribution.forms import tokens
from extraction.attribution.forms.expressions import is_any, match_form
from extraction.attribution.forms.tokens import Tokens
from extraction.lexicon.terms import TermRole
from extraction.lexicon.text_terms import ANY_ROLE, bits_of, roles_in


class LineRole(StrEnum):
    """What a line of attribution does."""

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
"""Characters of a line that may be attribution; longer ones are text, whatever they begin with."""


@dataclass(frozen=True, slots=True)
class LinePattern:
    """One form of a line of attribution."""

    role: LineRole
    reason: str
    """What the form is, for people."""
    form: str
    """See ``expressions``."""
    max_chars: int = MAX_LINE_CHARS
    """Characters of the line."""
    max_name_chars: int = MAX_LINE_CHARS
    """Characters of the group ``name`` of the form."""
    dated: bool = False
    """A line of the form has a day or a time of day."""
    anywhere: bool = False
    """A line of the form names somebody also where nothing says that members wrote."""
    terms: tuple[TermRole, ...] = ()
    """A line of the form has a term of one of these roles; empty for a form that may have none."""


LAST_NOTE: Final = "edited by somebody with one name, at the end"
"""The reason of a form that sentences have as well: such a note is the last line of a text."""
PATTERNS: Final = (
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
    LinePattern(
        LineRole.EDIT_NOTE,
        "last edited by somebody",
        r"<sign>*(?:<post>.{0,6}\.)?<edited-by>",
        anywhere=True,
        terms=(TermRole.EDITED_BY,),
    ),
    LinePattern(
        LineRole.EDIT_NOTE,
        "a label of who let a post through, with a name",
        r"<sign>*<approver>:(?P<name><word>(?:[|#]{0,2}<word>|[|#]{1,3}){0,2})<sign>*$",
        max_name_chars=16,
        terms=(TermRole.APPROVER,),
    ),
    LinePattern(
        LineRole.EDIT_NOTE,
        "a label of who let a post through, with several names",
        r"<sign>*<approver>:<word>{1,2}(?:[|]<word>{1,2}){1,5}<sign>*$",
        max_chars=60,
        terms=(TermRole.APPROVER,),
    ),
    LinePattern(
        LineRole.EDIT_NOTE,
        "last edited, or a post edited or moved, by somebody on a day",
        r"<sign>*(?:<post>(?=.{0,12}<edited|moved>)|<last>(?=.{0,2}<edited|moved>))(?=.*<moment>)"
        r"(?=.*<by|preposition|by-behind>|.{0,12}<edited>:?[|(]?[NnukK]|<last|post>*[NnukK]{1,4}<moment>*<edited|moved>)",
        dated=True,
        anywhere=True,
        terms=(TermRole.EDITED, TermRole.MOVED),
    ),
    LinePattern(
        LineRole.EDIT_NOTE,
        "when a post was written, and in brackets that it was edited by somebody on a day",
        r"<moments><sign>*<last|post>(?=.{0,12}<edited>)(?=.*<moment>)(?=.*<by|preposition|by-behind>)",
        dated=True,
        terms=(TermRole.EDITED,),
    ),
    LinePattern(
        LineRole.EDIT_NOTE,
        "last edited, or a post edited or moved, on a day",
        r"<sign>*<last|post>(?=.{0,12}<edited|moved>)(?=.*<moment>)",
        dated=True,
        terms=(TermRole.EDITED, TermRole.MOVED),
    ),
    LinePattern(
        LineRole.EDIT_NOTE,
        "when a post was changed or let through, alone",
        r"<sign>*<updated>:?<moments><sign>*$",
        max_chars=60,
        dated=True,
        terms=(TermRole.UPDATED,),
    ),
    LinePattern(
        LineRole.EDIT_NOTE,
        "edited by somebody on a day",
        r"<sign>*<edited>(?:(?=.*<by|preposition>)(?=.*<moment>)|<word>{1,3}:?<sign>*<moment>)",
        dated=True,
        anywhere=True,
        terms=(TermRole.EDITED,),
    ),
    LinePattern(
        LineRole.EDIT_NOTE,
        "by somebody on a day edited",
        r"<sign>*<word>{0,4}(?:<by-behind>(?:<sign>?<moment>{1,3}<word>?<edited>|<edited><sign>?<moment>)"
        r"|_u<moment>{1,2}_?u?<edited>k?$)",
        dated=True,
        anywhere=True,
        terms=(TermRole.EDITED,),
    ),
    LinePattern(
        LineRole.EDIT_NOTE,
        "somebody edited on a day, alone",
        r"<sign>*<user>(?:<word>?<moments><word>?<edited>|<edited><sign>*<at>?<moments>)[kKn]?<sign>*\.?$",
        max_chars=80,
        dated=True,
        terms=(TermRole.EDITED,),
    ),
    LinePattern(
        LineRole.EDIT_NOTE,
        "last edited, or edited, by somebody",
        r"<sign>*(?:(?:<last|post>{1,2}<edited>|<edited><last>|<last|updated>)<by|preposition><user>"
        r"|<edited|edited-by>(?:<by|preposition>)?(?:<user>|N{1,3})(?::.{1,3})?|<user><by-behind><edited>"
        r"|<last|post>{1,2}<edited>(?:n?N{1,2}|:<user>))<when>$",
        max_chars=80,
        terms=(TermRole.EDITED, TermRole.EDITED_BY, TermRole.UPDATED),
    ),
    LinePattern(
        LineRole.EDIT_NOTE,
        "edited by somebody with two names",
        r"<sign>*<post>?<edited><by|preposition>N{2,3}<sign>*\.?$",
        max_chars=60,
        anywhere=True,
        terms=(TermRole.EDITED,),
    ),
    LinePattern(
        LineRole.EDIT_NOTE,
        LAST_NOTE,
        r"<sign>*<post>?<edited><by|preposition>[Nu]<sign>*\.?$",
        max_chars=60,
        anywhere=True,
        terms=(TermRole.EDITED,),
    ),
    LinePattern(
        LineRole.EDIT_NOTE,
        "somebody with a title of respect edited",
        r"<sign>*[ukK]{1,2}<by-behind><edited>[kK]?<sign>*$",
        max_chars=40,
        anywhere=True,
        terms=(TermRole.EDITED,),
    ),
    LinePattern(
        LineRole.EDIT_NOTE,
        "last by somebody edited",
        r"<sign>*<last>{1,2}(?:<user><by-behind>|[Nu]|K.?)<edited><when>$",
        max_chars=80,
        terms=(TermRole.EDITED,),
    ),
    LinePattern(
        LineRole.EDIT_NOTE,
        "a post by somebody on a day",
        r"<sign>*<post>.{0,12}<by-behind>.{0,4}<moment>",
        dated=True,
        terms=(TermRole.BY_BEHIND,),
    ),
    LinePattern(
        LineRole.EDIT_NOTE,
        "somebody moved a post on a day",
        r"<sign>*<word>{0,4}<post>.*<moved>.{0,4}<moment>(?:<moment>|<sign>|[.#])*$",
        dated=True,
        terms=(TermRole.MOVED,),
    ),
)
"""The first that matches holds."""


def match(
    line: str, role: LineRole, language: str = "und", *, anywhere: bool = False, holds: int | None = None
) -> LinePattern | None:
    """Give the pattern by which a line has a role; None when it has not.

    Args:
        line: its text.
        role: the role.
        language: the one that the page declares.
        anywhere: a form is asked for that holds on any page.
        holds: ``bits_of`` the roles of the terms in the line, where they are known.
    """
    if len(line) > MAX_LINE_CHARS or not _may_have(line, role, roles_in(line) if holds is None else holds):
        return None
    cut = tokens.tokenise(line, language)
    forms = (each for each in _by_role()[role] if each.anywhere or not anywhere)
    return next((each for each in forms if _matches(each, cut, len(line))), None)


def _may_have(line: str, role: LineRole, holds: int) -> bool:
    """Tell whether a line has what any form of a role asks for: quicker than to cut it into tokens."""
    plain_forms, dated_forms = _asked_by()[role]
    return bool(holds & plain_forms) or (bool(holds & dated_forms) and tokens.has_moment(tokens.folded(line).lower()))


@lru_cache(maxsize=1)
def _asked_by() -> dict[LineRole, tuple[int, int]]:
    """Give ``bits_of`` the roles of terms that the forms of a role ask for: of forms without a day, and with one."""

    def asked(forms: Iterable[LinePattern]) -> int:
        return reduce(or_, (bits_of(*each.terms) if each.terms else ANY_ROLE for each in forms), 0)

    return {
        role: (asked(each for each in forms if not each.dated), asked(each for each in forms if each.dated))
        for role, forms in _by_role().items()
    }


def begins_with_preposition(line: str) -> bool:
    """Tell whether a line begins with a word that may stand for "by", and has other meanings."""
    return is_any(tokens.tokenise(line), ("<sign>*<preposition>",))


def _matches(pattern: LinePattern, cut: Tokens, chars: int) -> bool:
    match = match_form(cut, pattern.form) if chars <= pattern.max_chars else None
    if match is None:
        return False
    start, stop = match.name
    return stop - start <= pattern.max_name_chars


@lru_cache(maxsize=1)
def _by_role() -> dict[LineRole, tuple[LinePattern, ...]]:
    return {role: tuple(each for each in PATTERNS if each.role is role) for role in LineRole}
