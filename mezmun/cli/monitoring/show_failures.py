"""``mezmun failures``: the pages that came to nothing, by site and reason, or by reason alone."""

from typing import TYPE_CHECKING, Any

import click

from mezmun.cli import app
from mezmun.cli.database import database_transaction, log_command
from mezmun.cli.json_output import print_json
from mezmun.cli.options import AT_LEAST_ONE, Member, json_option
from mezmun.core.counts import count_of
from mezmun.core.outcomes import Outcome
from mezmun.core.reasons import in_words
from mezmun.core.web.web_address import readable

if TYPE_CHECKING:
    from collections.abc import Sequence


@app.command(
    epilog="Examples: `mezmun failures` · `mezmun failures my-site` · `mezmun failures --by-reason` · "
    "`mezmun failures my-site --outcome http-error --retry` · `mezmun failures --json`"
)
@click.argument("site", required=False, help="Name of the site; without it, all sites.")
@click.option("--outcome", type=Member(Outcome), help="Only pages that ended so.")
@click.option("--by-reason", is_flag=True, help="Count each reason once, over all sites, with one address.")
@click.option("--retry", is_flag=True, help="Try these pages again.")
@click.option("--limit", type=AT_LEAST_ONE, default=100, show_default=True, help="Reasons to list, the most frequent.")
@json_option("One JSON object a reason and line.")
def failures(
    site: str | None, outcome: Outcome | None, by_reason: bool, retry: bool, limit: int, as_json: bool
) -> None:
    """List the pages whose last fetch came to no text, by reason, with some of their addresses."""
    from db.access.audit import OperatorAction
    from db.crawling.failures import FailureSelection, failure_causes, failure_reasons, retry_failures
    from db.sites import site_config
    from mezmun.core.clock import utc_now

    with database_transaction() as connection:
        if site is not None:
            site_config(connection, site)  # or it says that there is none
        chosen = FailureSelection(site=site, outcome=outcome)
        rows: list[tuple[str, dict[str, Any], Any, Sequence[str]]]
        if by_reason:
            causes = failure_causes(connection, chosen, limit=limit + 1)
            rows = [(count_of(row.sites, "site"), {"sites": row.sites}, row, [row.url]) for row in causes]
        else:
            reasons = failure_reasons(connection, chosen, limit=limit + 1)
            rows = [(row.site, {"site": row.site}, row, row.urls) for row in reasons]
        tried = retry_failures(connection, chosen, now=utc_now()) if retry else 0
        if retry:
            detail = {} if outcome is None else {"outcome": outcome}
            log_command(connection, OperatorAction.RETRY_FAILURES, site or "", **detail, pages=tried)
    if not rows and not as_json:
        click.echo("No page came to nothing.")
    for where, of_sites, row, urls in rows[:limit]:
        if as_json:
            facts = {**of_sites, "outcome": row.outcome, "reason": row.reason, "pages": row.pages, "urls": urls}
            print_json(facts)
            continue
        click.echo(f"{row.pages:>7,}  {where}  {row.outcome}: {in_words(row.reason or '', str)}")
        for url in urls:
            click.echo(f"{'':>9}{readable(url)}")
    if len(rows) > limit:
        click.echo(f"There are more reasons than the {limit:,} listed: --limit {10 * limit} lists more.", err=True)
    if retry:
        click.echo(f"{count_of(tried, 'page is', 'pages are')} tried again.", err=True)
