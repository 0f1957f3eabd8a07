"""All metrics, in one table: what each counts, in which unit, by which labels."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Final

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric as Family

PREFIX: Final = "mezmun_"


class MetricKind(StrEnum):
    """Whether a value only grows while its process runs."""

    COUNTER = "counter"
    GAUGE = "gauge"


class Metric(Enum):
    """A metric: name without its prefix, kind, meaning, labels. A counter's name ends in ``_total``.

    Counts of the installation may become less (a page that is taken down is counted no more), so they are gauges.
    """

    PAGES = ("pages", MetricKind.GAUGE, "Pages in use.", ())
    FETCHES = ("fetches", MetricKind.GAUGE, "Fetches since the beginning.", ())
    REQUESTS = ("requests", MetricKind.GAUGE, "Requests since the beginning, also those that were redirected.", ())
    OUTCOMES = ("outcomes", MetricKind.GAUGE, "Fetches by the outcome that they have now.", ("outcome",))
    DOCUMENTS = ("documents", MetricKind.GAUGE, "Documents by language.", ("language",))
    CHARACTERS = ("document_characters", MetricKind.GAUGE, "Characters of all documents.", ())
    SITES = ("sites", MetricKind.GAUGE, "Sites by state: crawled now, waiting, paused, off.", ("state",))
    PROCESSES = (
        "processes",
        MetricKind.GAUGE,
        "Crawlers and workers that gave a sign of life in the last minute, by kind.",
        ("kind",),
    )
    ALERTS = (
        "open_alerts",
        MetricKind.GAUGE,
        "Open alerts of sites by kind, as `mezmun health` tells them.",
        ("kind",),
    )
    WAITING = ("waiting_pages", MetricKind.GAUGE, "Fetched pages of the last week that no worker has ended.", ())
    OLDEST = ("oldest_waiting_seconds", MetricKind.GAUGE, "Age of the oldest of them; 0 when there is none.", ())
    QUEUE = ("queue_messages", MetricKind.GAUGE, "References in the queue that no worker holds.", ())
    DATABASE = ("database_bytes", MetricKind.GAUGE, "Size of the database.", ())
    ROOM = ("raw_store_free_bytes", MetricKind.GAUGE, "Room that is left for raw pages.", ())
    WORKER_PAGES = (
        "worker_pages_total",
        MetricKind.COUNTER,
        "Pages that this worker has ended, by outcome.",
        ("outcome",),
    )
    WORKER_SECONDS = (
        *("worker_seconds_total", MetricKind.COUNTER),
        "Seconds of this worker's processes by stage: look up, read, clean, store.",
        ("stage",),
    )
    WORKER_PROCESSOR_SECONDS = (
        *("worker_processor_seconds_total", MetricKind.COUNTER),
        "Processor time of this worker's processes by stage: without what they wait for database and raw store.",
        ("stage",),
    )
    WORKER_PROCESSES = ("worker_processes", MetricKind.GAUGE, "Pages that this worker takes at once.", ())

    def __init__(self, short: str, kind: MetricKind, meaning: str, labels: tuple[str, ...]) -> None:
        self.title = PREFIX + short
        self.kind = kind
        self.meaning = meaning
        self.labels = labels


@dataclass(frozen=True, slots=True)
class Measurement:
    """A value of a metric, with a value for each of its labels."""

    metric: Metric
    value: float
    labels: tuple[str, ...] = ()


def families(measurements: Iterable[Measurement]) -> Iterator[Family]:
    """Give measurements as the client library writes them, those of one metric together."""
    by_metric: dict[Metric, CounterMetricFamily | GaugeMetricFamily] = {}
    for each in measurements:
        metric = each.metric
        if metric not in by_metric:
            family = CounterMetricFamily if metric.kind is MetricKind.COUNTER else GaugeMetricFamily
            by_metric[metric] = family(metric.title, metric.meaning, labels=metric.labels)
        by_metric[metric].add_metric(each.labels, each.value)
    yield from by_metric.values()


def table() -> str:
    """Give all metrics as a table in Markdown."""
    rows = (
        f"| `{metric.title}` | {metric.kind} | {', '.join(metric.labels)} | {metric.meaning} |\n" for metric in Metric
    )
    return "| name | kind | labels | meaning |\n|---|---|---|---|\n" + "".join(rows)
