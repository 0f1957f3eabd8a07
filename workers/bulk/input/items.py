"""What a source gives: pages, and the things it holds that are no page."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, Final

from mezmun.core.outcomes import Outcome

PAGE_SUFFIXES: Final = tuple(
    kind + packed for kind in (".html", ".htm", ".xhtml", ".mhtml", ".mht") for packed in ("", ".gz")
)
"""Which files of a folder, or of a zip or tar archive, are pages. A file that is named itself is one in any case."""


class PassedOver(StrEnum):
    """Why something in a source is no page; it is counted, and has no outcome."""

    NO_RESPONSE = "no-response"
    """A record of a web archive that is neither the answer of a server nor a file (a request, metadata ...)."""
    REVISIT = "revisit"
    """A record that says a page was seen again unchanged; its text is where it was seen first."""
    STATUS = "status"
    """An answer with another status than 200."""
    TYPE = "type"
    """An answer or a file that is no HTML by its header, or by its name in a zip or tar archive; a row without HTML."""
    ARCHIVE_FORMAT = "archive-format"
    """An archive in a folder whose format is not read (7z, rar)."""
    DAMAGED = "damaged"
    """An archive, or a stretch of one, that cannot be read."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is, and so what to go on behind."""

    source: str
    """Path of the file."""
    offset: int | None = None
    """Byte of the archive, the JSON Lines or the CSV where its record, entry or row begins, or number of the row of
    Parquet; None for a file that is one page."""
    share: float | None = field(default=None, compare=False)
    """How much of the file is read, about, from 0 to 1, where the offset does not tell: that of Parquet, or of a file
    that is compressed as a whole."""


@dataclass(frozen=True)
class TableColumns:
    """What the columns of tables of pages are called."""

    DEFAULT_URL: ClassVar = "url"

    html: str = "html"
    url: str | None = None
    """The one with the address; None is ``DEFAULT_URL``, if there is such a column."""


DEFAULT_COLUMNS: Final = TableColumns()


@dataclass(frozen=True, slots=True)
class SourcePage:
    """One page as it lies in a source."""

    place: Place
    body: bytes
    """Without transfer and content encodings; empty when there is a fault."""
    url: str | None = None
    content_type: str | None = None
    record_id: str | None = None
    """``WARC-Record-ID``; the name of the file in a zip or tar archive."""
    fault: tuple[Outcome, str] | None = None
    """What the page ends as when its bytes cannot be had."""
    cut: bool = False
    """It breaks off: it had more bytes."""
    recorded_at: str | None = None
    """``WARC-Date``."""
    headers: tuple[tuple[str, str], ...] = ()
    """Of the answer that an archive has."""


@dataclass(frozen=True, slots=True)
class NoPage:
    """Something that is no page."""

    place: Place
    reason: PassedOver


Item = SourcePage | NoPage
