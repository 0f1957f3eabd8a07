"""Formulas: where they stand in a page, and their TeX source where the page has it.

Pages have formulas as MathML with its source (``annotation``, ``alttext``), as KaTeX and MathJax write them for readers
(both within one element, once to be seen and once to be heard), or as TeX between signs that a script looks for.
"""

import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from extraction.page import tags
from extraction.page.node_table import NodeTable
from extraction.page.texts import unescaped

_MATH: Final = tags.CODE["math"]
_SOURCE: Final = re.compile(
    r'<annotation\b[^>]*encoding="(?:application/x-tex|TeX|LaTeX)"[^>]*>(.*?)</annotation>', re.S
)
_WRAPPERS: Final = frozenset(
    {"katex", "katex-display", "mathjax", "mathjax_display", "mwe-math-element", "mjx-chtml", "mjx-container"}
)
_DISPLAYS: Final = frozenset({"katex-display", "mathjax_display", "mwe-math-fallback-image-display"})
_MOST_WRAPPERS: Final = 5
"""Elements around ``math``: KaTeX has three."""
_TEX: Final = re.compile(r"\\\((.+?)\\\)|\\\[(.+?)\\\]|\$\$(.+?)\$\$")
"""TeX between the signs that MathJax and KaTeX look for without being told to."""


def elements(page: NodeTable) -> Iterator[tuple[int, str, bool]]:
    """Give the elements (E) that are a formula each, with its source, and whether it stands on a line of its own."""
    last = -1
    for row in np.flatnonzero(page.tag == _MATH).tolist():
        if row < last:
            continue
        attributes = page.attributes(row)
        source = _SOURCE.search(page.inner_html(row))
        tex = unescaped(source[1]) if source else attributes.get("alttext", "")
        if not tex.strip():
            continue
        around, displayed = row, attributes.get("display") == "block"
        above = row
        for _ in range(_MOST_WRAPPERS):
            above = int(page.parent[above])
            if above < 0:
                break
            names = frozenset(page.attributes(above).get("class", "").lower().split())
            if names & _WRAPPERS:
                around, displayed = above, displayed or bool(names & _DISPLAYS)
        last = int(page.end[around])
        yield around, _plain(tex), displayed


def in_text(text: str) -> Iterator[tuple[int, int, str, bool]]:
    """Give where TeX stands in a text: its first character, the one behind its last, and likewise."""
    for match in _TEX.finditer(text):
        tex = next(filter(None, match.groups()))
        yield match.start(), match.end(), _plain(tex), match[1] is None


def _plain(tex: str) -> str:
    """Squeeze white space; leave out what makes a whole formula small or large, as Wikipedia's have it."""
    plain = " ".join(tex.split())
    styled = re.fullmatch(r"\{\\(?:displaystyle|textstyle) (.*)\}", plain)
    return (styled[1] if styled else plain).strip()
