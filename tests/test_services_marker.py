"""``-m "not services"`` leaves out what needs a service; a silent service skips a test, and in CI fails it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SILENT = {
    "MEZMUN_TEST_DATABASE_URL": "postgresql://postgres@127.0.0.1:1/postgres",
    "MEZMUN_TEST_BROKER_URL": "amqp://guest:guest@127.0.0.1:1//",
}
TESTS = ["tests/db/removal/test_garbage_collection.py", "tests/mezmun/core/queue/test_page_queue.py"]


def run(*arguments, **environment):
    """Run the tests of these services where none answers; give the last line of the report."""
    inherited = {name: value for name, value in os.environ.items() if name != "CI" and not name.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS, *arguments],
        cwd=ROOT,
        env=inherited | SILENT | environment,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    return done.returncode, done.stdout.splitlines()[-1]


@pytest.mark.slow
def test_a_test_without_its_service_is_skipped():
    code, report = run()
    assert code == 0
    assert "skipped" in report
    assert "failed" not in report


@pytest.mark.slow
def test_in_continuous_integration_a_silent_service_is_a_failure():
    code, report = run(CI="1")
    assert code == 1
    assert "error" in report
    assert "skipped" not in report


@pytest.mark.slow
def test_what_needs_no_service_runs_without_any():
    code, report = run("-m", "not services", CI="1")
    assert code == 0
    assert "passed" in report
    assert "deselected" in report
