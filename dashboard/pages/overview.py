"""The first page: how the whole goes."""

from datetime import timedelta

from fastapi import APIRouter, Request, Response

from dashboard.access.headers import drawing_response
from dashboard.access.sessions import Viewer
from dashboard.charts import BLUE, GREEN, ORANGE, bars
from dashboard.interface import render, translator
from dashboard.resources import resources_of
from dashboard.shared_figures import figures_of
from db.monitoring.overview import processes
from mezmun.core.outcomes import NO_FAILURE

router = APIRouter(include_in_schema=False)


@router.get("/")
def page(request: Request, who: Viewer) -> Response:
    """Show the last day."""
    resources = resources_of(request)
    with resources.engine.connect() as connection:
        alive = processes(connection, since=resources.now() - timedelta(minutes=5))
    figures = figures_of(request)
    return render(
        request,
        "overview.html",
        who,
        figures=figures.overview.get(),
        processes=alive,
        no_failure=NO_FAILURE,
        room=figures.room(),
    )


@router.get("/charts/hours.svg")
def hours_chart(request: Request, _: Viewer, narrow: bool = False) -> Response:
    """Draw the last day."""
    rows, word = figures_of(request).overview.get().hours, translator(request)
    numbers = {
        "Fetches": [row.fetches for row in rows],
        "New documents": [row.documents for row in rows],
        "New posts": [row.posts for row in rows],
    }
    series = [(word(name), each) for name, each in numbers.items()]
    hours = [f"{row.hour:%H:%M}" for row in rows]
    return drawing_response(bars(hours, series, narrow=narrow, colours=(BLUE, ORANGE, GREEN)))
