"""The sites, and one of them."""

from datetime import timedelta
from typing import Annotated, Any

import yaml
from fastapi import APIRouter, HTTPException, Query, Request, Response
from fastapi.responses import RedirectResponse
from sqlalchemy import Connection

from dashboard.access.headers import DRAWING_POLICY
from dashboard.access.sessions import Changer, Viewer
from dashboard.charts import bars
from dashboard.desk import desk_of
from dashboard.interface import render
from db import site_control
from db.access.audit import log_change
from db.monitoring import site_health

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
            file=yaml.safe_dump(site_control.site_config(connection, name), allow_unicode=True, sort_keys=False),
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


@router.post("/sites/{name}/{action}")
def change_site(request: Request, who: Changer, name: str, action: str) -> Response:
    """Pause a site, let it go on, or make it due now."""
    desk = desk_of(request)
    now = desk.now()
    with desk.engine.begin() as connection:
        _site(connection, name)
        if action == "pause":
            site_control.pause_site(connection, name, now=now)
        elif action == "resume":
            site_control.resume_site(connection, name)
        elif action == "run":
            site_control.make_site_due(connection, name, now=now)
        else:
            raise HTTPException(404, "There is no such action.")
        log_change(connection, who.operator, f"{action} site", name, now=now)
    return RedirectResponse(f"/sites/{name}", 303)


def _site(connection: Connection, name: str) -> Any:
    row = site_health.health_of(connection, name)
    if row is None:
        raise HTTPException(404, "There is no such site.")
    return row
