"""``mezmun evaluate segments``: pages labelled with phrases to keep and to leave out, and with titles and dates."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mezmun.cli.json_output import print_json
from mezmun.cli.measurement.evaluate import ManyValues, evaluate
from mezmun.cli.options import (
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
    from evaluation.metrics.phrase_accuracy import FactFigure, PhraseFigure


@evaluate.command(
    cls=ManyValues, epilog="Example: `mezmun evaluate segments --data sets/segments_web --method mezmun trafilatura`"
)
@data_option
@methods_option
@peers_option
@unseen_option
@rows_option
@page_seconds_option(30.0)
def segments(
    data: tuple[Path, ...],
    method: tuple[str, ...],
    peers: bool,
    unseen: Path | None,
    as_json: bool,
    page_seconds: float,
) -> None:
    """Measure which labelled phrases the methods keep and leave out, and whether titles and dates are right."""
    from evaluation.benchmark import peer_facts
    from evaluation.benchmark.system_choice import choose
    from evaluation.data.phrases import read_phrase_pages
    from evaluation.metrics.phrase_accuracy import facts_by, measure_facts, measure_phrases
    from extraction import methods as our_methods

    if not data:
        raise UsageError("Say which pages with phrases to measure on: --data FOLDER.")
    systems, missing = choose(method or ["mezmun"], with_peers=peers, unseen=unseen)
    pages = [page for folder in data for page in read_phrase_pages(folder)]
    for peer in missing:
        click.secho(f"{peer.name} takes no part: {peer.note}.", fg="yellow", err=True)
    peer_readers = peer_facts.installed()
    readers = {each.name: facts_by(each.name) for each in our_methods()} | peer_readers
    reading = [each.name for each in systems if each.name in readers]
    reading += [name for name in peer_readers if peers and name not in reading]
    marked = [page for page in pages if page.keep or page.leave]
    phrases: list[PhraseFigure] = []
    facts: list[FactFigure] = []
    with progress("measuring", len(marked) * len(systems) + len(pages) * len(reading)) as advance:
        if marked:
            phrases = [measure_phrases(system, marked, page_seconds, advance) for system in systems]
        for name in reading:
            facts += measure_facts(name, readers[name], pages, advance)
    if as_json:
        for row in [*map(asdict, phrases), *map(asdict, facts)]:
            print_json(row)
    else:
        _print_tables(phrases, facts)


def _print_tables(phrases: "list[PhraseFigure]", facts: "list[FactFigure]") -> None:
    rows: list[tuple[object, ...]] = []
    for row in phrases:
        rates = (f"{rate:.3f}" for rate in (row.precision, row.recall, row.f1))
        rows.append((f"{row.method} {row.version}", row.pages, *rates, row.crashed))
    if phrases:
        headings = "method", "pages", "precision", "recall", "F1", "crashed"
        print_table(headings, rows, title="phrases")
    if facts:
        rows = []
        for fact in facts:
            share = f"{fact.right / fact.pages:.1%}" if fact.pages else "-"
            rows.append((fact.method, fact.what, fact.pages, fact.right, fact.wrong, share))
        headings = "method", "what", "pages", "right", "wrong", "share"
        print_table(headings, rows, title="titles, dates")
