"""Mezmun: the main text of web pages, in clean letters; and a crawler that keeps it with its provenance.

The names below are loaded when they are first asked for, so ``import mezmun`` costs nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
"""This is the same as that of ``typing``, whose import takes a third of the time until a command can be stopped without
a traceback."""
if TYPE_CHECKING:
    from typing import Any, Final

    from mezmun.api.extracted_page import ExtractedPage
    from mezmun.api.page_extraction import Options, extract, extract_many
    from mezmun.api.text_functions import convert, decode, identify, mask, normalize
    from mezmun.core.errors import InvalidInputError, MezmunError
    from mezmun.core.outcomes import Outcome
    from mezmun.core.version import __version__

_MODULES: Final = {
    "ExtractedPage": "api.extracted_page",
    "InvalidInputError": "core.errors",
    "MezmunError": "core.errors",
    "Options": "api.page_extraction",
    "Outcome": "core.outcomes",
    "__version__": "core.version",
    "convert": "api.text_functions",
    "decode": "api.text_functions",
    "extract": "api.page_extraction",
    "extract_many": "api.page_extraction",
    "identify": "api.text_functions",
    "mask": "api.text_functions",
    "normalize": "api.text_functions",
}

__all__ = [
    "ExtractedPage",
    "InvalidInputError",
    "MezmunError",
    "Options",
    "Outcome",
    "__version__",
    "convert",
    "decode",
    "extract",
    "extract_many",
    "identify",
    "mask",
    "normalize",
]


def __getattr__(name: str) -> Any:
    """Load a public name from the module that defines it (PEP 562)."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
