"""What the process of a contender sends back."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Ready:
    """The first message: it can be given pages, or why not."""

    error: str | None


@dataclass(frozen=True)
class Answer:
    """What came of one page."""

    text: str
    error: str | None
    """The exception, as text; then ``text`` is empty."""
    seconds: float
    """CPU time of the contender, reading and decoding left out: the same whatever else runs on the machine."""
    peak_mb: float
    """The most memory (10^6 bytes) the process has held so far, the interpreter included."""
    grown_mb: float
    """How much of it came with this page, the page itself left out."""
