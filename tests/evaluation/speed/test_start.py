"""What a tool costs before its first page."""

import pytest

from evaluation.speed.start import MEZMUN, TRAFILATURA, Tool, measure, needed_distributions


@pytest.mark.slow
def test_a_tool_is_measured_by_what_it_brings_and_how_long_it_takes():
    ours, theirs = measure(MEZMUN, runs=1), measure(TRAFILATURA, runs=1)
    for each in (ours, theirs):
        assert each.packages > 5
        assert 1 < each.mb < 1000
        assert min(each.import_s, each.cli_s) > 0
        assert each.first_page_s > 0
        assert each.first_uyghur_page_s > 0
    assert (ours.system, theirs.system) == ("mezmun", "trafilatura")


def test_a_tool_that_is_not_installed_has_no_figures():
    assert measure(Tool("no-such-tool", "", "", ())) is None


def test_what_a_tool_needs_elsewhere_or_with_an_extra_does_not_count(tmp_path, monkeypatch):
    needs = ["part>=1", 'old; python_version < "3"', 'windows; sys_platform == "win32"', 'more; extra == "all"']
    for name, requirements in {"tool": needs, "part": ["Tool"], "old": [], "windows": [], "more": []}.items():
        folder = tmp_path / f"{name}-1.dist-info"
        folder.mkdir()
        lines = [f"Name: {name}", "Version: 1", *(f"Requires-Dist: {each}" for each in requirements)]
        (folder / "METADATA").write_text("Metadata-Version: 2.1\n" + "\n".join(lines))
    monkeypatch.syspath_prepend(tmp_path)
    assert [each.metadata["Name"] for each in needed_distributions("tool")] == ["tool", "part"]
