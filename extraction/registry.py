"""The methods that can be chosen, by name."""

from extraction.methods.all_text import ALL_TEXT
from extraction.methods.correlativity import CORRELATIVITY
from extraction.methods.method import Method
from extraction.methods.tag_ratio import TAG_RATIO
from extraction.methods.template_svm import SVM, TEMPLATE_SVM
from extraction.methods.text_density import TEXT_DENSITY
from extraction.methods.valid_characters import VALID_CHARACTERS
from extraction.model.mezmun import MEZMUN


class UnknownMethodError(Exception):
    """No method has the name given."""


_METHODS = {
    method.name: method
    for method in (MEZMUN, CORRELATIVITY, VALID_CHARACTERS, TEMPLATE_SVM, TEXT_DENSITY, TAG_RATIO, SVM, ALL_TEXT)
}

DEFAULT_METHOD = MEZMUN.name
"""For sites of every kind, and for pages of which nothing is known."""


def methods() -> tuple[Method, ...]:
    """Give every method, our own first, then the papers'."""
    return tuple(_METHODS.values())


def find(name: str) -> Method:
    """Give a method by its name.

    Raises:
        UnknownMethodError: there is none of that name.
    """
    if name not in _METHODS:
        raise UnknownMethodError(f"There is no extraction method {name!r}; choose one of {', '.join(_METHODS)}.")
    return _METHODS[name]
