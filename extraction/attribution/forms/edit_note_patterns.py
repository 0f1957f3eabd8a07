"""The patterns of lines that say who changed, moved or let through a post, and when."""

from typing import Final

from extraction.attribution.forms.patterns import LinePattern, LineRole
from extraction.lexicon.terms import TermRole

LAST_NOTE: Final = "edited by somebody with one name, at the end"
"""The reason of a form that sentences have as well: such a note is the last line of a text."""
_BY_AND_WHEN: Final = (
    r":?<sign>{0,2}(?:<by|preposition>?<user>[:|(]{0,2}<at|preposition>?<weekday>?<moments>"
    r"|<at>?<moments>[|]?<by|preposition><user>)(?:<moment>|<sign>|[#:.])*$"
)
"""Who edited, and when, in either order; no sentence goes on behind them."""
OF_EDIT_NOTES: Final = (
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
        "last edited, or a post edited or moved, by somebody on a day, alone",
        rf"<sign>*<last|post>{{1,2}}(?:.{{0,3}}<edited|moved>{_BY_AND_WHEN}"
        r"|<preposition>?<user><by-behind>?<at>?<moments><word>?<edited|moved><sign>*$)",
        dated=True,
        anywhere=True,
        terms=(TermRole.EDITED, TermRole.MOVED),
    ),
    LinePattern(
        LineRole.EDIT_NOTE,
        "last edited, or a post edited or moved, by somebody on a day",
        r"<sign>*(?:<post>(?=.{0,12}<edited|moved>)|<last>(?=.{0,2}<edited|moved>))(?=.*<moment>)"
        r"(?=.*<by|preposition|by-behind>|.{0,12}<edited>:?[|(]?[NnukK]|<last|post>*[NnukK]{1,4}<moment>*<edited|moved>)",
        dated=True,
        terms=(TermRole.EDITED, TermRole.MOVED),
    ),
    LinePattern(
        LineRole.EDIT_NOTE,
        "when a post was written, and in brackets that it was edited on a day",
        r"<moments><sign>+(?=.*<moment>)(?:<edited|edited-by>|<last|post>(?=.{0,12}<edited>))",
        dated=True,
        terms=(TermRole.EDITED, TermRole.EDITED_BY),
    ),
    LinePattern(
        LineRole.EDIT_NOTE,
        "last edited, or a post edited or moved, on a day",
        r"<sign>*(?:<last|post>(?=.{0,12}<edited|moved>)|#?[Nn]<edited>[|]<last>)(?=.*<moment>)",
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
        "edited by somebody on a day, alone",
        rf"<sign>*<edited>{_BY_AND_WHEN}",
        dated=True,
        anywhere=True,
        terms=(TermRole.EDITED,),
    ),
    LinePattern(
        LineRole.EDIT_NOTE,
        "edited, with a name and a day",
        r"<sign>*<edited>(?:(?=.*<by|preposition>)(?=.*<moment>)|<word>{1,3}:?<sign>*<moment>)",
        dated=True,
        terms=(TermRole.EDITED,),
    ),
    LinePattern(
        LineRole.EDIT_NOTE,
        "by somebody on a day edited",
        r"<sign>*<word>{0,4}<by-behind>(?:<sign>?<moments>{1,3}<word>?<sign>?<edited>|<edited>:?<sign>?<moment>)",
        dated=True,
        terms=(TermRole.EDITED,),
    ),
    LinePattern(
        LineRole.EDIT_NOTE,
        "somebody on a day edited, without a word for who, alone",
        r"<sign>*<word>{0,4}_u<moment>{1,2}_?u?<edited>k?$",
        dated=True,
        anywhere=True,
        terms=(TermRole.EDITED,),
    ),
    LinePattern(
        LineRole.EDIT_NOTE,
        "on a day by somebody edited, alone",
        r"<sign>*<moments><word>{1,3}<by-behind><edited><sign>*\.?$",
        max_chars=80,
        dated=True,
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
