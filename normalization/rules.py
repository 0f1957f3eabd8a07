"""The names of everything normalising may change: each is counted under its name and can be switched off."""

from enum import StrEnum


class Rule(StrEnum):
    """One kind of change; the order is the order of work."""

    CONTROLS = "controls"
    """U+0000 and the other control characters, noncharacters and lone surrogates deleted."""
    PRESENTATION_FORMS = "presentation-forms"
    """Positional forms to letters, by Uyghur's table."""
    FORMAT_CHARACTERS = "format-characters"
    """ZWJ, byte order marks and bidirectional controls deleted."""
    COMPOSITION = "composition"
    """Unicode normal form C."""


OPTIONAL_RULES: frozenset[Rule] = frozenset()
"""Spelling rather than code points: only when asked for."""
DEFAULT_RULES = frozenset(Rule) - OPTIONAL_RULES
