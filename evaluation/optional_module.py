"""The import of what `pip install` brings only with an extra: the tools that Mezmun is compared with."""

import importlib
from typing import Any


def optional_module(name: str) -> Any:
    """Import a module by its name. Raises ImportError when it is not installed."""
    # Not by a statement, since neither the type checker nor the dependency checker may count on an optional package.
    return importlib.import_module(name)
