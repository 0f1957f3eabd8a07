"""The first thing a new user does."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest
import requests


@pytest.mark.timeout(600)
@pytest.mark.services
def test_the_demo_stores_every_paragraph_and_no_noise_and_ends_with_the_dashboard(tmp_path):
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MEZMUN_")}
    process = subprocess.Popen(
        [sys.executable, "-m", "mezmun", "demo", "--dashboard"],
        env={**environment, "MEZMUN_DATA_DIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=(log := (tmp_path / "errors").open("w+")),
        text=True,
    )
    try:
        address, password = wait_for_dashboard(process, tmp_path / "errors")
        session = requests.Session()
        overview = session.post(f"{address}sign-in", {"name": "demo", "password": password}, timeout=60)
        assert overview.url == address
        sites = session.get(f"{address}sites", timeout=60).text
        documents = session.get(f"{address}documents", timeout=60).text
    finally:
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
        log.close()
    assert process.returncode == 0, output
    output = " ".join(output.split())  # lines are folded at the width of the terminal
    assert output.count(", 0 lines of navigation, advertisement or copyright") == 3, output
    assert {"demo-news", "demo-blog", "demo-forum"} <= set(re.findall(r"demo-\w+", sites))
    assert re.search(r'href="/documents/\d+"', documents)
    assert not list(tmp_path.glob("demo/postgres/data/postmaster.pid"))  # nothing is left running


def wait_for_dashboard(process, errors):
    """Wait for the line that says where the dashboard is and how to sign in, and until it answers."""
    line = r"The dashboard is at (http://\S+) until Ctrl-C\. Sign in as demo with the password (\S+)\."
    end = time.monotonic() + 300
    while not (shown := re.search(line, errors.read_text())):
        assert process.poll() is None, errors.read_text()
        assert time.monotonic() < end
        time.sleep(0.2)
    while True:
        try:
            requests.get(shown[1], timeout=5)
        except requests.ConnectionError:
            assert time.monotonic() < end
            time.sleep(0.1)
        else:
            return shown.groups()


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
