"""The progress of the commands that take long: on standard error, so that output can be piped."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

LOOKS: Final = 0.1
"""Seconds between two changes of what is shown: more often costs more than it tells."""


LINE_INTERVAL: Final = 30.0
"""Seconds between two lines where no terminal is, as in the log of a cron job: what takes less time prints none."""


class Progress:
    """A bar on a terminal, and elsewhere a line every half minute. It may be called from any thread."""

    def __init__(self, what: str, total: int) -> None:
        self._bar: ProgressBar[str] = click.progressbar(
            length=total, label=what, file=sys.stderr, hidden=not sys.stderr.isatty(), item_show_func=self._note_of
        )
        self._what, self._done, self._total, self._note = what, 0, total, ""
        self._next_line = time.monotonic() + LINE_INTERVAL
        self._next_look = 0.0
        self._lock = RLock()

    def __call__(self, done: int, total: int | None = None) -> None:
        """So many more are done, of so many; of as many as before when that is not given."""
        with self._lock:
            self.show(self._done + done, self._total if total is None else total)

    def show(self, done: int, total: int, note: str = "") -> None:
        """So many of so many are done; the note stands behind the bar, or how many that is."""
        with self._lock:
            self._done, self._total, self._note = done, total, note or f"{done:,} of {total:,}"
            now = time.monotonic()
            if self._bar.hidden:
                if now >= self._next_line:
                    click.echo(f"{self._what}: {self._note}", err=True)
                    self._next_line = now + LINE_INTERVAL
            elif now >= self._next_look:
                self._draw()
                self._next_look = now + LOOKS

    def _draw(self) -> None:
        self._bar.length, self._bar.finished = self._total, False  # for the whole may grow
        self._bar.make_step(self._done - self._bar.pos)
        self._bar.render_progress()

    def _note_of(self, _: str | None) -> str:
        return self._note

    def end(self) -> None:
        """Show how far it came, and leave it there."""
        with self._lock:
            self._draw()
            self._bar.render_finish()


@contextmanager
def progress(what: str, total: int = 0) -> Iterator[Progress]:
    """Show a bar for ``total`` things; yields what to call with how many more are done."""
    bar = Progress(what, total)
    try:
        yield bar
    finally:
        bar.end()
