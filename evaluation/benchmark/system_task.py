"""A system's work on one page, measured; it runs in a worker process of its own.

The worker's memory is the system's alone, and a system that hangs or dies takes nothing with it. Nothing may reach the
network from there.
"""

import resource
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evaluation.benchmark.systems import Extractor, System, source
from evaluation.data.datasets import LabelledPage
from mezmun.core.processes.failure import Failure, FailureKind
from mezmun.core.processes.item_limits import limit_time


@dataclass(frozen=True)
class PageJob:
    """A page to extract, and the pages that its site is to be learned from."""

    page: LabelledPage
    site_pages: tuple[LabelledPage, ...] = ()


@dataclass(frozen=True)
class SystemAnswer:
    """A system's answer for one page, with its cost."""

    text: str
    error: str | None
    """The exception, as text; then ``text`` is empty."""
    seconds: float
    """CPU time of the system on this page; reading, decoding and what it loads once are left out."""
    peak_mb: float
    """The most memory (10^6 bytes) the process has taken so far, the interpreter included."""
    grown_mb: float
    """How much of it came with this page, the page itself left out."""


@dataclass
class MeasuredExtraction:
    """Extract pages by one system, and measure each.

    Args:
        system: what is measured.
        page_seconds: time limit of one page, and of each page that a site is learned from.
    """

    system: System
    page_seconds: float
    _state: "_State | None" = field(default=None, init=False)

    def prepare(self) -> None:
        """Load the system; what it raises is why it cannot be measured."""
        sys.addaudithook(_refuse_network)
        self._state = _State(self.system.load())

    def __call__(self, job: PageJob) -> SystemAnswer:
        """Extract one page. A system that learns is taught the page's site before its first page of that site."""
        state = self._state
        if state is None:
            raise RuntimeError("prepare() comes before the first page")
        text, error = "", None
        started = time.thread_time()  # a process's clock goes by ticks of milliseconds while its limit of time is set
        try:
            page = source(job.page, self._site_of(job, state))
            if not state.warm:  # what a system loads with its first page is no part of that page's time
                state.run(page)
            state.memory.mark()
            started = time.thread_time()
            text = state.run(page)
            state.warm = True
        except Exception as failure:  # whatever it raises, it failed on this page
            error = f"{type(failure).__name__}: {failure}"[:300]
        seconds = time.thread_time() - started
        return SystemAnswer(text, error, seconds, *state.memory.peak_and_growth())

    def failed(self, job: PageJob, failure: Failure) -> SystemAnswer:
        """SystemAnswer for a page on which the worker hung or died."""
        seconds = self.page_seconds if failure.kind is FailureKind.TIMEOUT else 0.0
        return SystemAnswer("", failure.detail, seconds, 0.0, 0.0)

    def _site_of(self, job: PageJob, state: "_State") -> object:
        if self.system.learn is None or not job.site_pages:
            return None
        site = job.page.folder, job.page.site
        if site not in state.sites:
            limit_time(self.page_seconds * len(job.site_pages))
            state.sites[site] = self.system.learn([page.html() for page in job.site_pages])
            limit_time(self.page_seconds)
        return state.sites[site]


class _Memory:
    """The peak of this process, and what of it came since a mark. Linux tells both; elsewhere growth is 0."""

    def __init__(self) -> None:
        self._before = self._peak = 0.0

    def mark(self) -> None:
        """Count growth from here."""
        self._peak = max(self._peak, self._high_water())
        with suppress(OSError):
            Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # proc(5): reset the peak resident set
        self._before = self._high_water()

    def peak_and_growth(self) -> tuple[float, float]:
        """Give both in 10^6 bytes."""
        now = self._high_water()
        self._peak = max(self._peak, now)
        return round(self._peak / 1e6, 1), round(max(0.0, now - self._before) / 1e6, 3)

    @staticmethod
    def _high_water() -> float:
        # Not getrusage: after fork and exec its peak starts from that of the parent process.
        with suppress(OSError):
            for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
                if line.startswith("VmHWM:"):
                    return float(line.split()[1]) * 1024
        unit = 1 if sys.platform == "darwin" else 1024
        return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit)


def _refuse_network(event: str, _arguments: tuple[Any, ...]) -> None:
    if event in {"socket.connect", "socket.getaddrinfo", "socket.gethostbyname"}:
        raise OSError("an extractor that is measured may not use the network")


@dataclass
class _State:
    """What a worker keeps from page to page."""

    run: Extractor
    sites: dict[tuple[Path, str | None], object] = field(default_factory=dict)
    """What the system learned of each site."""
    memory: _Memory = field(default_factory=_Memory)
    warm: bool = False
    """The system has extracted a page, and so loaded all it loads."""
