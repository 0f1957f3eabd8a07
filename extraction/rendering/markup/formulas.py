"""Formulas: where they stand in a page, and their TeX source where the page has it.

Pages have formulas as MathML with its source (``annotation``, ``alttext``) or without, as KaTeX and MathJax write them
for readers (both within one element, once to be seen and once to be heard), or as TeX between signs that a script
looks for.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final
from xml.etree.ElementTree import Element, ParseError, fromstring

from extraction.completion.formulas import MATH, outermost
from extraction.page import tags
from extraction.page.names import Names
from extraction.page.node_table import NodeTable
from extraction.page.parsing.shown_source import tex_without_style
from extraction.page.texts import unescaped
from extraction.rendering.markup.marks import Mark, Span

_SOURCE: Final = re.compile(
    r'<annotation\b[^>]*encoding="(?:application/x-tex|TeX|LaTeX)"[^>]*>(.*?)</annotation>', re.S
)
_DOLLARS: Final = re.compile(r"(\$\$?)`?(.+?)`?\1", re.DOTALL)
_TEX: Final = re.compile(
    r"\\\((.+?)\\\)|\\\[(.+?)\\\]|\$\$(.+?)\$\$|"
    r"(?<![\\$\w])\$(?=[^\s$])(?=[^$\n]{0,200}?\\[A-Za-z]{2})([^$\n]{1,400})(?<!\s)\$(?![\w$])"
)
"""TeX between the signs that MathJax and KaTeX look for without being told to, and, with a command in it, between those
that notebooks and many sites tell them to look for."""


def of_page(page: NodeTable) -> Iterator[tuple[int, str, bool]]:
    """Give the elements (E) that are a formula each, with its TeX, and whether it stands on a line of its own."""
    yield from elements(page)
    yield from in_renderers(page)
    yield from in_sources(page)


def elements(page: NodeTable) -> Iterator[tuple[int, str, bool]]:
    """Give the elements (E) that are a formula each, with its source, and whether it stands on a line of its own."""
    last = -1
    for row in (page.tag == MATH).nonzero()[0].tolist():
        if row < last:
            continue
        attributes = page.attributes(row)
        inner = page.inner_html(row)
        source = _SOURCE.search(inner)
        stated = attributes.get("alttext", "") or attributes.get("data-latex", "")
        tex = unescaped(source[1]) if source else stated or _tex_of(inner)
        if not tex.strip():
            continue
        around, displayed = outermost(page, row)
        last = int(page.end[around])
        yield around, tex_without_style(tex).strip(), displayed or attributes.get("display") == "block"


def in_sources(page: NodeTable) -> Iterator[tuple[int, str, bool]]:
    """Give the elements (E) whose names say that they hold TeX, with it, and whether it stands on a line of its own."""
    named = page.signatures.named(Names.FORMULA_SOURCE)
    for row in () if named is None else named[page.signature].nonzero()[0].tolist():
        tex = "" if (page.tag[row : page.end[row]] == MATH).any() else page.inner_text(row).strip()
        if tex and not _TEX.search(tex):
            yield row, tex_without_style(tex).strip(), bool(tags.BLOCK[page.tag[row]])


def in_renderers(page: NodeTable) -> Iterator[tuple[int, str, bool]]:
    """Give the elements (E) in which GitHub keeps TeX between dollar signs for its script.

    As of other elements, their TeX comes with it, and whether it stands on a line of its own.
    """
    for row in page.of_name(b"math-renderer").tolist():
        match = _DOLLARS.fullmatch(page.inner_text(row).strip())
        if match is not None:
            yield row, tex_without_style(match[2]).strip(), match[1] == "$$"


def in_text(text: str) -> Iterator[tuple[int, int, str, bool]]:
    """Give each formula that a text has as TeX between signs.

    Each is its first character, the one behind its last, its TeX, and whether it stands on a line of its own.
    """
    for match in _TEX.finditer(text):
        tex = next(filter(None, match.groups()))
        yield match.start(), match.end(), tex_without_style(tex).strip(), match[1] is None and match[4] is None


def equation(text: str, spans: Sequence[Span]) -> tuple[str, tuple[Span, ...]] | None:
    """Give a row of a table that lays out a formula as one formula, with its number, and its spans.

    None where a cell holds something else. LaTeXML parts formulas at their signs of equality so.
    """
    formulas = [span for span in spans if span.kind in (Mark.FORMULA, Mark.DISPLAYED_FORMULA)]
    covered, place, numbers = list[str](), 0, list[str]()
    for cell in text.split("\t"):
        here = [span for span in formulas if place <= span.start < place + len(cell)]
        rest = cell
        for span in reversed(here):
            rest = rest[: span.start - place] + rest[span.end - place :]
        if here and not rest.strip(" \xa0.,;"):
            covered.append(cell.strip())
        elif cell.strip() and (here or not _NUMBER.fullmatch(cell.strip())):
            return None
        elif cell.strip():
            numbers.append(cell.strip())
        place += len(cell) + 1
    if not covered:
        return None
    shown, tex = " ".join(covered), " ".join(span.target.removeprefix(r"\displaystyle").strip() for span in formulas)
    return " ".join((shown, *numbers)), (Span(0, len(shown), Mark.DISPLAYED_FORMULA, tex),)


_NUMBER: Final = re.compile(r"\(\w{1,4}(?:[.-]\w{1,4}){0,2}[′'*]?\)")
"""This is the number of a formula."""


def _tex_of(mathml: str) -> str:
    """Give the TeX of what an element ``math`` holds; empty where not all of it is known here (MathML Core, 3)."""
    if len(mathml) > _LONGEST_MATHML:
        return ""
    source = f"<math>{_NAMESPACE.sub('', mathml.replace('&nbsp;', ' '))}</math>"
    try:
        return _tex(fromstring(source))  # noqa: S314 - it is as the parser writes it, with no document type
    except (ParseError, KeyError, IndexError, RecursionError):
        return ""


def _tex(element: Element) -> str:
    if element.tag in _TOKENS:
        text = " ".join((element.text or "").split())
        return f"\\text{{{text}}}" if element.tag in _WORDS and len(text) > 1 else text
    parts = [_tex(each) for each in element]
    row = " ".join(filter(None, parts))
    return row if element.tag in _ROWS else _TEMPLATES[element.tag].format(*parts, row=row)


_LONGEST_MATHML: Final = 20_000
_NAMESPACE: Final = re.compile(
    r'\sxmlns(?::\w+)?="[^"]*"|(?<=<)m(?:ml)?:|(?<=</)m(?:ml)?:|&(?!(?:amp|lt|gt|quot|#\w+);)'
)
_ROWS: Final = frozenset({"mrow", "mstyle", "semantics", "mpadded", "mphantom", "menclose", "math"})
_TOKENS: Final = frozenset({"mi", "mn", "mo", "mtext", "ms", "mspace"})
_WORDS: Final = frozenset({"mi", "mtext", "ms"})
_TEMPLATES: Final = {
    "mfrac": r"\frac{{{0}}}{{{1}}}",
    "msqrt": r"\sqrt{{{row}}}",
    "mroot": r"\sqrt[{1}]{{{0}}}",
    "msup": r"{0}^{{{1}}}",
    "msub": r"{0}_{{{1}}}",
    "msubsup": r"{0}_{{{1}}}^{{{2}}}",
    "mover": r"\overset{{{1}}}{{{0}}}",
    "munder": r"{0}_{{{1}}}",
    "munderover": r"{0}_{{{1}}}^{{{2}}}",
    "mfenced": r"({row})",
}
