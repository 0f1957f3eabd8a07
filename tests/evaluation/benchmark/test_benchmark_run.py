from dataclasses import asdict, replace
from pathlib import Path

import pytest

from evaluation.benchmark.benchmark_run import Plan, run
from evaluation.benchmark.results import PageResult, ResultFile
from evaluation.benchmark.summary import GroupField, summarise
from evaluation.benchmark.system_choice import choose
from evaluation.benchmark.system_runner import SystemRunner
from evaluation.data.datasets import read_sets
from evaluation.errors import EvaluationError
from tests.evaluation.systems_for_tests import BROKEN, CHINESE_ONLY, LEARNER, MISBEHAVING

pytestmark = pytest.mark.slow


def page_of(write_set, html: str):
    (data_set,) = read_sets([write_set("one", {"id": "a", "html": html})])
    return data_set.pages[0]


@pytest.fixture
def mixed(write_set):
    return read_sets(
        [
            write_set(
                "mixed",
                {"id": "good", "html": "<p>one two</p>", "gold": "p one two p", "kind": "blog"},
                {"id": "fails", "html": "FAIL", "gold": "x", "kind": "blog"},
                {"id": "hangs", "html": "HANG", "gold": "x", "kind": "forum"},
                {"id": "dies", "html": "DIE", "gold": "x", "kind": "forum"},
                {"id": "segfaults", "html": "CRASH", "gold": "x"},
                {"id": "empty", "html": "EMPTY", "gold": "x", "lang": "zh"},
                {"id": "last", "html": "yes", "gold": "yes"},
            )
        ]
    )


def test_a_hang_a_crash_and_a_death_are_counted_and_the_rest_goes_on(mixed):
    results = {each.page: each for each in run(Plan([MISBEHAVING], mixed, page_seconds=3), ResultFile(None))}
    assert results["fails"].error == "ValueError: no such page"
    assert results["hangs"].error == "stopped after 3 s"
    assert results["dies"].error == "its process died (signal 6)"
    assert results["segfaults"].error == "its process died (signal 11)"
    assert results["empty"].error is None
    assert results["empty"].empty
    assert results["last"].scores.lcs.f1 == results["good"].scores.lcs.f1 == 1.0

    (row,) = summarise(list(results.values()), mixed)
    assert (row.pages, row.empty, row.crashed) == (7, 1, 4)
    assert row.lcs_f1 == pytest.approx(2 / 7, abs=1e-4)  # a page it failed on counts 0
    assert row.peak_mb > 5


def test_groups_follow_their_set(mixed):
    results = run(Plan([MISBEHAVING], mixed, page_seconds=3), ResultFile(None))
    rows = summarise(results, mixed, GroupField.KIND)
    assert [(row.group, row.pages, row.lcs_f1) for row in rows] == [
        (None, 7, 0.2857),
        ("blog", 2, 0.5),
        ("forum", 2, 0.0),
        ("unknown", 3, 0.3333),
    ]


def test_the_scores_are_the_same_whatever_the_jobs(mixed):
    pages = replace(mixed[0], pages=tuple(page for page in mixed[0].pages if page.id != "hangs"))
    plan = Plan([MISBEHAVING, CHINESE_ONLY, *choose(["all-text"])[0]], [pages])

    def results_by_jobs(jobs: int):
        results = run(replace(plan, jobs=jobs), ResultFile(None))
        return [(each.key, each.error, each.empty, each.scores, each.leaf_bits) for each in results]

    assert results_by_jobs(1) == results_by_jobs(3)


def test_a_system_of_one_language_runs_on_that_language_only(mixed):
    assert [each.page for each in run(Plan([CHINESE_ONLY], mixed), ResultFile(None))] == ["empty"]


def test_one_that_does_not_start_has_crashed_on_every_page(mixed):
    results = run(Plan([BROKEN], mixed), ResultFile(None))
    assert {each.error for each in results} == {"A worker process does not start: ImportError: half installed."}


def test_a_run_goes_on_where_it_stopped(mixed, tmp_path: Path):
    file = tmp_path / "results.jsonl"
    ours, _ = choose(["all-text"])
    first = run(Plan(ours, mixed), ResultFile(file))
    lines = file.read_text().splitlines()
    file.write_text("\n".join(lines[:3]) + "\n" + lines[3][:40])  # ended in the middle of a line

    counted: list[int] = []
    again = run(Plan(ours, mixed), ResultFile(file), counted.append)
    assert counted[0] == 3
    assert sum(counted) == len(first)
    assert [asdict(each) | timeless for each in again] == [asdict(each) | timeless for each in first]
    assert len(file.read_text().splitlines()) == len(first)
    assert [each.key for each in run(Plan(ours, mixed), ResultFile(file))] == [each.key for each in first]


timeless = {"seconds": 0, "peak_mb": 0}


def test_a_new_version_of_a_method_is_measured_anew(mixed, tmp_path: Path):
    file = tmp_path / "results.jsonl"
    (ours,), _ = choose(["all-text"])
    run(Plan([ours], mixed), ResultFile(file))
    counted: list[int] = []
    results = run(Plan([replace(ours, version="next")], mixed), ResultFile(file), counted.append)
    assert counted[0] == 0
    assert {each.version for each in results} == {"next"}


def test_a_file_of_something_else_is_not_resumed(tmp_path: Path):
    file = tmp_path / "other.jsonl"
    file.write_text('{"a": 1}\n{"a": 2}\n')
    with pytest.raises(EvaluationError, match=r"line 1 is not a result"):
        ResultFile(file)


def test_no_system_reaches_the_network(write_set):
    with SystemRunner(MISBEHAVING, 10) as isolated:
        assert "may not use the network" in (isolated.answer(page_of(write_set, "PHONE")).error or "")


def test_memory_of_a_page_is_measured_apart_from_the_process(write_set):
    page = page_of(write_set, "GROW")
    with SystemRunner(MISBEHAVING, 10) as isolated:
        answer = isolated.answer(page)
    assert answer.text == "60000000"
    assert answer.peak_mb > 60
    assert 55 < answer.grown_mb < 70


def test_leaves_in_text_come_back_as_they_went():
    result = PageResult("m", "1", "s", "p", None, False, None, 0.0, 0.0, leaves=5, leaf_bits="5")  # type: ignore[arg-type]
    assert result.leaves_in_text() == [False, False, True, False, True]


def test_one_that_learns_is_taught_the_pages_of_the_site_and_nothing_of_a_single_page(write_set):
    sets = read_sets(
        [
            write_set(
                "sites",
                {"id": "a", "site": "x", "html": "one", "gold": "one one two"},
                {"id": "b", "site": "y", "html": "alone", "gold": "alone None"},
                {"id": "c", "site": "x", "html": "two", "gold": "two one two"},
                {"id": "d", "html": "nowhere", "gold": "nowhere None"},
            )
        ]
    )
    results = run(Plan([LEARNER], sets), ResultFile(None))
    assert [(each.page, each.scores.lcs.f1) for each in results] == [("a", 1), ("b", 1), ("c", 1), ("d", 1)]


def test_template_svm_is_taught_the_noise_the_pages_of_a_site_share(write_set):
    noise = "<div><p>This line stands on every page of the site, and nobody comes here to read it again.</p></div>"
    pages = [
        {
            "id": f"p{number}",
            "site": "x",
            "html": f"{noise}<div><p>" + f"Story {number} is told in words of its own, number {number}. " * 12,
            "gold": "x",
        }
        for number in range(10)
    ]
    sets = read_sets([write_set("sites", *pages)])
    results = run(Plan(choose(["template-svm", "all-text"])[0], sets), ResultFile(None))
    leaf_bits = {(each.method, each.leaves_in_text()[0]) for each in results}
    assert leaf_bits == {("template-svm", False), ("all-text", True)}
