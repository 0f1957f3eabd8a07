"""Makes a release: ``make release VERSION=1.2.3`` sets version and changelog, and builds what is published."""

import json
import re
import subprocess
import sys
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent
DIST: Final = ROOT / "dist"
_VERSION: Final = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+(?:(?:a|b|rc)[0-9]+)?")
_UNRELEASED: Final = "## [Unreleased]\n"


class ReleaseError(Exception):
    """The release cannot be made; the message says why."""


def main(version: str) -> None:
    """Make the release of that number in ``dist/``: source, wheels, checks, bill of materials, checksums."""
    if not _VERSION.fullmatch(version):
        raise ReleaseError(f"{version!r} is no version: write it as 1.2.3 or 1.2.3rc1 (PEP 440).")
    changelog = ROOT / "CHANGELOG.md"
    text = closed(changelog.read_text(encoding="utf-8"), version, datetime.now(UTC).date())
    _run("uv", "version", "--frozen", version)
    _run("uv", "lock", "--quiet")
    changelog.write_text(text, encoding="utf-8")
    for path in DIST.glob("mezmun-*"):
        path.unlink()
    _run("make", "wheel")
    for wheel in sorted(DIST.glob("*.whl")):
        check_platform(wheel)
    bill = json.loads(_run("uv", "export", "--frozen", "--format", "cyclonedx1.5", "--all-extras", "--no-dev"))
    (DIST / f"mezmun-{version}.cdx.json").write_text(json.dumps(bill, indent=1) + "\n", encoding="utf-8")
    _run("make", "checksums")
    print(f"dist/ holds {version}. Look at it, commit, tag v{version}, and build the image of deploy/Containerfile.")


def closed(changelog: str, version: str, day: date) -> str:
    """Give the changelog with what was unreleased under a heading of its own.

    Raises:
        ReleaseError: nothing is unreleased, or the version is there already.
    """
    before, heading, behind = changelog.partition(_UNRELEASED)
    entries = behind.partition("\n## [")[0]
    if not heading or not entries.strip():
        raise ReleaseError("CHANGELOG.md has nothing under [Unreleased].")
    if f"\n## [{version}]" in changelog:
        raise ReleaseError(f"CHANGELOG.md has a version {version} already.")
    return f"{before}{heading}\n## [{version}] - {day.isoformat()}\n{behind}"


def check_platform(wheel: Path) -> None:
    """Check that a wheel's library needs no more than the platform that its tag names.

    Raises:
        ReleaseError: it does.
    """
    tag = wheel.stem.rpartition("-")[2]
    if not tag.startswith("manylinux"):  # auditwheel asks the C library of this machine for musl
        return
    report = json.loads(_run(sys.executable, "-m", "auditwheel", "show", "--json", str(wheel)))
    needed = report["overall_tag"]
    glibc = tuple(map(int, needed.split("_")[1:3]))
    allowed = tuple(map(int, tag.split("_")[1:3]))
    if glibc > allowed:
        raise ReleaseError(f"{wheel.name} needs {needed}.")


def _run(*command: str) -> str:
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except ReleaseError as error:
        sys.exit(f"release: {error}")
