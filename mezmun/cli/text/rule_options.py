"""What the options ask for that switch rules of normalisation on and off, in every command that makes clean text."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from mezmun.core.errors import UsageError

if TYPE_CHECKING:
    from normalization import Rule


def chosen_rules(without: Iterable[str], also: Iterable[str], *, no_mask: bool) -> "frozenset[Rule]":
    """Give the rules that are on: the default ones, and those asked for, but for those switched off.

    Raises:
        UsageError: there is no such rule.
    """
    from normalization import DEFAULT_RULES, MASK_RULES, OPTIONAL_RULES, Rule

    chosen = (DEFAULT_RULES | _named("--also", also, OPTIONAL_RULES)) - _named("--without", without, frozenset(Rule))
    return chosen - MASK_RULES if no_mask else chosen


def _named(option: str, names: Iterable[str], rules: "frozenset[Rule]") -> "frozenset[Rule]":
    strange = [name for name in names if name not in {*rules}]
    if strange:
        raise UsageError(f"{option} is {strange[0]!r}: it takes {', '.join(sorted(rules))}.")
    return frozenset(rule for rule in rules if rule in {*names})
