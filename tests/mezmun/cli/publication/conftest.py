import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture
def mezmun(tmp_path, database_url):
    """Run the command on a fresh database; give exit code, output and errors."""
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("MEZMUN_")}
    settings = {"DATABASE_URL": database_url, "BROKER_URL": "amqp://nowhere//", "RAW_STORE": str(tmp_path / "raw")}

    def run(*arguments):
        done = subprocess.run(
            [Path(sys.executable).with_name("mezmun"), *map(str, arguments)],
            cwd=tmp_path,
            env=inherited | {f"MEZMUN_{key}": value for key, value in settings.items()},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    return run
