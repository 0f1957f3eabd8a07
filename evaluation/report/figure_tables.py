"""The tables in the documents, by name: each makes Markdown lines from the collected figures, or from the code."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from evaluation.benchmark.system_choice import UNSEEN
from evaluation.speed.capacity import Machines, PageCost, simulate
from evaluation.speed.throughput import YARDSTICK
from extraction.completion.completion import RULES
from extraction.division.division import STEPS

Figures = Mapping[str, Any]

_OURS: Final = "mezmun"
_FROM_PAPERS: Final = frozenset(
    {"correlativity", "valid-characters", "template-svm", "svm", "text-density", "tag-ratio"}
)
_LEARNED: Final = frozenset({_OURS, "template-svm", "svm"})
"""Methods that learned from the labelled pages themselves: their rows carry a dagger."""
_BASELINE: Final = "all-text"

_HARDER: Final = "made harder"
_MIN_GROUP_PAGES: Final = 25  # a mean of fewer says little
_MIN_LANGUAGES: Final = 2  # of one alone the kind's own row says the same
_ONE_KIND: Final = 2
"""Rows of a set whose pages are all of one kind: one of them, and one of all."""
_README_GROUPS: Final[Mapping[str, str]] = {
    "webforum52": "forum threads, several languages",
    "silver_ug_forum": "Uyghur forums (silver)",
    "silver_ug_article": "Uyghur blog (silver)",
    "l3s_gn1": "English news of 2008",
    "daniel_multi": "news in Chinese, English, Greek, Polish, Russian",
    "fundus_news": "newspapers of twenty countries, 2020 to 2026",
    "cleaneval_en": "the web of 2006",
    "canola": "blogs of 2007",
}
"""What README shows: the sets by name, as a reader knows them."""


def _on_unseen_sites(figures: Figures) -> dict[tuple[str, str | None], Figures]:
    """Give the rows of the whole way with models that have not learned from a page's site, by set and kind."""
    return {(row["set"], row["group"]): row for row in figures["unseen"] if row["method"] == UNSEEN}


def _peers(figures: Figures, set_name: str) -> list[tuple[float, str]]:
    """Give the peers' LCS F1 on a set, the best first; not a tool for one language alone."""
    ours = _FROM_PAPERS | {_OURS, UNSEEN, _BASELINE, "gne"}
    rows = [row for row in figures["systems"] if row["set"] == set_name and row["group"] is None]
    return sorted(((row["lcs_f1"], row["method"]) for row in rows if row["method"] not in ours), reverse=True)


def quality(figures: Figures) -> list[str]:
    """How good: sites unseen, beside the best peer on the same pages."""
    rows = []
    for name, title in _README_GROUPS.items():
        row, peers = _on_unseen_sites(figures).get((name, None)), _peers(figures, name)
        if row is not None and peers:
            rows.append((title, f"{row['lcs_f1']:.3f}", f"{peers[0][0]:.3f} {peers[0][1]}"))
    return _table(("", "`mezmun`", "best other"), rows)


def systems(figures: Figures) -> list[str]:
    """Every method and peer on every set; bold where one of our methods is above every peer."""
    rows = [row for row in figures["systems"] if row["group"] is None]
    sets, methods = _unique(row["set"] for row in rows), _unique(row["method"] for row in rows)
    score = {(row["set"], row["method"]): row["lcs_f1"] for row in rows}
    version = {row["method"]: row["version"] for row in rows}
    best = {name: peers[0][0] for name in sets if (peers := _peers(figures, name))}
    pages = {name: max(row["pages"] for row in rows if row["set"] == name) for name in sets}
    lines = [("pages", *(f"{pages[name]:,}" for name in sets))]
    for method in methods:
        cells = []
        for name in sets:
            value = score.get((name, method))
            bold = value is not None and method in _FROM_PAPERS and value > best.get(name, 1.0)
            cells.append("–" if value is None else f"**{value:.3f}**" if bold else f"{value:.3f}")
        lines.append((f"`{method}` {version[method]}" + (" †" if method in _LEARNED else ""), *cells))
    return _table(("", *(f"`{name}`" for name in sets)), lines)


def unseen(figures: Figures) -> list[str]:
    """The whole way of a page by set and kind: on sites not learned from, beside the shipped model that knows them."""
    shipped = {(row["set"], row["group"]): row for row in figures["unseen"] if row["method"] == _OURS}
    rows = _on_unseen_sites(figures)
    kinds = Counter(name for name, _ in rows)
    lines = []
    for (name, kind), row in rows.items():
        if kind is not None and (kinds[name] <= _ONE_KIND or row["pages"] < _MIN_GROUP_PAGES):
            continue
        scores = (f"{row[column]:.3f}" for column in ("lcs_p", "lcs_r", "lcs_f1"))
        title = f"`{name}`" + ("" if kind is None else f" {kind}")
        lines.append((title, f"{row['pages']:,}", *scores, f"{shipped[name, kind]['lcs_f1']:.3f}"))
    return _table(("", "pages", "precision", "recall", "F1", "F1, learned from"), lines)


def held_out(figures: Figures) -> list[str]:
    """`mezmun` by set, kind and language: sites unseen, the site known, sets or languages unseen, and the ceiling."""
    sites, sets = (_merged(figures.get(name, {}).get("held_out", {})) for name in ("held_out", "held_out_sets"))
    unseen = ("set or language unseen",) if sets else ()
    rows = [_held_out_row(group, score, sets.get(group)) for group, score in sites.items()]
    rows.append(_held_out_row("**all pages**", _mean(sites), _mean(sets) if sets else None))
    headings = ("group", "pages", "site unseen", "site known", "best lines", *unseen)
    return _table(headings, [row[: len(headings)] for row in rows])


def _held_out_row(group: str, score: Figures, set_unseen: Figures | None) -> tuple[str, ...]:
    return (
        group,
        f"{score['pages']:,}",
        f"{score['lcs_f1']:.3f}",
        f"{score['of_known_site']:.3f}",
        f"{score['best']:.3f}",
        f"{set_unseen['lcs_f1']:.3f}" if set_unseen else "–",
    )


def _merged(scores: Mapping[str, Figures]) -> dict[str, Figures]:
    """Part sets and kinds by language where there are several with pages enough: a mean of some pages says little."""
    large = Counter(_kind(group) for group, score in scores.items() if score["pages"] >= _MIN_GROUP_PAGES)
    parts: dict[str, dict[str, Figures]] = {}
    for group, score in scores.items():
        kind, is_large = _kind(group), score["pages"] >= _MIN_GROUP_PAGES
        harder = group.startswith(_HARDER)
        name = group if harder else kind if large[kind] < _MIN_LANGUAGES else group if is_large else f"{kind} others"
        parts.setdefault(" ".join(name.split()), {})[group] = score
    return {name: _sum(part.values()) for name, part in parts.items()}


def _kind(group: str) -> str:
    return group.rsplit(" ", 1)[0]


def _mean(scores: Mapping[str, Figures]) -> Figures:
    """Give the mean over all pages, without those made harder."""
    return _sum(score for group, score in scores.items() if not group.startswith(_HARDER))


def _sum(scores: Iterable[Figures]) -> Figures:
    parts = list(scores)
    pages = sum(score["pages"] for score in parts)
    columns = ("lcs_f1", "of_known_site", "best")
    return {"pages": pages} | {name: sum(score[name] * score["pages"] for score in parts) / pages for name in columns}


def structure(figures: Figures) -> list[str]:
    """How often posts are counted right, and dates read right."""
    return _table(
        ("what", "method", "set", "cases", "right", "share"),
        [
            (row["what"], row["method"], f"`{row['set']}`", row["cases"], row["right"], f"{row['share']:.1%}")
            for row in figures["structure"]
        ],
    )


def speed(figures: Figures) -> list[str]:
    """Pages per second of one core, and as a multiple of trafilatura's."""
    return _table(
        ("", "pages/s", f"× {YARDSTICK}"),
        [
            (f"`{row['method']}`", f"{row['pages_per_second']:,.0f}", f"{row['times_trafilatura']:.1f}")
            for row in figures["speed"]
            if "pages_per_second" in row
        ],
    )


def growth(figures: Figures) -> list[str]:
    """Seconds by bytes of HTML, and the memory at the largest size."""
    rows = [row for row in figures["speed"] if "bytes" in row]
    methods, sizes = _unique(row["method"] for row in rows), _unique(row["bytes"] for row in rows)
    of = {(row["method"], row["bytes"]): row for row in rows}
    lines = [
        (f"{size:,}", *(f"{of[method, size]['seconds']:.2g} s" if (method, size) in of else "–" for method in methods))
        for size in sizes
    ]
    memory = [f"{of[method, sizes[-1]]['memory_multiple']:.1f} ×" for method in methods]
    return _table(("bytes", *methods), [*lines, (f"memory at {sizes[-1]:,} bytes, of the page", *memory)])


def stages(figures: Figures) -> list[str]:
    """Where the time of a page goes."""
    rows = []
    for row in figures["stages"]:
        rows.append(tuple(f"{each:,.1f}" if isinstance(each, float) else str(each) for each in row.values()))
    return _table(("stage", "µs a page", "µs up to its end", "× parser alone"), rows)


def normalization(figures: Figures) -> list[str]:
    """Decoding, letters, language and speed: a table for each."""
    lines: list[str] = []
    for name in _unique(row["table"] for row in figures["normalization"]):
        here = [row for row in figures["normalization"] if row["table"] == name]
        tools = _unique(row["system"] for row in here)
        rows = []
        for title in _unique(row["row"] for row in here):
            value = {row["system"]: row["value"] for row in here if row["row"] == title}
            count = next(row["count"] for row in here if row["row"] == title)
            rows.append((title, f"{count:,}", *(_number(value.get(tool)) for tool in tools)))
        lines += [f"**{name}** ({here[0]['unit']})", "", *_table(("", "of", *tools), rows), ""]
    return lines[:-1]


def pipeline(figures: Figures) -> list[str]:
    """What a page costs on its way from fetched bytes to document."""
    headings = (
        "pages",
        "workers",
        "worker ms",
        "database ms",
        "maintenance ms",
        "database kB a page",
        "pages/s",
        "load",
    )
    rows = [
        (
            f"{run['pages']:,}",
            str(run["workers"]),
            f"{run['worker_cpu_ms']:.1f}",
            f"{run['postgres_cpu_ms']:.1f}",
            f"{run['maintenance_cpu_ms']:.1f}",
            f"{run['database_mb'] * 1000 / run['pages']:.1f}",
            f"{run['pages_per_second']:.0f}",
            f"{run['load']:.0f}",
        )
        for run in figures["pipeline"]
    ]
    return _table(headings, rows)


def capacity(figures: Figures) -> list[str]:
    """What idle machines would do, by the simulation, with the costs of the longest measured run."""
    run = max(figures["pipeline"], key=lambda each: each["pages"])
    cost = PageCost(run["worker_cpu_ms"], run["postgres_cpu_ms"], run["maintenance_cpu_ms"])
    rows = []
    for cores, workers, own in ((2, 2, 0), (4, 4, 0), (16, 16, 0), (40, 40, 16), (160, 160, 32), (160, 160, 64)):
        rate = simulate(cost, Machines(cores, workers, own)).pages_per_second
        rows.append((str(cores), str(workers), str(own) if own else "the same", f"{rate:,.0f}"))
    return _table(("workers' cores", "workers", "database's cores", "pages/s"), rows)


def queries(figures: Figures) -> list[str]:
    """How long the database takes to answer with a million documents."""
    rows = [
        (row["name"], f"{row['median_ms']:.0f}", f"{row['p95_ms']:.0f}", ", ".join(row["read_whole"]) or "–")
        for row in figures["queries"]
    ]
    return _table(("query", "median ms", "95th percentile ms", "tables read whole"), rows)


def completion_rules(_: Figures) -> list[str]:
    """Which rules complete the chosen text, in their order, as the first sentences of their docstrings say."""
    rows = [
        (f"`{rule.__name__}`: {' '.join((rule.__doc__ or '').partition('.')[0].split()).removeprefix('Give ')}", thread)
        for rule, _, thread in RULES
    ]
    return _table(("rule, and what it adds", "thread"), rows)


def division_steps(_: Figures) -> list[str]:
    """Which steps divide a page of each shape, and in which order: a property of the code, not of a measurement."""
    place = {shape: {step: number for number, step in enumerate(steps, 1)} for shape, steps in STEPS.items()}
    rows = [
        (f"`{step.name}`: {step.purpose}", *(place[shape].get(step, "") for shape in STEPS))
        for step in _unique(step for steps in STEPS.values() for step in steps)
    ]
    return _table(("step", *STEPS), rows)


TABLES: Final[Mapping[str, Callable[[Figures], list[str]]]] = {
    "quality": quality,
    "systems": systems,
    "unseen": unseen,
    "held-out": held_out,
    "structure": structure,
    "speed": speed,
    "growth": growth,
    "stages": stages,
    "normalization": normalization,
    "pipeline": pipeline,
    "capacity": capacity,
    "queries": queries,
    "completion-rules": completion_rules,
    "division-steps": division_steps,
}


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


def _unique(values: Iterable[Any]) -> list[Any]:
    return list(dict.fromkeys(values))


def _table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    rule = "|".join(["---", *("---:" for _ in headings[1:])])
    return [f"| {' | '.join(headings)} |", f"|{rule}|", *(f"| {' | '.join(map(str, row))} |" for row in rows)]
