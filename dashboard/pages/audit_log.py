"""What operators changed."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from dashboard.access.sessions import Viewer
from dashboard.interface import render
from dashboard.resources import resources_of
from db.access.audit import list_changes

router = APIRouter(include_in_schema=False)

SHOWN = 50
_Before = Annotated[int | None, Query(ge=1, lt=2**63)]


@router.get("/changes")
def changes_page(request: Request, who: Viewer, before: _Before = None) -> Response:
    """Show what operators changed."""
    with resources_of(request).engine.connect() as connection:
        rows = list_changes(connection, before=before, limit=SHOWN)
    return render(request, "changes.html", who, rows=rows, older=rows[-1].id if len(rows) == SHOWN else None)
