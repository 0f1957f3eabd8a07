"""The sites, and one of them."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from enum import StrEnum
from itertools import islice
from operator import attrgetter
from typing import Annotated, Any, Final
from urllib.parse import quote, urlencode

from fastapi import APIRouter, HTTPException, Query, Request, Response
from fastapi.responses import RedirectResponse
from sqlalchemy import Connection, Row

from dashboard.access.headers import drawing_response
from dashboard.access.sessions import Changer, Viewer
from dashboard.charts import bars
from dashboard.interface import render, translator
from dashboard.pages.parameters import NONE_IF_EMPTY
from dashboard.resources import resources_of
from dashboard.shared_figures import figures_of
from db.access.audit import OperatorAction, log_change
from db.crawling import control
from db.crawling.failures import FailureSelection, retry_failures
from db.monitoring import site_health
from db.monitoring.alerts import AlertKind
from db.monitoring.open_alerts import open_alerts
from db.monitoring.site_history import SiteDay, site_days, site_states
from db.monitoring.site_status import SiteStatus, site_status
from db.reextraction.reextractions import promoted_reextraction
from db.sites import stored_site
from mezmun.core.outcomes import NO_FAILURE
from mezmun.core.sites.site_schema import SiteKind

router = APIRouter(include_in_schema=False)

SHOWN: Final = 50
"""Sites on a page of the list."""

BY_NAME: Final = "site"
"""The order in which the rows come: by the numbers in names, too, so site-2 is before site-10."""

SORTABLE: Final[Mapping[str, Callable[[Row[Any]], Any]]] = {
    **{
        name: attrgetter(name)
        for name in ("kind", "documents", "last_new_document_at", "fetches_24h", "failures_24h", "next_due_at")
    },
    "requests_per_document": lambda row: row.requests_7d / row.documents_7d if row.documents_7d else None,
    "budget_used": lambda row: row.fetches_today / row.budget,
}
"""Columns beside the name that the list of sites can be put in the order of, each with its value in a row."""

DAYS: Final = 28
"""Shown of a site, today with them: four of each day of the week."""

RUNS: Final = 5
"""Times to come at which a site is looked at, shown of it."""


@router.get("/sites")
def sites_page(
    request: Request,
    who: Viewer,
    q: Annotated[str, Query(max_length=200)] = "",
    kind: Annotated[SiteKind | None, NONE_IF_EMPTY] = None,
    state: Annotated[SiteStatus | None, NONE_IF_EMPTY] = None,
    wrong: Annotated[AlertKind | None, NONE_IF_EMPTY] = None,
    order: str = BY_NAME,
    descending: bool = False,
    page: Annotated[int, Query(ge=1, lt=10**6)] = 1,
) -> Response:
    """List the sites, all or of a kind, in a state or with an alert, in the order of a column, some on each page."""
    rows = figures_of(request).sites.get()
    alerts = defaultdict(list)
    for alert in figures_of(request).overview.get().alerts:
        alerts[alert.site].append(alert)
    matching = [row for row in rows if q.lower() in row.site and kind in (None, row.kind)]
    matching = [row for row in matching if state in (None, state_of(row))]
    matching = [row for row in matching if wrong in (None, *(alert.kind for alert in alerts.get(row.site, ())))]
    key = order if order in SORTABLE else BY_NAME
    matching = in_order(matching, key, descending=descending)
    pages = max(1, -(-len(matching) // SHOWN))
    page = min(page, pages)  # there may be fewer by now
    chosen = {"q": q, "kind": kind or "", "state": state or "", "wrong": wrong or ""}
    return render(
        request,
        "sites/sites.html",
        who,
        sites=matching[SHOWN * (page - 1) : SHOWN * page],
        count=len(matching),
        pages=pages,
        page=page,
        alerts=alerts,
        values=SORTABLE,
        total=len(rows),
        chosen=chosen,
        address=urlencode({name: value for name, value in chosen.items() if value}),
        kinds=list(SiteKind),
        states=list(SiteStatus),
        alert_kinds=list(AlertKind),
        state_of=state_of,
        order=key,
        descending=descending,
    )


def in_order(rows: Sequence[Row[Any]], column: str, *, descending: bool) -> list[Row[Any]]:
    """Put sites, which come by name, in the order of a column; those without a value stand last, whichever order."""
    if column == BY_NAME:
        return list(reversed(rows) if descending else rows)
    value_of = SORTABLE[column]
    known = [row for row in rows if value_of(row) is not None]
    return sorted(known, key=value_of, reverse=descending) + [row for row in rows if value_of(row) is None]


def state_of(row: Row[Any]) -> SiteStatus:
    """Say how a site stands."""
    return site_status(
        paused_at=row.paused_at,
        enabled=row.enabled,
        failures=row.failures,
        is_crawled=row.in_hand,
        taken_down_at=row.taken_down_at,
    )


@router.get("/sites/{name}")
def site_page(request: Request, who: Viewer, name: str) -> Response:
    """Show a site: its last days, its schedule, its crawls, its file as last read."""
    resources = resources_of(request)
    now = resources.now()
    with resources.engine.connect() as connection:
        site = site_row(request, connection, name)
        name = site.site  # without the NUL that an address may have
        days = _last_days(connection, name, now)
        states = site_states(connection, now=now, site=name)
        return render(
            request,
            "sites/site.html",
            who,
            site=site,
            state_of=state_of,
            state=states[0] if states else None,
            default_method=resources.versions.default_method,
            promoted=promoted_reextraction(connection, name),
            days=_rows(days),
            no_failure=NO_FAILURE,
            outcomes=sum((Counter(day.outcomes) for day in days.values()), Counter()).most_common(),
            crawls=site_health.last_crawls(connection, name),
            due_pages=site_health.due_per_day(connection, name, now=now),
            alerts=open_alerts(connection, states, now=now),
            runs=_next_runs(connection, site, now),
        )


@router.get("/sites/{name}/days.svg")
def days_chart(request: Request, _: Viewer, name: str, narrow: bool = False) -> Response:
    """Draw a site's last 28 days."""
    resources = resources_of(request)
    with resources.engine.connect() as connection:
        name = site_row(request, connection, name).site
        rows = _rows(_last_days(connection, name, resources.now()))
    days, *numbers = zip(*rows, strict=True)
    names = map(translator(request), ("Fetches", "New documents", "Failures"))
    series = list(zip(names, numbers, strict=True))
    return drawing_response(bars([f"{day:%m-%d}" for day in days], series, narrow=narrow))


class SiteAction(StrEnum):
    """What one can do to a site."""

    PAUSE = "pause"
    RESUME = "resume"
    RUN = "run"
    BACK_FILL = "back-fill"
    RETRY = "retry"


@router.post("/sites/{name}/{action}")
def change_site(request: Request, who: Changer, name: str, action: SiteAction) -> Response:
    """Pause a site, let it go on, look at it now or at all of it, or try again what failed."""
    resources = resources_of(request)
    now = resources.now()
    with resources.engine.begin() as connection:
        name = site_row(request, connection, name).site
        detail: dict[str, Any] = {}
        match action:
            case SiteAction.PAUSE:
                control.pause(connection, name, now=now)
            case SiteAction.RESUME:
                control.resume(connection, name)
            case SiteAction.RUN | SiteAction.BACK_FILL:
                detail["pages"] = control.make_due(connection, name, now=now, whole=action is SiteAction.BACK_FILL)
            case SiteAction.RETRY:
                detail["pages"] = retry_failures(connection, FailureSelection(name), now=now)
        log_change(connection, who.operator, OperatorAction(f"{action.value} site"), name, now=now, detail=detail)
    figures_of(request).sites.forget()
    return RedirectResponse(f"/sites/{quote(name)}", 303)


def _last_days(connection: Connection, name: str, now: datetime) -> dict[date, SiteDay]:
    """Give what came of a site on each of the last days, the oldest first, also when nothing did."""
    first = now.replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=DAYS - 1)
    known = site_days(connection, since=first, site=name).get(name, {})
    days = [first.date() + timedelta(days=number) for number in range(DAYS)]
    return {day: known.get(day, SiteDay()) for day in days}


def _rows(days: Mapping[date, SiteDay]) -> list[tuple[date, int, int, int]]:
    """Give a row a day: fetches, new documents, failures."""
    return [(on, day.fetches, day.new_documents, day.failures) for on, day in days.items()]


def _next_runs(connection: Connection, site: Row[Any], now: datetime) -> list[datetime]:
    """Give the next times a site is looked at; none while it is not."""
    if not state_of(site).has_next_crawl:
        return []
    schedule = stored_site(connection, site.site).schedule
    first = max(site.next_due_at, now)
    return [first, *islice(schedule.next_moments(first, site.site), RUNS - 1)]


def site_row(request: Request, connection: Connection, name: str) -> Row[Any]:
    """Give a site's row of the list of sites, which is read for many who ask; of one that is newer, its own."""
    row = next((row for row in figures_of(request).sites.get() if row.site == name), None)
    row = row or site_health.health_of(connection, name)
    if row is None:
        raise HTTPException(404, "There is no such site.")
    return row
