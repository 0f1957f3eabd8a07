"""A PostgreSQL, a RabbitMQ and two small disks of the campaign's own, to be stopped, killed, filled and robbed."""

import os
import shutil
import signal
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg2

from db import engine as databases
from db.schema import migration
from services.embedded_postgres import EmbeddedPostgres

RABBITMQ_SCRIPTS = "/usr/lib/rabbitmq/lib/rabbitmq_server-*/sbin"
"""Where Debian has the scripts themselves; those on the path drop the environment when root runs them."""
BROKER_START = 90.0
"""Seconds that a broker has to start on a crowded machine."""


class Disk:
    """A folder with a file system of its own where this process may mount one; only then can it be filled."""

    def __init__(self, folder: Path, megabytes: int) -> None:
        self.folder = folder
        folder.mkdir(parents=True)
        options = ["-o", f"size={megabytes}m,mode=0755"]
        mounted = subprocess.run(["mount", "-t", "tmpfs", *options, "tmpfs", str(folder)], capture_output=True)
        self.can_be_filled = mounted.returncode == 0

    def fill(self) -> None:
        """Leave no room."""
        with (self.folder / "filler").open("wb") as filler, suppress(OSError):
            while True:
                filler.write(bytes(1 << 20))
                filler.flush()

    def empty(self) -> None:
        """Give the room back."""
        (self.folder / "filler").unlink(missing_ok=True)

    def remove(self) -> None:
        """Unmount it."""
        if self.can_be_filled:
            subprocess.run(["umount", "--lazy", str(self.folder)], check=True)


class PrivatePostgres:
    """The server of the wheel, on a disk of its own."""

    def __init__(self, folder: Path) -> None:
        self._server = EmbeddedPostgres(folder)
        self._url = None

    def start(self) -> None:
        self._url = databases.database_url(self._server.start())

    def is_running(self) -> bool:
        return self._server.is_running()

    def stop(self) -> None:
        self._server.stop()

    def kill(self) -> None:
        """Kill the server, as a machine that loses its power does."""
        process = psutil.Process(int((self._server.data / "postmaster.pid").read_text().split()[0]))
        for each in (process, *process.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):
                each.kill()

    def make_database(self, name: str) -> str:
        """Make a database with its tables, and give its URL."""
        connection = psycopg2.connect(self._url.set(drivername="postgresql").render_as_string(hide_password=False))
        connection.autocommit = True
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE DATABASE {name}")
        connection.close()
        url = self._url.set(database=name).render_as_string(hide_password=False)
        engine = databases.connect(url)
        migration.upgrade(engine)
        engine.dispose()
        return url


class PrivateRabbit:
    """A node of RabbitMQ that shares nothing with another: name, ports, data, cookie and ``epmd`` are its own."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        self._folder = folder
        port, distribution, epmd = (_free_port() for _ in range(3))
        self.url = f"amqp://guest:guest@127.0.0.1:{port}//"
        self._port = port
        self._scripts = rabbitmq_scripts()
        (folder / "rabbitmq.conf").write_text("loopback_users = none\nvm_memory_high_watermark.absolute = 1GB\n")
        (folder / "plugins").write_text("[].\n")
        self._environment = {
            **os.environ,
            "HOME": str(folder),
            "ERL_EPMD_PORT": str(epmd),
            "ERL_EPMD_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODENAME": f"chaos{port}@localhost",
            "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODE_PORT": str(port),
            "RABBITMQ_DIST_PORT": str(distribution),
            "RABBITMQ_MNESIA_BASE": str(folder / "mnesia"),
            "RABBITMQ_LOG_BASE": str(folder / "log"),
            "RABBITMQ_CONFIG_FILE": str(folder / "rabbitmq"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "plugins"),
            "RABBITMQ_CONF_ENV_FILE": "/dev/null",
            "RABBITMQ_PID_FILE": str(folder / "pid"),
        }
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the node, and wait until it takes connections."""
        if self.is_running():
            return
        with (self._folder / "output").open("ab") as output:
            self._process = subprocess.Popen(
                [self._scripts / "rabbitmq-server"],
                env=self._environment,
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        deadline = time.monotonic() + BROKER_START
        while not self._answers():
            if time.monotonic() > deadline or self._process.poll() is not None:
                raise RuntimeError(f"RabbitMQ does not start: {(self._folder / 'output').read_text()[-2000:]}")
            time.sleep(0.2)

    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """Kill the node and all that it started."""
        if self._process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        while self._answers():
            time.sleep(0.05)

    def stop(self) -> None:
        """Stop the node in order."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(30)
            except subprocess.TimeoutExpired:
                self.kill()

    def cut_connections(self) -> None:
        """Close the connections of all its clients."""
        command = [self._scripts / "rabbitmqctl", "--quiet", "close_all_connections", "cut"]
        subprocess.run(command, env=self._environment, cwd=self._folder, capture_output=True, check=True)

    def remove(self) -> None:
        """End it for good, with its ``epmd``."""
        self.kill()
        for _ in range(20):  # it stays as long as it believes that the node lives
            if subprocess.run(["epmd", "-kill"], env=self._environment, capture_output=True).returncode == 0:
                return
            time.sleep(0.1)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self._port), timeout=1) as connection:
                connection.settimeout(2)
                connection.sendall(b"AMQP\x00\x00\x09\x01")
                return connection.recv(1) == b"\x01"
        except OSError:
            return False


def rabbitmq_scripts() -> Path | None:
    """Give the folder of RabbitMQ's own scripts; None when it is not installed."""
    scripts = sorted(Path("/").glob(RABBITMQ_SCRIPTS.removeprefix("/")))
    on_path = shutil.which("rabbitmq-server")
    if scripts:
        return scripts[-1]
    return Path(on_path).resolve().parent if on_path else None


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]
