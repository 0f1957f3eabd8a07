"""Regular expressions that no page can make slow: RE2's, whose time grows with the length of the text alone.

Python's ``re`` tries again from each place: a pattern with three runs over the same characters took 5.6 s for an
address of 1,920 digits. RE2 has no look-around and no back-reference; its \\d, \\w and \\b know ASCII alone.
"""

from typing import Any, Final

import re2

_MAX_PATTERN_MEMORY: Final = 8 << 20
"""Bytes that a compiled pattern may take, RE2's own default."""


class LinearPattern:
    """A compiled pattern.

    Args:
        pattern: in RE2's syntax (https://github.com/google/re2/wiki/Syntax).
        ignore_case: capital and small letters are alike.

    Raises:
        ValueError: it is no such pattern, or too large; the message says why.
    """

    def __init__(self, pattern: str, *, ignore_case: bool = False) -> None:
        options = re2.Options()
        options.log_errors = False  # the exception says it, too
        options.case_sensitive = not ignore_case
        options.max_mem = _MAX_PATTERN_MEMORY
        self.pattern = pattern
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
