import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import requests


def test_the_first_start_prints_how_to_sign_in_and_serves_until_stopped(database_url, tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("MEZMUN_")}
    environment = {
        "DATABASE_URL": database_url,
        "BROKER_URL": "amqp://nowhere//",
        "RAW_STORE": str(tmp_path / "raw"),
        "LOG_FORMAT": "json",
    }
    process = subprocess.Popen(
        [Path(sys.executable).with_name("mezmun"), "dashboard", "--port", str(port)],
        cwd=tmp_path,
        env=inherited | {f"MEZMUN_{key}": value for key, value in environment.items()},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        lines = iter(process.stderr)
        password = re.search(r"as operator with the password (\S+)", next(lines))[1]
        assert any(json.loads(line)["message"].startswith("Uvicorn running") for line in lines)
        address = f"http://127.0.0.1:{port}"
        answer = requests.post(f"{address}/sign-in", data={"name": "operator", "password": password}, timeout=60)
        assert answer.url == f"{address}/"
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
