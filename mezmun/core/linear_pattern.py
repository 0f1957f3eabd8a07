"""Regular expressions that no page can make slow: RE2's, whose time grows with the length of the text alone.

Python's ``re`` tries again from each place: a pattern with three runs over the same characters took 5.6 s for an
address of 1,920 digits. RE2 has no look-around and no back-reference; its \\d, \\w and \\b know ASCII alone.
"""

from collections.abc import Iterable
from typing import Any, Final

import re2

_MAX_PATTERN_MEMORY: Final = 8 << 20
"""Bytes that a compiled pattern, or all that are looked for together, may take; RE2's own default."""


class LinearPattern:
    """A compiled pattern.

    Args:
        pattern: in RE2's syntax (https://github.com/google/re2/wiki/Syntax).
        ignore_case: capital and small letters are alike.

    Raises:
        ValueError: it is no such pattern, or too large; the message says why.
    """

    def __init__(self, pattern: str, *, ignore_case: bool = False) -> None:
        options = _options()
        options.case_sensitive = not ignore_case
        self.pattern = pattern
        self.ignores_case = ignore_case
        try:
            self._compiled: Any = re2.compile(pattern, options)
        except re2.error as error:
            reason = error.args[0].decode("utf-8", "replace") if error.args else "it is too large"
            raise ValueError(reason) from None

    def found_in(self, text: str) -> bool:
        """Say whether the pattern is found anywhere in a text."""
        return self._compiled.search(text) is not None

    def group_in(self, text: str) -> str | None:
        """Give the text of the first group that takes part where the pattern is found; None where it is not."""
        match = self._compiled.search(text)
        return None if match is None else next((group for group in match.groups() if group is not None), None)


class LinearPatterns:
    """Patterns that are looked for together, in one run over a text: forty take hardly longer than one.

    Raises:
        ValueError: together they are too large.
    """

    def __init__(self, patterns: Iterable[LinearPattern]) -> None:
        self._set = re2.Set.SearchSet(_options())
        self._count = 0
        for each in patterns:
            self._set.Add(f"(?{'i' if each.ignores_case else ''}:{each.pattern})")
            self._count += 1
        try:
            self._set.Compile()
        except re2.error:
            raise ValueError(f"its {self._count} regular expressions are too large together") from None

    def found_in(self, text: str) -> frozenset[int]:
        """Give the places, from 0 on, of the patterns that are found anywhere in a text."""
        return frozenset(self._set.Match(text) or ()) if self._count else frozenset()


def _options() -> Any:
    options = re2.Options()
    options.log_errors = False  # the exception says it, too
    options.max_mem = _MAX_PATTERN_MEMORY
    return options
