"""Room that was let go, and that the allocator keeps for later."""

from typing import Final

from extraction.native import library

_GIVE_BACK: Final = library.load().mezmun_give_back
_GIVE_BACK.argtypes = ()
_GIVE_BACK.restype = None


def give_back() -> None:
    """Give it back to the system, where the allocator can be asked to (GNU): it takes a millisecond or more."""
    _GIVE_BACK()
