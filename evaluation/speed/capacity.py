"""How many pages a second given cores, workers and databases make of what a page costs: a simulation of their queues.

A page asks in turn for a worker (processor time on the workers' cores), for the database (processor time on its cores,
or on the same ones), and for the disk (a wait). Each worker has one page at a time. Cores are shared evenly among those
that want them, so what is simulated is a closed network of queues with processor sharing (Kleinrock, Queueing Systems,
volume 2, 1976, chapter 4); times are drawn from exponential distributions about the measured means.
"""

import random
from dataclasses import dataclass
from typing import Final

DRAWN_PAGES: Final = 4000
"""Pages that are simulated: the rate is then within some percent of the network's own."""


@dataclass(frozen=True, slots=True)
class PageCost:
    """What a page costs, in milliseconds: processor time of worker and database, and the wait for the disk."""

    worker_ms: float
    database_ms: float
    disk_ms: float = 1.0


@dataclass(frozen=True, slots=True)
class Machines:
    """What there is: the workers' cores, the processes on them, and the database's own cores (0: it shares theirs)."""

    cores: int
    workers: int
    database_cores: int = 0


def pages_per_second(cost: PageCost, machines: Machines, *, pages: int = DRAWN_PAGES, seed: int = 1) -> float:
    """Simulate so many pages and give the rate."""
    draw = random.Random(seed)  # noqa: S311 - nothing is kept secret by it
    means = (cost.worker_ms, cost.database_ms, cost.disk_ms)
    stages = [0] * machines.workers
    left = [draw.expovariate(1 / means[0]) for _ in stages]
    clock, ended = 0.0, 0
    while ended < pages:
        speeds = _speeds(stages, machines)
        first = min(range(len(stages)), key=lambda worker: left[worker] / speeds[worker])
        elapsed = left[first] / speeds[first]
        clock += elapsed
        left = [rest - elapsed * speed for rest, speed in zip(left, speeds, strict=True)]
        ended += stages[first] == len(means) - 1
        stages[first] = (stages[first] + 1) % len(means)
        left[first] = draw.expovariate(1 / means[stages[first]])
    return ended / clock * 1000


def _speeds(stages: list[int], machines: Machines) -> list[float]:
    """Give which share of a core each page has now; a wait for the disk passes at full speed."""
    shared = machines.database_cores == 0
    wanting = [stages.count(0) + stages.count(1) * shared, stages.count(1) + stages.count(0) * shared, 0]
    cores = [machines.cores, machines.cores if shared else machines.database_cores, 1]
    return [min(1.0, cores[stage] / wanting[stage]) if wanting[stage] else 1.0 for stage in stages]
