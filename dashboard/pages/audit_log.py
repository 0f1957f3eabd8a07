"""What operators changed."""

from collections.abc import Mapping
from typing import Annotated, Any

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
    older = rows[-1].id if len(rows) == SHOWN else None
    return render(request, "changes.html", who, rows=rows, older=older, stated=stated)


def stated(detail: Mapping[str, Any]) -> dict[str, str]:
    """Give what a change's details say, as words: without what was not asked for, and lists as their parts."""
    lists = {name: value if isinstance(value, list) else [value] for name, value in detail.items()}
    parts = {
        name: [str(each) for each in values if each is not None and each is not False] for name, values in lists.items()
    }
    return {name: ", ".join(words) for name, words in parts.items() if words}
