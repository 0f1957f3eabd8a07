"""One run at a time for one output: two would cut off each other's parts."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mezmun.core.errors import InvalidInputError
from workers.bulk.output import writing


@contextmanager
def run_lock(output: Path) -> Iterator[None]:
    """Keep other runs from an output. The system lets go of the lock of a run that was killed.

    Raises:
        InvalidInputError: another run has it, or nothing can be written beside it.
    """
    path = Path(f"{output}.lock")
    with writing(output):
        file = os.open(path, os.O_CREAT | os.O_RDWR, 0o666)
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            mine = os.path.samestat(path.stat(), os.fstat(file))  # the other run may have removed what was opened
        except (BlockingIOError, FileNotFoundError):
            mine = False
        if not mine:
            raise InvalidInputError(f"Another run is writing the output {output}.")
        try:
            yield
        finally:
            path.unlink(missing_ok=True)
    finally:
        os.close(file)
