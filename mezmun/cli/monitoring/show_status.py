"""``mezmun status``: all sites, one line each, or one site day by day."""

from collections import defaultdict
from dataclasses import asdict, fields
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

import click

from mezmun.cli import app
from mezmun.cli.database import database_transaction
from mezmun.cli.json_output import print_json
from mezmun.cli.monitoring.waiting_crawlers import why_crawlers_wait
from mezmun.cli.options import json_option
from mezmun.cli.tables import print_table
from mezmun.core.counts import count_of, names_of
from mezmun.core.errors import InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from db.monitoring.alerts import Alert
    from db.monitoring.site_history import MethodSource, SiteDay, SiteState


@app.command(epilog="Examples: `mezmun status` · `mezmun status my-site` · `mezmun status --json`")
@click.argument("site", required=False, help="One site, with its last 28 days.")
@json_option("One JSON object a site and line.")
def status(site: str | None, as_json: bool) -> None:
    """Show where each site stands: its last crawl, its last day, what is due, and what is wrong."""
    from mezmun.core import settings
    from services.resolver import resolve

    _print_state(site, as_json)
    # Last, for a raw store or a broker that hangs is asked for half a minute.
    loaded = settings.load()
    with resolve(loaded) as services:
        if waiting := why_crawlers_wait(loaded, services):
            click.secho(f"mezmun: {waiting}", fg="yellow", err=True)


def _print_state(site: str | None, as_json: bool) -> None:
    from db.monitoring import site_history
    from db.monitoring.alerts import PAST_DAYS
    from db.monitoring.open_alerts import open_alerts
    from db.monitoring.overview import waiting
    from db.sites import check_sites
    from mezmun.cli.monitoring.missing_workers import missing_workers
    from mezmun.cli.monitoring.sites_without_crawl import sites_without_crawl
    from mezmun.cli.monitoring.sites_without_file import sites_without_file
    from mezmun.core.clock import utc_now

    now = utc_now()
    with database_transaction() as connection:
        without_crawl = sites_without_crawl(connection)
        if site in without_crawl:
            raise InvalidInputError(f"No crawl of the site {site!r} has begun yet: `mezmun crawl {site}` begins one.")
        check_sites(connection, [] if site is None else [site])
        states = site_history.site_states(connection, now=now, site=site)
        first = now if site is None and not as_json else now - timedelta(days=PAST_DAYS)  # the list shows today
        days = site_history.site_days(connection, since=first, site=site)
        wrong = defaultdict[str, list["Alert"]](list)
        for alert in open_alerts(connection, states, now=now):
            wrong[alert.site].append(alert)
        missing = missing_workers(connection, waiting(connection, since=now - timedelta(days=PAST_DAYS)).count)
    if missing:
        click.secho(f"mezmun: {missing}", fg="yellow", err=True)
    if site is not None and not states:
        raise InvalidInputError(f"The site {site!r} was taken down for good.")
    without_file = sites_without_file(state.name for state in states)
    if as_json:
        for state in states:
            more = {"method": _method(state), "has_file": state.name not in without_file}
            record = _record(state, days.get(state.name, {}), wrong[state.name]) | more
            print_json(record)
        for name in without_crawl if site is None else ():
            print_json(_record_without_crawl(name))
        return
    if site is None:
        _print_sites(states, days, wrong, now, without_file)
        if without_crawl:
            click.echo(f"No crawl has begun yet of {names_of(without_crawl)}: `mezmun crawler` crawls all sites.")
        if without_file:
            click.echo(f"There is no file any more of {names_of(without_file)}: `mezmun crawler` leaves them alone.")
    else:
        _print_site(states[0], days.get(site, {}), wrong[site], now, has_file=not without_file)


_METHOD_SOURCES: "Final[Mapping[MethodSource, str]]" = {
    "site file": "its file names it",
    "re-extraction": "a re-extraction was promoted",
    "default": "the default one",
}
"""What decides which method reads a site, by the words of the database."""


def _record(state: "SiteState", days: "dict[date, SiteDay]", wrong: "list[Alert]") -> dict[str, Any]:
    values = asdict(state)
    del values["config"]
    history = {
        str(day): {
            "fetches": {str(word or "waiting"): count for word, count in sorted(counts.outcomes.items(), key=str)},
            "new_documents": counts.new_documents,
        }
        for day, counts in sorted(days.items())
    }
    messages = [{"kind": alert.kind, "message": alert.message} for alert in wrong]
    return {**values, "state": state.status, "days": history, "alerts": messages}


def _record_without_crawl(name: str) -> dict[str, Any]:
    """Give the record of a site of which no crawl has begun: the same fields, with nothing in them."""
    from db.monitoring.site_history import SiteState

    nothing = dict.fromkeys(field.name for field in fields(SiteState) if field.name != "config")
    counts = dict.fromkeys(("failures", "pages", "due", "documents"), 0)
    booleans = {"is_crawled": False, "was_crawled": False, "has_file": True}
    return {**nothing, **counts, **booleans, "name": name, "state": None, "days": {}, "alerts": []}


def _print_sites(
    states: "list[SiteState]",
    days: "dict[str, dict[date, SiteDay]]",
    wrong: "dict[str, list[Alert]]",
    now: datetime,
    without_file: "Collection[str]",
) -> None:
    if not states:
        click.echo("No site was crawled yet: `mezmun crawl SITE` or `mezmun crawler` begins.")
        return
    rows = []
    for state in states:
        today = days.get(state.name, {}).get(now.date())
        cells = (
            state.name,
            state.status,
            _ago(state.crawl_finished_at or state.crawl_started_at, now),
            f"{state.pages:,}",
            f"{state.due:,}",
            f"{state.documents:,}",
            f"{today.fetches if today else 0:,}",
            f"{today.new_documents if today else 0:,}",
            _next(state, now, has_file=state.name not in without_file),
            _robots(state, today),
            "; ".join(alert.kind for alert in wrong[state.name]),
        )
        rows.append(cells)
    headings = "site", "state", "last crawl", "pages", "due", "documents", "today", "new", "next", "robots", "wrong"
    print_table(headings, rows)
    if any(wrong.values()):
        click.secho("`mezmun health` says in sentences what is wrong.", fg="yellow", err=True)


def _print_site(
    state: "SiteState", days: "dict[date, SiteDay]", wrong: "list[Alert]", now: datetime, *, has_file: bool
) -> None:
    last = _ago(state.crawl_finished_at or state.crawl_started_at, now)
    click.echo(
        f"{state.name} ({state.kind}): {state.status}; {count_of(state.pages, 'page')} known, {state.due:,} due, "
        f"{count_of(state.documents, 'document')}; last crawl {last}"
        + (f" ({state.crawl_detail})" if state.crawl_detail else "")
        + f"; next {_next(state, now, has_file=has_file)}."
    )
    click.echo(f"Read by the method {_method(state)} ({_METHOD_SOURCES[state.method_source]}).")
    for alert in wrong:
        click.secho(f"{alert.kind}: {alert.message}", fg="red")
    if state.robots_error:
        click.secho(f"robots.txt cannot be read: {state.robots_error}", fg="red")
    rows = []
    for day, counts in sorted(days.items(), reverse=True):
        words = sorted(counts.outcomes.items(), key=lambda item: -item[1])
        outcomes = ", ".join(f"{word or 'waiting'} {count:,}" for word, count in words)
        rows.append((day, f"{counts.fetches:,}", f"{counts.new_documents:,}", outcomes))
    print_table(("day", "fetches", "new documents", "outcomes"), rows)


def _method(state: "SiteState") -> str:
    """Name the extraction method that reads a site."""
    from extraction import DEFAULT_METHOD

    return state.method or DEFAULT_METHOD


def _robots(state: "SiteState", today: "SiteDay | None") -> str:
    """Say what is the matter with a site's robots.txt, or how many fetches of a day were denied."""
    from mezmun.core.outcomes import Outcome

    if state.robots_error:
        return "cannot be read"
    denied = today.outcomes.get(Outcome.ROBOTS_DENIED, 0) if today else 0
    return f"{denied:,} denied" if denied else ""


def _ago(time: datetime | None, now: datetime) -> str:
    return "never" if time is None else f"{_span(now - time)} ago"


def _next(state: "SiteState", now: datetime, *, has_file: bool) -> str:
    """Say when a site is crawled next; one that is paused or switched off, or has no file any more, is not."""
    if not (state.status.has_next_crawl and has_file):
        return "never"
    return "now" if state.next_due_at <= now else f"in {_span(state.next_due_at - now)}"


def _span(time: timedelta) -> str:
    minutes = max(0, round(time.total_seconds() / 60))
    if minutes < 60:
        return f"{minutes} min"
    return f"{minutes // 60} h" if minutes < 48 * 60 else f"{minutes // 1440} d"
