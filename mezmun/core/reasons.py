"""The reasons of failures and of what is said of crawls: which sentence each is, and how it reads in another language.

A reason is stored as the English sentence that crawler or worker gave it, with what it is about in it. Reasons that no
sentence is here for, as those of other software, are shown as they are, and are each their own.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

SENTENCES: Final = (
    "404 Not Found",
    "403 Forbidden",
    "410 Gone",
    "429 Too Many Requests",
    "500 Internal Server Error",
    "502 Bad Gateway",
    "503 Service Unavailable",
    "504 Gateway Timeout",
    "DNS lookup failed: no results for hostname lookup: {address}.",
    "A tag of the page has more than {number} attributes.",
    "The page has more than {number} nodes.",
    "The page has {number} characters; the limit is {limit}.",
    "The page has {number} tags; the limit is {limit} nodes.",
    "The page leaves {number} elements open; the limit is {limit}.",
    "database",
    "folder",
    "import",
    "it is JSON",
    "it is a feed",
    "it is a sitemap",
    "it is declared as {type} and holds no tag of HTML",
    "it is {type}",
    "it takes more memory than a page of its size may",
    "its links were not read in {number} seconds",
    "its packing is broken: {error}",
    "its worker died {number} times",
    "its tries took {number} seconds together",
    "log-in",
    "message",
    "more is due",
    "no bytes",
    "no bytes were kept",
    "no main text was found",
    "no page that was asked for may be fetched: {error}",
    "no text in any encoding",
    "no-permission",
    "not modified",
    "not-found",
    "robot-check",
    "robots.txt asks for {number} seconds between requests",
    "robots.txt could not be read: {error}",
    "robots.txt forbids this page",
    "round in a loop, back to {address}",
    "server",
    "status {number}",
    "stopped after {number} s",
    "the budget of a day (limits.pages of the site file, or --max-pages) is used up",
    "the connection broke",
    "the connection broke before the page was whole",
    "the connection was refused",
    "the download took longer than {number} seconds",
    "the page asks not to be indexed (noindex)",
    "the page has more than {number} bytes",
    "the page has no bytes",
    "the server does not answer: {error}",
    "the text holds no tag",
    "to {address}, no host of the site",
    "to {address}, which is never fetched",
    "to {address}",
    "{number} letters, fewer than {limit}",
)
"""All that are translated; of two that a reason could be, the first."""


_PLACE: Final = re.compile(r"\{(\w+)\}")


def in_words(reason: str, word: Callable[[str], str]) -> str:
    """Give a reason in the language that ``word`` translates to, with what it is about in its places.

    What it is about may be a reason, too: that a server does not answer is mostly one of its robots.txt. A sentence
    without what it is about has dots in its places.
    """
    if reason in SENTENCES:
        return _PLACE.sub("…", word(reason))
    for sentence, pattern in _patterns():
        if match := pattern.fullmatch(reason):
            places = {name: in_words(part, word) for name, part in match.groupdict().items()}
            return word(sentence).format(**places)
    return reason


def sentence_of(reason: str) -> str:
    """Give the sentence of ``SENTENCES`` that a reason is, or the reason itself where there is none."""
    return next((sentence for sentence, pattern in _patterns() if pattern.fullmatch(reason)), reason)


def sentence_patterns(sentence: str) -> tuple[str, str] | None:
    """Give regular expressions for PostgreSQL: what ``sentence_of`` takes for a sentence matches the first of them
    whole, and not the second. None for a sentence without places, which is the reason itself."""
    if sentence not in SENTENCES or _PLACE.search(sentence) is None:
        return None
    before = SENTENCES[: SENTENCES.index(sentence)]
    return _whole([sentence]), _whole(before)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((sentence, re.compile(_pattern(sentence), re.DOTALL)) for sentence in SENTENCES)


def _whole(sentences: Sequence[str]) -> str:
    return f"^({'|'.join(_NAMED.sub('(', _pattern(sentence)) for sentence in sentences)})$"


_NAMED: Final = re.compile(r"\(\?P<\w+>")


def _pattern(sentence: str) -> str:
    """Give the regular expression of a sentence: one run of characters in each place, numbers of digits alone."""
    parts = _PLACE.split(sentence)
    places = [f"(?P<{name}>{'[0-9.,]+' if name in {'number', 'limit'} else '.+'})" for name in parts[1::2]]
    return "".join(re.escape(part) + place for part, place in zip(parts[::2], [*places, ""], strict=True))
