import gzip
from pathlib import Path

import pytest

from evaluation.benchmark.system_choice import choose
from evaluation.data.datasets import DataSet, read_sets
from evaluation.speed.throughput import WARM_UP_BYTES, measure_growth, measure_speed, write_page
from tests.evaluation.systems_for_tests import MISBEHAVING

SENTENCE = "<p>Some words that a reader of this page would read, were there one.</p>"


@pytest.fixture
def sets(write_set) -> list[DataSet]:
    pages = [{"id": name, "html": f"<body><div>{SENTENCE * 30}", "gold": "x"} for name in "abcd"]
    return read_sets([write_set("pages", *pages, {"id": "fails", "html": "FAIL", "gold": "x"})])


@pytest.mark.slow
def test_all_are_timed_on_the_pages_none_crashes_on(sets: list[DataSet]):
    systems, _ = choose(["all-text", "trafilatura"])
    counted: list[int] = []
    speeds = measure_speed([*systems, MISBEHAVING], list(sets[0].pages), 2, 20, counted.append)
    assert [(each.method, each.pages, each.crashed) for each in speeds] == [
        ("all-text", 4, 0),
        ("trafilatura", 4, 0),
        ("misbehaving", 4, 1),
    ]
    by_name = {each.method: each for each in speeds}
    assert by_name["trafilatura"].times_trafilatura == 1.0
    ratio = by_name["all-text"].pages_per_second / by_name["trafilatura"].pages_per_second
    assert by_name["all-text"].times_trafilatura == pytest.approx(ratio, rel=0.01, abs=0.01)
    assert sum(counted) == 5 * 3 * 2


@pytest.mark.slow
def test_without_trafilatura_there_is_no_ratio(sets: list[DataSet]):
    (speed,) = measure_speed(choose(["all-text"])[0], list(sets[0].pages[:1]), 1, 20)
    assert speed.times_trafilatura is None


@pytest.mark.slow
def test_growth_is_measured_size_by_size(sets: list[DataSet], tmp_path: Path):
    sizes = (10_000, 3 * WARM_UP_BYTES)
    small, large = measure_growth(choose(["all-text"])[0], list(sets[0].pages[:4]), tmp_path, 20, sizes)
    assert (small.bytes, large.bytes) == sizes
    assert large.seconds > small.seconds > 0
    assert small.memory_multiple is None
    assert large.memory_multiple is not None
    assert large.error is None


def test_one_that_failed_on_a_size_is_spared_the_larger_ones(sets: list[DataSet], tmp_path: Path):
    (only,) = measure_growth([MISBEHAVING], [sets[0].pages[4]], tmp_path, 20, (10_000, 20_000))
    assert only.error == "ValueError: no such page"


@pytest.mark.parametrize("size", [1000, 123_456])
def test_a_page_of_a_size_has_that_size_and_closes_what_it_opens(sets: list[DataSet], tmp_path: Path, size: int):
    html = gzip.decompress(write_page(list(sets[0].pages[:2]), size, tmp_path).html_path.read_bytes())
    assert len(html) == size
    assert html.endswith(b"</body></html>")
    assert 0 <= html.count(b"<div>") - html.count(b"</div>") <= 2
