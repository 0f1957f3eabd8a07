"""What some rules have to do, and where in a text they may change anything."""

from dataclasses import dataclass
from functools import lru_cache

from normalization.finders import Finder, of_line, of_literal, of_pattern
from normalization.markup import mojibake
from normalization.masking import MASKS, PRIVATE_SIGN, Mask, SoughtWords, private_words
from normalization.rules import OPTIONAL_RULES, Rule
from normalization.uyghur.alphabet import DOUBLED_HAMZA, SUSPECT
from normalization.uyghur.legacy import has_arabic_yeh
from normalization.uyghur.letters import WORD_RULES


@dataclass(frozen=True, slots=True)
class RuleWork:
    """What some rules have to do."""

    rules: frozenset[Rule]
    masks: tuple[Mask, ...]
    word_rules: frozenset[Rule]
    corrects_spelling: bool
    letter_finders: tuple[Finder, ...]
    """For all rules but the masks."""

    def private_finders(self, language: str | None) -> tuple[Finder, ...]:
        """Give the finders of the masks, for a text in a language; None stands for any."""
        return _private_finders(language) if self.masks else ()


@lru_cache(maxsize=16)
def work_of(rules: frozenset[Rule]) -> RuleWork:
    """Give what some rules have to do."""
    masks = tuple(mask for mask in MASKS if mask.rule in rules)
    corrects_spelling = not rules.isdisjoint(OPTIONAL_RULES)
    letters = (_here,) if corrects_spelling else (_find_suspect, *_FIND_SIGNS, _find_arabic_yeh)
    return RuleWork(rules, masks, WORD_RULES & rules, corrects_spelling, letters)


@lru_cache(maxsize=64)
def _private_finders(language: str | None) -> tuple[Finder, ...]:
    return of_pattern(PRIVATE_SIGN), _finder_of_words(private_words(language))


@lru_cache(maxsize=64)  # most languages have the same words
def _finder_of_words(words: tuple[str, ...]) -> Finder:
    return SoughtWords((word, False) for word in words).next_in


def _find_suspect(text: str, start: int) -> int:
    if start == 0:  # most texts have none: to look at what is not clean in ASCII takes a third of the time
        left = text.encode("utf-8", "surrogatepass").translate(None, _CLEAN_IN_ASCII)
        if not SUSPECT.search(left.decode("utf-8", "surrogatepass")):
            return -1
    suspect = SUSPECT.search(text, start)
    return suspect.start() if suspect else -1


def _here(_: str, start: int) -> int:
    return start


_CLEAN_IN_ASCII = bytes(code for code in range(128) if not SUSPECT.match(chr(code)))
_SIGNS = (DOUBLED_HAMZA, mojibake.QUOTE)
"""Sequences that some rule may change although each of their characters may be clean."""
_FIND_SIGNS = tuple(map(of_literal, _SIGNS))
_find_arabic_yeh = of_line("ي", has_arabic_yeh)
"""Each line may be by another writer."""
