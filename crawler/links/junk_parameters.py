"""Query parameters that make no other page, learned from what a site's pages say: ``from=home``, ``distype=2``."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit, urlunsplit

FEWEST_PAGES: Final = 3
"""Pages that must say the same with and without a parameter, or with other values of it."""
MOST_OTHERS: Final = 0.1
"""Share of the pages that may say something else: one of the two was read before the page changed."""


def junk_parameters(pages: Iterable[tuple[str, str]]) -> set[str]:
    """Name the parameters without which addresses lead to the same page.

    Args:
        pages: addresses and digests of what the pages say, of one site.
    """
    digests = dict(pages)
    names = {name for url in digests for name, _ in _pieces(url)}
    groups: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for url, digest in digests.items():
        here = {name for name, _ in _pieces(url)}
        for name in names:
            # A page without the parameter belongs to each group of those that have it.
            groups[name][_without(url, name) if name in here else url].append(digest)
    junk = set()
    for name, pages_of in groups.items():
        same = [len(set(group)) == 1 for group in pages_of.values() if len(group) > 1]
        if sum(same) >= FEWEST_PAGES and same.count(False) <= MOST_OTHERS * len(same):
            junk.add(name)
    return junk


def _pieces(url: str) -> list[tuple[str, str]]:
    """Give name and text of the parameters that have a value; ``tid-123`` has no name: it is the page."""
    pieces = urlsplit(url).query.split("&")
    return [(piece.partition("=")[0], piece) for piece in pieces if "=" in piece]


def _without(url: str, name: str) -> str:
    parts = urlsplit(url)
    pieces = [piece for piece in parts.query.split("&") if piece.partition("=")[0] != name or "=" not in piece]
    return urlunsplit(parts._replace(query="&".join(pieces)))
