"""A site's file: its versions with their differences, and what a changed one would do to the stored pages; and what the
site's pages have in common."""

import json
from collections.abc import Mapping
from pathlib import PurePath
from typing import Annotated, Any, Final

import yaml
from fastapi import APIRouter, Query, Request, Response

from dashboard.access.sessions import Operator, Viewer
from dashboard.differences import differences
from dashboard.interface import render
from dashboard.pages.sites import site_row
from dashboard.resources import Resources, TrialResult, resources_of
from db.processing.templates import saved_template
from db.sites import file_versions
from mezmun.core.errors import ConfigurationError
from mezmun.core.sites import site_files
from mezmun.core.sites.schedule import AS_FILE
from mezmun.core.sites.site_schema import Site

router = APIRouter(include_in_schema=False)

MOST_FILE_CHARACTERS: Final = 20_000
"""Characters of a file that is tried: it goes in the address, so that what was tried can be shared."""
MOST_PAGES: Final = 10_000
"""Pages that a changed file is tried over: one to two seconds of work (some 150 microseconds each)."""
MOST_LABELS: Final = 500
"""Texts of a template that are shown."""


@router.get("/sites/{name}/file")
def file_page(
    request: Request,
    who: Viewer,
    name: str,
    changed: Annotated[str | None, Query(max_length=MOST_FILE_CHARACTERS)] = None,
) -> Response:
    """Show a site's file and its versions, and what a changed one would do."""
    resources = resources_of(request)
    with resources.engine.connect() as connection:
        name = site_row(request, connection, name).site
        known = file_versions(connection, name)
    versions, config = [(row.read_at, as_file(row.config)) for row in known], known[0].config
    text = as_file(config) if changed is None else changed.replace("\0", "").replace("\r\n", "\n")
    trial, fault = None, None
    if changed is not None:
        try:
            trial = _try(resources, _site(config), text)
        except ConfigurationError as error:
            fault = str(error)
    steps = [
        (read_at, list(differences(before.splitlines(), after.splitlines())))
        for (read_at, after), (_, before) in zip(versions, [*versions[1:], (None, "")], strict=True)
    ]
    return render(
        request,
        "sites/file.html",
        who,
        site=name,
        text=text,
        trial=trial,
        fault=fault,
        steps=steps,
        most=MOST_PAGES,
        longest=MOST_FILE_CHARACTERS,
    )


@router.get("/sites/{name}/template")
def template_page(request: Request, who: Operator, name: str) -> Response:
    """Show what the pages of a site have in common, as far as that was learned.

    A name that stands on many pages is in it, too, so it is for those who may see pages as they came.
    """
    with resources_of(request).engine.connect() as connection:
        name = site_row(request, connection, name).site
        template = saved_template(connection, name)
    labels = sorted(template.state.get("entries", ()), key=lambda entry: -entry[2])
    return render(
        request,
        "sites/template.html",
        who,
        site=name,
        learned=template,
        labels=labels[:MOST_LABELS],
        count=len(labels),
        containers=len(template.state.get("boxes", ())),
    )


def as_file(config: Mapping[str, Any]) -> str:
    """Write a site's settings as its file has them: without its name, and without what is so by default."""
    values = _site(config).model_dump(mode="json", exclude_defaults=True, exclude={"name"}, context=AS_FILE)
    return str(yaml.safe_dump(values, allow_unicode=True, sort_keys=False))


def _site(config: Mapping[str, Any]) -> Site:
    return Site.model_validate_json(json.dumps(config))


def _try(resources: Resources, before: Site, text: str) -> TrialResult:
    after = site_files.parse(text, PurePath(f"{before.name}.yaml"))
    with resources.engine.connect() as connection:
        return resources.try_file(connection, before, after, MOST_PAGES)
