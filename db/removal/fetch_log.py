"""Old rows of the log of fetches, by what the files of their sites say (``retention.fetch_days``); their counts stay.

A row stays while anything needs it: the last answer of a page, the bytes that are kept, and what a document, a change
in the feed, a page of a thread or a re-extraction was made of. What goes says only that a page was looked at.

The table is not parted by months: what stays lies in all of them, so that no month could be dropped as a whole, and the
month would have to be in the key of each table that refers to a fetch.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, text


@dataclass(frozen=True, slots=True)
class LookedAt:
    """What came of one look at the log."""

    last_id: int | None
    """The last fetch that was looked at; None when there was none."""
    removed: int
    """Fetches that are gone."""


def remove_old_fetches(connection: Connection, after_id: int, *, now: datetime, limit: int) -> LookedAt:
    """Look at the next fetches, in the order of their numbers, and remove those that are old and not needed.

    Their counts are added to those of removed fetches, so that ``db.monitoring.counts.recount`` has them still. One
    that another transaction has in hand stays until the next time.
    """
    looked = connection.scalars(_NEXT, {"after": after_id, "limit": limit}).all()
    if not looked:
        return LookedAt(None, 0)
    old = connection.scalars(_OLD, {"looked": looked, "now": now}).all()
    if old:
        for statement in (_COUNT, _REMOVE_OUTCOMES, _REMOVE):
            connection.execute(statement, {"old": old})
    return LookedAt(looked[-1], len(old))


_NEXT: Final = text("SELECT id FROM fetches WHERE id > :after ORDER BY id LIMIT :limit")
_OLD: Final = text(
    # Bytes that a page gave again are those of the time before; but where they are kept for some days only, these begin
    # with the last time. Other bytes stay, also when they are not kept, while the look after them found nothing new: it
    # would seem to have found the bytes before them (``db.publication.revisits``).
    """
    SELECT fetches.id
      FROM fetches
      JOIN outcomes ON outcomes.fetch_id = fetches.id
      JOIN crawls ON crawls.id = fetches.crawl_id
      JOIN pages ON pages.id = fetches.page_id
      JOIN sites ON sites.name = pages.site
      LEFT JOIN raw_pages ON raw_pages.sha256 = fetches.sha256
     CROSS JOIN LATERAL (SELECT CAST(config -> 'retention' ->> 'fetch_days' AS integer) AS fetch_days,
                                CAST(config -> 'retention' ->> 'raw_days' AS integer) AS raw_days) AS retention
     WHERE fetches.id = ANY (:looked)
       AND fetches.fetched_at <= CAST(:now AS timestamptz) - make_interval(days => fetch_days)
       AND crawls.state <> 'running'
       AND EXISTS (SELECT FROM fetches AS newer WHERE newer.page_id = fetches.page_id AND newer.id > fetches.id)
       AND (fetches.sha256 IS NULL
            OR EXISTS (SELECT FROM fetches AS newer WHERE newer.page_id = fetches.page_id
                          AND newer.id > fetches.id AND newer.sha256 IS NOT NULL)
               AND (raw_pages.removed_at IS NOT NULL
                       AND (SELECT next.sha256 FROM fetches AS next WHERE next.page_id = fetches.page_id
                               AND next.id > fetches.id ORDER BY next.id LIMIT 1) IS NOT NULL
                    OR raw_days IS NULL
                       AND (SELECT before.sha256 FROM fetches AS before WHERE before.page_id = fetches.page_id
                               AND before.id < fetches.id AND before.sha256 IS NOT NULL
                             ORDER BY before.id DESC LIMIT 1) = fetches.sha256))
       AND NOT EXISTS (SELECT FROM documents WHERE documents.fetch_id = fetches.id)
       AND NOT EXISTS (SELECT FROM thread_pages WHERE thread_pages.fetch_id = fetches.id)
       AND NOT EXISTS (SELECT FROM reextracted_pages WHERE reextracted_pages.fetch_id = fetches.id)
       AND NOT EXISTS (SELECT FROM document_changes
                        WHERE document_changes.page_id = fetches.page_id AND document_changes.fetch_id = fetches.id)
       FOR UPDATE OF fetches SKIP LOCKED
    """
)
_COUNT: Final = text(
    """
    INSERT INTO removed_fetch_counts AS counts (day, site, subject, word, count, total)
    SELECT span_begins('day', fetches.fetched_at), site, subject, word, count(*), sum(total)
      FROM fetches
      JOIN outcomes ON outcomes.fetch_id = fetches.id
      JOIN pages ON pages.id = page_id
     CROSS JOIN LATERAL (VALUES ('fetches', '', attempts), ('outcomes', outcome, 0)) AS each (subject, word, total)
     WHERE fetches.id = ANY (:old)
     GROUP BY 1, 2, 3, 4
        ON CONFLICT (day, site, subject, word)
        DO UPDATE SET count = counts.count + excluded.count, total = counts.total + excluded.total
    """
)
_REMOVE_OUTCOMES: Final = text("DELETE FROM outcomes WHERE fetch_id = ANY (:old)")
_REMOVE: Final = text("DELETE FROM fetches WHERE id = ANY (:old)")
