import shutil

import pytest

from evaluation.errors import EvaluationError
from evaluation.speed.instructions import count_stages
from evaluation.speed.stages import stages

PAGE = "<h1>Kettles</h1>" + "<p>The kettle hums before it boils, and mine only clicks.</p>" * 50


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is not installed")
def test_instructions_are_the_mean_over_the_pages_within_the_limits():
    once, again = (count_stages("correlativity", pages) for pages in ([PAGE], [PAGE, PAGE * 3, "<div>" * 10_000]))
    assert [stage.name for stage in once] == list(stages("correlativity"))
    assert sum(stage.instructions for stage in once) == once[-1].so_far
    # Two pages are within the limits, one of them three times as long; of the parser a part is the same for any page.
    assert 1.5 * once[0].so_far < again[0].so_far < 2.1 * once[0].so_far


def test_without_valgrind_it_says_what_to_install(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(EvaluationError, match="valgrind"):
        count_stages("mezmun", [PAGE])
