import os
import sys
from functools import partial
from pathlib import Path

import pytest


@pytest.fixture
def program():
    """Where the command is installed."""
    return Path(sys.executable).with_name("mezmun")


@pytest.fixture
def surroundings(tmp_path, database_url):
    """The folder and the environment of a command that works on a fresh database."""
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("MEZMUN_")}
    settings = {"DATABASE_URL": database_url, "BROKER_URL": "amqp://nowhere//", "RAW_STORE": str(tmp_path / "raw")}
    return {"cwd": tmp_path, "env": inherited | {f"MEZMUN_{key}": value for key, value in settings.items()}}


@pytest.fixture
def mezmun(command_line, surroundings):
    """Run the command on a fresh database; give exit code, output and errors."""
    environment = {name: value for name, value in surroundings["env"].items() if name.startswith("MEZMUN_")}
    return partial(command_line, environment=environment)
