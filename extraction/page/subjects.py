"""What the names of a page's elements speak of, as far as the division of its text looks at them.

The parts of a name are those of ``vocabulary.names``: "postComments" has two. All subjects are asked for in one pass.
"""

from enum import IntFlag
from typing import Final


class Subject(IntFlag):
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


COMMENTS: Final = ("comment", "disqus", "respond", "kommentar", "komentar", "commentaire", "pinglun")
THREAD: Final = frozenset(
    {"viewtopic", "showthread", "viewthread", "thread", "topic", "discussion", "qapage", "phpbb", "vbulletin", "discuz"}
    | {"xenforo", "discourse", "phpwind", "bbpress", "smf", "nodebb", "flarum"}
)

BEGINNINGS: Final = {
    Subject.COMMENTS: COMMENTS,
    Subject.PEOPLE: (
        *("user", "member", "author", "avatar", "profile", "poster", "postbit", "signature", "reply", "quote"),
    ),
    Subject.AROUND_QUOTE: (
        *("button", "btn", "link", "reply", "action", "head", "author", "title", "tool", "icon", "control", "multi"),
        *("cite", "citation", "postedby"),
    ),
    Subject.SIGNATURE: ("signature",),
}
"""A name speaks of a subject when a part of it begins so, in small letters, ..."""
WHOLE: Final = {
    Subject.QUOTE: ("quote", "quoted", "quotebox", "quotecontent", "quotemain", "bbquote", "quotetext"),
    Subject.SIGNATURE: ("sig",),
    Subject.THREAD: tuple(sorted(THREAD)),
    Subject.WRITER: (
        *("author", "authors", "authorbio", "authorbox", "authorinfo", "authorname", "aboutauthor", "postauthor"),
        *("articleauthor", "storyauthor", "byline", "bylines", "writer", "writers", "autor", "auteur", "avtor"),
    ),
}
"""... or is one of these."""
