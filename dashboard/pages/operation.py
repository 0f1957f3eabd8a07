"""What failed, what was taken down, and what operators changed."""

from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Request, Response

from dashboard.access.sessions import Changer, Viewer
from dashboard.desk import desk_of
from dashboard.interface import render
from db.access.audit import list_changes, log_change
from db.monitoring.failures import failure_reasons, latest_failures
from db.takedown import take_down_page, take_down_site
from mezmun.core.errors import InvalidInputError

router = APIRouter(include_in_schema=False)

SHOWN = 50
_Name = Annotated[str, Query(max_length=100)]
_Before = Annotated[int | None, Query(ge=1, lt=2**63)]


@router.get("/failures")
def failures_page(
    request: Request, who: Viewer, site: _Name = "", outcome: _Name = "", before: _Before = None
) -> Response:
    """Show the failed fetches: how many for which reason, and the latest."""
    with desk_of(request).engine.connect() as connection:
        reasons = failure_reasons(connection, site=site, outcome=outcome)
        rows = latest_failures(connection, site=site, outcome=outcome, before=before, limit=SHOWN)
    older = urlencode({"site": site, "outcome": outcome, "before": rows[-1].fetch_id}) if len(rows) == SHOWN else None
    return render(request, "failures.html", who, reasons=reasons, rows=rows, site=site, outcome=outcome, older=older)


@router.get("/takedowns")
def takedowns_page(request: Request, who: Viewer) -> Response:
    """Show the form to take something down."""
    return render(request, "takedowns.html", who, fault=None, gone=None, subject="", sure=False)


@router.post("/takedowns")
def take_down(
    request: Request,
    who: Changer,
    subject: Annotated[str, Form(max_length=4000)] = "",
    sure: Annotated[bool, Form()] = False,
) -> Response:
    """Take a page or a site down for good, once the operator is sure."""
    desk, subject = desk_of(request), subject.strip()
    fault = gone = None
    if sure and subject:
        take = take_down_page if "://" in subject else take_down_site
        try:
            with desk.engine.begin() as connection:
                gone = take(connection, desk.raw, subject, now=desk.now())
                detail = {"pages": gone.pages, "documents": gone.documents}
                log_change(connection, who.operator, "take down", subject, now=desk.now(), detail=detail)
        except InvalidInputError as error:
            fault = str(error)
    return render(
        request,
        "takedowns.html",
        who,
        status=400 if fault else 200,
        fault=fault,
        gone=gone,
        subject=subject,
        sure=bool(subject) and not sure,
    )


@router.get("/changes")
def changes_page(request: Request, who: Viewer, before: _Before = None) -> Response:
    """Show what operators changed."""
    with desk_of(request).engine.connect() as connection:
        rows = list_changes(connection, before=before, limit=SHOWN)
    return render(request, "changes.html", who, rows=rows, older=rows[-1].id if len(rows) == SHOWN else None)
