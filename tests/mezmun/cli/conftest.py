"""The command line as a user runs it: in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture
def mezmun(tmp_path):
    """Run the command in a folder of its own, with these settings and no others; give exit code, output and errors."""

    def run(*arguments, answer="", **settings):
        inherited = {key: value for key, value in os.environ.items() if not key.startswith("MEZMUN_")}
        done = subprocess.run(
            [Path(sys.executable).with_name("mezmun"), *arguments],
            cwd=tmp_path,
            env=inherited | {f"MEZMUN_{key.upper()}": value for key, value in settings.items()},
            input=answer,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    return run
