"""How many pages a second given cores, workers and databases make of what a page costs: a simulation of their queues.

A page asks in turn for a worker (processor time on the workers' cores), for the database (processor time on its cores,
or on the same ones), and waits for the queue's answer. Each worker has one page at a time. What a page costs beside its
way, no page waits for, but it wants a core: the broker's work, and that of the one process that learns templates. Cores
are shared evenly among those that want them, so what is simulated is a closed network of queues with processor sharing
(Kleinrock, Queueing Systems, volume 2, 1976, chapter 4), with open work beside it; times are drawn from exponential
distributions about the measured means.
"""

import random
from dataclasses import dataclass
from typing import Final

DRAWN_PAGES: Final = 4000
"""Pages that are simulated: the rate is then within some percent of the network's own."""

BROKER_MS: Final = 1.4
"""Processor time of RabbitMQ for a reference that is delivered and acknowledged: 2.15 ms a page of a whole
`mezmun bench pipeline`, by the times of its process, without 0.7 ms for references that are sent before the clock
runs."""

QUEUE_WAIT_MS: Final = 0.4
"""What a worker waits for the queue between two pages: of the run with one worker, what is no processor time."""


@dataclass(frozen=True, slots=True)
class PageCost:
    """What a page costs, in milliseconds: processor time of worker and database, that of the broker and of the
    maintenance process beside its way, and the wait for the queue."""

    worker_ms: float
    database_ms: float
    maintenance_ms: float = 0.0
    broker_ms: float = BROKER_MS
    wait_ms: float = QUEUE_WAIT_MS


@dataclass(frozen=True, slots=True)
class Machines:
    """What there is: the workers' cores, the processes on them, and the database's own cores (0: it shares theirs).

    ``others`` is how many processes that have nothing to do with Mezmun want one of the workers' cores all the time.
    """

    cores: int
    workers: int
    database_cores: int = 0
    others: float = 0.0


@dataclass(frozen=True, slots=True)
class Throughput:
    """What comes of it: pages a second, and how many of its processes want a core of the workers' in the mean."""

    pages_per_second: float
    wanting: float


def simulate(cost: PageCost, machines: Machines, *, seed: int = 1) -> Throughput:
    """Simulate ``DRAWN_PAGES`` pages."""
    draw = random.Random(seed)  # noqa: S311 - nothing is kept secret by it
    means = (cost.worker_ms, cost.database_ms, cost.wait_ms)
    stages = [0] * machines.workers
    left = [draw.expovariate(1 / means[0]) for _ in stages]
    broker: list[float] = []  # what is left to do for each page, the oldest first, which has the least left
    maintenance = clock = wanted = 0.0
    ended = 0
    while ended < DRAWN_PAGES:
        beside = len(broker) + (maintenance > 0)
        wanting = beside + stages.count(0) + stages.count(1) * (machines.database_cores == 0)
        share, speeds = _speeds(stages, wanting, machines)
        first = min(range(len(stages)), key=lambda worker: left[worker] / speeds[worker])
        ends = [left[first] / speeds[first], *(rest / share for rest in (*broker[:1], maintenance) if rest)]
        elapsed = min(ends)
        clock += elapsed
        wanted += elapsed * wanting
        left = [rest - elapsed * speed for rest, speed in zip(left, speeds, strict=True)]
        broker = [rest - elapsed * share for rest in broker if rest > elapsed * share + _NOTHING]
        maintenance = maintenance - elapsed * share if maintenance > elapsed * share + _NOTHING else 0.0
        if elapsed < ends[0]:
            continue  # something beside the pages came to its end
        stages[first] = (stages[first] + 1) % len(means)
        left[first] = draw.expovariate(1 / means[stages[first]])
        if stages[first] == 0:
            ended += 1
            maintenance += cost.maintenance_ms
            broker += [cost.broker_ms] if cost.broker_ms else []
    return Throughput(ended / clock * 1000, wanted / clock)


_NOTHING: Final = 1e-9
"""Milliseconds that are none: what is left of work that is done, in numbers of 53 bits."""


def _speeds(stages: list[int], wanting: int, machines: Machines) -> tuple[float, list[float]]:
    """Give the share of a core that who wants one of the workers' has, and how fast each page goes on."""
    share = min(1.0, machines.cores / (wanting + machines.others)) if wanting else 1.0
    at_database = stages.count(1)
    database = min(1.0, machines.database_cores / at_database) if machines.database_cores and at_database else share
    return share, [(share, database, 1.0)[stage] for stage in stages]
