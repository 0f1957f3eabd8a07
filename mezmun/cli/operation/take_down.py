"""``mezmun takedown``: remove a page or a site for good."""

import json
from dataclasses import asdict
from typing import Annotated

import typer

from mezmun.cli import app
from mezmun.core import settings
from mezmun.core.clock import utc_now
from mezmun.core.errors import UsageError


@app.command(epilog="Example: `mezmun takedown https://example.org/2024/post-17` or `mezmun takedown --site example`")
def takedown(
    url: Annotated[str | None, typer.Argument(help="The page's URL.", show_default=False)] = None,
    site: Annotated[str | None, typer.Option(help="Take down this whole site.", show_default=False)] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Say what went as JSON.")] = False,
) -> None:
    """Remove a page or a site for good: its bytes, its texts, its documents. It is never fetched again."""
    from db import engine as databases
    from db.removal import takedown
    from services import resolver
    from store.raw_store import open_store

    if (url is None) == (site is None):
        raise UsageError("Give either a page's URL or --site with a site's name.")
    if not yes:
        what = f"the site {site} with all its pages" if site else url
        typer.confirm(f"Take down {what} for good? This cannot be undone.", abort=True)
    with resolver.resolve(settings.load()) as services:
        engine = databases.connect(services.database_url)
        try:
            databases.check(engine)
            store, now = open_store(services.raw_store_url), utc_now()
            with engine.begin() as connection:
                if site is not None:
                    gone = takedown.take_down_site(connection, store, site, now=now)
                else:
                    gone = takedown.take_down_page(connection, store, url or "", now=now)
        finally:
            engine.dispose()
    if as_json:
        typer.echo(json.dumps(asdict(gone)))
    else:
        typer.echo(
            f"Taken down: {gone.pages} pages. Removed: {gone.documents} documents,"
            f" {gone.extractions} extractions, {gone.raw_pages} raw pages."
        )
