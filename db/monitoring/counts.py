"""Keeping the counts: changes are added to them, and all can be counted again from the rows they stand for.

Times are zone-aware and passed in.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, Engine, Row, text

AT_ONCE: Final = 20_000
"""Changes added up in one transaction."""

HOURS_KEPT: Final = timedelta(days=3)
"""Single hours are counted for so long: charts and lists show the last day."""

LOCK: Final = 6_211_946_018
"""The advisory lock of whoever writes counts, one process at a time, has this number."""


def add_up(connection: Connection, *, now: datetime) -> int:
    """Add changes to the counts in the caller's transaction, the oldest first; give how many, up to ``AT_ONCE``.

    Does nothing while another adds up or counts again.
    """
    if not connection.scalar(text("SELECT pg_try_advisory_xact_lock(:lock)"), {"lock": LOCK}):
        return 0
    values = {"limit": AT_ONCE, "hours_since": _hours_since(now)}
    added: int = connection.scalar(_ADD_UP, values) or 0
    connection.execute(_FORGET_HOURS, values)
    return added


def recount(engine: Engine, *, now: datetime) -> list[Row[Any]]:
    """Count all again, and write it down; give the counts that were other.

    Their columns are ``span``, ``begins``, ``site``, ``subject``, ``word``, ``count`` and ``total`` as they were,
    ``true_count`` and ``true_total``. Nobody waits for it: it sees one state of the database, and the changes that are
    written meanwhile are added up later.
    """
    with engine.connect() as connection:
        connection.detach()  # closed with the block, and the lock with it
        connection.execute(text("SELECT pg_advisory_lock(:lock)"), {"lock": LOCK})
        connection.commit()  # a snapshot from before the lock may have changes that are added up by now
        with connection.begin():
            connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
            values = {"hours_since": _hours_since(now)}
            connection.execute(_TRUE_COUNTS, values)
            wrong = differences(connection, values)
            for statement in (_EMPTY_CHANGES, _EMPTY_COUNTS, _WRITE_TRUE_COUNTS):
                connection.execute(statement)
    return wrong


def differences(connection: Connection, values: Mapping[str, Any]) -> list[Row[Any]]:
    """Give the counts that are other than those of the temporary table ``true_counts``."""
    return list(connection.execute(_WRONG, values))


def _hours_since(now: datetime) -> datetime:
    return (now - HOURS_KEPT).replace(minute=0, second=0, microsecond=0)


_ADD_UP: Final = text(
    """
    WITH gone AS (
         DELETE FROM count_changes WHERE id IN (SELECT id FROM count_changes ORDER BY id LIMIT :limit)
         RETURNING at, site, subject, word, count, total),
    added AS (
         INSERT INTO counts (span, begins, site, subject, word, count, total)
         SELECT span, span_begins(span, at) AS begins, site, subject, word, sum(count), sum(total)
           FROM gone, (VALUES ('all'), ('day'), ('hour')) AS spans (span)
          WHERE span <> 'hour' OR at >= :hours_since
          GROUP BY 1, 2, 3, 4, 5
         ON CONFLICT (span, begins, site, subject, word)
         DO UPDATE SET count = counts.count + excluded.count, total = counts.total + excluded.total)
    SELECT count(*) FROM gone
    """
)
_FORGET_HOURS: Final = text("DELETE FROM counts WHERE span = 'hour' AND begins < :hours_since")
_TRUE_COUNTS: Final = text(
    """
    CREATE TEMPORARY TABLE true_counts ON COMMIT DROP AS
    SELECT span, span_begins(span, at) AS begins, site, subject, word, sum(count) AS count, sum(total) AS total
      FROM (SELECT discovered_at AS at, site, 'pages' AS subject, '' AS word, 1 AS count, 0 AS total
              FROM pages WHERE taken_down_at IS NULL AND alias_of IS NULL
             UNION ALL
            SELECT fetches.fetched_at, site, 'fetches', '', 1, attempts FROM fetches JOIN pages ON pages.id = page_id
             UNION ALL
            SELECT fetches.fetched_at, site, 'outcomes', outcome, 1, 0
              FROM outcomes JOIN fetches ON fetches.id = fetch_id JOIN pages ON pages.id = page_id
             UNION ALL
            SELECT day, site, subject, word, count, total FROM removed_fetch_counts
             UNION ALL
            SELECT first_stored_at, site, 'documents', coalesce(language, ''), 1, coalesce(posts, 0) FROM documents
             UNION ALL
            SELECT first_stored_at, site, 'lengths', length_class(characters), 1, characters FROM documents) AS each,
           (VALUES ('all'), ('day'), ('hour')) AS spans (span)
     WHERE span <> 'hour' OR at >= :hours_since
     GROUP BY 1, 2, 3, 4, 5
    """
)
_WRONG: Final = text(
    """
    SELECT span, begins, site, subject, word, CAST(coalesce(v_counts.count, 0) AS bigint) AS count,
           CAST(coalesce(v_counts.total, 0) AS bigint) AS total,
           CAST(coalesce(true_counts.count, 0) AS bigint) AS true_count,
           CAST(coalesce(true_counts.total, 0) AS bigint) AS true_total
      FROM true_counts FULL JOIN (
           SELECT span, begins, site, subject, word, sum(count) AS count, sum(total) AS total
             FROM v_counts WHERE span <> 'hour' OR begins >= :hours_since
            GROUP BY 1, 2, 3, 4, 5 HAVING sum(count) <> 0
      ) AS v_counts USING (span, begins, site, subject, word)
     WHERE (true_counts.count, true_counts.total) IS DISTINCT FROM (v_counts.count, v_counts.total)
     ORDER BY span, begins, site, subject, word
    """
)
_EMPTY_CHANGES: Final = text("DELETE FROM count_changes")
_EMPTY_COUNTS: Final = text("DELETE FROM counts")
_WRITE_TRUE_COUNTS: Final = text(
    "INSERT INTO counts (span, begins, site, subject, word, count, total)"
    " SELECT span, begins, site, subject, word, count, total FROM true_counts"
)
