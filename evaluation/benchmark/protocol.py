"""What a run and the process of a contender say to each other."""

from dataclasses import dataclass

from evaluation.data.datasets import LabelledPage


@dataclass(frozen=True)
class Ready:
    """The process's first message: it can be given pages, or why not."""

    error: str | None


@dataclass(frozen=True)
class Task:
    """A page to extract, and first, if any are given, the pages its site is to be learned from."""

    page: LabelledPage
    site_pages: tuple[LabelledPage, ...] = ()


@dataclass(frozen=True)
class Answer:
    """What came of one page."""

    text: str
    error: str | None
    """The exception, as text; then ``text`` is empty."""
    seconds: float
    """CPU time of the contender on this page; reading, decoding and what it loads once are left out."""
    peak_mb: float
    """The most memory (10^6 bytes) the process has held so far, the interpreter included."""
    grown_mb: float
    """How much of it came with this page, the page itself left out."""
