"""The embedded PostgreSQL for as long as a command runs: it is started again when it dies, as a service manager does.

A crawler, a worker or a dashboard runs for weeks. All of them look, and the first to see it starts the server again.
"""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from mezmun.core.errors import UnavailableError
from services.embedded_postgres import EmbeddedPostgres

LOOK_SECONDS: Final = 5.0
"""Seconds between two looks. Who works meanwhile waits for the database as for any other."""

FAILED_SECONDS: Final = 60.0
"""Seconds after a start that failed, as on a full disk: each writes lines to two logs."""

log = logging.getLogger(__name__)


@contextmanager
def running(server: EmbeddedPostgres) -> Iterator[str]:
    """Give the database's URL, and see to it that the server runs until the ``with`` ends.

    Raises:
        UnavailableError: it cannot be made or started at the beginning; later that is a line in the log.
    """
    stop = threading.Event()
    with server as url:
        watch = threading.Thread(target=_start_again, args=(server, stop), daemon=True, name="embedded PostgreSQL")
        watch.start()
        try:
            yield url
        finally:
            stop.set()
            watch.join()


def _start_again(server: EmbeddedPostgres, stop: threading.Event) -> None:
    pause = LOOK_SECONDS
    while not stop.wait(pause):
        pause = LOOK_SECONDS
        if not server.has_process():
            log.warning("The embedded PostgreSQL has died, and is started again.")
            try:
                server.start()
            except UnavailableError as error:
                log.error("%s", error)
                pause = FAILED_SECONDS
