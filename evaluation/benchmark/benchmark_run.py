"""A run of every system on every page of every set: parallel, isolated, and resumable."""

import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import get_context

from evaluation.benchmark.results import PageResult, ResultFile, pack
from evaluation.benchmark.system_runner import SystemRunner
from evaluation.benchmark.system_task import SystemAnswer
from evaluation.benchmark.systems import System
from evaluation.data.datasets import DataSet, LabelledPage
from evaluation.metrics.scores import NO_SCORES, Reference, Scores, reference, score

PAGE_SECONDS = 30.0
"""The time a system has for one page: a hundred times what a large page takes the slowest of them."""
_PAGES_PER_PROCESS = 100
"""A process is started for at least so many pages: some peers import for seconds."""


@dataclass(frozen=True)
class Plan:
    """The systems and pages of a run, and its limits."""

    systems: list[System]
    sets: list[DataSet]
    jobs: int = 1
    """Systems that run at once. No score depends on it."""
    page_seconds: float = PAGE_SECONDS

    def pages_of(self, system: System, data_set: DataSet) -> list[LabelledPage]:
        """List the pages of a set that the system takes part in."""
        return [page for page in data_set.pages if system.takes(page)]

    def site_pages(self) -> dict[tuple[str, str], tuple[LabelledPage, ...]]:
        """Group the pages of sites with more than one by set and site: a system that learns sites learns from these."""
        sites: dict[tuple[str, str], list[LabelledPage]] = {}
        for data_set in self.sets:
            for page in data_set.pages:
                if page.site is not None:
                    sites.setdefault((data_set.name, page.site), []).append(page)
        return {site: tuple(pages) for site, pages in sites.items() if len(pages) > 1}

    def size(self) -> int:
        """Count the results that the run will have."""
        return sum(len(self.pages_of(system, each)) for system in self.systems for each in self.sets)


def run(plan: Plan, result_file: ResultFile, advance: Callable[[int], None] = lambda done: None) -> list[PageResult]:
    """Measure the results that are not in the file yet; give all results, by set, system and page.

    ``advance`` is called with each number of new results, from any thread.
    """
    wanted = [
        (system, page) for data_set in plan.sets for system in plan.systems for page in plan.pages_of(system, data_set)
    ]
    missing = [pair for pair in wanted if result_file.get(_key(*pair)) is None]
    advance(len(wanted) - len(missing))
    # Scoring has processes of its own: spawned, since forking a process that has threads can hang it.
    with (
        ProcessPoolExecutor(plan.jobs, mp_context=get_context("spawn")) as scorers,
        ThreadPoolExecutor(plan.jobs) as lanes,
    ):
        lane = _Lane(plan.site_pages(), plan.page_seconds, scorers, result_file, advance, threading.Event())
        work = [lanes.submit(lane.measure, *batch) for batch in _batches(missing, plan.jobs)]
        try:
            for done in work:
                done.result()
        except BaseException:
            lane.stop.set()
            for waiting in work:
                waiting.cancel()
            raise
    return [result for pair in wanted if (result := result_file.get(_key(*pair))) is not None]


def _key(system: System, page: LabelledPage) -> tuple[str, str, str, str]:
    return system.name, system.version, page.set, page.id


def _batches(pairs: list[tuple[System, LabelledPage]], jobs: int) -> list[tuple[System, list[LabelledPage]]]:
    """Cut the work into batches, one a process: pages of one set for one system, so that peak memory is of that set."""
    runs: dict[tuple[str, str], tuple[System, list[LabelledPage]]] = {}
    for system, page in pairs:
        runs.setdefault((system.name, page.set), (system, []))[1].append(page)
    batches = []
    for system, pages in runs.values():
        size = max(_PAGES_PER_PROCESS, -(-len(pages) // jobs))
        batches += [(system, pages[start : start + size]) for start in range(0, len(pages), size)]
    return batches


@dataclass(frozen=True)
class _Lane:
    """What all batches of a run share: how a system is asked about pages, and where its results go."""

    sites: dict[tuple[str, str], tuple[LabelledPage, ...]]
    page_seconds: float
    scorers: Executor
    result_file: ResultFile
    advance: Callable[[int], None]
    stop: threading.Event

    def measure(self, system: System, pages: list[LabelledPage]) -> None:
        """Measure a system on pages; a page is scored while the next one is extracted, and no more than one waits."""
        with SystemRunner(system, self.page_seconds) as isolated:
            waiting: tuple[LabelledPage, SystemAnswer, Future[tuple[Scores, int, str]] | None] | None = None
            for page in pages:
                if self.stop.is_set():
                    return
                answer = isolated.answer(page, self.sites.get((page.set, page.site or ""), ()))
                if waiting is not None:
                    self._keep(system, *waiting)
                waiting = (page, answer, None if answer.error else self.scorers.submit(_scored, page, answer.text))
            if waiting is not None:
                self._keep(system, *waiting)

    def _keep(
        self, system: System, page: LabelledPage, answer: SystemAnswer, scored: Future[tuple[Scores, int, str]] | None
    ) -> None:
        scores, leaves, leaf_bits = scored.result() if scored else (NO_SCORES, 0, "")
        result = PageResult(
            method=system.name,
            version=system.version,
            set=page.set,
            page=page.id,
            error=answer.error,
            empty=answer.error is None and not answer.text.strip(),
            scores=scores,
            seconds=answer.seconds,
            peak_mb=answer.peak_mb,
            leaves=leaves,
            leaf_bits=leaf_bits,
        )
        self.result_file.add(result)
        self.advance(1)


# Every system is scored on the same pages: a scoring process keeps its references (some 50 kB a page).
@lru_cache(maxsize=4096)
def _truth(page: LabelledPage) -> Reference:
    return reference(page.html(), page.gold())


def _scored(page: LabelledPage, text: str) -> tuple[Scores, int, str]:
    scores, marks = score(_truth(page), text)
    return scores, len(marks.in_text), pack(marks.in_text)
