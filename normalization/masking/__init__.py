"""What reaches or identifies a person, each replaced by a typed placeholder.

A mask gives the places of one kind of thing in a line. It reads the line folded (``folding``): digits of every script
are 0 to 9 there. Words that say what a number or name is are data (``labels.tsv``). What stands in the address of a
page survives, as do dates, prices, ISBNs, order numbers and versions.
"""

from normalization.masking.folding import PRIVATE_SIGN, may_be_private
from normalization.masking.label_lines import label_above, mask_value
from normalization.masking.labels.label_table import private_words
from normalization.masking.labels.sought_words import SoughtWords
from normalization.masking.masks import (
    MASKS,
    PLACEHOLDERS,
    REST_OF_USER,
    SIGN_OF_USER,
    Mask,
    mask,
    mask_query,
    possible_masks,
    users_in,
)

__all__ = [
    "MASKS",
    "PLACEHOLDERS",
    "PRIVATE_SIGN",
    "REST_OF_USER",
    "SIGN_OF_USER",
    "Mask",
    "SoughtWords",
    "label_above",
    "mask",
    "mask_query",
    "mask_value",
    "may_be_private",
    "possible_masks",
    "private_words",
    "users_in",
]
