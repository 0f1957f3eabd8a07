"""``mezmun evaluate``: our methods and the peers on labelled pages."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from mezmun.cli import app
from mezmun.cli.progress import progress
from mezmun.errors import InvalidInputError

if TYPE_CHECKING:
    from evaluation.summary import Row

_MANY = ("--data", "--method")


class _ManyValues(TyperGroup):
    """Lets ``--data A B`` mean ``--data A --data B``, so that a shell's ``--data sets/*`` works."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        spread: list[str] = []
        option = ""
        for position, argument in enumerate(args):
            if argument in self.commands and args[position - 1] not in _MANY:
                return super().parse_args(ctx, spread + args[position:])
            if argument.startswith("-"):
                option = argument
            elif option in _MANY and args[position - 1] != option:
                spread.append(option)
            spread.append(argument)
        return super().parse_args(ctx, spread)


evaluate = typer.Typer(cls=_ManyValues, invoke_without_command=True, rich_markup_mode="markdown")
app.add_typer(evaluate, name="evaluate")


@evaluate.callback()
def extraction(
    context: typer.Context,
    data: Annotated[
        list[Path] | None, typer.Option(help="A labelled data set, or a folder of such sets; several may follow.")
    ] = None,
    method: Annotated[
        list[str] | None,
        typer.Option(help="A method (or a peer) to measure; several may follow. All our methods if left out."),
    ] = None,
    peers: Annotated[bool, typer.Option("--peers", help="Measure every installed peer as well.")] = False,
    group: Annotated[str | None, typer.Option(help="Take the sets apart by `kind`, `lang` or `site`.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line per method and set.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write a report with plots and every page to this file.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Methods that run at once; the scores do not depend on it.")] = 1,
    resume: Annotated[
        Path | None, typer.Option(help="Keep every result in this file, and take up what it holds.")
    ] = None,
    page_seconds: Annotated[float, typer.Option(min=0.1, help="The time a method has for one page.")] = 30.0,
) -> None:
    """Measure how well and how fast the methods extract, on labelled pages.

    Example: `mezmun evaluate --data sets/webforum52 sets/l3s_gn1 --method correlativity --peers --html report.html`
    """
    if context.invoked_subcommand is not None:
        return
    if not data:
        raise InvalidInputError("Say which labelled pages to measure on: --data FOLDER.")
    from evaluation.bench import Plan, run
    from evaluation.datasets import read_sets
    from evaluation.errors import EvaluationError
    from evaluation.field import choose
    from evaluation.results import Ledger
    from evaluation.summary import Group, summarise

    try:
        by = Group(group) if group else None
    except ValueError as error:
        raise InvalidInputError(f"--group is {group!r}: it takes kind, lang or site.") from error
    try:
        contenders, missing = choose(method or [], with_peers=peers)
        plan = Plan(contenders, read_sets(data), jobs, page_seconds)
        ledger = Ledger(resume)
    except EvaluationError as error:
        raise InvalidInputError(str(error)) from error
    for peer in missing:
        typer.secho(f"{peer.name} takes no part: {peer.note}.", fg="yellow", err=True)
    with progress("pages", plan.size()) as advance:
        results = run(plan, ledger, advance)
    rows = summarise(results, plan.sets, by)
    if as_json:
        for row in rows:
            typer.echo(json.dumps(asdict(row), ensure_ascii=False))
    else:
        _print_tables(rows)


def _print_tables(rows: "list[Row]") -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    console.width = max(console.width, 120)  # a table cut to a narrow terminal says nothing
    for name in dict.fromkeys(row.set for row in rows):
        here = [row for row in rows if row.set == name]
        table = Table(title=name, title_justify="left")
        table.add_column("method", no_wrap=True)
        if any(row.group for row in here):
            table.add_column("group", no_wrap=True)
        for heading in (
            "pages",
            "LCS P",
            "LCS R",
            "LCS F1",
            "char F1",
            "leaf P",
            "leaf R",
            "empty",
            "crashed",
            "pages/s",
            "peak MB",
        ):
            table.add_column(heading, justify="right")
        for row in here:
            figures = (row.lcs_p, row.lcs_r, row.lcs_f1, row.char_f1, row.leaf_p, row.leaf_r)
            table.add_row(
                row.method,
                *([row.group or "all"] if any(each.group for each in here) else []),
                str(row.pages),
                *(f"{figure:.3f}" for figure in figures),
                str(row.empty),
                str(row.crashed),
                f"{row.pages_per_second:.1f}",
                f"{row.peak_mb:.0f}",
            )
        console.print(table, crop=False)
