"""The front door for text: the order of operations."""

import re
import unicodedata
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property

from normalization.language import Language, identify
from normalization.presentation import PRESENTATION_FORM, fold_presentation_forms
from normalization.rules import DEFAULT_RULES, Rule

NORMALIZER_VERSION = "1"
"""Raised with every change of what comes out; stored beside each extraction."""

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]")
_FORMAT = re.compile(r"[\u200d\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


@dataclass(frozen=True)
class Normalized:
    """The clean text, and how many places each rule changed; language and script are found when first asked for."""

    text: str
    changes: dict[str, int]

    @cached_property
    def identified(self) -> Language:
        """The text's language, script and confidence."""
        return identify(self.text)

    @property
    def language(self) -> str:
        """The language's code, ``und`` when it cannot be told."""
        return self.identified.code

    @property
    def script(self) -> str:
        """The script's ISO 15924 code."""
        return self.identified.script


def normalize(text: str, *, rules: AbstractSet[Rule] = DEFAULT_RULES) -> Normalized:
    """Make one block's text (or many lines') clean; ``rules`` says which rules may change it."""
    changes: dict[str, int] = {}
    for rule, pattern in ((Rule.CONTROLS, _CONTROLS), (Rule.FORMAT_CHARACTERS, _FORMAT)):
        if rule in rules:
            text, count = pattern.subn("", text)
            if count:
                changes[rule] = count
    if Rule.PRESENTATION_FORMS in rules and (count := len(PRESENTATION_FORM.findall(text))):
        text = fold_presentation_forms(text)
        changes[Rule.PRESENTATION_FORMS] = count
    if Rule.COMPOSITION in rules and not unicodedata.is_normalized("NFC", text):
        text = unicodedata.normalize("NFC", text)
        changes[Rule.COMPOSITION] = 1
    return Normalized(text, changes)
