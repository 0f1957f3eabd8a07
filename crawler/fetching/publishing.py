"""Telling the workers: a reference per page, after its commit. A silent broker costs time once, never a page."""

import logging
from collections.abc import Callable
from time import monotonic
from typing import Final

from mezmun.core.errors import UnavailableError
from mezmun.core.queue.messages import FetchReference, SendReferences

PAUSE: Final = 30.0
"""Seconds without a try after a failure: each try waits for seconds, and the workers find what was not sent."""

log = logging.getLogger(__name__)


class Publisher:
    """Sends references and never raises.

    Args:
        send: hands references to the broker, or raises ``UnavailableError``.
        clock: seconds, never going back.
    """

    def __init__(self, send: SendReferences, clock: Callable[[], float] = monotonic) -> None:
        self._send = send
        self._clock = clock
        self._quiet_until = 0.0
        self.unsent = 0
        """References left to the search for lost ones."""

    def __call__(self, *references: FetchReference) -> None:
        """Send references, or count them as lost."""
        if self._clock() < self._quiet_until:
            self.unsent += len(references)
            return
        try:
            self._send(*references)
        except UnavailableError as error:
            if not self.unsent:
                log.warning("%s The pages are safe: the workers find them and send them again.", error)
            self.unsent += len(references)
            self._quiet_until = self._clock() + PAUSE
