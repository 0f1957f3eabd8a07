"""The processor time of a process and of the connections it has to a database."""

from contextlib import suppress
from typing import Final

import psutil

_POSTGRES: Final = "postgres"


class ProcessorTime:
    """Reads what a process, its children and PostgreSQL's processes for one database have used until now."""

    def __init__(self, process: int, database: str) -> None:
        self._root, self._database = psutil.Process(process), database

    def seconds(self) -> float:
        """Give the seconds of user and system time of all of them that live; connections of a pool live on."""
        return sum(map(self._of, [self._root, *self._root.children(recursive=True), *self._connections()]))

    def _connections(self) -> list[psutil.Process]:
        processes = []
        for process in psutil.process_iter():
            with suppress(psutil.Error):
                if process.name() == _POSTGRES and f" {self._database} " in " ".join(process.cmdline()):
                    processes.append(process)
        return processes

    @staticmethod
    def _of(process: psutil.Process) -> float:
        with suppress(psutil.Error):
            times = process.cpu_times()
            return float(times.user + times.system)
        return 0.0
