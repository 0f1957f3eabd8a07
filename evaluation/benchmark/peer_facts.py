"""The titles and dates of the peers that read them, each called as its own documentation shows.

``trafilatura`` gives both, ``htmldate`` the day alone; what is not installed takes no part.
"""

import importlib
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from evaluation.benchmark.systems import Source

FactReader = Callable[[Source], tuple[str, str]]
"""Gives the title and the day (ISO 8601) of a page; either is empty when it is not told."""


def installed() -> dict[str, FactReader]:
    """Give what reads titles and dates, by the name of the tool, of the tools that are installed."""
    return {name: load() for name, load in _LOAD.items() if find_spec(name) is not None}


def _trafilatura() -> FactReader:
    trafilatura: Any = importlib.import_module("trafilatura")

    def read(page: Source) -> tuple[str, str]:
        metadata = trafilatura.extract_metadata(page.html, default_url=page.url)
        return (metadata.title or "", metadata.date or "") if metadata else ("", "")

    return read


def _htmldate() -> FactReader:
    find_date: Any = importlib.import_module("htmldate").find_date
    return lambda page: ("", find_date(page.html, url=page.url, original_date=True) or "")


_LOAD = {"trafilatura": _trafilatura, "htmldate": _htmldate}
