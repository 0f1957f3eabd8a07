"""The first page: how the whole goes."""

from datetime import timedelta

from fastapi import APIRouter, Request, Response

from dashboard.access.headers import DRAWING_POLICY
from dashboard.access.sessions import Viewer
from dashboard.charts import bars
from dashboard.figures import figures_of
from dashboard.interface import render
from dashboard.resources import resources_of
from db.monitoring.overview import processes
from mezmun.core.outcomes import NO_FAILURE

router = APIRouter(include_in_schema=False)


@router.get("/")
def page(request: Request, who: Viewer) -> Response:
    """Show the last day."""
    resources = resources_of(request)
    with resources.engine.connect() as connection:
        alive = processes(connection, since=resources.now() - timedelta(minutes=5))
    figures = figures_of(request).overview.get()
    return render(request, "overview.html", who, figures=figures, processes=alive, no_failure=NO_FAILURE)


@router.get("/charts/hours.svg")
def hours_chart(request: Request, _: Viewer) -> Response:
    """Draw the last day."""
    rows = figures_of(request).overview.get().hours
    drawing = bars(
        [f"{row.hour:%H:%M}" for row in rows],
        [("fetches", [row.fetches for row in rows]), ("new documents", [row.documents for row in rows])],
    )
    return Response(drawing, media_type="image/svg+xml", headers={"Content-Security-Policy": DRAWING_POLICY})
