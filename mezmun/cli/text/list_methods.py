"""``mezmun methods``: which extraction methods there are."""

import json
from typing import Annotated

import typer

from mezmun.cli import app


@app.command(epilog="Example: `mezmun methods --json`")
def methods(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line, for machines.")] = False,
) -> None:
    """List the extraction methods a site can choose, with version and source."""
    from rich.console import Console
    from rich.table import Table

    import extraction

    if as_json:
        for method in extraction.methods():
            typer.echo(json.dumps({"name": method.name, "version": method.version, "source": method.source}))
        return
    table = Table("method", "version", "source")
    for method in extraction.methods():
        table.add_row(method.name, method.version, method.source)
    Console().print(table)
