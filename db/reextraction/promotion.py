"""A re-extraction's texts become the documents, or are deleted: some pages in a transaction, until none is left.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, bindparam, select, text, update

from db.processing.fetch_outcomes import PROVISIONAL
from db.reextraction.tables import ReextractedPage
from db.threads.thread_storage import lock_threads, renew_document, show_extraction
from mezmun.core.outcomes import Outcome

_DOCUMENTS: Final = (Outcome.STORED, Outcome.UNCHANGED)


def promote_pages(connection: Connection, number: int, *, limit: int, now: datetime) -> int:
    """Let the next pages' documents show what the re-extraction made of them; give how many pages were looked at.

    As with any newer text a document that reads the same stays as it is, one of which a newer fetch has been stored
    meanwhile too, and pages that could not be read keep theirs.
    """
    pages = _next_pages(connection, number, limit)
    if pages:
        values = {"number": number, "pages": pages, "now": now}
        # Site first, thread second, page third, as everywhere: workers on a page wait, and see what has become of it.
        threads = lock_threads(connection, pages)
        connection.execute(_LOCK_PAGES, values)
        for statement in (_SHOW, _WITHDRAW, _OUTCOMES):
            connection.execute(statement, values)
        _show_in_threads(connection, number, threads, now)
        _note_applied(connection, number, pages)
    return len(pages)


def drop_pages(connection: Connection, number: int, *, limit: int) -> int:
    """Delete the next texts that the re-extraction made and no document shows; give how many pages were looked at."""
    pages = _next_pages(connection, number, limit)
    if pages:
        connection.execute(_DELETE, {"number": number, "pages": pages})
        _note_applied(connection, number, pages)
    return len(pages)


def _show_in_threads(connection: Connection, number: int, threads: Mapping[int, int], now: datetime) -> None:
    row = ReextractedPage
    results = select(row.page_id, row.fetch_id, row.extraction_id).where(
        row.reextraction_id == number, row.page_id.in_(threads), row.outcome.not_in(PROVISIONAL)
    )
    for page_id, fetch_id, extraction_id in connection.execute(results.order_by(row.page_id)).all():
        show_extraction(connection, threads[page_id], page_id, fetch_id, extraction_id)
    for thread_id in sorted(set(threads.values())):
        renew_document(connection, thread_id, now=now)


def _next_pages(connection: Connection, number: int, limit: int) -> list[int]:
    row = ReextractedPage
    query = select(row.page_id).where(row.reextraction_id == number, ~row.is_applied).order_by(row.page_id)
    return list(connection.scalars(query.limit(limit)))


def _note_applied(connection: Connection, number: int, pages: list[int]) -> None:
    applied = update(ReextractedPage).where(
        ReextractedPage.reextraction_id == number, ReextractedPage.page_id.in_(pages)
    )
    connection.execute(applied.values(is_applied=True))


_LOCK_PAGES: Final = text(
    """
    SELECT pages.id FROM sites JOIN pages ON pages.site = sites.name WHERE pages.id = ANY(:pages)
     ORDER BY pages.id FOR KEY SHARE OF sites FOR NO KEY UPDATE OF pages
    """
)
_SHOW: Final = text(
    """
    INSERT INTO documents (page_id, extraction_id, fetch_id, site, url, title, characters, text_digest, language,
                           first_stored_at, updated_at)
    SELECT pages.id, extractions.id, results.fetch_id, pages.site, pages.url, extractions.title, results.characters,
           results.text_digest, extractions.language, :now, :now
      FROM reextracted_pages AS results
      JOIN extractions ON extractions.id = results.extraction_id
      JOIN pages ON pages.id = results.page_id
     WHERE results.reextraction_id = :number AND results.page_id = ANY(:pages) AND pages.taken_down_at IS NULL
       AND pages.thread_key IS NULL AND coalesce(pages.withdrawn_by <= results.fetch_id, true)
       AND NOT EXISTS (SELECT FROM documents WHERE documents.page_id = pages.alias_of)
        ON CONFLICT (page_id) DO UPDATE
       SET extraction_id = excluded.extraction_id, fetch_id = excluded.fetch_id, title = excluded.title,
           characters = excluded.characters, text_digest = excluded.text_digest, language = excluded.language,
           updated_at = excluded.updated_at
     WHERE documents.fetch_id <= excluded.fetch_id
       AND (documents.text_digest, documents.title, documents.language)
           IS DISTINCT FROM (excluded.text_digest, excluded.title, excluded.language)
    """
)
_WITHDRAW: Final = text(
    """
    DELETE FROM documents USING reextracted_pages AS results
     WHERE results.reextraction_id = :number AND results.page_id = ANY(:pages)
       AND documents.page_id = results.page_id AND documents.version_ids IS NULL
       AND documents.fetch_id <= results.fetch_id
       AND results.extraction_id IS NULL AND results.outcome NOT IN :provisional
    """
).bindparams(bindparam("provisional", PROVISIONAL, expanding=True))
_OUTCOMES: Final = text(
    # As db.processing.fetch_outcomes.renew_outcome: one word for a document is as good as the other.
    """
    UPDATE outcomes
       SET outcome = CASE WHEN stays THEN outcomes.outcome ELSE renewed.outcome END,
           detail = CASE WHEN stays THEN outcomes.detail ELSE renewed.detail END,
           template_version = renewed.template_version
      FROM (SELECT results.*, known.outcome IN :documents AND results.outcome IN :documents AS stays
              FROM reextracted_pages AS results JOIN outcomes AS known ON known.fetch_id = results.fetch_id
             WHERE results.reextraction_id = :number AND results.page_id = ANY(:pages)
               AND results.outcome NOT IN :provisional) AS renewed
     WHERE outcomes.fetch_id = renewed.fetch_id AND outcomes.outcome <> 'taken-down'
    """
).bindparams(bindparam("documents", _DOCUMENTS, expanding=True), bindparam("provisional", PROVISIONAL, expanding=True))
_DELETE: Final = text(
    """
    DELETE FROM extractions USING reextracted_pages AS results, reextractions
     WHERE reextractions.id = :number AND results.reextraction_id = :number AND results.page_id = ANY(:pages)
       AND extractions.id = results.extraction_id AND extractions.created_at >= reextractions.created_at
       AND NOT EXISTS (SELECT FROM document_changes WHERE document_changes.page_id = extractions.page_id
                          AND document_changes.extraction_id = extractions.id)
       AND NOT EXISTS (SELECT FROM thread_pages WHERE thread_pages.extraction_id = extractions.id)
    """
)
