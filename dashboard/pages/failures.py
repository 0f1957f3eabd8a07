"""What failed: pages by reason and one by one, and references that the broker gave up. They are tried again, or
discarded with a reason; which ones is in the address."""

from datetime import timedelta
from enum import StrEnum
from typing import Annotated, Final, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, Field

from dashboard.access.sessions import Changer, Viewer, Visitor
from dashboard.interface import render
from dashboard.pages.parameters import NONE_IF_EMPTY
from dashboard.resources import Resources, resources_of
from db.access.audit import OperatorAction, log_change
from db.crawling.failures import (
    FailureSelection,
    discard_failures,
    failure_causes,
    failure_reasons,
    latest_failures,
    retry_failures,
)
from db.sites import is_site
from mezmun.core.errors import InvalidInputError, UnavailableError
from mezmun.core.outcomes import NO_FAILURE, Outcome
from mezmun.core.queue.dead_letters import DeadLetter, DeadLetters

router = APIRouter(include_in_schema=False)

SHOWN: Final = 50
"""Failures, and dead letters, on a page."""
DAYS: Final = ("1", "7", "28", "all")

_Number = Annotated[int | None, Field(ge=1, lt=2**63)]
_Count = Annotated[int | None, Field(ge=0, lt=2**63)]
_Why = Annotated[str, Form(max_length=200)]


class Chosen(BaseModel):
    """Which failures are meant, those of the last ``days``, and whether reasons are counted ``by`` site or each once
    over all sites; ``before`` is the last fetch of the page before, and ``retried`` and ``discarded`` are how many an
    action has changed."""

    site: Annotated[str, Field(max_length=100)] = ""
    outcome: Annotated[Outcome | None, NONE_IF_EMPTY] = None
    reason: Annotated[str | None, Field(max_length=2000)] = None
    fetch: _Number = None
    days: Literal["1", "7", "28", "all"] = "7"
    by: Literal["site", "reason"] = "site"
    before: _Number = None
    retried: _Count = None
    discarded: _Count = None

    def selection(self, resources: Resources) -> FailureSelection:
        """Give them as the database knows them."""
        since = None if self.days == "all" else resources.now() - timedelta(days=int(self.days))
        return FailureSelection(self.site or None, self.outcome, self.reason, self.fetch, since)

    def query(self, **changes: object) -> str:
        """Give the query of an address with these changes, in which nothing stands that is as it is by default."""
        values = self.model_dump(mode="json", exclude={"before", "retried", "discarded"}) | changes
        return urlencode({name: value for name, value in values.items() if value not in (None, _DEFAULT[name])})


_DEFAULT: Final = {name: field.default for name, field in Chosen.model_fields.items()}


class FailureAction(StrEnum):
    """What one can do to failures."""

    RETRY = "retry"
    DISCARD = "discard"


_COUNT_OF: Final = {FailureAction.RETRY: "retried", FailureAction.DISCARD: "discarded"}


@router.get("/failures")
def failures_page(request: Request, who: Viewer, chosen: Annotated[Chosen, Query()]) -> Response:
    """Show the pages that failed: how many for which reason, and the latest; and the dead letters."""
    return _show(request, who, chosen)


def _show(
    request: Request, who: Visitor, chosen: Chosen, *, why: str = "", why_fault: str | None = None, status: int = 200
) -> Response:
    """Show the failures that are chosen; ``why`` is what was typed for discarding them, and ``why_fault`` what is wrong
    with that."""
    resources = resources_of(request)
    selection = chosen.selection(resources)
    with resources.engine.connect() as connection:
        unknown_site = selection.site is not None and not is_site(connection, selection.site)
        by_reason = chosen.by == "reason"
        reasons = failure_causes(connection, selection) if by_reason else failure_reasons(connection, selection)
        rows = latest_failures(connection, selection, before=chosen.before, limit=SHOWN)
    letters, fault = _dead_letters(resources)
    return render(
        request,
        "failures.html",
        who,
        chosen=chosen,
        unknown_site=unknown_site,
        reasons=reasons,
        rows=rows,
        older=chosen.query(before=rows[-1].fetch_id) if len(rows) == SHOWN else None,
        outcomes=[each for each in Outcome if each not in NO_FAILURE],
        days=DAYS,
        letters=letters,
        fault=fault,
        why=why,
        why_fault=why_fault,
        status=status,
    )


@router.post("/failures/{action}")
def change_failures(
    request: Request, who: Changer, action: FailureAction, chosen: Annotated[Chosen, Query()], why: _Why = ""
) -> Response:
    """Try the failures of an address again, or discard them."""
    resources = resources_of(request)
    selection, now = chosen.selection(resources), resources.now()
    try:
        with resources.engine.begin() as connection:
            if action is FailureAction.RETRY:
                pages = retry_failures(connection, selection, now=now)
            else:
                pages = discard_failures(connection, selection, reason=why)
            detail = chosen.model_dump(mode="json", include={"outcome", "reason", "fetch"}, exclude_none=True)
            detail |= {"pages": pages} | ({"why": why} if why else {})
            log_change(
                connection, who.operator, OperatorAction(f"{action} failures"), chosen.site, now=now, detail=detail
            )
    except InvalidInputError as error:
        return _show(request, who, chosen, why=why, why_fault=str(error), status=400)
    back = chosen.query(reason=None, fetch=None, **{_COUNT_OF[action]: pages})
    return RedirectResponse(f"/failures?{back}", 303)


@router.post("/failures/dead/{action}")
def change_dead_letters(
    request: Request, who: Changer, action: FailureAction, fetch: Annotated[_Number, Query()] = None, why: _Why = ""
) -> Response:
    """Send a dead letter again, or drop it; without its fetch, all of them."""
    resources = resources_of(request)
    letters = DeadLetters(resources.queue)
    count = letters.retry(fetch) if action is FailureAction.RETRY else letters.discard(fetch)
    with resources.engine.begin() as connection:
        detail = {"count": count} | ({"why": why} if why else {})
        subject = "" if fetch is None else f"fetch {fetch}"
        log_change(
            connection,
            who.operator,
            OperatorAction(f"{action} dead letters"),
            subject,
            now=resources.now(),
            detail=detail,
        )
    return RedirectResponse(f"/failures?{Chosen().query(**{_COUNT_OF[action]: count})}", 303)


def _dead_letters(resources: Resources) -> tuple[list[DeadLetter], str | None]:
    """Give the dead letters, and what is wrong when the broker cannot be asked."""
    try:
        return DeadLetters(resources.queue).list(SHOWN), None
    except UnavailableError as error:
        return [], str(error)
