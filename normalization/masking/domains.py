"""The domain of an e-mail address, with a sign or a word for each of its points."""

import re
from functools import cache
from typing import Final

from normalization.load_once import load_once
from normalization.masking.labels.label_table import Label, any_of, terms, terms_of

_INTERNATIONAL: Final = r"[A-Za-z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u052f-]"
"""A letter of a domain of Latin letters with accents, Greek or Cyrillic ones, whose words have spaces around them."""


@cache
def dot_word(*others: Label) -> str:
    """Give the pattern of a word for a point (or ``others``) between Latin words; others need no space."""
    spaced, joined = (
        "|".join(re.escape(term) for kind in (Label.DOT_WORD, *others) for term in terms(kind, latin=latin))
        for latin in (True, False)
    )
    return rf"(?i:\s(?:{spaced})\s|\s?(?:{joined})\s?)"


@load_once
def dot_in_brackets() -> str:
    """Give the pattern of a point, or a word for one, in brackets."""
    return rf"[(\[{{<] ?(?:{any_of(Label.DOT_WORD)}|\.) ?[)\]}}>]"


@load_once
def domain() -> str:
    """Give the pattern of a domain: a word in place of a point stands in brackets or before a top-level domain."""
    word = any_of(Label.DOT_WORD)
    native = any_of(Label.DOMAIN_END)
    behind_stop = rf"(?:{'|'.join(terms_of(Label.DOMAIN_END_BEHIND_STOP))})(?![A-Za-z])"
    bare = rf"(?:{dot_word()}| \. ?|\. (?={behind_stop}))(?=(?:[A-Za-z0-9-]{{2,63}} ?\.? )?{_end()}|{native})"
    point = rf"(?:\.|\u3002(?={behind_stop})|\s?{dot_in_brackets()}\s?|\s?-{word}-\s?|{bare})"
    label = rf"(?:[A-Za-z0-9-]{{1,63}}|{any_of(Label.MAIL_HOST)}|{_INTERNATIONAL}{{1,63}}(?=\.))"
    return (
        rf"(?![0-9]{{1,3}}\.[0-9])(?:{label}{point}){{1,8}}"
        rf"(?:[A-Za-z]{{2,24}}(?![A-Za-z0-9_])|{native}(?![^\W_]))"
    )


def is_host(name: str) -> bool:
    """Tell whether a word beside a messenger's name is the host of a site, and no name in that messenger."""
    return name.rpartition(".")[2] in terms_of(Label.HOST_END) and "." in name


@load_once
def _end() -> str:
    """Give the pattern of a generic top-level domain, or of the two letters of a country (ISO 3166).

    A word with one capital begins a sentence.
    """
    small = "|".join((*terms_of(Label.GENERIC_DOMAIN_END), "[a-z]{2}"))
    capital = "|".join((*map(str.upper, terms_of(Label.GENERIC_DOMAIN_END)), "[A-Z]{2}"))
    return f"(?:{small}|{capital})(?![A-Za-z0-9_])"
