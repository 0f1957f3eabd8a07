import pytest

from evaluation.report.figures import load
from evaluation.speed.capacity import Machines, PageCost, pages_per_second

COST = PageCost(8.0, 2.0, 1.0)


def test_one_worker_makes_a_page_in_the_sum_of_its_times():
    assert pages_per_second(COST, Machines(8, 1)) == pytest.approx(1000 / 11, rel=0.05)


def test_many_workers_make_as_many_pages_as_the_cores_have_time_for():
    assert pages_per_second(COST, Machines(2, 12)) == pytest.approx(2 * 1000 / 10, rel=0.05)


def test_a_database_on_cores_of_its_own_is_the_limit_when_there_are_many_workers():
    assert pages_per_second(COST, Machines(40, 80, database_cores=2)) == pytest.approx(2 * 1000 / 2, rel=0.05)


@pytest.mark.parametrize("run", load()["pipeline"], ids=lambda run: f"{run['pages']} pages, {run['workers']} workers")
def test_what_was_measured_is_what_is_simulated_with_the_share_of_the_cores_that_the_run_had(run):
    machines = Machines(run["cores"], run["workers"])
    # What is done beside the way of a page has the cores that the pages leave: all of it, or none, is in their way.
    most = pages_per_second(PageCost(run["worker_cpu_ms"], run["postgres_cpu_ms"], disk_ms=0.01), machines)
    least = pages_per_second(
        PageCost(run["worker_cpu_ms"], run["postgres_cpu_ms"] + run["maintenance_cpu_ms"]), machines
    )
    wanting = run["workers"] + 1  # the maintenance process is one more
    share = min(1.0, run["cores"] / (run["load"] + wanting))
    assert run["pages_per_second"] <= most * 1.05
    assert run["pages_per_second"] >= least * share * 0.5
