"""The first page: how the whole goes."""

from datetime import timedelta

from fastapi import APIRouter, Request, Response

from dashboard.access.headers import DRAWING_POLICY
from dashboard.access.sessions import Viewer
from dashboard.charts import bars
from dashboard.desk import desk_of
from dashboard.interface import render
from db.monitoring import overview
from db.monitoring.open_alerts import open_alerts

router = APIRouter(include_in_schema=False)


@router.get("/")
def page(request: Request, who: Viewer) -> Response:
    """Show the last day."""
    desk = desk_of(request)
    now = desk.now()
    with desk.engine.connect() as connection:
        return render(
            request,
            "overview.html",
            who,
            totals=overview.totals(connection),
            alerts=open_alerts(connection, now=now),
            hours=overview.hours(connection, now=now),
            outcomes=overview.outcomes_since(connection, now - timedelta(days=1)),
            waiting=overview.waiting(connection, since=now - timedelta(days=7)),
            processes=overview.processes(connection, since=now - timedelta(minutes=5)),
        )


@router.get("/charts/hours.svg")
def hours_chart(request: Request, _: Viewer) -> Response:
    """Draw the last day."""
    desk = desk_of(request)
    with desk.engine.connect() as connection:
        rows = overview.hours(connection, now=desk.now())
    drawing = bars(
        [f"{row.hour:%H:%M}" for row in rows],
        [("fetches", [row.fetches for row in rows]), ("new documents", [row.documents for row in rows])],
    )
    return Response(drawing, media_type="image/svg+xml", headers={"Content-Security-Policy": DRAWING_POLICY})
