"""What is measured of the whole installation, from the counts and the schedule: no large table is read."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, text

from db.monitoring.open_alerts import open_alerts
from db.monitoring.overview import processes, waiting
from db.monitoring.tables import CountSubject
from mezmun.core.monitoring.metrics import Measurement, Metric

SEEN: Final = timedelta(minutes=1)
"""A process without a sign of life for so long is not counted."""

WAITING_SINCE: Final = timedelta(days=7)


def measure_installation(connection: Connection, *, now: datetime) -> Iterator[Measurement]:
    """Measure what the database knows of the installation; ``now`` is zone-aware."""
    totals: Counter[Metric] = Counter()
    for subject, word, count, total in connection.execute(_COUNTS):
        match subject:
            case CountSubject.PAGES:
                totals[Metric.PAGES] += count
            case CountSubject.FETCHES:
                totals[Metric.FETCHES] += count
                totals[Metric.REQUESTS] += total
            case CountSubject.OUTCOMES:
                yield Measurement(Metric.OUTCOMES, count, (word,))
            case CountSubject.DOCUMENTS:
                yield Measurement(Metric.DOCUMENTS, count, (word or "unknown",))
            case CountSubject.LENGTHS:
                totals[Metric.CHARACTERS] += total
    for metric in (Metric.PAGES, Metric.FETCHES, Metric.REQUESTS, Metric.CHARACTERS):
        yield Measurement(metric, totals[metric])
    for state, count in connection.execute(_SITES):
        yield Measurement(Metric.SITES, count, (state,))
    for kind, count in Counter(row.kind for row in processes(connection, since=now - SEEN)).items():
        yield Measurement(Metric.PROCESSES, count, (kind,))
    for alert, count in Counter(alert.kind for alert in open_alerts(connection, now=now)).items():
        yield Measurement(Metric.ALERTS, count, (alert,))
    unread = waiting(connection, since=now - WAITING_SINCE)
    yield Measurement(Metric.WAITING, unread.count)
    age = 0.0 if unread.oldest is None else max(0.0, (now - unread.oldest).total_seconds())
    yield Measurement(Metric.OLDEST, age)
    yield Measurement(Metric.DATABASE, connection.scalar(text("SELECT pg_database_size(current_database())")) or 0)


_COUNTS: Final = text(
    """
    SELECT subject, CASE WHEN subject IN ('outcomes', 'documents') THEN word ELSE '' END,
           CAST(sum(count) AS bigint), CAST(sum(total) AS bigint)
      FROM v_counts WHERE span = 'all' GROUP BY 1, 2 HAVING sum(count) <> 0
    """
)
_SITES: Final = text(
    """
    SELECT CASE WHEN paused_at IS NOT NULL THEN 'paused' WHEN NOT enabled THEN 'off'
                WHEN leased_by IS NOT NULL THEN 'crawled' ELSE 'waiting' END, count(*)
      FROM sites WHERE taken_down_at IS NULL GROUP BY 1
    """
)
