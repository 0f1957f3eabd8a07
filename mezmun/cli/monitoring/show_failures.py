"""``mezmun failures``: the pages that came to nothing, by site and reason."""

import json

import click

from mezmun.cli import app
from mezmun.cli.database import database_transaction
from mezmun.cli.options import AT_LEAST_ONE, Member, json_option
from mezmun.core.counts import count_of
from mezmun.core.outcomes import Outcome
from mezmun.core.web_address import readable


@app.command(
    epilog="Examples: `mezmun failures` · `mezmun failures my-site` · "
    "`mezmun failures my-site --outcome http-error --retry` · `mezmun failures --json`"
)
@click.argument("site", required=False, help="Name of the site; without it, all sites.")
@click.option("--outcome", type=Member(Outcome), help="Only pages that ended so.")
@click.option("--retry", is_flag=True, help="Try these pages again.")
@click.option("--limit", type=AT_LEAST_ONE, default=100, show_default=True, help="Reasons to list, the most frequent.")
@json_option("One JSON object a reason and line.")
def failures(site: str | None, outcome: Outcome | None, retry: bool, limit: int, as_json: bool) -> None:
    """List the pages whose last fetch came to no text, by reason, with some of their addresses."""
    from db.crawling.failures import FailureSelection, failure_reasons, retry_failures
    from db.sites import site_config
    from mezmun.core.clock import utc_now

    with database_transaction() as connection:
        if site is not None:
            site_config(connection, site)  # or it says that there is none
        chosen = FailureSelection(site=site, outcome=outcome)
        reasons = failure_reasons(connection, chosen, limit=limit + 1)
        tried = retry_failures(connection, chosen, now=utc_now()) if retry else 0
    if not reasons and not as_json:
        click.echo("No page came to nothing.")
    for row in reasons[:limit]:
        if as_json:
            names = ("site", "outcome", "reason", "pages", "urls")
            click.echo(json.dumps({name: row._mapping[name] for name in names}, ensure_ascii=False))
            continue
        click.echo(f"{row.pages:>7,}  {row.site}  {row.outcome}: {row.reason or ''}")
        for url in row.urls:
            click.echo(f"{'':>9}{readable(url)}")
    if len(reasons) > limit:
        click.echo(f"There are more reasons than the {limit:,} listed: --limit {10 * limit} lists more.", err=True)
    if retry:
        click.echo(f"{count_of(tried, 'page is', 'pages are')} tried again.", err=True)
