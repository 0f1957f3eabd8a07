"""The contract between crawler and workers: what travels through the broker.

Only small, replayable references travel, never a page: losing the whole broker loses no
page, for the workers find what was lost and send it again.
"""

import json
from dataclasses import asdict, dataclass
from typing import Any, Final, Protocol, Self

VERSION: Final = 1
"""Of the messages; raised when an older worker could not read a newer one."""

MOST_FETCHES: Final = 2**63 - 1
"""The highest number that a fetch can have: the column's type has no more."""

PROCESS_TASK: Final = "mezmun.process"
"""Name of the Celery task that turns one fetched page into a document."""


@dataclass(frozen=True, slots=True)
class FetchReference:
    """One fetch whose raw bytes wait to be processed."""

    fetch_id: int
    site: str
    again: bool = False
    """It was sent before, and a worker may have died of it: then its tries are counted."""
    version: int = VERSION
    """Of its message."""

    def to_task(self) -> dict[str, int | str | bool]:
        """Give the keyword arguments of ``PROCESS_TASK``, JSON-ready."""
        return asdict(self)

    @classmethod
    def from_message(cls, message: Any) -> Self | None:
        """Read a message with ``headers`` and ``body``, as Celery sends it; None when another program sent it."""
        if message.headers.get("task") != PROCESS_TASK:
            return None
        try:
            _, fields, _ = json.loads(message.body)
        except (ValueError, TypeError, RecursionError):
            return None
        match fields:
            case {"fetch_id": int(fetch_id), "site": str(site), **others} if 0 < fetch_id <= MOST_FETCHES:
                version = others.get("version", VERSION)
                return cls(fetch_id, site, bool(others.get("again")), version) if isinstance(version, int) else None
        return None


class SendReferences(Protocol):
    """What hands references to the broker, any number at once."""

    def __call__(self, *references: FetchReference) -> None:
        """Hand them over, or raise ``UnavailableError``."""
