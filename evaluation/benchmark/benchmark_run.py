"""The run: every contender on every page of every set, in parallel, isolated, taken up where it was left."""

import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import get_context

from evaluation.benchmark.isolation import Isolated
from evaluation.benchmark.protocol import Answer
from evaluation.benchmark.results import Ledger, PageResult, pack
from evaluation.benchmark.systems import Contender, source
from evaluation.data.datasets import DataSet, LabelledPage
from evaluation.metrics.scores import NO_SCORES, Reference, Scores, reference, score

PAGE_SECONDS = 30.0
"""The time a contender has for one page: a hundred times what a large page takes the slowest of them."""
_PAGES_PER_PROCESS = 100
"""At least so many pages for a process started: some peers import for seconds."""


@dataclass(frozen=True)
class Plan:
    """What is to be run, and how."""

    contenders: list[Contender]
    sets: list[DataSet]
    jobs: int = 1
    """Contenders that run at once. No score depends on it."""
    page_seconds: float = PAGE_SECONDS

    def pages_of(self, contender: Contender, data_set: DataSet) -> list[LabelledPage]:
        """The pages of a set this contender is given."""
        return [page for page in data_set.pages if contender.takes(page)]

    def site_pages(self) -> dict[tuple[str, str], tuple[LabelledPage, ...]]:
        """The pages by set and site, of sites with more than one: what a contender that learns is taught."""
        sites: dict[tuple[str, str], list[LabelledPage]] = {}
        for data_set in self.sets:
            for page in data_set.pages:
                if page.site is not None:
                    sites.setdefault((data_set.name, page.site), []).append(page)
        return {site: tuple(pages) for site, pages in sites.items() if len(pages) > 1}

    def size(self) -> int:
        """How many results the run will have."""
        return sum(len(self.pages_of(contender, each)) for contender in self.contenders for each in self.sets)


def run(plan: Plan, ledger: Ledger, advance: Callable[[int], None] = lambda done: None) -> list[PageResult]:
    """Measure what the ledger does not hold yet; give all results, by set, contender and page.

    ``advance`` is told of every number of results that became ready, from any thread.
    """
    stop = threading.Event()
    sites = plan.site_pages()
    wanted = [
        (contender, page)
        for data_set in plan.sets
        for contender in plan.contenders
        for page in plan.pages_of(contender, data_set)
    ]
    missing = [pair for pair in wanted if ledger.get(_key(*pair)) is None]
    advance(len(wanted) - len(missing))
    # Scoring has processes of its own: spawned, since forking a process that has threads can hang it.
    with (
        ProcessPoolExecutor(plan.jobs, mp_context=get_context("spawn")) as scorers,
        ThreadPoolExecutor(plan.jobs) as lanes,
    ):
        work = [
            lanes.submit(_measure, contender, pages, sites, plan.page_seconds, scorers, ledger, advance, stop)
            for contender, pages in _batches(missing, plan.jobs)
        ]
        try:
            for done in work:
                done.result()
        except BaseException:
            stop.set()
            for waiting in work:
                waiting.cancel()
            raise
    return [result for pair in wanted if (result := ledger.get(_key(*pair))) is not None]


def _key(contender: Contender, page: LabelledPage) -> tuple[str, str, str, str]:
    return contender.name, contender.version, page.set, page.id


def _batches(pairs: list[tuple[Contender, LabelledPage]], jobs: int) -> list[tuple[Contender, list[LabelledPage]]]:
    """The work of one process each: pages of one set for one contender, so that its peak memory is that set's."""
    runs: dict[tuple[str, str], tuple[Contender, list[LabelledPage]]] = {}
    for contender, page in pairs:
        runs.setdefault((contender.name, page.set), (contender, []))[1].append(page)
    batches = []
    for contender, pages in runs.values():
        size = max(_PAGES_PER_PROCESS, -(-len(pages) // jobs))
        batches += [(contender, pages[start : start + size]) for start in range(0, len(pages), size)]
    return batches


def _measure(
    contender: Contender,
    pages: list[LabelledPage],
    sites: dict[tuple[str, str], tuple[LabelledPage, ...]],
    page_seconds: float,
    scorers: Executor,
    ledger: Ledger,
    advance: Callable[[int], None],
    stop: threading.Event,
) -> None:
    def keep(page: LabelledPage, answer: Answer, scored: Future[tuple[Scores, int, str]] | None) -> None:
        scores, leaves, kept = scored.result() if scored else (NO_SCORES, 0, "")
        ledger.add(
            PageResult(
                method=contender.name,
                version=contender.version,
                set=page.set,
                page=page.id,
                error=answer.error,
                empty=answer.error is None and not answer.text.strip(),
                scores=scores,
                seconds=answer.seconds,
                peak_mb=answer.peak_mb,
                leaves=leaves,
                kept=kept,
            )
        )
        advance(1)

    with Isolated(contender, page_seconds) as isolated:
        waiting: tuple[LabelledPage, Answer, Future[tuple[Scores, int, str]] | None] | None = None
        for page in pages:
            if stop.is_set():
                return
            answer = isolated.answer(page, sites.get((page.set, page.site or ""), ()))
            if waiting is not None:
                keep(*waiting)
            # A page is scored while the next one is extracted, and no more than one waits.
            waiting = (page, answer, None if answer.error else scorers.submit(_scored, page, answer.text))
        if waiting is not None:
            keep(*waiting)


# Every contender is scored on the same pages: a scoring process keeps what it made of them (some 50 kB a page).
@lru_cache(maxsize=4096)
def _truth(page: LabelledPage) -> Reference:
    return reference(source(page).html, page.gold())


def _scored(page: LabelledPage, text: str) -> tuple[Scores, int, str]:
    scores, marks = score(_truth(page), text)
    return scores, len(marks.kept), pack(marks.kept)
