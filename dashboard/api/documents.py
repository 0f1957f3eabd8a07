"""``GET /api/v1/documents``: the feed of documents, as lines of JSON."""

import asyncio
import json
import re
from datetime import date
from time import monotonic
from typing import Annotated, Any, Final

import orjson
from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import AfterValidator, BaseModel, Field
from sqlalchemy import Engine

from dashboard.api.authorization import requires
from dashboard.api.content_coding import encode
from dashboard.language_codes import language_code
from dashboard.resources import resources_of
from db.publication.access_tokens import Scope
from db.publication.changes import FeedEntry, FeedPage, Filter, newest_position, read_feed
from db.sites import check_sites
from mezmun.core.errors import InvalidInputError
from mezmun.core.sites.site_schema import SiteKind

MEDIA_TYPE: Final = "application/x-ndjson"

MOST_ENTRIES: Final = 2_000
"""Changes in one answer: some ten megabytes of text, which is made in memory."""

LONGEST_WAIT: Final = 60.0
"""Seconds; proxies close a connection that has been silent for longer."""

PAUSE: Final = 0.5
"""Seconds between two looks for new changes while a caller waits; a look reads two index entries."""

router = APIRouter(prefix="/api/v1", tags=["documents"])

_RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    200: {
        "description": "One JSON object a line: `cursor`, `change` (new, changed, withdrawn), `id`, `site`, `url`,"
        " `at`, `document` (null when the text is gone).",
        "content": {MEDIA_TYPE: {"schema": {"type": "string"}}},
        "headers": {
            "Mezmun-Cursor": {"description": "Where to go on, also when no line came.", "schema": {"type": "string"}},
            "Mezmun-More": {"description": "`true` when there is more already.", "schema": {"type": "string"}},
        },
    },
    400: {
        "description": "There is no such site, or the cursor is of another database, or of this one before a backup was"
        " restored."
    },
    401: {"description": "No valid token."},
    403: {"description": "The token lacks the scope `documents:read`."},
    503: {"description": "The database does not answer."},
}


_CURSOR: Final = re.compile("^([0-9]{1,18}|now)$")


def _cursor(text: str) -> str:
    if not _CURSOR.fullmatch(text):
        raise ValueError(
            f"{text!r} is no cursor: give the last one that came, 0 for all documents, or now for what comes next"
        )
    return text


def _language(text: str) -> str:
    try:
        return language_code(text)
    except InvalidInputError as error:
        raise ValueError(str(error)) from None


class FeedParameters(BaseModel, extra="forbid"):
    """What may be asked of the feed. One that is not known is refused: as a filter it would leave out nothing."""

    site: list[str] = Field(default_factory=list, max_length=100)
    language: list[Annotated[str, AfterValidator(_language)]] = Field(default_factory=list, max_length=100)
    kind: list[SiteKind] = Field(default_factory=list, max_length=10)
    cursor: Annotated[str, AfterValidator(_cursor)] = Field(
        "0",
        description="What the last answer gave; `now` for what comes next.",
        json_schema_extra={"pattern": _CURSOR.pattern},
    )
    latest: bool = Field(
        False, description="Of each document the last change alone: without those that later ones have made outdated."
    )
    limit: int = Field(500, ge=1, le=MOST_ENTRIES)
    wait: float = Field(0, ge=0, le=LONGEST_WAIT, description="Seconds to wait when there is nothing yet.")
    since: date | None = Field(None, description="Published, or fetched when no date is stated, since.")
    min_confidence: float | None = Field(None, ge=0, le=1)


@router.get(
    "/documents",
    dependencies=[Depends(requires(Scope.DOCUMENTS))],
    responses=_RESPONSES,
    response_class=Response,
)
async def feed(request: Request, asked: Annotated[FeedParameters, Query()]) -> Response:
    """Give the new, changed and withdrawn documents behind a cursor, each change once, in an order that never changes.

    Go on with the cursor of the last line, or of the header `Mezmun-Cursor`; a cursor never ends. With a filter, a
    document that passes it no more is `withdrawn`, and one may be withdrawn that was never given. With `latest` the
    first change that comes of a document may be `changed`, too.
    """
    resources = resources_of(request)
    wanted = Filter(asked.site, asked.language, asked.kind, asked.since, asked.min_confidence)

    def read(after: int) -> FeedPage:
        return read_feed(resources.engine, after=after, limit=asked.limit, wanted=wanted, latest=asked.latest)

    await run_in_threadpool(_check_sites, resources.engine, asked.site)
    end = monotonic() + asked.wait
    after = await run_in_threadpool(newest_position, resources.engine) if asked.cursor == "now" else int(asked.cursor)
    page = await run_in_threadpool(read, after)
    while not page.entries and monotonic() < end and not await request.is_disconnected():
        if not page.more:
            await asyncio.sleep(PAUSE)
        page = await run_in_threadpool(read, page.position)
    headers = {"Mezmun-Cursor": str(page.position), "Mezmun-More": json.dumps(page.more), "Cache-Control": "no-store"}
    body, coded = await run_in_threadpool(_encode, page, request.headers.get("Accept-Encoding", ""))
    return Response(body, media_type=MEDIA_TYPE, headers=headers | coded)


def _check_sites(engine: Engine, sites: list[str]) -> None:
    if sites:
        with engine.connect() as connection:
            check_sites(connection, sites)


def _encode(page: FeedPage, accept: str) -> tuple[bytes, dict[str, str]]:
    return encode(b"".join(map(_line, page.entries)), accept)


def _line(entry: FeedEntry) -> bytes:
    fields = {
        "cursor": str(entry.position),
        "change": entry.change,
        "id": entry.id,
        "site": entry.site,
        "url": entry.url,
        "at": entry.at.isoformat(),
        "document": entry.document,
    }
    return orjson.dumps(fields, option=orjson.OPT_APPEND_NEWLINE)
