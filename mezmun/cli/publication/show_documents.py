"""``mezmun documents`` and ``mezmun show``: what was stored, and where it came from."""

import json
from dataclasses import asdict
from typing import Annotated, Any

import typer

from mezmun.cli import app


@app.command(epilog="Examples: `mezmun documents --site my-site` · `mezmun documents --json --full > corpus.jsonl`")
def documents(
    site: Annotated[str | None, typer.Option(help="Only this site's.")] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="At most so many. [default: 50, with --json all]", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
    full: Annotated[bool, typer.Option("--full", help="With --json: text, blocks and provenance, too.")] = False,
) -> None:
    """List the stored documents, in the order they were found."""
    from db.documents import count_documents, get_document, list_documents
    from db.engine import check, connect
    from db.sites import site_config
    from mezmun.core import settings
    from services.resolver import resolve

    with resolve(settings.load()) as services:
        engine = connect(services.database_url)
        check(engine)
        if site is not None:
            with engine.connect() as connection:
                site_config(connection, site)  # or it says that there is none
        shown, after = 0, None
        wanted = limit or (None if as_json else 50)
        table = _table()
        while wanted is None or shown < wanted:
            size = 1000 if wanted is None else min(1000, wanted - shown)
            with engine.connect() as connection:
                lines = list_documents(connection, site=site, limit=size, after=after)
            if not lines:
                break
            for line in lines:
                if as_json and full:
                    with engine.connect() as connection:
                        whole = get_document(connection, line.id)
                    print(json.dumps(whole.as_dict(), ensure_ascii=False, default=str))
                elif as_json:
                    print(json.dumps(asdict(line), ensure_ascii=False, default=str))
                else:
                    table.add_row(str(line.id), line.site, line.language, str(line.characters), line.title, line.url)
            shown, after = shown + len(lines), lines[-1].id
        if as_json:
            return
        from rich.console import Console

        with engine.connect() as connection:
            total = count_documents(connection, site=site)
        table.caption = f"{shown:,} of {total:,} documents"
        Console().print(table)


@app.command(epilog="Examples: `mezmun show 12` · `mezmun show 12 --json`")
def show(
    document: Annotated[int, typer.Argument(metavar="ID", help="The number `mezmun documents` gives.")],
    as_json: Annotated[bool, typer.Option("--json", help="Text, blocks and provenance as one JSON object.")] = False,
) -> None:
    """Show a document: its text, and the whole way back to the bytes it was made of."""
    from db.documents import get_document
    from db.engine import check, connect
    from mezmun.core import settings
    from services.resolver import resolve

    with resolve(settings.load()) as services:
        engine = connect(services.database_url)
        check(engine)
        with engine.connect() as connection:
            stored = get_document(connection, document)
    if as_json:
        print(json.dumps(stored.as_dict(), ensure_ascii=False, default=str))
        return
    from rich.console import Console

    facts = {name: value for name, value in stored.content.items() if name not in _LONG and value is not None}
    Console(stderr=True).print(_fields("What it says", {**facts, "comments": len(stored.content["comments"])}))
    Console(stderr=True).print(_fields("Provenance", asdict(stored.provenance)))
    print(f"{stored.line.title or ''}\n\n{stored.text}".strip())


def _table() -> Any:
    from rich.table import Table

    table = Table("id", "site", "language", "characters", "title", "URL", title_justify="left")
    table.columns[3].justify = "right"
    return table


_LONG = frozenset({"text", "blocks", "comments", "post_facts"})


def _fields(title: str, fields: dict[str, Any]) -> Any:
    from rich.table import Table

    table = Table(title=title, show_header=False, title_justify="left")
    for name, value in fields.items():
        shown = json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value)
        table.add_row(name.replace("_", " "), shown)
    return table
