"""The installation that the compose file describes, as processes of a user without rights, from a wheel of its own."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
UV = os.environ.get("UV") or str(ROOT / ".tools" / "bin" / "uv")
COMPOSE = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))
EXTRAS = re.search(r"whl\)(\[\S+\])", (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8"))[1]
USER = 10001
"""The one of the image."""
METRICS_ADDRESS = "MEZMUN_METRICS_ADDRESS"
"""Each container has a network of its own, where this may be the same; here each part gets another port."""


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def may_enter(path):
    """Tell whether a user without rights can read what is at a path."""
    return all(each.stat().st_mode & 0o005 == 0o005 for each in (path, *path.parents))


def interpreter():
    """Give a Python, and the user that it can run as; None is the one of the tests."""
    if os.geteuid() == 0:
        here = Path(sys.executable).resolve()
        system = shutil.which("python3", path="/usr/local/bin:/usr/bin")
        for python in (here, *([Path(system).resolve()] if system else [])):
            if may_enter(python):
                return python, USER
    return Path(sys.executable), None


@dataclass(frozen=True)
class Installation:
    """Where it is, and what its processes are told."""

    folder: Path
    command: Path
    user: int | None
    variables: dict[str, str]
    port: int = field(default_factory=free_port)
    """Of the dashboard."""
    processes: dict[str, subprocess.Popen] = field(default_factory=dict)

    @classmethod
    def made_in(cls, folder, **variables):
        """Install the wheel with what the image has, and make its folders."""
        python, user = interpreter()
        if user is not None:
            folder.chmod(0o755)
        venv = folder / "venv"
        quiet = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
        for command in (
            [UV, "venv", "--quiet", "--python", python, venv],
            [UV, "pip", "install", "--quiet", "--python", venv / "bin" / "python", f"{ROOT}{EXTRAS}"],
        ):
            subprocess.run(list(map(str, command)), check=True, env=quiet)
        for name in ("data", "backup"):
            (folder / name).mkdir()
            if user is not None:
                os.chown(folder / name, user, user)
        (folder / "sites").mkdir()
        settings = COMPOSE["services"]["worker"]["environment"]
        assert settings.keys() <= {*variables.keys(), METRICS_ADDRESS}
        image = {"MEZMUN_DATA_DIR": str(folder / "data"), "MEZMUN_SITES_DIR": str(folder / "sites")}
        return cls(folder, venv / "bin" / "mezmun", user, {**image, **variables})

    def run(self, *arguments):
        """Run a command to its end; gives what it printed."""
        done = subprocess.run(
            [self.command, *map(str, arguments)], capture_output=True, text=True, check=False, **self._as_user()
        )
        assert done.returncode == 0, (arguments, done.stderr)
        return done.stdout

    def refusal(self, *arguments):
        """Run a command that is refused; gives the sentence."""
        done = subprocess.run(
            [self.command, *arguments], capture_output=True, text=True, check=False, **self._as_user()
        )
        assert done.returncode == 1, (arguments, done.stdout, done.stderr)
        return done.stderr

    def run_service(self, name):
        """Run a service that ends by itself."""
        return self.run(*COMPOSE["services"][name]["command"])

    def start(self, name):
        """Start a service, as it is or again."""
        arguments = list(COMPOSE["services"][name]["command"])
        if name == "dashboard":
            arguments += ["--port", str(self.port)]
        options = self._as_user()
        options["env"][METRICS_ADDRESS] = f"127.0.0.1:{free_port()}"
        log = (self.folder / f"{name}.log").open("ab")
        self.processes[name] = subprocess.Popen(
            [self.command, *arguments], stdout=log, stderr=log, start_new_session=True, **options
        )
        log.close()

    def kill(self, name):
        """Kill a service with all of its processes, as a machine that dies does."""
        process = self.processes.pop(name)
        assert process.poll() is None, (self.folder / f"{name}.log").read_text()
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def stop(self):
        """End all services as an orchestrator does; gives the exit code of each."""
        for process in self.processes.values():
            process.send_signal(signal.SIGTERM)
        codes = {name: process.wait(timeout=300) for name, process in self.processes.items()}
        self.processes.clear()
        return codes

    def documents(self):
        """Give all documents by their address, without what is of one database alone."""
        lines = map(json.loads, self.run("documents", "--json", "--full").splitlines())
        return {line["line"]["url"]: line for line in lines}

    def texts(self):
        """Give title and text of all documents by their address: what they have in every version."""
        return {url: (each["line"]["title"], each["text"]) for url, each in self.documents().items()}

    def elsewhere(self, **variables):
        """Give the same installation with other variables."""
        return replace(self, variables={**self.variables, **variables})

    def _as_user(self):
        environment = {"PATH": f"{self.command.parent}:/usr/bin:/bin", "LANG": "C.UTF-8", **self.variables}
        user = {} if self.user is None else {"user": self.user, "group": self.user, "extra_groups": []}
        return {"env": environment, "cwd": self.folder / "data", **user}


def wait_for(is_so, seconds, what):
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, f"{what} took more than {seconds} s"
        time.sleep(0.5)
