"""``mezmun bench``."""

import json

import pytest


@pytest.mark.slow
def test_the_start_is_printed_beside_trafilaturas(mezmun):
    code, out, _ = mezmun("bench", "start", "--runs", "1", "--json")
    ours, theirs = map(json.loads, out.splitlines())
    assert code == 0
    assert (
        list(ours)
        == ["system", "packages", "mb", "import_s", "first_page_s", "first_uyghur_page_s", "cli_s"]
        == list(theirs)
    )
    assert (ours["system"], theirs["system"]) == ("mezmun", "trafilatura")


def test_a_crawl_is_measured_by_pages_or_by_minutes(mezmun):
    code, _, err = mezmun("bench", "crawl", "--pages", "3", "--minutes", "2")
    assert code == 2
    assert "--minutes and --pages ask for different things" in err
