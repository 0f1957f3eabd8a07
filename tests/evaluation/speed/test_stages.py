import pytest

from evaluation.speed.stages import measure_stages, stages
from extraction import UnknownMethodError

PAGE = "<h1>Kettles</h1>" + "<p>The kettle hums before it boils, and mine only clicks.</p>" * 50


def test_the_stages_add_up_to_the_whole():
    timed = measure_stages("correlativity", [PAGE, PAGE], rounds=2)
    assert [stage.name for stage in timed] == list(stages("correlativity"))
    assert sum(stage.microseconds for stage in timed) == pytest.approx(timed[-1].so_far)
    assert timed[0].of_parse == 1.0
    assert timed[1].so_far > timed[0].so_far > 0


def test_a_page_beyond_the_limits_is_left_out():
    deep = "<div>" * 10_000 + "text"
    done = []
    alone, both = (measure_stages("all-text", pages, 1, done.append) for pages in ([deep], [deep, PAGE]))
    assert [stage.so_far for stage in alone] == [0.0] * 5
    assert both[-1].so_far > 0
    assert done == [1, 1, 1]


def test_an_unknown_method_is_refused():
    with pytest.raises(UnknownMethodError):
        measure_stages("none", [PAGE], rounds=1)
