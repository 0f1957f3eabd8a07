"""Bytes to clean text: decoding, reference repair, Uyghur letters, language and script, masking. Pure."""

from normalization.decoding import Decoded, decode
from normalization.language import Language, identify, scripts_of
from normalization.normalizer import NORMALIZER_VERSION, Normalized, normalize
from normalization.presentation import fold_presentation_forms
from normalization.references import Repaired, repair
from normalization.rules import DEFAULT_RULES, Rule

__all__ = [
    "DEFAULT_RULES",
    "NORMALIZER_VERSION",
    "Decoded",
    "Language",
    "Normalized",
    "Repaired",
    "Rule",
    "decode",
    "fold_presentation_forms",
    "identify",
    "normalize",
    "repair",
    "scripts_of",
]
