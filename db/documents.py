"""Documents, as readers see them: listed, and one with its content and the way back to its bytes.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import islice
from typing import Any, Final

from sqlalchemy import Connection, func, select

from db.block_texts import with_texts
from db.models import Document, Extraction, Fetch
from db.threads.thread_posts import ThreadPost, posts_of_document
from mezmun.core.errors import InvalidInputError


@dataclass(frozen=True, slots=True)
class DocumentLine:
    """A document in a list; ``id`` is its page's, ``characters`` the length of its text."""

    id: int
    site: str
    url: str
    title: str | None
    language: str | None
    characters: int
    first_stored_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Provenance:
    """The way from a document back to the bytes: the fetch, the decoding, and the versions of what read it."""

    fetch_id: int
    url: str
    final_url: str | None
    requested_at: datetime
    fetched_at: datetime
    status: int | None
    headers: Mapping[str, str]
    robots: str | None
    sha256: str
    size: int | None
    declared_encoding: str | None
    true_encoding: str | None
    encoding_evidence: str | None
    method: str
    method_version: str
    normalizer_version: str
    code_version: str
    template_version: int | None
    changes: Mapping[str, int]
    extracted_at: datetime


@dataclass(frozen=True, slots=True)
class FullDocument:
    """A document with its content and its provenance.

    ``content`` has the columns of its extraction that neither ``line`` nor ``provenance`` has, by name: text, blocks in
    order, comments, and what the page states. ``posts`` is None for a page that is no thread, ``confidence`` for a
    method that has none.
    """

    line: DocumentLine
    content: Mapping[str, Any]
    provenance: Provenance
    thread: Sequence[ThreadPost] = ()
    """Of a thread: its posts in order, of which ``content`` has text, blocks and number. What else ``content`` has, and
    ``provenance``, are of the thread's first page."""

    @property
    def text(self) -> str:
        """The text, a blank line between two blocks."""
        return str(self.content["text"])

    def as_dict(self) -> dict[str, Any]:
        """Give everything, ready for JSON but for dates and times."""
        thread = [asdict(post) for post in self.thread]
        return {"line": asdict(self.line), **self.content, "thread": thread, "provenance": asdict(self.provenance)}


def list_documents(
    connection: Connection, *, site: str | None = None, limit: int = 100, after: int | None = None
) -> list[DocumentLine]:
    """List documents in the order of their ids, of one site or of all; ``after`` is the last id of the page before."""
    query = select(*_LINE).order_by(Document.page_id).limit(limit)
    if site is not None:
        query = query.where(Document.site == site)
    if after is not None:
        query = query.where(Document.page_id > after)
    return [DocumentLine(*row) for row in connection.execute(query)]


def count_documents(connection: Connection, *, site: str | None = None) -> int:
    """Count the documents of one site or of all."""
    query = select(func.count()).select_from(Document)
    return connection.scalar(query if site is None else query.where(Document.site == site)) or 0


def get_document(connection: Connection, document_id: int) -> FullDocument:
    """Read a document with its text and its provenance.

    Raises:
        InvalidInputError: there is no such document.
    """
    row = connection.execute(
        select(*_LINE, *_BODY, *_PROVENANCE)
        .join(Extraction, Extraction.id == Document.extraction_id)
        .join(Fetch, Fetch.id == Document.fetch_id)
        .where(Document.page_id == document_id)
    ).one_or_none()
    if row is None:
        raise InvalidInputError(f"There is no document {document_id}.")
    values = iter(row)
    line = DocumentLine(*islice(values, len(_LINE)))
    content = {column.key: value for column, value in zip(_BODY, islice(values, len(_BODY)), strict=True)}
    content["blocks"] = with_texts(content["blocks"], content["text"])
    thread = posts_of_document(connection, document_id)
    if thread:
        content["text"] = "\n\n".join(post.text for post in thread)
        content["blocks"] = [{**block, "post": post.number} for post in thread for block in post.blocks]
        content["posts"] = len(thread)
    return FullDocument(line, content, Provenance(*values), thread)


# In the order of the fields of DocumentLine and Provenance.
_LINE: Final = (
    Document.page_id,
    Document.site,
    Document.url,
    Document.title,
    Document.language,
    Document.characters,
    Document.first_stored_at,
    Document.updated_at,
)
_PROVENANCE: Final = (
    Fetch.id,
    Fetch.url,
    Fetch.final_url,
    Fetch.requested_at,
    Fetch.fetched_at,
    Fetch.status,
    Fetch.headers,
    Fetch.robots,
    Fetch.sha256,
    Fetch.size,
    Extraction.declared_encoding,
    Extraction.true_encoding,
    Extraction.encoding_evidence,
    Extraction.method,
    Extraction.method_version,
    Extraction.normalizer_version,
    Extraction.code_version,
    Extraction.template_version,
    Extraction.changes,
    Extraction.created_at,
)


_BODY: Final = tuple(
    column
    for column in Extraction.__table__.columns
    if column.key not in {column.key for column in (*_LINE, *_PROVENANCE)}
)
