"""The dashboard over many documents: how long its pages, searches and calls take while many ask at once, and how many
documents the feed and an export give in a second."""

import os
import random
import socket
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

import psutil
import requests
from sqlalchemy import Engine, text

from dashboard.access.sessions import COOKIE
from dashboard.feed_client import FeedClient
from db import engine as databases
from db.access.operators import begin_session, set_operator
from db.access.tables import AccessRole
from db.publication.access_tokens import Scope, make_token
from mezmun.benchmark.pipeline_benchmark import private_settings
from mezmun.benchmark.processor_time import ProcessorTime
from mezmun.benchmark.synthetic_documents import fill_database
from mezmun.core.clock import utc_now
from mezmun.core.errors import UnavailableError
from mezmun.core.processes import child_processes
from mezmun.core.settings import Settings
from services.resolver import resolve

SAMPLE: Final = 200
"""Documents that pages are asked for, and whose words are searched for."""

PAUSE: Final = (1.0, 2.0)
"""Seconds a user reads a page before asking for the next, at least and at most."""

ALONE: Final = 12
"""Calls of a kind that one user makes alone."""

READY: Final = 60.0
"""Seconds the dashboard has to start."""


@dataclass(frozen=True, slots=True)
class CallFigures:
    """How long one kind of page or call took, in milliseconds: asked for by many users, and by one alone.

    ``cpu_ms`` is the processor time of a call, of the dashboard and of PostgreSQL together, when one user asks: on a
    machine that has other work to do, it is what can be trusted.
    """

    what: str
    calls: int
    median_ms: float
    p95_ms: float
    alone_ms: float
    cpu_ms: float


@dataclass(frozen=True, slots=True)
class DashboardFigures:
    """What was measured, on a machine of which ``load`` processes wanted a processor meanwhile."""

    documents: int
    users: int
    calls: list[CallFigures]
    feed_per_second: float
    export_per_second: float
    export_mb: float
    """Most memory of the export's process in its first half."""
    export_end_mb: float
    """And in all: as much, when an export needs no more memory for more documents."""
    load: float


def measure_dashboard(
    settings: Settings, documents: int, users: int, seconds: float, report: Callable[[int], None]
) -> DashboardFigures:
    """Measure the dashboard over so many documents, in a database of its own that is removed at the end.

    Args:
        settings: whose database server is used; nothing that is there is touched.
        documents: how many are made first; ``report`` is told again and again how many more there are.
        users: how many ask at once; each reads a page for ``PAUSE`` before it asks for the next.
        seconds: for how long they do.

    Raises:
        MezmunError: a service is away, or the dashboard did not start.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="mezmun-bench-")))
        private = stack.enter_context(private_settings(settings, folder))
        services = stack.enter_context(resolve(private))
        engine = stack.enter_context(databases.open_engine(services.database_url))
        fill_database(engine, documents, advance=report)
        return measure_over(engine, private, folder, users, seconds)


def measure_over(engine: Engine, settings: Settings, folder: Path, users: int, seconds: float) -> DashboardFigures:
    """Measure the dashboard over the documents that are there, as ``measure_dashboard`` does."""
    with engine.begin() as connection:
        set_operator(connection, "bench", AccessRole.OPERATOR, "", now=utc_now())
        cookie = begin_session(connection, "bench", now=utc_now())
        token = make_token(connection, "bench", [Scope.DOCUMENTS], now=utc_now())
        documents = connection.scalar(text("SELECT count(*) FROM documents")) or 0
    with _dashboard(settings, folder) as (address, process):
        visit = _Visit(address, _paths(engine), cookie, token)
        use = ProcessorTime(process, engine.url.database or "")
        alone = {kind: _ask_alone(visit, kind, use) for kind in visit.paths}
        times = _ask(visit, users, seconds)
        calls = [CallFigures(kind, *_summary(each), *alone[kind]) for kind, each in times.items()]
        start = time.perf_counter()
        entries = sum(1 for _ in islice(FeedClient(address, token).changes(limit=2000), 100_000))
        feed_per_second = entries / (time.perf_counter() - start)
    export_per_second, half, whole = _export(settings, folder, documents)
    return DashboardFigures(
        documents,
        users,
        calls,
        round(feed_per_second),
        round(export_per_second),
        round(half / 1e6, 1),
        round(whole / 1e6, 1),
        round(os.getloadavg()[0], 1),
    )


@contextmanager
def _dashboard(settings: Settings, folder: Path) -> Iterator[tuple[str, int]]:
    """Run the dashboard on a free port, and give its address and its process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log, address = folder / "dashboard.log", f"http://127.0.0.1:{port}"
    child = child_processes.start(
        ["mezmun", "dashboard", "--port", str(port)], log=log, environment=settings.as_environment()
    )
    try:
        end = time.monotonic() + READY
        while not _answers(address):
            if child.poll() is not None or time.monotonic() > end:
                raise UnavailableError(f"The dashboard did not start: {child_processes.last_line(log)}")
            time.sleep(0.1)
        yield address, child.pid
    finally:
        child_processes.stop(child)


def _answers(address: str) -> bool:
    try:
        return requests.get(f"{address}/sign-in", timeout=5).ok
    except requests.ConnectionError:
        return False


def _paths(engine: Engine) -> dict[str, list[str]]:
    """Give what is asked for, each with some addresses of its kind."""
    with engine.connect() as connection:
        rows = connection.execute(_SAMPLE, {"count": SAMPLE}).all()
        last = connection.scalar(text("SELECT max(position) FROM document_changes")) or 0
    words = Counter(word for row in rows for word in row.text.replace(".", " ").split())
    by_frequency = [word for word, _ in words.most_common()]
    common, rare = by_frequency[:10], by_frequency[-SAMPLE:]
    draw = random.Random(1)  # noqa: S311 - nothing is kept secret by it
    return {
        "overview": ["/"],
        "sites": ["/sites"],
        "site": [f"/sites/{row.site}" for row in rows],
        "chart of a site": [f"/sites/{row.site}/days.svg" for row in rows],
        "failures": ["/failures", *(f"/failures?site={row.site}" for row in rows[:5])],
        "documents": ["/documents", "/documents?language=zh", *(f"/documents?site={row.site}" for row in rows[:5])],
        "documents, narrowed": [
            "/documents?min_confidence=0.9",
            "/documents?method=text-density",
            "/documents?method=none",
            "/documents?since=1999-01-01&until=1999-12-31",
            "/documents?language=en&min_confidence=0.95",
        ],
        "document": [f"/documents/{row.page_id}" for row in rows],
        "duplicates": ["/duplicates"],
        "exports": ["/exports"],
        "changes": ["/changes"],
        "search, frequent word": [f"/documents?q={word}" for word in common],
        "search, rare word": [f"/documents?q={word}" for word in rare],
        "search, two words": [f"/documents?q={word}+{other}" for word, other in zip(common, rare, strict=False)],
        "search, phrase": [f'/documents?q="{" ".join(row.text.split(maxsplit=2)[:2])}"' for row in rows],
        "search, beginning": [f"/documents?q={word[:4]}*" for word in rare],
        "feed, 100 changes": [
            f"/api/v1/documents?limit=100&cursor={draw.randrange(max(1, last - 100))}" for _ in range(SAMPLE)
        ],
    }


class _Visit:
    """What users ask for, each with a session of its own."""

    def __init__(self, address: str, paths: dict[str, list[str]], cookie: str, token: str) -> None:
        self._address, self.paths, self._cookie, self._token = address, paths, cookie, token

    def session(self) -> requests.Session:
        """Begin the session of a user."""
        session = requests.Session()
        session.cookies.set(COOKIE, self._cookie)
        session.headers["Authorization"] = f"Bearer {self._token}"
        return session

    def ask(self, session: requests.Session, kind: str, draw: random.Random) -> float:
        """Ask for a page of a kind; give the seconds until it was there."""
        start = time.perf_counter()
        answer = session.get(self._address + draw.choice(self.paths[kind]), timeout=120)
        seconds = time.perf_counter() - start
        answer.raise_for_status()
        return seconds


def _ask_alone(visit: _Visit, kind: str, use: ProcessorTime) -> tuple[float, float]:
    """Ask for pages of a kind one after the other; give the median time and the processor time of one, in ms."""
    draw, session = random.Random(kind), visit.session()  # noqa: S311
    visit.ask(session, kind, draw)  # connections are made, and figures that are remembered are counted
    before = use.seconds()
    times = [visit.ask(session, kind, draw) for _ in range(ALONE)]
    return round(statistics.median(times) * 1000, 1), round((use.seconds() - before) / ALONE * 1000, 1)


def _ask(visit: _Visit, users: int, seconds: float) -> dict[str, list[float]]:
    """Let users ask for all kinds of pages in turns; give how long each took, by kind."""
    times: dict[str, list[float]] = {kind: [] for kind in visit.paths}
    end = time.monotonic() + seconds

    def use(number: int) -> None:
        draw, session, kinds = random.Random(number), visit.session(), list(visit.paths)  # noqa: S311
        time.sleep(draw.uniform(0, PAUSE[1]))  # they do not come all in one moment
        while time.monotonic() < end:
            draw.shuffle(kinds)
            for kind in kinds:
                if time.monotonic() < end:
                    times[kind].append(visit.ask(session, kind, draw))
                    time.sleep(draw.uniform(*PAUSE))

    with ThreadPoolExecutor(users) as pool:
        for _ in pool.map(use, range(users)):
            pass  # raises what a user's answer was refused with
    return times


def _summary(times: list[float]) -> tuple[int, float, float]:
    """Give number, median and 95th percentile, in ms."""
    return len(times), round(statistics.median(times or [0.0]) * 1000), round(_p95(times) * 1000)


def _p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1] if len(times) > 1 else max(times, default=0.0)


def _export(settings: Settings, folder: Path, documents: int) -> tuple[float, int, int]:
    """Export all documents; give documents per second, and the most memory in the first half and in all."""
    start = time.perf_counter()
    child = child_processes.start(
        ["mezmun", "export", str(folder / "export")], log=folder / "export.log", environment=settings.as_environment()
    )
    peaks: list[int] = []
    process = psutil.Process(child.pid)
    while child.poll() is None:
        try:
            peaks.append(process.memory_info().rss)
        except psutil.Error:
            break
        time.sleep(0.2)
    if child.wait() != 0:
        raise UnavailableError(f"The export failed: {child_processes.last_line(folder / 'export.log')}")
    seconds = time.perf_counter() - start
    return documents / seconds, max(peaks[: max(1, len(peaks) // 2)]), max(peaks)


_SAMPLE: Final = text(
    """
    SELECT documents.page_id, documents.site, extractions.text
      FROM documents JOIN extractions ON extractions.id = extraction_id
     WHERE documents.page_id IN (SELECT 1 + (place * max / :count)::bigint FROM generate_series(0, :count) AS place,
                                        (SELECT max(page_id) AS max FROM documents) AS most)
    """
)
