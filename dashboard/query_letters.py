"""A query in the letters of the texts: what one types in presentation forms, in a legacy alphabet or in Latin letters
is made clean as the texts were, and so is found in them."""

from collections.abc import Sequence
from dataclasses import replace

from db.publication.search_terms import QueryTerm
from normalization import UNMASKED_RULES, normalize
from normalization.uyghur.scripts import Script, convert


def in_letters_of_texts(terms: Sequence[QueryTerm]) -> list[QueryTerm]:
    """Give each term with its spellings: as it was typed, with clean letters, and from Uyghur's Latin and Cyrillic."""
    return [replace(term, spellings=_spellings(term.spellings[0])) for term in terms]


def _spellings(typed: str) -> tuple[str, ...]:
    clean = normalize(typed, rules=UNMASKED_RULES).text
    spellings = [typed, clean]
    for script in (Script.LATIN, Script.CYRILLIC):
        spellings.append(convert(typed, Script.ARABIC, script))
    return tuple(dict.fromkeys(filter(None, spellings)))
