from hashlib import sha256

from mezmun.core.monitoring.metrics import Metric
from mezmun.core.processes.item_limits import limit_processor_time
from workers.stage_watch import Stage, StageWatch, WorkerCounters

HOURS = 10_000.0
WORK = bytes(200_000)


def test_each_stage_that_works_has_processor_time_while_a_limit_is_set():
    # The clock of a process with such a limit goes by ticks, within which a stage of a page begins and ends.
    amounts = []
    limit_processor_time(HOURS)
    try:
        for _ in range(20):
            counters = WorkerCounters(1)
            with StageWatch(counters).stage(Stage.CLEAN):
                sha256(WORK)
            amounts += [
                each.value
                for each in counters.measure()
                if each.metric is Metric.WORKER_PROCESSOR_SECONDS and Stage.CLEAN in each.labels
            ]
    finally:
        limit_processor_time(0)
    assert len(amounts) == 20
    assert all(amount > 0 for amount in amounts)
