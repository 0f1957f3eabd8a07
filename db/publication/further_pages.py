"""The pages of a thread beside the one that its document stands under: what a web archive has of it besides.

Functions take an open ``Connection`` and neither begin nor commit.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import aliased

from db.models import Fetch, Page
from db.publication.tables import DocumentChange
from db.threads.tables import ThreadPage

FIELDS: Final = ("url", "content_type", "sha256", "fetch_id", "fetched_at", "signals")
"""The fields of a record that are the page's own."""


def further_pages(
    connection: Connection, documents: Sequence[int], *, position: int
) -> dict[int, list[dict[str, Any]]]:
    """Give, by the id of a thread's document, the other pages that show its posts, in the order of the thread.

    Each has ``FIELDS``, of its newest fetch with bytes that was made until the change at a position of the feed, and no
    later than the one that its posts were read from: so the same snapshot has the same pages.
    """
    first, other = aliased(ThreadPage), aliased(ThreadPage)
    until = select(DocumentChange.at).where(DocumentChange.position == position).scalar_subquery()
    query = (
        select(
            first.page_id.label("document"),
            Page.url,
            Fetch.headers["content-type"].as_string().label("content_type"),
            Fetch.sha256,
            Fetch.id.label("fetch_id"),
            Fetch.fetched_at,
            Fetch.signals,
        )
        .ext(distinct_on(first.page_id, other.number, other.page_id))
        .join(other, (other.thread_id == first.thread_id) & (other.page_id != first.page_id))
        .join(Page, (Page.id == other.page_id) & Page.alias_of.is_(None))
        .join(Fetch, (Fetch.page_id == other.page_id) & (Fetch.id <= other.fetch_id))
        .where(first.page_id.in_(documents), Fetch.sha256.is_not(None), Fetch.fetched_at <= until)
        .order_by(first.page_id, other.number, other.page_id, Fetch.id.desc())
    )
    by_document: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in connection.execute(query):
        page = {name: getattr(row, name) for name in FIELDS}
        by_document[row.document].append(page | {"fetched_at": row.fetched_at.isoformat()})
    return dict(by_document)
