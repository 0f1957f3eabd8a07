"""The web application. FastAPI, since its OpenAPI description is made of the code that answers, and its models are
those of pydantic, which Mezmun reads everything else with; pages are templates on the same Starlette below it.
"""

import logging
from typing import Final

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from dashboard.api import documents
from dashboard.desk import Desk
from mezmun.core.errors import InvalidInputError, UnavailableError
from mezmun.core.version import __version__

log = logging.getLogger(__name__)

_DESCRIPTION: Final = "New, changed and withdrawn documents, in one order for all readers."


def make_app(desk: Desk) -> FastAPI:
    """Make the application over a desk; it begins nothing before the first request."""
    app = FastAPI(
        title="Mezmun",
        description=_DESCRIPTION,
        version=__version__,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,  # both would load their scripts from elsewhere
        redoc_url=None,
    )
    app.state.desk = desk
    app.include_router(documents.router)
    app.add_exception_handler(InvalidInputError, _refused)
    for away in (UnavailableError, OperationalError, PoolTimeoutError):
        app.add_exception_handler(away, _unavailable)
    return app


def _refused(_: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"detail": str(error)}, status_code=400)


def _unavailable(_: Request, error: Exception) -> JSONResponse:
    # The error may name the server and what was asked of it: that is for the log.
    log.warning("a service is away: %s", error)
    detail = "The database or the raw store does not answer. Try again in a moment."
    return JSONResponse({"detail": detail}, status_code=503, headers={"Retry-After": "5"})
