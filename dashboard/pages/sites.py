"""The sites, and one of them."""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated, Any
from urllib.parse import quote

import yaml
from fastapi import APIRouter, Form, HTTPException, Query, Request, Response
from fastapi.responses import RedirectResponse
from sqlalchemy import Connection

from dashboard.access.headers import DRAWING_POLICY
from dashboard.access.sessions import Changer, Viewer
from dashboard.charts import bars
from dashboard.desk import desk_of
from dashboard.interface import render
from db.access.audit import log_change
from db.crawling import control
from db.crawling.health import retry_failures, site_states
from db.monitoring import site_health
from db.monitoring.open_alerts import open_alerts
from mezmun.core.outcomes import Outcome

router = APIRouter(include_in_schema=False)


@router.get("/sites")
def sites_page(
    request: Request,
    who: Viewer,
    q: Annotated[str, Query(max_length=200)] = "",
    order: str = "site",
    descending: bool = False,
) -> Response:
    """List the sites, in the order of a column."""
    with desk_of(request).engine.connect() as connection:
        rows = site_health.site_health(connection, order=order, descending=descending)
    shown = [row for row in rows if q.lower() in row.site]
    return render(request, "sites.html", who, sites=shown, total=len(rows), q=q, order=order, descending=descending)


@router.get("/sites/{name}")
def site_page(request: Request, who: Viewer, name: str) -> Response:
    """Show a site: its last 28 days, its schedule, its crawls, its file as last read."""
    desk = desk_of(request)
    now = desk.now()
    with desk.engine.connect() as connection:
        return render(
            request,
            "site.html",
            who,
            site=_site(connection, name),
            days=site_health.site_days(connection, name, now=now),
            outcomes=site_health.site_outcomes(connection, name, since=now - timedelta(days=28)),
            crawls=site_health.last_crawls(connection, name),
            alerts=open_alerts(connection, now=now, site=name),
            file=_file(connection, name, now),
        )


@router.get("/sites/{name}/days.svg")
def days_chart(request: Request, _: Viewer, name: str) -> Response:
    """Draw a site's last 28 days."""
    desk = desk_of(request)
    with desk.engine.connect() as connection:
        _site(connection, name)
        rows = site_health.site_days(connection, name, now=desk.now())
    drawing = bars(
        [f"{row.day:%m-%d}" for row in rows],
        [
            ("fetches", [row.fetches for row in rows]),
            ("new documents", [row.documents for row in rows]),
            ("failures", [row.failures for row in rows]),
        ],
    )
    return Response(drawing, media_type="image/svg+xml", headers={"Content-Security-Policy": DRAWING_POLICY})


class Action(StrEnum):
    """What one can do to a site."""

    PAUSE = "pause"
    RESUME = "resume"
    RUN = "run"
    BACK_FILL = "back-fill"
    RETRY = "retry"


@router.post("/sites/{name}/{action}")
def change_site(
    request: Request, who: Changer, name: str, action: Action, outcome: Annotated[Outcome | None, Form()] = None
) -> Response:
    """Pause a site, let it go on, look at it now or at all of it, or ask again for the pages that failed (so)."""
    desk = desk_of(request)
    now = desk.now()
    with desk.engine.begin() as connection:
        _site(connection, name)
        detail: dict[str, Any] = {}
        match action:
            case Action.PAUSE:
                control.pause(connection, name, now=now)
            case Action.RESUME:
                control.resume(connection, name)
            case Action.RUN | Action.BACK_FILL:
                detail["pages"] = control.make_due(connection, name, now=now, whole=action is Action.BACK_FILL)
            case Action.RETRY:
                detail["pages"] = retry_failures(connection, name, now=now, outcome=outcome)
                detail |= {"outcome": outcome.value} if outcome else {}
        log_change(connection, who.operator, f"{action.value} site", name, now=now, detail=detail)
    return RedirectResponse(f"/sites/{quote(name)}", 303)


def _file(connection: Connection, name: str, now: datetime) -> str:
    states = site_states(connection, now=now, site=name)
    config = states[0].config if states else {}
    return str(yaml.safe_dump(dict(config), allow_unicode=True, sort_keys=False))


def _site(connection: Connection, name: str) -> Any:
    row = site_health.health_of(connection, name)
    if row is None:
        raise HTTPException(404, "There is no such site.")
    return row
