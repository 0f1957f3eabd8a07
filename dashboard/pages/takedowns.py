"""Taking pages and sites down for good."""

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response

from dashboard.access.sessions import Changer, Viewer
from dashboard.interface import render
from dashboard.resources import resources_of
from db.access.audit import log_change
from db.removal.takedown import pages_at, take_down_page, take_down_site
from mezmun.core.errors import InvalidInputError, UnavailableError

router = APIRouter(include_in_schema=False)


@router.get("/takedowns")
def takedowns_page(request: Request, who: Viewer) -> Response:
    """Show the form to take something down."""
    return render(request, "takedowns.html", who, fault=None, gone=None, subject="", sure=False, pages=0)


@router.post("/takedowns")
def take_down(
    request: Request,
    who: Changer,
    subject: Annotated[str, Form(max_length=4000)] = "",
    sure: Annotated[bool, Form()] = False,
) -> Response:
    """Take a page or a site down for good, once the operator is sure."""
    resources, subject = resources_of(request), subject.strip()
    fault, status, gone, pages = None, 200, None, 0
    if "://" in subject and not sure:
        with resources.engine.connect() as connection:
            pages = len(pages_at(connection, subject, resources.pages_at_sites(connection, subject)))
    if sure and subject:
        try:
            with resources.engine.begin() as connection:
                if "://" in subject:
                    at_sites = resources.pages_at_sites(connection, subject)
                    gone = take_down_page(connection, resources.raw, subject, now=resources.now(), at_sites=at_sites)
                else:
                    gone = take_down_site(connection, resources.raw, subject, now=resources.now())
                detail = {"pages": gone.pages, "documents": gone.documents}
                log_change(connection, who.operator, "take down", subject, now=resources.now(), detail=detail)
        except (InvalidInputError, UnavailableError) as error:
            fault, status = str(error), 400 if isinstance(error, InvalidInputError) else 503
    return render(
        request,
        "takedowns.html",
        who,
        status=status,
        fault=fault,
        gone=gone,
        subject=subject,
        sure=bool(subject) and not sure,
        pages=pages,
    )
