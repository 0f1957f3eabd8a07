"""``mezmun failures``: the pages of a site that came to nothing, by reason."""

import json
from typing import Annotated

import typer

from mezmun.cli import app
from mezmun.core.outcomes import Outcome


@app.command(
    epilog="Examples: `mezmun failures my-site` · `mezmun failures my-site --outcome http-error --retry` · "
    "`mezmun failures my-site --json`"
)
def failures(
    site: Annotated[str, typer.Argument(help="Name of the site.")],
    outcome: Annotated[Outcome | None, typer.Option(help="Only pages that ended so.")] = None,
    retry: Annotated[bool, typer.Option("--retry", help="Try these pages again.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a reason and line.")] = False,
) -> None:
    """List the pages whose last fetch came to no text, by reason, with some of their addresses."""
    from db.crawling.failures import FailureSelection, failure_reasons, retry_failures
    from db.sites import site_config
    from mezmun.cli.monitoring.database import connection
    from mezmun.core.clock import utc_now

    with connection() as open_connection:
        site_config(open_connection, site)  # or it says that there is none
        chosen = FailureSelection(site=site, outcome=outcome)
        reasons = failure_reasons(open_connection, chosen)
        tried = retry_failures(open_connection, chosen, now=utc_now()) if retry else 0
    for row in reasons:
        if as_json:
            names = ("outcome", "reason", "pages", "urls")
            typer.echo(json.dumps({name: row._mapping[name] for name in names}, ensure_ascii=False))
            continue
        typer.echo(f"{row.pages:>7,}  {row.outcome}: {row.reason or ''}")
        for url in row.urls:
            typer.echo(f"{'':>9}{url}")
    if retry:
        typer.echo(f"{tried:,} pages are tried again.", err=True)
