"""Log files that running processes append to, kept to a size.

Several processes have such a file open as their standard error, so it cannot be renamed as the handlers of ``logging``
do. It is copied and emptied instead, as by ``copytruncate`` of logrotate: whoever appends goes on at the new end.
"""

import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Final

MOST_BYTES: Final = 10_000_000
"""One file has at most so many bytes: weeks of a site at the level ``INFO``, and some 20,000 pages at ``DEBUG``."""

OLDER_FILES: Final = 3
"""Files kept beside the one that is written to; ``.1`` is the newest."""


def rotate(log: Path, most_bytes: int = MOST_BYTES) -> bool:
    """Move what a log holds to ``….1`` when it is larger than allowed, and give whether it was.

    Lines that are written in the moment between the end of the copy and the emptying are lost.
    """
    try:
        if log.stat().st_size <= most_bytes:
            return False
    except FileNotFoundError:
        return False
    for number in range(OLDER_FILES, 1, -1):
        with suppress(FileNotFoundError):
            older(log, number - 1).replace(older(log, number))
    shutil.copyfile(log, older(log, 1))
    os.truncate(log, 0)
    return True


def older(log: Path, number: int) -> Path:
    """Name the file that a log's lines were moved to so many times ago."""
    return log.with_name(f"{log.name}.{number}")
