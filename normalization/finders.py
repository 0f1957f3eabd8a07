"""Where in a text something stands that a rule may change, looked for in many lines at once.

Most lines have no sign that a rule looks for, and are not looked at further.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Self, TypeAlias

Finder: TypeAlias = Callable[[str, int], int]
"""Gives the next place in a text, from one on, that a rule may change; -1 when there is none."""


def of_pattern(pattern: re.Pattern[str]) -> Finder:
    """Make the finder of what a pattern fits."""

    def find(text: str, start: int) -> int:
        match = pattern.search(text, start)
        return match.start() if match else -1

    return find


def of_literal(sign: str) -> Finder:
    """Make the finder of some letters."""
    return lambda text, start: text.find(sign, start)


def of_line(sign: str, is_meant: Callable[[str], bool]) -> Finder:
    """Make the finder of a sign in a line of which more must be true; all of the line is looked at."""

    def find(text: str, start: int) -> int:
        place = text.find(sign, start)
        while place >= 0:
            end = text.find("\n", place)
            end = len(text) if end < 0 else end
            if is_meant(text[text.rfind("\n", 0, place) + 1 : end]):
                return place
            place = text.find(sign, end)
        return -1

    return find


@dataclass(frozen=True, slots=True)
class JoinedBlocks:
    """Several blocks as one text, in which is looked for once; no sign that a rule looks for has a line break."""

    text: str
    starts: Sequence[int]
    """Where each block begins, and where one more would."""

    @classmethod
    def of(cls, blocks: Sequence[str]) -> Self:
        """Join some blocks."""
        return cls("\n".join(blocks), [0, *accumulate(len(block) + 1 for block in blocks)])

    def having(self, finders: Iterable[Finder]) -> set[int]:
        """Give the numbers of the blocks that have a place that one of some finders gives."""
        numbers: set[int] = set()
        text, starts, last = self.text, self.starts, len(self.starts) - 2
        for find in finders if last >= 0 else ():
            place = find(text, 0)
            while place >= 0:
                number = bisect_right(starts, place) - 1
                numbers.add(number)
                place = find(text, starts[number + 1]) if number < last else -1
        return numbers
