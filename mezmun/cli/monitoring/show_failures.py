"""``mezmun failures``: the pages of a site that came to nothing, by reason."""

import json
from dataclasses import asdict
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
    retry: Annotated[bool, typer.Option("--retry", help="Make these pages due now.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a reason and line.")] = False,
) -> None:
    """List the pages whose last fetch came to no text, by reason, with some of their addresses."""
    from db.crawling.health import failures as failures_of
    from db.crawling.health import retry_failures
    from mezmun.cli.monitoring.database import connection
    from mezmun.core.clock import utc_now

    with connection() as open_connection:
        reasons = failures_of(open_connection, site)
        due = retry_failures(open_connection, site, now=utc_now(), outcome=outcome) if retry else 0
    for reason in reasons:
        if outcome is not None and reason.outcome is not outcome:
            continue
        if as_json:
            typer.echo(json.dumps(asdict(reason), ensure_ascii=False))
            continue
        typer.echo(f"{reason.pages:>7,}  {reason.outcome}: {reason.detail}")
        for url in reason.urls:
            typer.echo(f"{'':>9}{url}")
    if retry:
        typer.echo(f"{due:,} pages are due now.", err=True)
