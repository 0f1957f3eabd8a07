"""Language and script of a block or a document."""

import re
from dataclasses import dataclass

import pycld2

from normalization.presentation import fold_presentation_forms

_SCRIPTS = {
    "Arab": re.compile(
        r"[\u0620-\u064a\u066e-\u06d3\u06d5\u06ee\u06ef\u06fa-\u06ff\u0750-\u077f\u08a0-\u08c7\ufb50-\ufdff\ufe70-\ufefc]"
    ),
    "Latn": re.compile(r"[A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff\u2c60-\u2c7f]"),
    "Cyrl": re.compile(r"[\u0400-\u052f]"),
    "Hani": re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"),
    "Kana": re.compile(r"[\u3040-\u30ff]"),
    "Hang": re.compile(r"[\u1100-\u11ff\uac00-\ud7af]"),
    "Grek": re.compile(r"[\u0370-\u03ff]"),
    "Hebr": re.compile(r"[\u0590-\u05ff]"),
    "Deva": re.compile(r"[\u0900-\u097f]"),
    "Thai": re.compile(r"[\u0e00-\u0e7f]"),
}
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]")
_LONGEST = 4000
"""Characters looked at: more change no decision."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language (ISO 639-1 or 639-3; ``und``: cannot be told), its script (ISO 15924), and 0 to 1 how sure."""

    code: str
    script: str
    confidence: float


def identify(text: str) -> Language:
    """Say which language and script a text is in; presentation forms are folded first."""
    sample = _CONTROLS.sub(" ", fold_presentation_forms(text[:_LONGEST]))
    script = script_of(sample)
    if script == "Zyyy":
        return Language("und", script, 0.0)
    _, _, found = pycld2.detect(sample, isPlainText=True, bestEffort=True)
    _, code, percent, _ = found[0]
    return Language("und" if code == "un" else code, script, percent / 100)


def script_of(text: str) -> str:
    """Give the script most of the letters are in, as an ISO 15924 code; ``Zyyy`` when there is no letter."""
    counts = {name: len(pattern.findall(text)) for name, pattern in _SCRIPTS.items()}
    name, count = max(counts.items(), key=lambda item: item[1])
    if count:
        return name
    return "Zzzz" if any(map(str.isalpha, text)) else "Zyyy"
