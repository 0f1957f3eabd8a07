import os
import shutil

import pytest

from evaluation.errors import EvaluationError
from evaluation.speed.instructions import count_stages
from evaluation.speed.stages import stages

PAGE = "<h1>Kettles</h1>" + "<p>The kettle hums before it boils, and mine only clicks.</p>" * 50


VALGRIND = """#!/bin/sh
# Writes for each dump ten instructions more than for the one before; the first is of what comes before all stages.
for option; do case $option in --callgrind-out-file=*) out=${option#*=};; esac; done
for number in $(seq 1 20); do echo "summary: $((number * 10))" > $out.$number; done
"""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is not installed")
def test_the_instructions_of_each_stage_are_counted():
    counted = count_stages("correlativity", [PAGE])
    assert [stage.name for stage in counted] == list(stages("correlativity"))
    assert sum(stage.instructions for stage in counted) == counted[-1].so_far
    assert 100_000 < counted[0].instructions < 10_000_000


def test_instructions_are_the_mean_over_the_pages_within_the_limits(monkeypatch, tmp_path):
    (tmp_path / "valgrind").write_text(VALGRIND)
    (tmp_path / "valgrind").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    counted = count_stages("correlativity", [PAGE, PAGE * 3, "<div>" * 10_000])  # the last is beyond them
    assert [stage.so_far for stage in counted] == [10 * number // 2 for number, _ in enumerate(counted, start=2)]


def test_without_valgrind_it_says_what_to_install(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(EvaluationError, match="valgrind"):
        count_stages("mezmun", [PAGE])
