"""What a tool costs before its first page."""

import pytest

from evaluation.speed.start import MEZMUN, TRAFILATURA, Tool, measure


@pytest.mark.slow
def test_a_tool_is_measured_by_what_it_brings_and_how_long_it_takes():
    ours, theirs = measure(MEZMUN, runs=1), measure(TRAFILATURA, runs=1)
    for each in (ours, theirs):
        assert each.packages > 5
        assert 1 < each.mb < 1000
        assert min(each.import_s, each.cli_s) > 0
        assert each.first_page_s > 0
    assert (ours.system, theirs.system) == ("mezmun", "trafilatura")


def test_a_tool_that_is_not_installed_has_no_figures():
    assert measure(Tool("no-such-tool", "", "", ())) is None
