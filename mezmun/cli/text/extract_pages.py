"""``mezmun extract`` over many pages: progress while it runs, a table of outcomes at the end."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mezmun.cli.exit_codes import end_without_text
from mezmun.cli.json_output import print_json
from mezmun.cli.options import stoppable
from mezmun.cli.progress import progress
from mezmun.cli.tables import print_table
from mezmun.cli.text.page_source import is_address
from mezmun.core.counts import count_of
from mezmun.core.errors import InvalidInputError, UsageError
from mezmun.core.outcomes import Outcome

if TYPE_CHECKING:
    from workers.bulk.input.items import Place
    from workers.bulk.order import Order


def run(order: "Order", *, as_json: bool) -> None:
    """Run the order, and tell what came of it: on standard error when the records are on standard output."""
    from workers.bulk.bulk_run import check, summary
    from workers.bulk.bulk_run import run as run_order
    from workers.bulk.input.sources import tables_in
    from workers.bulk.output import discard

    strange = [path for path in order.paths if path == "-" or is_address(path)]
    if strange:
        raise UsageError(f"Among several pages, {strange[0]} must be a file, a folder or an archive.")
    if order.resume and order.output is None:
        raise UsageError("Only a run with --output can be resumed.")
    check(order)
    hint = "" if order.output is None else "The same command with --resume goes on from here."
    with stoppable(hint), _progress(order) as seen:
        state = run_order(order, seen)
    counts = summary(state)
    if not counts["pages"] and not counts["passed_over"] and not order.resume:
        if order.output is not None:
            discard(order.output)  # or the next run, which has pages, would be refused for it
        hint = " Tables in a folder are not read: give the files themselves." if tables_in(order.paths) else ""
        end_without_text(f"There is no page in {', '.join(order.paths)}.{hint}")
    where = sys.stderr if order.output is None else sys.stdout
    if as_json:
        print_json(counts, file=where)
    else:
        _table(counts, where)
    if damaged := counts["passed_over"].get("damaged"):
        raise InvalidInputError(
            f"Of what was read, {count_of(damaged, 'stretch is', 'stretches are')} damaged:"
            f" all that could be read, {count_of(counts['pages'], 'page')}, is done."
        )
    if not counts["outcomes"].get(Outcome.STORED):
        end_without_text("No page has a text that is asked for.")


@contextmanager
def _progress(order: "Order") -> Iterator[Callable[["Place"], None]]:
    """Show a bar over the bytes of the sources with the pages done, and pages per second."""
    from workers.bulk.input.sources import files

    sizes = ((path, _size(path)) for path in files(order.paths))
    total = sum(map(_size, files(order.paths)))
    start = time.monotonic()
    with progress("extracting", total) as bar:
        pages = before = size = 0
        current = None

        def seen(place: "Place") -> None:
            nonlocal pages, before, size, current
            pages += 1
            while place.source != current:  # also past the files that held no page
                before += size
                current, size = next(sizes)
            speed = pages / max(time.monotonic() - start, 1e-9)
            done = size if place.offset is None else place.offset if place.share is None else int(size * place.share)
            bar.show(before + done, total, f"{pages:,} pages, {speed:,.0f}/s")

        yield seen


def _size(path: str) -> int:
    """Give a file's bytes; 0 when it is gone, which is for the run to say."""
    try:
        return Path(path).stat().st_size
    except OSError:
        return 0


def _table(counts: dict[str, Any], where: Any) -> None:
    rows = [(word, f"{pages:,}") for word, pages in counts["outcomes"].items()]
    print_table(("outcome", "pages"), [*rows, ("all", f"{counts['pages']:,}")], file=where)
    if number := counts["duplicates"]:
        click.echo(f"{count_of(number, 'of these has', 'of these have')} the text of an earlier page", file=where)
    if number := counts["other_languages"]:
        click.echo(f"{count_of(number, 'of these is', 'of these are')} in a language not asked for", file=where)
    for reason, number in counts["passed_over"].items():
        click.echo(f"{number:,} passed over: {reason}", file=where)
    click.echo(f"{counts['seconds']:,} s, {counts['pages_per_second'] or 0:,} pages/s", file=where)
