"""``mezmun bench``."""

import json

import pytest


@pytest.mark.slow
def test_the_start_is_printed_beside_trafilaturas(mezmun):
    code, out, _ = mezmun("bench", "start", "--runs", "1", "--json")
    ours, theirs = map(json.loads, out.splitlines())
    assert code == 0
    assert list(ours) == ["system", "packages", "mb", "import_s", "first_page_s", "cli_s"] == list(theirs)
    assert (ours["system"], theirs["system"]) == ("mezmun", "trafilatura")
