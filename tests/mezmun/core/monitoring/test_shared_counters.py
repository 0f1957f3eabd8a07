import os
import signal
from multiprocessing import get_context

from mezmun.core.monitoring.shared_counters import SharedCounters


def count(counters, process, times):
    for _ in range(times):
        counters.add(process, "pages")
        counters.add(process, "seconds", 0.5)


def test_what_processes_count_at_the_same_time_adds_up_also_when_one_was_killed():
    counters = SharedCounters(("pages", "seconds"), 3)
    fork = get_context("fork")
    children = [fork.Process(target=count, args=(counters, number, 10_000)) for number in range(2)]
    killed = fork.Process(target=count, args=(counters, 2, 10**9))
    for child in (*children, killed):
        child.start()
    while not counters.sums()["pages"]:
        pass
    os.kill(killed.pid, signal.SIGKILL)
    for child in (*children, killed):
        child.join()
    before = counters.sums()
    counters.add(2, "pages")  # the process that takes its place goes on in its row
    assert counters.sums()["pages"] == before["pages"] + 1 >= 20_001
    assert abs(before["seconds"] * 2 - before["pages"]) <= 1
