"""``mezmun documents`` and ``mezmun show``: what was stored, and where it came from."""

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from mezmun.cli import app
from mezmun.cli.database import database_engine, database_transaction
from mezmun.cli.json_output import print_json
from mezmun.cli.options import AT_LEAST_ONE, json_option
from mezmun.cli.tables import print_table
from mezmun.core.counts import count_of
from mezmun.core.web.web_address import fault_of, readable

if TYPE_CHECKING:
    from sqlalchemy import Engine


@app.command(epilog="Examples: `mezmun documents --site my-site` · `mezmun documents --json --full > corpus.jsonl`")
@click.option("--site", help="Only this site's.")
@click.option("--limit", type=AT_LEAST_ONE, help="At most so many. [default: 50, with --json all]")
@json_option("One JSON object a line.")
@click.option("--full", is_flag=True, help="With --json: text, blocks and provenance, too.")
def documents(site: str | None, limit: int | None, as_json: bool, full: bool) -> None:
    """List the stored documents, in the order they were found."""
    from db.documents import count_documents
    from db.sites import check_sites

    with database_engine() as engine:
        if site is not None:
            with engine.connect() as connection:
                check_sites(connection, [site])
        if as_json:
            for each in _documents(engine, site, limit, full=full):
                print_json(each)
            return
        names = ("id", "site", "language", "characters", "title")
        rows = [
            (*("" if line[name] is None else line[name] for name in names), readable(line["url"]))
            for line in _documents(engine, site, limit or 50)
        ]
        with engine.connect() as connection:
            total = count_documents(connection, site=site)
    print_table((*names, "URL"), rows, cut=("title", "URL"))
    click.echo(f"{len(rows):,} of {count_of(total, 'document')}")


def _documents(
    engine: "Engine", site: str | None, limit: int | None, *, full: bool = False
) -> Iterator[dict[str, Any]]:
    """Give documents in the order they were found, ready for JSON; ``full`` gives text and provenance, too."""
    from db.documents import get_document, list_documents

    shown, after = 0, None
    # One snapshot for a batch: a thread that is merged meanwhile would be listed and be gone.
    snapshot = engine.execution_options(isolation_level="REPEATABLE READ")
    while limit is None or shown < limit:
        size = _BATCH if limit is None else min(_BATCH, limit - shown)
        with snapshot.connect() as connection:
            lines = list_documents(connection, site=site, limit=size, after=after)
            for line in lines:
                yield get_document(connection, line.id).as_dict() if full else asdict(line)
        if not lines:
            return
        shown, after = shown + len(lines), lines[-1].id


_BATCH = 1000
"""Documents that are read in one snapshot."""


@app.command(epilog="Examples: `mezmun show 12` · `mezmun show 12 --json`")
@click.argument("document", type=int, metavar="ID", help="The number `mezmun documents` gives.")
@json_option("Text, blocks and provenance as one JSON object.")
def show(document: int, as_json: bool) -> None:
    """Show a document: its text, and the whole way back to the bytes it was made of."""
    from db.documents import get_document

    with database_transaction() as connection:
        stored = get_document(connection, document)
    if as_json:
        print_json(stored.as_dict())
        return
    facts = {name: value for name, value in stored.content.items() if name not in _LONG_FIELDS and value is not None}
    _print_fields("What it says", {**facts, "comments": len(stored.content["comments"])})
    _print_fields("Provenance", asdict(stored.provenance))
    print(f"{stored.line.title or ''}\n\n{stored.text}".strip())


_LONG_FIELDS = frozenset({"text", "blocks", "comments", "post_facts"})


def _print_fields(title: str, fields: dict[str, Any]) -> None:
    rows = []
    for name, value in fields.items():
        shown = json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value)
        shown = shown if fault_of(shown) else readable(shown)
        rows.append((name.replace("_", " "), shown))
    print_table((), rows, title=title, file=sys.stderr)
