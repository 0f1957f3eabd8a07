"""Rows for comparison: means over the pages of a set, or of a group of its pages."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from statistics import fmean

from evaluation.benchmark.results import PageResult
from evaluation.data.datasets import DataSet, LabelledPage


class GroupField(Enum):
    """The field of its index by which the pages of a set are grouped."""

    KIND = "kind"
    LANG = "lang"
    SITE = "site"


@dataclass(frozen=True)
class Row:
    """One system on one set, or on one group of its pages; the fields of ``mezmun evaluate --json``, in order."""

    method: str
    version: str
    set: str
    group: str | None
    """None for the whole set."""
    pages: int
    lcs_p: float
    lcs_r: float
    lcs_f1: float
    char_p: float
    char_r: float
    char_f1: float
    leaf_p: float
    leaf_r: float
    empty: int
    """Pages it gave no text for."""
    crashed: int
    """Pages it raised an error on, died on, or took too long for."""
    pages_per_second: float
    """Per second of CPU time of one core."""
    peak_mb: float
    """10^6 bytes: the most its process held, the interpreter included."""


def summarise(results: list[PageResult], sets: list[DataSet], group: GroupField | None = None) -> list[Row]:
    """Give a row per set and system, in the order of the results; with ``group``, a row per group after each."""
    pages = {(page.set, page.id): page for data_set in sets for page in data_set.pages}
    runs: dict[tuple[str, str], list[PageResult]] = {}
    for result in results:
        runs.setdefault((result.set, result.method), []).append(result)
    rows = []
    for run in runs.values():
        rows.append(_row(run, None))
        if group is not None:
            parts: dict[str, list[PageResult]] = {}
            for result in run:
                parts.setdefault(_group_of(pages[result.set, result.page], group), []).append(result)
            rows += [_row(part, name) for name, part in sorted(parts.items())]
    return rows


def _group_of(page: LabelledPage, group: GroupField) -> str:
    return {GroupField.KIND: page.kind, GroupField.LANG: page.lang, GroupField.SITE: page.site}[group] or "unknown"


def _row(run: list[PageResult], group: str | None) -> Row:
    def mean(values: Iterable[float]) -> float:
        return round(fmean(values), 4)

    scores = [result.scores for result in run]
    seconds = sum(result.seconds for result in run)
    return Row(
        method=run[0].method,
        version=run[0].version,
        set=run[0].set,
        group=group,
        pages=len(run),
        lcs_p=mean(each.lcs.precision for each in scores),
        lcs_r=mean(each.lcs.recall for each in scores),
        lcs_f1=mean(each.lcs.f1 for each in scores),
        char_p=mean(each.char.precision for each in scores),
        char_r=mean(each.char.recall for each in scores),
        char_f1=mean(each.char.f1 for each in scores),
        leaf_p=mean(each.leaf.precision for each in scores),
        leaf_r=mean(each.leaf.recall for each in scores),
        empty=sum(result.empty for result in run),
        crashed=sum(result.error is not None for result in run),
        pages_per_second=round(len(run) / seconds, 2) if seconds else 0.0,
        peak_mb=max(result.peak_mb for result in run),
    )
