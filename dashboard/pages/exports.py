"""Making exports, watching them, and taking their files."""

from typing import Annotated, Final

from fastapi import APIRouter, Form, HTTPException, Request, Response
from fastapi.responses import FileResponse, RedirectResponse

from dashboard.access.sessions import Changer, Viewer
from dashboard.export.export_folder import ExportFolder
from dashboard.export.options import ExportFormat, ExportOptions
from dashboard.interface import render
from dashboard.language_codes import language_code
from dashboard.resources import resources_of
from db.access.audit import OperatorAction, log_change
from db.sites import check_sites

router = APIRouter(include_in_schema=False)

RESPECTED: Final = ("noarchive", "noai", "ai-train", "tdm-reservation")
"""The usage signals that an export made here respects, when it is to respect any."""


@router.get("/exports")
def exports_page(request: Request, who: Viewer) -> Response:
    """List the exports, and show the form for a new one."""
    exports = _export_folder(request).list()
    running = any(export.total is not None for export in exports)
    return render(request, "exports.html", who, exports=exports, formats=list(ExportFormat), running=running)


@router.post("/exports")
def begin_export(
    request: Request,
    who: Changer,
    kind: Annotated[ExportFormat, Form(alias="format")],
    site: Annotated[str, Form(max_length=100)] = "",
    language: Annotated[str, Form(max_length=20)] = "",
    dedupe: Annotated[bool, Form()] = False,
    respect: Annotated[bool, Form()] = False,
) -> Response:
    """Begin an export; its progress is on the page it leads to."""
    resources = resources_of(request)
    with resources.engine.connect() as connection:
        check_sites(connection, [site] if site else [])
    options = ExportOptions(
        kind,
        sites=(site,) if site else (),
        languages=(language_code(language),) if language else (),
        dedupe=dedupe,
        respect=RESPECTED if respect else (),
    )
    name = _export_folder(request).begin(options, now=resources.now())
    with resources.engine.begin() as connection:
        log_change(connection, who.operator, OperatorAction.EXPORT, name, now=resources.now(), detail=options.as_dict())
    return RedirectResponse("/exports", 303)


@router.get("/exports/{name}/{file:path}")
def export_file(request: Request, _: Viewer, name: str, file: str) -> Response:
    """Give a file of an export, to be saved."""
    path = _export_folder(request).file(name, file)
    if path is None:
        raise HTTPException(404, "There is no such file.")
    return FileResponse(path, media_type="application/octet-stream", filename=f"{name}-{path.name}")


def _export_folder(request: Request) -> ExportFolder:
    folder: ExportFolder = request.app.state.exports
    return folder
