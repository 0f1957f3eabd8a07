"""What some rules have to do: where in a text they may change anything, looked for in many blocks at once.

Most lines have no sign that a rule looks for, and are not looked at further.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import TypeAlias

from normalization.markup import mojibake
from normalization.masking import PLACEHOLDERS, PRIVATE_SIGN, private_words
from normalization.rules import OPTIONAL_RULES, Rule
from normalization.uyghur.alphabet import DOUBLED_HAMZA, SUSPECT
from normalization.uyghur.legacy import has_arabic_yeh
from normalization.uyghur.letters import LETTER_RULES

Finder: TypeAlias = Callable[[str, int], int]
"""Gives the next place in a text, from one on, that a rule may change; -1 when there is none."""


@dataclass(frozen=True, slots=True)
class RuleWork:
    """What some rules have to do."""

    rules: frozenset[Rule]
    masks: tuple[Rule, ...]
    letter_rules: frozenset[Rule]
    corrects_spelling: bool
    letter_finders: tuple[Finder, ...]
    """For all rules but the masks."""

    def private_finders(self, language: str | None) -> tuple[Finder, ...]:
        """Give the same for the masks, in a text of a language, or of any."""
        return _private_finders(language) if self.masks else ()


@lru_cache(maxsize=16)
def work_of(rules: frozenset[Rule]) -> RuleWork:
    """Give what some rules have to do."""
    masks = tuple(rule for rule in PLACEHOLDERS if rule in rules)
    corrects_spelling = not rules.isdisjoint(OPTIONAL_RULES)
    letters = (_here,) if corrects_spelling else (_find_suspect, *_FIND_SIGNS, _find_arabic_yeh)
    return RuleWork(rules, masks, LETTER_RULES & rules, corrects_spelling, letters)


@lru_cache(maxsize=64)
def _private_finders(language: str | None) -> tuple[Finder, ...]:
    return (_finder(PRIVATE_SIGN), *map(_literal, private_words(language)))


def blocks_with(blocks: Sequence[str], finders: Sequence[Finder]) -> set[int]:
    """Give the numbers of the blocks that have a place that one of the finders gives."""
    numbers: set[int] = set()
    starts = [0, *accumulate(len(block) + 1 for block in blocks)]
    text = "\n".join(blocks)  # no sign that a rule looks for has a line break
    for find in finders if blocks else ():
        place = find(text, 0)
        while place >= 0:
            number = bisect_right(starts, place) - 1
            numbers.add(number)
            place = find(text, starts[number + 1]) if number + 1 < len(blocks) else -1
    return numbers


def _finder(pattern: re.Pattern[str]) -> Finder:
    def find(text: str, start: int) -> int:
        match = pattern.search(text, start)
        return match.start() if match else -1

    return find


def _find_suspect(text: str, start: int) -> int:
    if start == 0:  # most texts have none: to look at what is not clean in ASCII takes a third of the time
        left = text.encode("utf-8", "surrogatepass").translate(None, _CLEAN_IN_ASCII)
        if not SUSPECT.search(left.decode("utf-8", "surrogatepass")):
            return -1
    suspect = SUSPECT.search(text, start)
    return suspect.start() if suspect else -1


def _literal(sign: str) -> Finder:
    return lambda text, start: text.find(sign, start)


def _find_arabic_yeh(text: str, start: int) -> int:
    """Look line by line, for each may be by another writer."""
    place = text.find("ي", start)
    while place >= 0:
        end = text.find("\n", place)
        end = len(text) if end < 0 else end
        if has_arabic_yeh(text[text.rfind("\n", 0, place) + 1 : end]):
            return place
        place = text.find("ي", end)
    return -1


def _here(_: str, start: int) -> int:
    return start


_CLEAN_IN_ASCII = bytes(code for code in range(128) if not SUSPECT.match(chr(code)))
_SIGNS = (DOUBLED_HAMZA, mojibake.QUOTE)
"""Sequences that some rule may change although each of their characters may be clean."""
_FIND_SIGNS = tuple(map(_literal, _SIGNS))
