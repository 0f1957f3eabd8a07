"""What a release is made of."""

import re
import tomllib
from datetime import date
from pathlib import Path

import pytest

from release import ReleaseError, closed

ROOT = Path(__file__).parents[1]
DAY = date(2027, 1, 2)
CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n\n## [0.1.0] - 2026-11-01\n\n- All.\n"


def test_what_was_unreleased_gets_a_heading_and_a_day():
    text = closed(CHANGELOG, "0.2.0", DAY)
    assert text.replace("\n## [0.2.0] - 2027-01-02\n", "", 1) == CHANGELOG
    assert text.index("[Unreleased]") < text.index("[0.2.0]") < text.index("A thing") < text.index("[0.1.0]")


@pytest.mark.parametrize("version", ["0.1.0", "0.2.0"])
def test_nothing_is_released_twice(version):
    with pytest.raises(ReleaseError):
        closed(closed(CHANGELOG, "0.2.0", DAY), version, DAY)


def test_the_changelog_of_the_project_can_be_closed():
    assert "## [99.0.0] - 2027-01-02" in closed((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), "99.0.0", DAY)


def test_what_builds_is_pinned_by_hash():
    required = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    pinned = (ROOT / ".ci" / "build-tools.txt").read_text(encoding="utf-8")
    for requirement in required:
        assert re.search(rf"^{re.escape(requirement)} \\\n +--hash=sha256:", pinned, re.MULTILINE)
    assert "--hash=sha256:" in (ROOT / ".ci" / "uv.txt").read_text(encoding="utf-8")
