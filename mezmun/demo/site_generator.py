"""Prints the pages of a sample site from its texts and layouts, and notes what on them is text and what is noise."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import yaml
from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from mezmun.demo.sample_site import HTML, Noise, NoiseKind, SamplePage, SampleSite, Truth

_HERE: Final = Path(__file__).parent
_MARK: Final = re.compile(r"\[([^\]]+)\]\(([^)]+)\)|\*\*(.+?)\*\*")
_BLOCKS: Final = {"## ": "heading", "- ": "item"}


def content(kind: str) -> dict[str, Any]:
    """Read the texts of a site."""
    texts: dict[str, Any] = yaml.safe_load((_HERE / "content" / f"{kind}.yaml").read_text(encoding="utf-8"))
    return texts


def blocks(body: str) -> list[tuple[str, list[str]]]:
    """Cut a body at its blank lines into runs of ``paragraph``, ``heading`` or ``item``."""
    lines = []
    for text in body.strip().split("\n\n"):
        mark = next((mark for mark in _BLOCKS if text.startswith(mark)), "")
        lines.append((_BLOCKS.get(mark, "paragraph"), text.removeprefix(mark)))
    return [(kind, [text for _, text in run]) for kind, run in groupby(lines, key=lambda line: line[0])]


def first_paragraph(body: str) -> str:
    """Give the beginning of a body without its marks, for a teaser."""
    return _plain(body.strip().split("\n\n")[0])


def chunks(items: Iterable[Any], size: int) -> list[list[Any]]:
    """Deal a list out over pages."""
    listed = list(items)
    return [listed[at : at + size] for at in range(0, len(listed), size)]


class Press:
    """Prints the pages of one site.

    In a layout ``| main`` and ``| noise(kind)`` note a text in the page's truth, and ``| written(tool)`` writes it out
    with its marks, in the letters that the writer's input tool makes.
    """

    def __init__(self, kind: str, base: str, write: Callable[[str, str], str] = lambda text, _: text) -> None:
        self._base = base
        self._pages: dict[str, SamplePage] = {}
        self._truth: list[Truth] = []
        self._layouts = Environment(
            loader=FileSystemLoader(_HERE / "layouts" / kind),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._layouts.filters |= {"main": _note_main, "noise": _note_noise, "written": partial(_marked_up, write=write)}
        self._layouts.globals |= {"base": base, "site": content(kind)}

    def page(self, path: str, layout: str, encode: Callable[[str], bytes] = str.encode, **context: Any) -> None:
        """Print a page that has no main text."""
        self._print(path, layout, encode, context)

    def content_page(
        self,
        path: str,
        layout: str,
        title: str,
        language: str = "ug",
        encode: Callable[[str], bytes] = str.encode,
        **context: Any,
    ) -> None:
        """Print a page with a main text, and note its truth."""
        ledger = self._print(path, layout, encode, {**context, "title": title, "language": language})
        url = f"{self._base}{path}"
        self._truth.append(Truth(url, title, language, tuple(ledger.paragraphs), tuple(ledger.noise)))

    def file(self, path: str, layout: str, content_type: str, **context: Any) -> None:
        """Print a file for machines: feed, sitemap, robots.txt."""
        self._pages[path] = SamplePage(self._layouts.get_template(layout).render(context).encode(), content_type)

    def site(self, name: str) -> SampleSite:
        """Bind what was printed."""
        definition = self._layouts.get_template("site.yaml").render()
        return SampleSite(name, self._base, dict(self._pages), tuple(self._truth), definition)

    def _print(self, path: str, layout: str, encode: Callable[[str], bytes], context: dict[str, Any]) -> "_Ledger":
        ledger = _Ledger()
        html = self._layouts.get_template(layout).render(context, ledger=ledger, path=path)
        self._pages[path] = SamplePage(encode(html), HTML if encode is str.encode else "text/html")
        return ledger


@dataclass
class _Ledger:
    paragraphs: list[str] = field(default_factory=list)
    noise: dict[Noise, None] = field(default_factory=dict)


def _plain(text: str) -> str:
    return _MARK.sub(lambda match: match[1] or match[3], text)


def _marked_up(text: str, tool: str = "", *, write: Callable[[str, str], str]) -> Markup:
    html, at = Markup(), 0
    for match in _MARK.finditer(text):
        words, address, bold = match.groups()
        html += write(text[at : match.start()], tool)
        html += (
            Markup('<a href="{}">{}</a>').format(address, write(words, tool))
            if words
            else Markup("<b>{}</b>").format(write(bold, tool))
        )
        at = match.end()
    return html + write(text[at:], tool)


@pass_context
def _note_main(context: Context, text: str) -> str:
    context["ledger"].paragraphs.append(_plain(text))
    return text


@pass_context
def _note_noise(context: Context, text: str, kind: str) -> str:
    context["ledger"].noise[Noise(NoiseKind(kind), _plain(text))] = None
    return text
