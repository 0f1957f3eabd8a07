"""A pool of worker processes: one may hang, crash or be killed on an item without harm to the rest.

Each worker has a pipe of its own, so that none that dies can hold what another waits for. Workers are processes of
their own, never forks: their memory is their task's alone.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path
from signal import SIGKILL
from subprocess import Popen, TimeoutExpired
from typing import Any, Final, Generic, Protocol, TypeVar

from mezmun.core.errors import UnavailableError
from mezmun.core.processes import child_processes
from mezmun.core.processes.failure import Failure, FailureKind
from mezmun.core.processes.item_limits import CLOCK_SIGNAL, TIME_SIGNAL
from mezmun.core.processes.pool_messages import Assignment, Raised, Started
from mezmun.core.processes.pool_worker import MAX_START_SECONDS

Item = TypeVar("Item")
Result = TypeVar("Result")
_Item = TypeVar("_Item", contravariant=True)
_Result = TypeVar("_Result", covariant=True)

MAX_PENDING_ITEMS: Final = 2000
"""Items that may be read or done before the one that holds up the order; while an item runs into its time limit, the
others go on for so long."""

MAX_RESIDENT: Final = 1_000_000_000
"""Bytes of memory after which a worker is replaced: what a large item took is not always given back."""

_BATCH_ITEMS: Final = 16
_BATCH_BYTES: Final = 2_000_000
"""What a worker is sent at once, so that it need not wait while this process reads and writes."""

_MOST_KILLED: Final = 2
"""Workers in a row that may be killed from outside while they start, say where memory is short for a moment."""
_EXIT_GRACE_SECONDS: Final = 5.0
"""What a worker may take to end."""


class Task(Protocol[_Item, _Result]):
    """What is done with each item, in the worker it is sent to (so it can be pickled)."""

    def prepare(self) -> None:
        """Load what the task needs, once in each worker; what it raises is why the worker does not start."""

    def __call__(self, item: _Item, /) -> _Result:
        """Do it; may raise, hang or crash."""

    def failed(self, item: _Item, failure: Failure, /) -> _Result:
        """Give what stands for an item that has no result."""


@dataclass(slots=True, eq=False)
class _Slot(Generic[Item, Result]):
    """An item on its way; ``item`` is dropped when there is a result."""

    item: Item | None
    results: list[Result] = field(default_factory=list)
    """One when it is done."""
    has_hung: bool = False
    """A worker had it in hand for too long without working on it."""


@dataclass(slots=True, eq=False)
class _Worker(Generic[Item, Result]):
    process: Popen[bytes]
    connection: Connection
    ready: bool = False
    batch: deque[_Slot[Item, Result]] = field(default_factory=deque)


class ProcessPool(Generic[Item, Result]):
    """So many workers for one task; use it in a ``with`` block, which ends them. No worker starts before it has work.

    Args:
        task: what to do with each item.
        workers: how many processes.
        item_seconds: after so much processor time for one item a worker is killed. One that takes too long by the clock
            (``item_limits``) is begun once more.
        size_of: the bytes of an item, for batches that are not too large and for its memory (``item_limits``); 0 where
            they say nothing, and nothing is limited.
        max_resident: see ``MAX_RESIDENT``; None keeps a worker however large it is.
        environment: variables of the workers, on top of this process's own.
        log: file that what the workers print is appended to; without one it goes to this process's standard error.
    """

    def __init__(
        self,
        task: Task[Item, Result],
        workers: int,
        item_seconds: float,
        *,
        size_of: Callable[[Item], int] = lambda _: 0,
        max_resident: int | None = MAX_RESIDENT,
        environment: Mapping[str, str] | None = None,
        log: Path | None = None,
    ) -> None:
        self._task = task
        self._size = workers
        self._assignment = Assignment(task, item_seconds, max_resident)
        self._size_of = size_of
        self._environment = environment
        self._log = log
        self._workers: list[_Worker[Item, Result]] = []
        self._killed = 0  # while they started, since one was ready

    def __enter__(self) -> "ProcessPool[Item, Result]":
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End the workers by force; the next item starts new ones."""
        for worker in self._workers:
            worker.process.kill()
            self._end(worker)
        self._workers.clear()

    def run(self, items: Iterable[Item]) -> Iterator[Result]:
        """Give the task's result of each item, in the order of the items, one for each.

        Raises:
            UnavailableError: a worker does not start; the message says why.
        """
        pending: deque[_Slot[Item, Result]] = deque()  # every item that was read and whose result was not given
        unassigned: deque[_Slot[Item, Result]] = deque()  # those of them that no worker has
        unread = iter(items)
        try:
            yield from self._results(unread, pending, unassigned)
        finally:
            if pending:  # nobody asks for the rest: its results must not be taken for those of the next run
                self.stop()

    def _results(
        self, unread: Iterator[Item], pending: deque[_Slot[Item, Result]], unassigned: deque[_Slot[Item, Result]]
    ) -> Iterator[Result]:
        while True:
            if not pending:  # nothing starts before there is an item
                first: list[_Slot[Item, Result]] = [_Slot(item) for item in islice(unread, 1)]
                if not first:
                    return
                pending.extend(first)
                unassigned.extend(first)
            self._assign(unread, pending, unassigned)
            while pending and pending[0].results:
                yield pending.popleft().results[0]
            busy = {worker.connection: worker for worker in self._workers if worker.batch or not worker.ready}
            for connection in wait(list(busy)) if busy else ():  # of nothing it waits for ever
                self._receive(busy[connection], unassigned)  # type: ignore[index] # it gives what it was given

    def _assign(
        self, unread: Iterator[Item], pending: deque[_Slot[Item, Result]], unassigned: deque[_Slot[Item, Result]]
    ) -> None:
        """Send every idle worker a batch, as long as there are items."""
        while len(self._workers) < self._size:
            self._workers.append(self._start())
        for worker in list(self._workers):
            if worker.ready and not worker.batch:
                worker.batch = self._batch(unread, pending, unassigned)
                if not worker.batch:
                    return
                try:
                    worker.connection.send(
                        [(slot.item, self._size_of(slot.item)) for slot in worker.batch if slot.item is not None]
                    )
                except OSError:  # killed while it was idle: no item's fault
                    unassigned.extendleft(reversed(worker.batch))
                    self._remove(worker)

    def _batch(
        self, unread: Iterator[Item], pending: deque[_Slot[Item, Result]], unassigned: deque[_Slot[Item, Result]]
    ) -> deque[_Slot[Item, Result]]:
        batch: deque[_Slot[Item, Result]] = deque()
        size = 0
        while len(batch) < _BATCH_ITEMS and size < _BATCH_BYTES:
            if unassigned:
                slot = unassigned.popleft()
            elif len(pending) < MAX_PENDING_ITEMS and (fresh := list(islice(unread, 1))):
                slot = _Slot(fresh[0])
                pending.append(slot)
            else:
                break
            batch.append(slot)
            size += self._size_of(slot.item) if slot.item is not None else 0
        return batch

    def _receive(self, worker: _Worker[Item, Result], unassigned: deque[_Slot[Item, Result]]) -> None:
        """Take what a worker sends: that it is ready, its result of the first item of its batch, or its death."""
        try:
            message: Any = worker.connection.recv()
        except (EOFError, OSError):
            code = self._remove(worker)
            if not worker.ready:
                self._killed += 1
                if -code == SIGKILL and self._killed <= _MOST_KILLED:
                    return
                raise UnavailableError(f"A worker process does not start: {self._cause_of_no_start(code)}.") from None
            if code != 0 and worker.batch:  # 0 is a worker that had grown too large, and had not begun
                first = worker.batch[0]
                if (
                    -code == CLOCK_SIGNAL and not first.has_hung
                ):  # the worker may have stood still, and is no item's fault
                    first.has_hung = True
                else:
                    self._finish(worker.batch.popleft(), self._failure(code))
            unassigned.extendleft(reversed(worker.batch))
            return
        if isinstance(message, Started):
            if message.error is not None:
                self._remove(worker)
                raise UnavailableError(f"A worker process does not start: {message.error}.")
            worker.ready, self._killed = True, 0
            return
        slot = worker.batch.popleft()
        if isinstance(message, Raised):
            self._finish(slot, Failure(FailureKind.RAISED, message.error))
        else:
            slot.results.append(message)
            slot.item = None

    def _finish(self, slot: _Slot[Item, Result], failure: Failure) -> None:
        if slot.item is not None:
            slot.results.append(self._task.failed(slot.item, failure))
            slot.item = None

    def _failure(self, code: int) -> Failure:
        if -code in (TIME_SIGNAL, CLOCK_SIGNAL):
            return Failure(FailureKind.TIMEOUT, f"stopped after {self._assignment.item_seconds:g} s")
        return Failure(FailureKind.DIED, f"its process died ({child_processes.describe_exit(code)})")

    def _cause_of_no_start(self, code: int) -> str:
        if -code == CLOCK_SIGNAL:
            return f"it took longer than {MAX_START_SECONDS:g} s"
        last_line = child_processes.last_line(self._log) if self._log is not None else None
        return ", ".join(filter(None, (child_processes.describe_exit(code), last_line)))

    def _start(self) -> _Worker[Item, Result]:
        connection, theirs = Pipe()
        with theirs:
            descriptor = theirs.fileno()
            process = child_processes.start(
                ["mezmun.core.processes.pool_worker", str(descriptor)],
                pass_fds=[descriptor],
                environment=self._environment,
                log=self._log,
            )
        with suppress(BrokenPipeError, ConnectionResetError):  # it died at once; its exit code says why
            connection.send(self._assignment)
        return _Worker(process, connection)

    def _remove(self, worker: _Worker[Item, Result]) -> int:
        code = self._end(worker)
        self._workers.remove(worker)
        return code

    def _end(self, worker: _Worker[Item, Result]) -> int:
        worker.connection.close()
        with suppress(TimeoutExpired):
            worker.process.wait(_EXIT_GRACE_SECONDS)  # it has closed its end, so it is on its way out
        return child_processes.stop(worker.process, _EXIT_GRACE_SECONDS)
