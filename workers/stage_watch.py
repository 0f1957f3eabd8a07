"""What a worker's processes count while they process pages: how pages end, and how long each stage takes."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from time import perf_counter, thread_time
from typing import Final

from mezmun.core.monitoring.metrics import Measurement, Metric
from mezmun.core.monitoring.shared_counters import SharedCounters
from mezmun.core.outcomes import Outcome

_SECONDS: Final = (Metric.WORKER_SECONDS, Metric.WORKER_PROCESSOR_SECONDS)


class Stage(StrEnum):
    """A part of a page's processing."""

    LOOK_UP = "look-up"
    """What the database knows of the fetch and its site."""
    READ = "read"
    """The bytes, from the raw store."""
    CLEAN = "clean"
    """Decode, extract and normalise."""
    STORE = "store"
    """Document and outcome, into the database."""


class WorkerCounters:
    """The counters of one worker; made before its processes are forked, and read beside them."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        counted: list[tuple[Metric, StrEnum]] = [(metric, stage) for metric in _SECONDS for stage in Stage]
        counted += [(Metric.WORKER_PAGES, outcome) for outcome in Outcome]
        self._counters: SharedCounters[tuple[Metric, StrEnum]] = SharedCounters(counted, processes + 1)

    @property
    def parent(self) -> int:
        """The number of the process that the others are forked from, which ends pages that hang."""
        return self._processes

    def add(self, process: int, metric: Metric, label: StrEnum, amount: float = 1.0) -> None:
        """Add seconds of a stage, or pages of an outcome, that a process of the pool counted."""
        self._counters.add(process, (metric, label), amount)

    def measure(self) -> Iterator[Measurement]:
        """Give the metrics of the worker."""
        for (metric, label), value in self._counters.sums().items():
            yield Measurement(metric, value, (label,))
        yield Measurement(Metric.WORKER_PROCESSES, self._processes)


@dataclass(frozen=True, slots=True)
class StageWatch:
    """Counts what one process does; without counters nothing."""

    counters: WorkerCounters | None = None
    process: int = 0

    @contextmanager
    def stage(self, stage: Stage) -> Iterator[None]:
        """Add the seconds that the ``with`` takes, also when it fails."""
        # The process's clock of processor time goes by ticks of milliseconds while its limit is set (``item_limits``).
        start, used = perf_counter(), thread_time()
        try:
            yield
        finally:
            if self.counters is not None:
                self.counters.add(self.process, Metric.WORKER_SECONDS, stage, perf_counter() - start)
                self.counters.add(self.process, Metric.WORKER_PROCESSOR_SECONDS, stage, thread_time() - used)

    def page(self, outcome: Outcome) -> None:
        """Count a page that has ended."""
        if self.counters is not None:
            self.counters.add(self.process, Metric.WORKER_PAGES, outcome)
