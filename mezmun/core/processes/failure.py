"""How an item of work failed, when it did so with its process."""

from dataclasses import dataclass
from enum import StrEnum

from mezmun.core.outcomes import Outcome


class FailureKind(StrEnum):
    """How an item failed."""

    TIMEOUT = "timeout"
    """It took longer than the time limit."""
    DIED = "died"
    """Its process crashed or was killed."""
    RAISED = "raised"
    """The task raised an exception."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no result of an item."""

    kind: FailureKind
    detail: str
    """In words, for people."""

    @property
    def outcome(self) -> Outcome:
        """The word for a page that failed so."""
        return Outcome.TIMEOUT if self.kind is FailureKind.TIMEOUT else Outcome.FAILED
