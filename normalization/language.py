"""Language and script of a block or a document."""

import re
from dataclasses import dataclass
from math import exp, inf, log

import pycld2

from normalization.alphabet import ARABIC_LETTER, TOKEN
from normalization.lexicon import lexicon
from normalization.presentation import PRESENTATION_FORM, fold_and_count, fold_presentation_forms
from normalization.scripts import Script, known_words
from normalization.trigrams import UYGHUR, Trigrams, trigrams

_SCRIPTS = {
    "Arab": f"{ARABIC_LETTER}\u08a0-\u08c7\ufb50-\ufdff\ufe70-\ufefc",
    "Latn": "A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff\u2c60-\u2c7f",
    "Cyrl": "\u0400-\u052f",
    "Hani": "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff",
    "Jpan": "\u3040-\u30ff",
    "Hang": "\u1100-\u11ff\uac00-\ud7af",
    "Grek": "\u0370-\u03ff",
    "Hebr": "\u0590-\u05ff",
    "Deva": "\u0900-\u097f",
    "Thai": "\u0e00-\u0e7f",
}
_PATTERNS = {name: re.compile(f"[{letters}]") for name, letters in _SCRIPTS.items()}
_ARABIC = _PATTERNS["Arab"]
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
# Letters and forms that Arabic, Persian and Urdu have not, and letters that show another language all the same.
_FOREIGN_SIGN = re.compile(
    "[\u0647\u0679\u067a-\u067d\u067f-\u0685\u0688-\u0697\u0699-\u06ac\u06ba\u06bb\u06c1\u06cc-\u06ce\u06d2]"
)
_UYGHUR_SIGN = re.compile("[\u06ad\u06c6-\u06c8\u06cb\u06d0\u06d5\ufbd3-\ufbdf\ufbe4-\ufbe9]")
_UYGHUR_SCRIPTS = {"Latn": Script.LATIN, "Cyrl": Script.CYRILLIC}
_KANA_SHARE = 0.1
"""Japanese mixes its kana with hanzi; Chinese has none."""
_UNREADABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]")
"""What the detector refuses: it raises on control characters and on what is no valid UTF-8."""
_LONGEST = 4000
"""Characters looked at: more change no decision."""

# When letters leave less than this between Uyghur and its rival, words are asked: nine of ten of Uyghur are known, of
# Kazakh and Kyrgyz in Arabic script four or five. Half of the evidence, since a word's letters have been heard already.
_CLOSE = 20.0
_KNOWN = log(0.9 / 0.45) / 2
_UNKNOWN = log(0.1 / 0.55) / 2
# Of the words of Uyghur in Latin or Cyrillic letters at least this share is in the lexicon; of Turkish, a tenth.
_KNOWN_SHARE = 0.4
_SHORTEST_WORD = 3
_WORDS_LOOKED_AT = 60


@dataclass(frozen=True, slots=True)
class Language:
    """A language (ISO 639-1 or 639-3; ``und``: cannot be told), its script (ISO 15924), and 0 to 1 how sure."""

    code: str
    script: str
    confidence: float


def identify(text: str) -> Language:
    """Say which language and script a text is in; presentation forms are folded first."""
    sample = _UNREADABLE.sub(" ", fold_presentation_forms(text[:_LONGEST]))
    script = script_of(sample)
    if script == "Zyyy":
        return Language("und", script, 0.0)
    if script == "Arab":
        return nearest(sample, trigrams())
    if script in _UYGHUR_SCRIPTS and (share := _known_share(sample, script)) >= _KNOWN_SHARE:
        return Language(UYGHUR, script, share)
    _, _, found = pycld2.detect(sample, isPlainText=True, bestEffort=True)
    _, code, percent, _ = found[0]
    return Language("und" if code == "un" else code.partition("-")[0], script, percent / 100)


def script_of(text: str) -> str:
    """Give the script most letters are in, as an ISO 15924 code; ``Zzzz``: none we know, ``Zyyy``: no letters."""
    counts = {name: len(pattern.findall(text)) for name, pattern in _PATTERNS.items()}
    if counts["Jpan"] > (counts["Jpan"] + counts["Hani"]) * _KANA_SHARE:
        counts["Jpan"] += counts.pop("Hani")
    name, count = max(counts.items(), key=lambda item: item[1])
    if count:
        return name
    return "Zzzz" if any(map(str.isalpha, text)) else "Zyyy"


def is_uyghur(text: str) -> bool:
    """Tell whether a text of Arabic letters, or with some, is rather Uyghur than another language of that script."""
    return _ARABIC.search(text) is not None and nearest(text, trigrams()).code == UYGHUR


def forms_are_uyghur(text: str) -> bool:
    """Tell whether the positional forms of a text, if there are any, stand for Uyghur's letters."""
    if not PRESENTATION_FORM.search(text) or (_UYGHUR_SIGN.search(text) and not _FOREIGN_SIGN.search(text)):
        return True
    models = trigrams()
    ours = models.costs(fold_presentation_forms(text))[models.models.index(UYGHUR)]
    theirs = models.costs(fold_and_count(text, uyghur=False)[0])[models.foreign].min()
    return bool(ours <= theirs)


def nearest(text: str, models: Trigrams) -> Language:
    """Tell which of the models' languages a text of Arabic letters, its forms folded, is nearest to."""
    likelihood: dict[str, float] = {}
    for model, cost in zip(models.models, models.costs(text).tolist(), strict=True):
        code = model.partition("-")[0]
        likelihood[code] = max(likelihood.get(code, -inf), -cost)
    rival = max(value for code, value in likelihood.items() if code != UYGHUR)
    if abs(likelihood[UYGHUR] - rival) < _CLOSE:
        likelihood[UYGHUR] += _word_evidence(text)
    code, best = max(likelihood.items(), key=lambda item: item[1])
    return Language(code, "Arab", 1 / sum(exp(value - best) for value in likelihood.values()))


def _word_evidence(text: str) -> float:
    """Give what the words, known or not, speak for Uyghur, in nats."""
    words = TOKEN.findall(text)
    known = sum(word in lexicon() for word in words)
    return known * _KNOWN + (len(words) - known) * _UNKNOWN


def _known_share(text: str, script: str) -> float:
    words = [word for word in _WORD.findall(text.lower()) if len(word) >= _SHORTEST_WORD][:_WORDS_LOOKED_AT]
    return known_words(words, _UYGHUR_SCRIPTS[script]) / len(words) if words else 0.0
