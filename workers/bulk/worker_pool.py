"""A crew of processes that work on pages: one may hang, crash or be killed on a page without harm to the rest.

Each process has a pipe of its own, so that none that dies can hold what another waits for. A page's time limit is a
timer of the kernel that kills the process (SIGALRM left at its default): nothing else stops C code that hangs, and it
works even when this process is gone.
"""

import signal
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing.connection import Connection, Pipe, wait
from subprocess import Popen, TimeoutExpired
from typing import Final, Generic, Protocol, TypeVar

from mezmun.core import child_processes
from mezmun.core.errors import UnavailableError
from mezmun.core.outcomes import Outcome
from workers.bulk.input.items import Page

Made = TypeVar("Made", covariant=True)

WINDOW: Final = 2000
"""Pages that may be read or done before the one that holds up the order; while a page runs into its time limit, the
others go on for so long."""

_BATCH_PAGES: Final = 16
_BATCH_BYTES: Final = 2_000_000
"""What a process is given at once, so that it need not wait while this one reads and writes."""


_PATIENCE: Final = 5.0
"""Seconds a process may take to end."""


class Job(Protocol[Made]):
    """What is done with each page, in the process it is sent to (so it can be pickled)."""

    def __call__(self, page: Page) -> Made:
        """Do it; may raise, hang or crash."""

    def fallen(self, page: Page, outcome: Outcome, detail: str) -> Made:
        """Give what stands for a page on which the job raised, hung or crashed."""


@dataclass(slots=True, eq=False)
class _Slot(Generic[Made]):
    page: Page | None
    made: list[Made] = field(default_factory=list)
    """One when it is done."""


@dataclass(slots=True, eq=False)
class _Hand(Generic[Made]):
    process: Popen[bytes]
    connection: Connection
    ready: bool = False
    batch: deque[_Slot[Made]] = field(default_factory=deque)


class Crew(Generic[Made]):
    """So many processes for one job; use it in a ``with`` block, which ends them."""

    def __init__(self, job: Job[Made], processes: int, page_seconds: float) -> None:
        """Make the crew; nothing starts before there is work.

        Args:
            job: what to do with each page.
            processes: how many.
            page_seconds: after so long on one page a process is killed, and the page ends as ``timeout``.
        """
        self._job, self._processes, self._seconds = job, processes, page_seconds
        self._hands: list[_Hand[Made]] = []

    def __enter__(self) -> "Crew[Made]":
        return self

    def __exit__(self, *_error: object) -> None:
        for hand in self._hands:
            hand.process.kill()
            self._end(hand)

    def work(self, pages: Iterable[Page]) -> Iterator[Made]:
        """Give what the job makes of each page, in the order of the pages, one for each.

        Raises:
            UnavailableError: a process does not even start.
        """
        line: deque[_Slot[Made]] = deque()  # every page that was read and not yet given back
        again: deque[_Slot[Made]] = deque()  # those of them that are in no process's hands
        unread = iter(pages)
        while True:
            if not line:  # nothing begins before there is a page
                first: list[_Slot[Made]] = [_Slot(page) for page in islice(unread, 1)]
                if not first:
                    return
                line.extend(first)
                again.extend(first)
            self._deal(unread, line, again)
            while line and line[0].made:
                yield line.popleft().made[0]
            waiting = {hand.connection: hand for hand in self._hands if hand.batch or not hand.ready}
            for connection in wait(list(waiting)) if waiting else ():  # of nothing it waits for ever
                self._hear(waiting[connection], again)  # type: ignore[index] # it gives what it was given

    def _deal(self, unread: Iterator[Page], line: deque[_Slot[Made]], again: deque[_Slot[Made]]) -> None:
        """Give every idle process a batch, as long as there are pages."""
        while len(self._hands) < self._processes:
            self._hands.append(self._start())
        for hand in list(self._hands):
            if hand.ready and not hand.batch:
                hand.batch = self._batch(unread, line, again)
                if not hand.batch:
                    return
                try:
                    hand.connection.send([slot.page for slot in hand.batch])
                except OSError:  # killed while it was idle: no page's fault
                    again.extendleft(reversed(hand.batch))
                    self._replace(hand)

    def _batch(self, unread: Iterator[Page], line: deque[_Slot[Made]], again: deque[_Slot[Made]]) -> deque[_Slot[Made]]:
        batch: deque[_Slot[Made]] = deque()
        size = 0
        while len(batch) < _BATCH_PAGES and size < _BATCH_BYTES:
            if again:
                slot = again.popleft()
            elif len(line) < WINDOW and (fresh := list(islice(unread, 1))):
                slot = _Slot(fresh[0])
                line.append(slot)
            else:
                break
            batch.append(slot)
            size += len(slot.page.body) if slot.page else 0
        return batch

    def _hear(self, hand: _Hand[Made], again: deque[_Slot[Made]]) -> None:
        """Take what a process says: that it is ready, what it made of the first page of its batch, or its death."""
        try:
            said = hand.connection.recv()
        except (EOFError, OSError):
            code = self._replace(hand)
            if not hand.ready:
                raise UnavailableError(f"A process for the extraction does not start (exit code {code}).") from None
            if code != 0 and hand.batch:  # 0 is a process that had grown too large, and had not begun
                slot = hand.batch.popleft()
                if slot.page is not None:
                    slot.made.append(self._job.fallen(slot.page, *self._cause(code)))
                    slot.page = None
            again.extendleft(reversed(hand.batch))
            return
        if not hand.ready:
            hand.ready = True
            return
        slot = hand.batch.popleft()
        slot.made.append(said)
        slot.page = None  # its bytes are no longer needed

    def _cause(self, code: int) -> tuple[Outcome, str]:
        if code == -signal.SIGALRM:
            return Outcome.TIMEOUT, f"stopped after {self._seconds:g} s"
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        return Outcome.FAILED, f"its process died ({how})"

    def _start(self) -> _Hand[Made]:
        connection, theirs = Pipe()
        with theirs:
            process = child_processes.start(
                ["workers.bulk.pool_worker", str(theirs.fileno())], pass_fds=[theirs.fileno()]
            )
        connection.send((self._job, self._seconds))
        return _Hand(process, connection)

    def _replace(self, hand: _Hand[Made]) -> int:
        code = self._end(hand)
        self._hands.remove(hand)
        return code

    def _end(self, hand: _Hand[Made]) -> int:
        hand.connection.close()
        with suppress(TimeoutExpired):
            hand.process.wait(_PATIENCE)  # it has closed its end, so it is on its way out
        return child_processes.stop(hand.process, _PATIENCE)
