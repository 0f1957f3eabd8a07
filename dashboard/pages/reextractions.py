"""Re-extractions: the stored pages of a site read with another method, watched, compared, promoted or dropped."""

from enum import StrEnum
from typing import Annotated, Final

from fastapi import APIRouter, Form, HTTPException, Query, Request, Response
from fastapi.responses import RedirectResponse

from dashboard.access.sessions import Changer, Viewer
from dashboard.differences import differences
from dashboard.interface import render
from dashboard.pages.parameters import BeforeRow, RowNumber
from dashboard.resources import resources_of
from db.access.audit import OperatorAction, log_change
from db.reextraction.page_results import compare, samples
from db.reextraction.reextractions import decide, one_reextraction, reextractions
from db.reextraction.reextractions import request as request_reextraction
from db.reextraction.tables import State
from mezmun.core.errors import InvalidInputError

router = APIRouter(include_in_schema=False)

LISTED: Final = 50
"""Re-extractions on a page of the list."""
SHOWN: Final = 5
"""Pages compared side by side at once."""
REFRESH: Final = 5
"""Seconds after which a page that shows progress is loaded again."""


class Decision(StrEnum):
    """What an operator decides."""

    PROMOTE = "promote"
    DROP = "drop"


_STATE_OF: Final = {Decision.PROMOTE: State.PROMOTING, Decision.DROP: State.DROPPING}


@router.get("/reextractions")
def reextractions_page(request: Request, who: Viewer, before: BeforeRow = None) -> Response:
    """List the re-extractions, and offer to start one."""
    resources = resources_of(request)
    with resources.engine.connect() as connection:
        rows = reextractions(connection, before=before, limit=LISTED + 1)
    return render(
        request,
        "reextractions/list.html",
        who,
        rows=rows[:LISTED],
        older=rows[LISTED - 1].id if len(rows) > LISTED else None,
        methods=list(resources.versions.methods),
    )


@router.post("/reextractions")
def start(
    request: Request,
    who: Changer,
    site: Annotated[str, Form(max_length=100)],
    method: Annotated[str, Form(max_length=100)] = "",
) -> Response:
    """Start one; without a method with the site's own."""
    resources = resources_of(request)
    if method and method not in resources.versions.methods:
        raise InvalidInputError(f"There is no method {method!r}.")
    with resources.engine.begin() as connection:
        number = request_reextraction(connection, site, method, now=resources.now())
        detail = {"number": number} | ({"method": method} if method else {})
        log_change(connection, who.operator, OperatorAction.REEXTRACT, site, now=resources.now(), detail=detail)
    return RedirectResponse(f"/reextractions/{number}", 303)


@router.get("/reextractions/{number}")
def reextraction_page(
    request: Request, who: Viewer, number: RowNumber, after: Annotated[int, Query(ge=0, lt=10**6)] = 0
) -> Response:
    """Show how far one is and what it would change, some pages side by side."""
    with resources_of(request).engine.connect() as connection:
        try:
            state = one_reextraction(connection, number)
        except InvalidInputError:
            raise HTTPException(404, "There is no such re-extraction.") from None
        comparison = compare(connection, number)
        shown = samples(connection, number, limit=SHOWN + 1, after=after)
    return render(
        request,
        "reextractions/reextraction.html",
        who,
        state=state,
        comparison=comparison,
        samples=[(one, list(differences(_lines(one.old_text), _lines(one.new_text)))) for one in shown[:SHOWN]],
        after=after + SHOWN if len(shown) > SHOWN else None,
        refresh=REFRESH if state.is_open and state.state != State.READY else None,
    )


@router.post("/reextractions/{number}/{decision}")
def change(request: Request, who: Changer, number: RowNumber, decision: Decision) -> Response:
    """Promote or drop one."""
    resources = resources_of(request)
    with resources.engine.begin() as connection:
        decide(connection, number, _STATE_OF[decision])
        state = one_reextraction(connection, number)
        detail = {"number": number, "method": state.method}
        log_change(
            connection,
            who.operator,
            OperatorAction(f"{decision} re-extraction"),
            state.site,
            now=resources.now(),
            detail=detail,
        )
    return RedirectResponse(f"/reextractions/{number}", 303)


def _lines(text: str | None) -> list[str]:
    return (text or "").splitlines()
