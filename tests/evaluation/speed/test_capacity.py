from dataclasses import replace

import pytest

from evaluation.report.figures import load
from evaluation.speed.capacity import Machines, PageCost, simulate

ALONE = PageCost(8.0, 2.0, broker_ms=0.0, wait_ms=1.0)
RUNS = load()["pipeline"]


def rate(cost, machines):
    return simulate(cost, machines).pages_per_second


def simulate_with_load(cost, machines, load):
    """Simulate a machine on which so many processes want a core in the mean, ours among them."""
    simulated = simulate(cost, machines)
    for _ in range(4):  # what ours want depends on what others leave, so it is looked for by trying
        simulated = simulate(cost, replace(machines, others=max(0.0, load - simulated.wanting)))
    return simulated


def test_one_worker_makes_a_page_in_the_sum_of_its_times():
    assert rate(ALONE, Machines(8, 1)) == pytest.approx(1000 / 11, rel=0.05)


def test_many_workers_make_as_many_pages_as_the_cores_have_time_for():
    assert rate(ALONE, Machines(2, 12)) == pytest.approx(2 * 1000 / 10, rel=0.05)


def test_a_database_on_cores_of_its_own_is_the_limit_when_there_are_many_workers():
    assert rate(ALONE, Machines(40, 80, database_cores=2)) == pytest.approx(2 * 1000 / 2, rel=0.05)


def test_what_is_done_beside_a_page_costs_nothing_while_a_core_is_free():
    beside = PageCost(8.0, 2.0, maintenance_ms=3.0, broker_ms=2.0, wait_ms=1.0)
    assert rate(beside, Machines(8, 1)) == pytest.approx(1000 / 11, rel=0.05)


def test_what_is_done_beside_a_page_takes_its_time_of_cores_that_are_all_wanted():
    beside = PageCost(8.0, 2.0, maintenance_ms=3.0, broker_ms=2.0, wait_ms=1.0)
    assert rate(beside, Machines(2, 8)) == pytest.approx(2 * 1000 / 15, rel=0.15)


def test_one_process_learns_templates_however_many_cores_there_are():
    """So it takes a core at most, and is behind."""
    assert rate(PageCost(8.0, 2.0, 100.0, 0.0, 1.0), Machines(2, 12)) == pytest.approx(1.85 * 1000 / 10, rel=0.05)


def test_other_processes_take_their_share_of_the_cores():
    assert rate(ALONE, Machines(2, 2, others=2)) == pytest.approx(2 * 1000 / 21, rel=0.05)


@pytest.mark.parametrize("run", RUNS, ids=[f"{run['pages']} pages, {run['workers']} workers" for run in RUNS])
def test_what_was_measured_is_what_is_simulated(run):
    cost = PageCost(run["worker_cpu_ms"], run["postgres_cpu_ms"], run["maintenance_cpu_ms"])
    machines = Machines(run["cores"], run["workers"])
    if run["settled_seconds"] < LOAD_SECONDS:
        assert simulate(cost, machines).pages_per_second == pytest.approx(run["pages_per_second"], rel=0.15)
    else:
        simulated = simulate_with_load(cost, machines, run["load"])
        assert simulated.pages_per_second == pytest.approx(run["pages_per_second"], rel=0.25)


LOAD_SECONDS = 120
"""Over shorter runs the load, a mean of a minute, is that of before; these were made on a machine with nothing else to
do. In that of a longer one are also processes that wait for the disk, so that the simulation has too many of others."""
