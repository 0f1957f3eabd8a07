"""``mezmun documents`` and ``mezmun show``: what was stored, and where it came from."""

import json
import sys
from dataclasses import asdict
from typing import Any

import click

from mezmun.cli import app
from mezmun.cli.database import database_engine, database_transaction
from mezmun.cli.options import AT_LEAST_ONE, json_option
from mezmun.cli.tables import print_table
from mezmun.core.counts import count_of
from mezmun.core.web_address import fault_of, readable


@app.command(epilog="Examples: `mezmun documents --site my-site` · `mezmun documents --json --full > corpus.jsonl`")
@click.option("--site", help="Only this site's.")
@click.option("--limit", type=AT_LEAST_ONE, help="At most so many. [default: 50, with --json all]")
@json_option("One JSON object a line.")
@click.option("--full", is_flag=True, help="With --json: text, blocks and provenance, too.")
def documents(site: str | None, limit: int | None, as_json: bool, full: bool) -> None:
    """List the stored documents, in the order they were found."""
    from db.documents import count_documents, get_document, list_documents
    from db.sites import check_sites

    with database_engine() as engine:
        if site is not None:
            with engine.connect() as connection:
                check_sites(connection, [site])
        shown, after = 0, None
        wanted = limit or (None if as_json else 50)
        rows = []
        while wanted is None or shown < wanted:
            size = 1000 if wanted is None else min(1000, wanted - shown)
            # One snapshot: a thread that is merged meanwhile would be listed and be gone.
            snapshot = engine.execution_options(isolation_level="REPEATABLE READ")
            with snapshot.connect() as connection:
                lines = list_documents(connection, site=site, limit=size, after=after)
                for line in lines:
                    if as_json and full:
                        whole = get_document(connection, line.id)
                        print(json.dumps(whole.as_dict(), ensure_ascii=False, default=str))
                    elif as_json:
                        print(json.dumps(asdict(line), ensure_ascii=False, default=str))
                    else:
                        url = readable(line.url)
                        rows.append((line.id, line.site, line.language, line.characters, line.title or "", url))
            if not lines:
                break
            shown, after = shown + len(lines), lines[-1].id
        if as_json:
            return
        with engine.connect() as connection:
            total = count_documents(connection, site=site)
    print_table(("id", "site", "language", "characters", "title", "URL"), rows)
    click.echo(f"{shown:,} of {count_of(total, 'document')}")


@app.command(epilog="Examples: `mezmun show 12` · `mezmun show 12 --json`")
@click.argument("document", type=int, metavar="ID", help="The number `mezmun documents` gives.")
@json_option("Text, blocks and provenance as one JSON object.")
def show(document: int, as_json: bool) -> None:
    """Show a document: its text, and the whole way back to the bytes it was made of."""
    from db.documents import get_document

    with database_transaction() as connection:
        stored = get_document(connection, document)
    if as_json:
        print(json.dumps(stored.as_dict(), ensure_ascii=False, default=str))
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
