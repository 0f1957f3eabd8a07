"""What two texts differ in, line by line."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher


def differences(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Go through the lines of two texts: ``same``, ``gone`` or ``new``, and the line."""
    for kind, first, last, begin, end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            yield from (("same", line) for line in before[first:last])
        else:
            yield from (("gone", line) for line in before[first:last])
            yield from (("new", line) for line in after[begin:end])
