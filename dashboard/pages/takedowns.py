"""Taking pages, documents and sites down for good, and what was taken down."""

from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Final

from fastapi import APIRouter, Form, Query, Request, Response
from sqlalchemy import Connection

from dashboard.access.sessions import Changer, Viewer, Visitor
from dashboard.interface import render
from dashboard.resources import Resources, resources_of
from db.access.audit import OperatorAction, log_change
from db.documents import get_document
from db.removal.raw_deletions import delete_waiting, still_stored
from db.removal.takedown import (
    TakenDown,
    pages_at,
    pages_of_documents,
    take_down_document,
    take_down_page,
    take_down_site,
)
from db.removal.tombstone_list import list_tombstones
from db.sites import site_config
from mezmun.core.errors import InvalidInputError, UnavailableError

router = APIRouter(include_in_schema=False)

SHOWN: Final = 50
"""Take-downs on a page."""
_Subject = Annotated[str, Form(max_length=4000)]


class SubjectKind(StrEnum):
    """What can be taken down, as the form names it."""

    PAGE = "address of a page"
    DOCUMENT = "number of a document"
    SITE = "name of a site"


@router.get("/takedowns")
def takedowns_page(request: Request, who: Viewer, skip: Annotated[int, Query(ge=0, lt=2**31)] = 0) -> Response:
    """Show the form to take something down, and what was taken down."""
    return _show(request, who, skip=skip)


@router.post("/takedowns")
def take_down(
    request: Request,
    who: Changer,
    subject: _Subject = "",
    kind: Annotated[SubjectKind, Form()] = SubjectKind.PAGE,
    sure: Annotated[bool, Form()] = False,
) -> Response:
    """Take something down for good, once the operator is sure; before, say what that is."""
    resources, subject = resources_of(request), subject.strip()
    try:
        if not sure:
            with resources.engine.connect() as connection:
                address, pages = _about(resources, connection, kind, subject)
            return _show(request, who, kind=kind, subject=subject, sure=bool(subject), address=address, pages=pages)
        with resources.engine.begin() as connection:
            gone = _take_down(resources, connection, kind, subject)
            named = f"document {subject}" if kind is SubjectKind.DOCUMENT else subject
            detail = {"pages": gone.pages, "documents": gone.documents}
            log_change(connection, who.operator, OperatorAction.TAKE_DOWN, named, now=resources.now(), detail=detail)
    except InvalidInputError as error:
        return _show(request, who, status=400, fault=str(error), kind=kind, subject=subject)
    try:
        delete_waiting(resources.engine, resources.raw)
    except UnavailableError as error:
        left = str(still_stored(resources.engine, error))
        return _show(request, who, status=503, fault=left, gone=replace(gone, raw_pages=0))
    return _show(request, who, gone=gone)


def _about(resources: Resources, connection: Connection, kind: SubjectKind, subject: str) -> tuple[str, int]:
    """Give the address of what is to go, or its name, and the number of its pages; 0 where that is not counted.

    Raises:
        InvalidInputError: there is no such document or site.
    """
    match kind:
        case SubjectKind.PAGE:
            return subject, len(pages_at(connection, subject, resources.pages_at_sites(connection, subject)))
        case SubjectKind.DOCUMENT:
            number = _number(subject)
            return get_document(connection, number).line.url, len(pages_of_documents(connection, [number]))
        case SubjectKind.SITE:
            site_config(connection, subject)
            return subject, 0


def _take_down(resources: Resources, connection: Connection, kind: SubjectKind, subject: str) -> TakenDown:
    now = resources.now()
    match kind:
        case SubjectKind.PAGE:
            at_sites = resources.pages_at_sites(connection, subject)
            return take_down_page(connection, subject, now=now, at_sites=at_sites)
        case SubjectKind.DOCUMENT:
            return take_down_document(connection, _number(subject), now=now)
        case SubjectKind.SITE:
            return take_down_site(connection, subject, now=now)


def _number(subject: str) -> int:
    if not (subject.isascii() and subject.isdigit() and len(subject) < 19):  # as the column of the database
        raise InvalidInputError(f"There is no document {subject}.")
    return int(subject)


def _show(
    request: Request,
    who: Visitor,
    *,
    status: int = 200,
    fault: str | None = None,
    gone: TakenDown | None = None,
    kind: SubjectKind = SubjectKind.PAGE,
    subject: str = "",
    sure: bool = False,
    address: str = "",
    pages: int = 0,
    skip: int = 0,
) -> Response:
    with resources_of(request).engine.connect() as connection:
        rows = list_tombstones(connection, limit=SHOWN + 1, skip=skip)
    return render(
        request,
        "takedowns.html",
        who,
        status=status,
        fault=fault,
        gone=gone,
        kinds=list(SubjectKind),
        kind=kind,
        subject=subject,
        sure=sure,
        subject_address=address,
        pages=pages,
        rows=rows[:SHOWN],
        older=skip + SHOWN if len(rows) > SHOWN else None,
    )
