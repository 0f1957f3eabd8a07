"""The first thing a new user does."""

import os
import subprocess
import sys

import pytest


@pytest.mark.timeout(600)
@pytest.mark.services
def test_the_demo_stores_every_paragraph_and_no_noise(tmp_path):
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MEZMUN_")}
    done = subprocess.run(
        [sys.executable, "-m", "mezmun", "demo"],
        env={**environment, "MEZMUN_DATA_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    output = " ".join(done.stdout.split())  # lines are folded at the width of the terminal
    assert output.count(", 0 lines of navigation, advertisement or copyright") == 3, done.stdout
    assert not list(tmp_path.glob("demo/postgres/data/postmaster.pid"))  # nothing is left running


@pytest.mark.slow
def test_a_database_that_does_not_answer_is_one_sentence(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "mezmun", "documents"],
        env={**os.environ, "MEZMUN_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "does not answer" in done.stderr
    assert "MEZMUN_DATABASE_URL" in done.stderr
