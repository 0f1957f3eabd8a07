"""The web application. FastAPI, since its OpenAPI description is made of the code that answers, and its models are
those of pydantic, which Mezmun reads everything else with; pages are templates on the same Starlette below it.
"""

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.trustedhost import TrustedHostMiddleware
from fastapi.responses import JSONResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from starlette.exceptions import HTTPException

from dashboard.access.headers import HeadAsGet, SecurityHeaders
from dashboard.access.passwords import Throttle
from dashboard.access.sessions import NotSignedInError, Visitor, visitor
from dashboard.api import documents as feed
from dashboard.export.export_folder import ExportFolder
from dashboard.interface import render
from dashboard.pages import (
    audit_log,
    documents,
    duplicates,
    exports,
    failures,
    overview,
    reextractions,
    sign_in,
    site_file,
    sites,
    takedowns,
)
from dashboard.resources import Resources
from dashboard.shared_figures import Figures
from mezmun.core.errors import InvalidInputError, UnavailableError
from mezmun.core.version import __version__

log = logging.getLogger(__name__)

_DESCRIPTION: Final = "New, changed and withdrawn documents, in one order for all readers."
_API: Final = "/api/"
OPENAPI_PATH: Final = "/api/v1/openapi.json"
"""What probes ask for: it is served without signing in."""
_PARTS: Final = (
    *(feed, sign_in, overview, sites, site_file, documents),
    *(failures, reextractions, duplicates, takedowns, audit_log, exports),
)


def make_app(resources: Resources, hosts: Sequence[str] = ("127.0.0.1", "localhost")) -> FastAPI:
    """Make the application over its resources; it begins nothing before the first request.

    ``hosts`` are the names it may be asked under: another one is a page elsewhere that has pointed its name here.
    """
    app = FastAPI(
        title="Mezmun",
        description=_DESCRIPTION,
        version=__version__,
        openapi_url=OPENAPI_PATH,
        docs_url=None,  # both would load their scripts from elsewhere
        redoc_url=None,
    )
    app.state.resources, app.state.throttle = resources, Throttle()
    app.state.figures = Figures(resources)
    app.state.exports = ExportFolder(resources.engine, resources.raw, resources.exports)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(HeadAsGet)
    for part in _PARTS:
        app.include_router(part.router)
    app.mount("/static", StaticFiles(directory=Path(__file__).parent / "static"))
    app.exception_handler(NotSignedInError)(_sign_in)
    app.exception_handler(InvalidInputError)(_refused)
    app.exception_handler(HTTPException)(_http_error)
    app.exception_handler(RequestValidationError)(_invalid)
    for away in (UnavailableError, OperationalError, PoolTimeoutError):
        app.exception_handler(away)(_unavailable)
    return app


def _answer(
    request: Request, status: int, detail: str, headers: dict[str, str] | None = None, who: Visitor | None = None
) -> Response:
    """Say what is wrong: to a program as JSON, to a person as a page."""
    if request.url.path.startswith(_API):
        return JSONResponse({"detail": detail}, status_code=status, headers=headers)
    answer = render(request, "fault.html", who, status=status, detail=detail)
    answer.headers.update(headers or {})
    return answer


def _sign_in(_: Request, error: NotSignedInError) -> Response:
    return RedirectResponse(error.address, 303)


def _refused(request: Request, error: InvalidInputError) -> Response:
    return _answer(request, 400, str(error), who=_who(request))


def _http_error(request: Request, error: HTTPException) -> Response:
    return _answer(request, error.status_code, error.detail, dict(error.headers or {}), _who(request))


def _who(request: Request) -> Visitor | None:
    """Give who asks, so that a page that says what is wrong leads on; nobody when that cannot be told."""
    try:
        return visitor(request)
    except (NotSignedInError, OperationalError, PoolTimeoutError):
        return None


_SENTENCES: Final = {
    "extra_forbidden": "there is no such parameter",
    "float_parsing": "it takes a number",
    "int_parsing": "it takes a whole number",
    **dict.fromkeys(
        ("date_from_datetime_parsing", "date_from_datetime_inexact", "date_parsing"),
        "it takes a day, such as 2024-03-05",
    ),
}
"""Sentences by kinds of pydantic's errors, for those whose own message would not be understood."""


def _invalid(request: Request, error: RequestValidationError) -> Response:
    # A parameter that may be there again has the number of each value; the sentence has the value itself.
    each_fault = (
        (".".join(part for part in each["loc"][1:] if isinstance(part, str)), each) for each in error.errors()
    )
    faults = "; ".join(
        f"{place}: {_SENTENCES.get(each['type'], each['msg'].removeprefix('Value error, '))}"
        for place, each in each_fault
    )
    return _answer(request, 422, faults, who=_who(request))


def _unavailable(request: Request, error: Exception) -> Response:
    # The error may name the server and what was asked of it: that is for the log.
    log.warning("a service is away: %s", error)
    detail = "The database or the raw store does not answer. Try again in a moment."
    return _answer(request, 503, detail, {"Retry-After": "5"})
