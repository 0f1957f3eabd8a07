"""``mezmun evaluate``: our methods and the peers on labelled pages."""

import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mezmun.cli import app
from mezmun.cli.groups import CommandGroup, TextCommand
from mezmun.cli.json_output import print_json
from mezmun.cli.options import (
    AT_LEAST_ONE,
    PATH,
    data_option,
    methods_option,
    page_seconds_option,
    peers_option,
    rows_option,
    unseen_option,
)
from mezmun.cli.progress import progress
from mezmun.cli.tables import print_table
from mezmun.core.errors import UsageError

if TYPE_CHECKING:
    from evaluation.benchmark.summary import Row
    from evaluation.benchmark.systems import System
    from evaluation.data.datasets import DataSet
    from evaluation.speed.throughput import Growth, Speed

_MANY = ("--data", "--method")


def _spread(arguments: list[str]) -> list[str]:
    """Write ``--data A B`` as ``--data A --data B``, so that a shell's ``--data sets/*`` works."""
    spread: list[str] = []
    option = ""
    for argument in arguments:
        if argument.startswith("-"):
            option = argument
        elif option in _MANY and spread[-1] != option:
            spread.append(option)
        spread.append(argument)
    return spread


class ManyValues(TextCommand):
    """A command whose ``--data`` and ``--method`` take several values each."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Give each value an option of its own."""
        return super().parse_args(ctx, _spread(args))


class _ManyValuesGroup(CommandGroup):
    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        named = next((place for place, argument in enumerate(args) if argument in self.commands), len(args))
        return super().parse_args(ctx, _spread(args[:named]) + args[named:])


@app.group(
    cls=_ManyValuesGroup,
    invoke_without_command=True,
    epilog="Example: `mezmun evaluate --data sets/webforum52 sets/l3s_gn1 --method correlativity --peers"
    " --html report.html`",
)
@click.pass_context
@data_option
@methods_option
@peers_option
@unseen_option
@click.option("--group", help="Take the sets apart by `kind`, `lang` or `site`.")
@rows_option
@click.option("--html", type=PATH, help="Write a report with plots and every page to this file.")
@click.option("--jobs", type=AT_LEAST_ONE, default=1, help="Methods that run at once; the scores do not depend on it.")
@click.option("--resume", type=PATH, help="Keep every result in this file, and take up what it holds.")
@click.option("--pages", type=AT_LEAST_ONE, help="At most so many pages of each set, spread evenly; all if left out.")
@page_seconds_option(30.0)
def evaluate(
    context: click.Context,
    data: tuple[Path, ...],
    method: tuple[str, ...],
    peers: bool,
    unseen: Path | None,
    group: str | None,
    as_json: bool,
    html: Path | None,
    jobs: int,
    resume: Path | None,
    pages: int | None,
    page_seconds: float,
) -> None:
    """Measure how well and how fast the methods extract, on labelled pages."""
    if context.invoked_subcommand is not None:
        return
    from evaluation.benchmark.benchmark_run import Plan, run
    from evaluation.benchmark.results import ResultFile
    from evaluation.benchmark.summary import GroupField, summarise
    from evaluation.benchmark.system_choice import UNSEEN
    from evaluation.report.html_report import ReportData, write_report
    from extraction import methods as our_methods

    try:
        by = GroupField(group) if group else None
    except ValueError as error:
        raise UsageError(f"--group is {group!r}: it takes kind, lang or site.") from error
    systems, sets = _chosen(data, method, peers, unseen)
    if pages is not None:
        sets = [data_set.thinned(pages) for data_set in sets]
    plan = Plan(systems, sets, jobs, page_seconds)
    result_file = ResultFile(resume)
    with progress("measuring", plan.size()) as advance:
        results = run(plan, result_file, advance)
    rows = summarise(results, sets, by)
    if html is not None:
        ours = frozenset((UNSEEN, *(each.name for each in our_methods())))
        with progress("reporting", sum(len(data_set.pages) for data_set in sets)) as advance:
            write_report(ReportData(sets, rows, results, ours), html, jobs, advance)
    if as_json:
        _print_json(rows)
    else:
        _print_tables(rows)


@evaluate.command(
    cls=ManyValues,
    epilog="Example: `mezmun evaluate speed --data sets --method correlativity valid-characters --html speed.html`",
)
@data_option
@methods_option
@peers_option
@click.option("--pages", type=AT_LEAST_ONE, default=60, help="How many pages, spread evenly over the sets.")
@click.option("--rounds", type=AT_LEAST_ONE, default=3, help="How often each page is timed; the median counts.")
@click.option("--sizes/--no-sizes", default=True, help="Time and memory on pages of 10 kB to 10 MB, too.")
@rows_option
@click.option("--html", type=PATH, help="Write the plots to this file.")
@page_seconds_option(120.0)
def speed(
    data: tuple[Path, ...],
    method: tuple[str, ...],
    peers: bool,
    pages: int,
    rounds: int,
    sizes: bool,
    as_json: bool,
    html: Path | None,
    page_seconds: float,
) -> None:
    """Time the methods against trafilatura on the same pages, one core, one after the other."""
    from evaluation.data.datasets import spread
    from evaluation.report.html_report import write_speed_report
    from evaluation.speed.throughput import YARDSTICK, measure_growth, measure_speed
    from extraction import methods as our_methods

    names = method or [each.name for each in our_methods()]
    systems, sets = _chosen(data, [*names, YARDSTICK], peers)
    on = list(spread([page for data_set in sets for page in data_set.pages], pages))
    with progress("timing", len(systems) * len(on) * rounds) as advance:
        speeds = measure_speed(systems, on, rounds, page_seconds, advance)
    growths: list[Growth] = []
    if sizes:
        from evaluation.speed.throughput import SIZES

        with tempfile.TemporaryDirectory() as folder, progress("growing", len(systems) * len(SIZES)) as advance:
            growths = measure_growth(systems, on, Path(folder), page_seconds, advance=advance)
    if html is not None:
        write_speed_report(speeds, growths, frozenset(each.name for each in our_methods()), html)
    if as_json:
        _print_json([*speeds, *growths])
    else:
        _print_speeds(speeds, growths)


def _chosen(
    data: Sequence[Path], method: Sequence[str], peers: bool, unseen: Path | None = None
) -> "tuple[list[System], list[DataSet]]":
    from evaluation.benchmark.system_choice import choose
    from evaluation.data.datasets import read_sets

    if not data:
        raise UsageError("Say which labelled pages to measure on: --data FOLDER.")
    systems, missing = choose(method, with_peers=peers, unseen=unseen)
    for peer in missing:
        click.secho(f"{peer.name} takes no part: {peer.note}.", fg="yellow", err=True)
    return systems, read_sets(data)


def _print_json(rows: "Sequence[Row | Speed | Growth]") -> None:
    for row in rows:
        print_json(asdict(row))


def _print_tables(rows: "list[Row]") -> None:
    figures = ("lcs_p", "lcs_r", "lcs_f1", "char_f1", "leaf_p", "leaf_r")
    headings = ("pages", "LCS P", "LCS R", "LCS F1", "char F1", "leaf P", "leaf R", "empty", "crashed", "pages/s", "MB")
    for name in dict.fromkeys(row.set for row in rows):
        here = [row for row in rows if row.set == name]
        grouped = any(row.group is not None for row in here)
        print_table(
            ("method", *(("group",) if grouped else ()), *headings),
            [
                (
                    row.method,
                    *((row.group or "all",) if grouped else ()),
                    str(row.pages),
                    *(f"{getattr(row, figure):.3f}" for figure in figures),
                    str(row.empty),
                    str(row.crashed),
                    f"{row.pages_per_second:.1f}",
                    f"{row.peak_mb:.0f}",
                )
                for row in here
            ],
            title=name,
        )


def _print_speeds(speeds: "list[Speed]", growths: "list[Growth]") -> None:
    print_table(
        ("method", "pages", "pages/s", "x trafilatura", "crashed"),
        [
            (
                each.method,
                str(each.pages),
                f"{each.pages_per_second:.1f}",
                "-" if each.times_trafilatura is None else f"{each.times_trafilatura:.2f}",
                str(each.crashed),
            )
            for each in speeds
        ],
        title="pages per second, one core",
    )
    if not growths:
        return
    by_place = {(each.method, each.bytes): each for each in growths}
    _print_sizes(
        "seconds by bytes of HTML", {place: each.seconds for place, each in by_place.items() if not each.error}
    )
    multiples = {place: each.memory_multiple for place, each in by_place.items() if not each.error}
    _print_sizes("memory by bytes of HTML, as a multiple of them", multiples)


def _print_sizes(title: str, figures: "dict[tuple[str, int], float | None]") -> None:
    sizes = sorted({size for (_, size), figure in figures.items() if figure is not None})
    rows = []
    for method in dict.fromkeys(method for method, _ in figures):
        cells = [figures.get((method, size)) for size in sizes]
        rows.append((method, *("-" if cell is None else f"{cell:.3g}" for cell in cells)))
    print_table(("method", *(f"{size:,}" for size in sizes)), rows, title=title)
