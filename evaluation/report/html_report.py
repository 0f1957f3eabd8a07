"""The report for people: one HTML file of tables and plots, and beside it one per set that shows every page.

Nothing is loaded from elsewhere. A page's text is compressed (deflate, base64), and the browser unpacks it when the
page is opened, so that a set of thousands of pages is a file of some megabytes.
"""

import base64
import json
import zlib
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from evaluation.benchmark.results import PageResult
from evaluation.benchmark.summary import Row
from evaluation.data.datasets import DataSet, LabelledPage
from evaluation.metrics.scores import leaves_in_gold
from evaluation.metrics.text_nodes import leaves
from evaluation.report import plots
from evaluation.speed.throughput import Growth, Speed

_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


@dataclass(frozen=True)
class ReportData:
    """The data of a report."""

    sets: list[DataSet]
    rows: list[Row]
    results: list[PageResult]
    ours: frozenset[str]
    """The names of our own methods; the others are peers."""


def write_report(
    data: ReportData, file: Path, jobs: int = 1, advance: Callable[[int], None] = lambda done: None
) -> None:
    """Write the report to ``file`` and its pages to ``<file's stem>.pages/<set>.html``; ``advance`` counts pages."""
    folder = file.with_suffix(".pages")
    folder.mkdir(parents=True, exist_ok=True)
    sections = []
    for data_set in data.sets:
        rows = [row for row in data.rows if row.set == data_set.name]
        whole = [row for row in rows if row.group is None]
        pages = folder / f"{data_set.name}.html"
        _write_pages(data, data_set, pages, file, jobs, advance)
        sections.append(
            {
                "name": data_set.name,
                "rows": rows,
                "best": {field: max(getattr(row, field) for row in whole) for field in _HIGHER_IS_BETTER},
                "pages": f"{folder.name}/{pages.name}",
                "quality": _quality(whole, data.ours),
                "balance": _balance(whole, data.ours),
                "legend": [(number, row.method) for number, row in enumerate(whole, start=1)],
            }
        )
    text = _TEMPLATES.get_template("report.html.j2").render(
        sections=sections, speed=_rates(data), ours=data.ours, ours_colour=plots.OURS, peer_colour=plots.PEER
    )
    file.write_text(text, encoding="utf-8")


def write_speed_report(speeds: list[Speed], growths: list[Growth], ours: frozenset[str], file: Path) -> None:
    """Write the plots and tables of a speed run to ``file``."""
    drawn = {
        "seconds": _lines(speeds, [(each, each.seconds) for each in growths], ours, "seconds"),
        "memory": _lines(speeds, [(each, each.memory_multiple) for each in growths], ours, "memory / page"),
    }
    top = max((speed.pages_per_second for speed in speeds), default=1.0)
    rates = [plots.Bar(each.method, each.pages_per_second, each.method in ours) for each in speeds]
    text = _TEMPLATES.get_template("speed.html.j2").render(
        speeds=speeds,
        growths=growths,
        rates=plots.bars(rates, max(top, 1.1), "/s"),
        lines=drawn,
        ours_colour=plots.OURS,
        peer_colour=plots.PEER,
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def _lines(speeds: list[Speed], values: list[tuple[Growth, float | None]], ours: frozenset[str], title: str) -> str:
    drawn = []
    for speed in speeds:
        points = [
            (each.bytes, value) for each, value in values if each.method == speed.method and not each.error and value
        ]
        if points:
            drawn.append(plots.Line(speed.method, points, speed.method in ours))
    return plots.lines(drawn, "bytes of HTML", title)


_HIGHER_IS_BETTER = ("lcs_p", "lcs_r", "lcs_f1", "char_p", "char_r", "char_f1", "leaf_p", "leaf_r")


def _quality(rows: list[Row], ours: frozenset[str]) -> str:
    ordered = sorted(rows, key=lambda row: -row.lcs_f1)
    return plots.bars(
        [plots.Bar(row.method, row.lcs_f1, row.method in ours, f"({row.pages} pages)") for row in ordered], 1.0
    )


def _balance(rows: list[Row], ours: frozenset[str]) -> str:
    return plots.scatter(
        [
            plots.Dot(number, row.method, row.lcs_r, row.lcs_p, row.method in ours)
            for number, row in enumerate(rows, start=1)
        ],
        "LCS recall",
        "LCS precision",
    )


def _rates(data: ReportData) -> str:
    totals: dict[str, list[float]] = {}
    for result in data.results:
        total = totals.setdefault(result.method, [0, 0.0])
        total[0] += 1
        total[1] += result.seconds
    rates = sorted(((pages / seconds, method) for method, (pages, seconds) in totals.items() if seconds), reverse=True)
    drawn = [plots.Bar(method, rate, method in data.ours) for rate, method in rates]
    return plots.bars(drawn, max([1.1, *(bar.value for bar in drawn)]), "/s")


def _write_pages(
    data: ReportData, data_set: DataSet, file: Path, report: Path, jobs: int, advance: Callable[[int], None]
) -> None:
    by_page: dict[str, dict[str, PageResult]] = {}
    for result in data.results:
        if result.set == data_set.name:
            by_page.setdefault(result.page, {})[result.method] = result
    methods = [row.method for row in data.rows if row.set == data_set.name and row.group is None]
    shown: list[dict[str, Any]] = []
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as packers:
        packed = packers.map(
            _packed, data_set.pages, (by_page.get(page.id, {}) for page in data_set.pages), chunksize=8
        )
        for page, text in zip(data_set.pages, packed, strict=True):
            results = by_page.get(page.id, {})
            shown.append(
                {
                    "id": page.id,
                    "url": page.url or "",
                    "about": " · ".join(filter(None, (page.kind, page.lang, page.site))),
                    "f1": [_f1(results.get(method)) for method in methods],
                    "errors": {
                        method: results[method].error or "no text"
                        for method in methods
                        if method in results and (results[method].error or results[method].empty)
                    },
                    "packed": text,
                }
            )
            advance(1)
    text = _TEMPLATES.get_template("pages.html.j2").render(
        name=data_set.name, methods=methods, pages=shown, report=f"../{report.name}"
    )
    file.write_text(text, encoding="utf-8")


def _f1(result: PageResult | None) -> float | None:
    return None if result is None else round(result.scores.lcs.f1, 3)


def _packed(page: LabelledPage, results: dict[str, PageResult]) -> str:
    html = page.html()
    gold = page.gold()
    shown = {
        "leaves": leaves(html),
        "gold": _digits(leaves_in_gold(html, gold)),
        "kept": {method: _digits(result.leaves_in_text()) for method, result in results.items()},
        "text": gold,
    }
    return base64.b64encode(zlib.compress(json.dumps(shown, ensure_ascii=False).encode(), 9)).decode("ascii")


def _digits(marks: list[bool]) -> str:
    return "".join("1" if mark else "0" for mark in marks)
