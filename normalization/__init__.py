"""Bytes to clean text: decoding, reference repair, Uyghur letters, language and script, masking. Pure."""

from normalization.languages.identification import Language, identify
from normalization.languages.script_detection import scripts_of
from normalization.markup.decoding import Decoded, decode
from normalization.markup.references import Repaired, repair
from normalization.markup.sniffing import Content, ContentKind, sniff
from normalization.masking import PLACEHOLDERS, REST_OF_USER, SIGN_OF_USER, mask_query, users_in
from normalization.normalizer import NORMALIZER_VERSION, Normalized, normalize, normalize_each
from normalization.rules import DEFAULT_RULES, LETTER_RULES, MASK_RULES, OPTIONAL_RULES, UNMASKED_RULES, Rule
from normalization.uyghur.presentation import fold_presentation_forms

__all__ = [
    "DEFAULT_RULES",
    "LETTER_RULES",
    "MASK_RULES",
    "NORMALIZER_VERSION",
    "OPTIONAL_RULES",
    "PLACEHOLDERS",
    "REST_OF_USER",
    "SIGN_OF_USER",
    "UNMASKED_RULES",
    "Content",
    "ContentKind",
    "Decoded",
    "Language",
    "Normalized",
    "Repaired",
    "Rule",
    "decode",
    "fold_presentation_forms",
    "identify",
    "mask_query",
    "normalize",
    "normalize_each",
    "repair",
    "scripts_of",
    "sniff",
    "users_in",
]
