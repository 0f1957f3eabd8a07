"""The versions of a document: every extraction of its page. Functions take an open ``Connection``."""

from typing import Any

from sqlalchemy import Connection, Row, select

from db.models import Extraction


def versions_of(connection: Connection, page_id: int) -> list[Row[Any]]:
    """List what was made of a page, newest first: ``id``, ``created_at``, the versions of what read it, ``sha256``."""
    columns = Extraction
    query = select(
        columns.id,
        columns.created_at,
        columns.method,
        columns.method_version,
        columns.normalizer_version,
        columns.code_version,
        columns.sha256,
        columns.confidence,
        columns.language,
    )
    rows: Any = connection.execute(query.where(columns.page_id == page_id).order_by(columns.id.desc())).all()
    return list(rows)


def text_of_version(connection: Connection, page_id: int, extraction_id: int) -> str | None:
    """Give the text of one of a page's extractions; None when it has no such."""
    query = select(Extraction.text).where(Extraction.page_id == page_id, Extraction.id == extraction_id)
    return connection.scalar(query)
