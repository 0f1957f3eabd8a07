"""An attribute that is worked out when it is first asked for, and kept: ``functools.cached_property`` without a lock.

That of Python 3.11 has one lock for an attribute of all objects (3.12 has none): threads that read different pages wait
for each other, and a process that is forked while another thread has the lock waits for ever.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

_Value = TypeVar("_Value")


class cached_property(Generic[_Value]):  # noqa: N801 # it is written like that of Python
    """Make an attribute of a method; if two threads ask one object first, both work it out, and one value is kept."""

    def __init__(self, work_out: Callable[[Any], _Value]) -> None:
        self._work_out = work_out
        self.__doc__ = work_out.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        """Learn the attribute's name."""
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type | None = None) -> "cached_property[_Value]": ...

    @overload
    def __get__(self, instance: object, owner: type | None = None) -> _Value: ...

    def __get__(self, instance: object | None, owner: type | None = None) -> "cached_property[_Value] | _Value":
        """Work the value out; the object then has it itself, so this is not asked again."""
        if instance is None:
            return self
        value: _Value = instance.__dict__.setdefault(self._name, self._work_out(instance))
        return value
