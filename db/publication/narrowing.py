"""What documents are listed beside the words of a search: by site, language, day, method, confidence, cluster."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from sqlalchemy import Select, select
from sqlalchemy.orm import aliased

from db.duplicates.tables import DocumentSignature
from db.models import Document, Extraction, Fetch


@dataclass(frozen=True, slots=True)
class Narrowing:
    """What documents are listed beside the words; None stands for all.

    ``since`` and ``until`` are the first and the last day a page was published on, or was fetched on when it states
    none.
    """

    site: str | None = None
    language: str | None = None
    cluster: int | None = None
    since: date | None = None
    until: date | None = None
    method: str | None = None
    min_confidence: float | None = None

    def documents(self) -> list[Select[int, int]]:
        """Give queries for the ids of page and extraction of these documents; those of two are all of them, each once.

        A day that a page states and one that it was fetched on stand in two tables, each with its index. Beside each
        other the queries use them; as one condition PostgreSQL would look all documents up first.
        """
        documents = select(Document.page_id, Document.extraction_id)
        if self.site:
            documents = documents.where(Document.site == self.site)
        if self.language:
            documents = documents.where(Document.language == self.language)
        if self.cluster:
            cluster = select(DocumentSignature.page_id).where(DocumentSignature.cluster_id == self.cluster)
            documents = documents.where(Document.page_id.in_(cluster))
        if (self.since, self.until, self.method, self.min_confidence) == (None, None, None, None):
            return [documents]
        documents = documents.join(_SHOWN, _SHOWN.id == Document.extraction_id)
        if self.method is not None:
            documents = documents.where(_SHOWN.method == self.method)
        if self.min_confidence is not None:
            documents = documents.where(_SHOWN.confidence >= self.min_confidence)
        if self.since is None and self.until is None:
            return [documents]
        stated = documents.where(_SHOWN.published.is_not(None))
        fetched = documents.join(_FETCH, _FETCH.id == Document.fetch_id).where(_SHOWN.published.is_(None))
        if self.since is not None:
            stated = stated.where(_SHOWN.published >= self.since)
            fetched = fetched.where(_FETCH.fetched_at >= _midnight(self.since))
        if self.until is not None:
            stated = stated.where(_SHOWN.published <= self.until)
            if self.until < date.max:
                fetched = fetched.where(_FETCH.fetched_at < _midnight(self.until + timedelta(days=1)))
        return [stated, fetched]


_SHOWN: Final = aliased(Extraction)
_FETCH: Final = aliased(Fetch)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
