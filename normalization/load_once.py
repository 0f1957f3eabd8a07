"""What is read or made with the first page that needs it, and kept: once in a process, also if threads ask together.

``functools.cache`` lets each thread that asks before the first is done do the work again.
"""

import os
from collections.abc import Callable
from functools import cache, wraps
from threading import RLock
from typing import Final, ParamSpec, TypeVar, cast

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")

_lock: Final = RLock()
"""One for all: what is loaded may load other things, in any order. Modules that load something while they are imported
come with their package. Else a thread that loads and imports such a module, and one that imports it and so loads, could
wait for each other."""


def load_once(load: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """Make a function keep its results, and have each made by one thread alone; the others wait for it."""
    results = cache(load)

    def alone(*arguments: _Arguments.args, **options: _Arguments.kwargs) -> _Result:
        with _lock:
            return results(*arguments, **options)  # type: ignore[arg-type] # they must be hashable

    at_hand = cache(wraps(load)(alone))  # which asks for no lock any more
    at_hand.__wrapped__ = load
    return cast("Callable[_Arguments, _Result]", at_hand)


# A fork waits until nothing is being loaded: the thread that loads is not in the child, but its locks would be, and
# those of imports among them.
os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)
