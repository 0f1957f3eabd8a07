"""How much of a page's markup comes out, on pages written for the purpose.

``data/markup_pages.txt`` holds bodies of articles, each with the Markdown that is right for it. Both it and what was
extracted are taken apart into headings, items, links, images ...; each is right when it is there word for word.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

import extraction
from evaluation.metrics.structure_accuracy import AccuracyFigure

SET: Final = "markup_pages"
ADDRESS: Final = "https://example.org/news/1"
"""Where the pages are."""
_PAGE: Final = """<html lang=en><head><title>A day at sea: {name} - Harbour News</title></head><body>
<div class="nav"><ul><li><a href="/">Home</a><li><a href="/n">News</a><li><a href="/c">Contact</a></ul></div>
<div class="article"><h1>A day at sea: {name}</h1>
{body}
</div><div class="footer"><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a> © Harbour News</div>
</body></html>
"""
_ELEMENTS: Final[Mapping[str, re.Pattern[str]]] = {
    "headings": re.compile(r"^#{1,6} .*$", re.MULTILINE),
    "list items": re.compile(r"^(?:> )* *(?:[-*]|\d+[.)]) .*$", re.MULTILINE),
    "blocks of code": re.compile(r"^`{3,}.*?^`{3,}$", re.MULTILINE | re.DOTALL),
    "table rows": re.compile(r"^\|.*\|$", re.MULTILINE),
    "quotes": re.compile(r"^> .+$", re.MULTILINE),
    "links": re.compile(r"(?<!!)\[(?:[^\[\]\\]|\\.|!\[[^\]]*\])*\]\((?:<[^>]*>|[^)\s]*)\)"),
    "images": re.compile(r"!\[[^\]]*\]\([^)]*\)"),
    "formulas": re.compile(r"(?<![\\$])(\${1,2})(?!\s)[^$]+?\1"),
    "footnotes": re.compile(r"\[\^\w+\]:?"),
    "code in lines": re.compile(r"(?<![`\\])(`+)(?!`)[^\n]+?(?<!`)\1(?!`)"),
    "emphasis": re.compile(r"(?<![\\*])(\*{1,3})(?![\s*])[^*\n]+?\1|<(strong|em|del|sub|sup)>.*?</\2>|~~[^~\n]+~~"),
}
_EVERYTHING: Final = extraction.Markup.of(links=True, images=True, formatting=True)


@dataclass(frozen=True)
class MarkupPage:
    """A page made to test markup."""

    name: str
    html: str
    markdown: str
    """What is right for it, its title included."""


@lru_cache(maxsize=1)
def markup_pages() -> tuple[MarkupPage, ...]:
    """Give the pages."""
    text = (files("evaluation") / "data" / f"{SET}.txt").read_text(encoding="utf-8")
    return tuple(_pages(text))


def _pages(text: str) -> Iterator[MarkupPage]:
    for part in text.split(">>> page ")[1:]:
        name, _, rest = part.partition("\n")
        body, _, markdown = rest.partition(">>> markdown\n")
        yield MarkupPage(name, _PAGE.format(name=name, body=body), f"# A day at sea: {name}\n\n{markdown.strip()}")


def measure_markup(method: str) -> list[AccuracyFigure]:
    """Measure a method: of each kind of element, how many there are and how many come out."""
    every: Counter[str] = Counter()
    right: Counter[str] = Counter()
    wrong: dict[str, list[str]] = {}
    for page in markup_pages():
        extracted = extraction.extract(page.html, ADDRESS, method, markup=_EVERYTHING)
        wanted, got = elements(page.markdown), elements(extraction.markdown(extracted.blocks))
        for kind, of_kind in wanted.items():
            every[kind] += of_kind.total()
            right[kind] += (of_kind & got[kind]).total()
            if of_kind - got[kind]:
                wrong.setdefault(kind, []).append(page.name)
    return [
        AccuracyFigure(kind, SET, method, every[kind], right[kind], tuple(wrong.get(kind, ()))) for kind in _ELEMENTS
    ]


def elements(markdown: str) -> dict[str, Counter[str]]:
    """Take Markdown apart into the elements that are measured: the source of each, by kind."""
    return {kind: Counter(match[0] for match in pattern.finditer(markdown)) for kind, pattern in _ELEMENTS.items()}
