"""The closed list of words a fetch can end with."""

from enum import StrEnum
from typing import Final


class Outcome(StrEnum):
    """The one word a fetch ends with; every fetch has exactly one, and the database checks it against this list.

    The crawler gives the words for what never reached a worker; the worker gives the rest.
    """

    STORED = "stored"
    """A document was made or changed."""
    UNCHANGED = "unchanged"
    """The text is what the document already holds (also: the server answered 304)."""
    LISTING = "listing"
    """Read for its links only (an index, archive, feed or sitemap); it never becomes a document."""
    EMPTY = "empty"
    """No bytes, or no text at all."""
    TOO_SHORT = "too-short"
    """Main text was found, but fewer characters than the site's minimum."""
    ERROR_PAGE = "error-page"
    """What the site's software says with status 200: not found, log in, no database; or a folder's list of files."""
    NOT_HTML = "not-html"
    """The bytes are no HTML page (image, archive, feed, JSON ...)."""
    UNDECODABLE = "undecodable"
    """No encoding turns the bytes into text."""
    TOO_LARGE = "too-large"
    """More bytes or more nodes than the limit."""
    TIMEOUT = "timeout"
    """The download stalled, or the worker was stopped at its time limit."""
    FAILED = "failed"
    """A bug or a crash; the detail says which. Kept for a later retry, never lost."""
    ROBOTS_DENIED = "robots-denied"
    """robots.txt forbids the page, or could not be read and so forbids everything (RFC 9309, 2.3.1)."""
    HTTP_ERROR = "http-error"
    """The server answered with an error status after all retries."""
    REDIRECTED_AWAY = "redirected-away"
    """A redirect led outside the allowed hosts, or round in a loop."""
    UNREACHABLE = "unreachable"
    """No connection: the name does not resolve, or the server refuses or drops it."""
    TAKEN_DOWN = "taken-down"
    """The page or its site was taken down for good; nothing of it is kept."""


NO_FAILURE: Final = (Outcome.STORED, Outcome.UNCHANGED, Outcome.LISTING, Outcome.TAKEN_DOWN)
"""Those that leave nothing for an operator to look at; all others are failures."""


def outcome_of_content(kind: str) -> Outcome:
    """Give the outcome of a body that is no HTML, by its kind (``normalization.ContentKind``).

    Crawler and workers ask here, so that the same bytes end with the same word wherever they are looked at.
    """
    return {"empty": Outcome.EMPTY, "unreadable": Outcome.UNDECODABLE}.get(kind, Outcome.NOT_HTML)
