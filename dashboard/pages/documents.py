"""The documents: searching them, and one of them with the way back to its bytes."""

import re
from dataclasses import asdict
from datetime import date
from itertools import groupby
from typing import Annotated, Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Query, Request, Response
from markupsafe import Markup, escape

from dashboard import patience
from dashboard.access.sessions import Operator, Viewer
from dashboard.differences import differences
from dashboard.explanation_process import explain
from dashboard.interface import render
from dashboard.pages.parameters import NONE_IF_EMPTY, BeforeRow, RowNumber
from dashboard.query_letters import in_letters_of_texts
from dashboard.resources import Resources, resources_of
from db.documents import FullDocument, get_document
from db.publication.narrowing import Narrowing
from db.publication.search import BEGIN, END, look_up, search
from db.publication.search_terms import read_query
from db.publication.versions import text_of_version, versions_of
from db.sites import is_site
from mezmun.core.errors import InvalidInputError
from normalization import decode
from store.raw_store import DamagedRawPageError, MissingRawPageError

router = APIRouter(include_in_schema=False)

SHOWN: Final = 20
"""Documents on a page of the list."""
MOST_SOURCE: Final = 500_000
"""Characters of a raw page that are shown; a browser takes long to lay out more."""

_HIT: Final = re.compile(f"{BEGIN}([^{BEGIN}{END}]*){END}")


@router.get("/documents")
def documents_page(
    request: Request,
    who: Viewer,
    q: Annotated[str, Query(max_length=500)] = "",
    site: Annotated[str, Query(max_length=100)] = "",
    language: Annotated[str, Query(max_length=20)] = "",
    cluster: Annotated[int | None, Query(ge=1, lt=2**63), NONE_IF_EMPTY] = None,
    since: Annotated[date | None, NONE_IF_EMPTY] = None,
    until: Annotated[date | None, NONE_IF_EMPTY] = None,
    method: Annotated[str, Query(max_length=50)] = "",
    min_confidence: Annotated[float | None, Query(ge=0, le=1), NONE_IF_EMPTY] = None,
    before: BeforeRow = None,
) -> Response:
    """List the documents that have the words, newest first."""
    terms = in_letters_of_texts(read_query(q.replace("\0", "")))
    site, language, method = (word.replace("\0", "") for word in (site, language, method))
    narrowing = Narrowing(site or None, language or None, cluster, since, until, method or None, min_confidence)
    with resources_of(request).engine.connect() as connection:
        unknown_site = narrowing.site is not None and not is_site(connection, narrowing.site)
        hits = look_up(connection, terms, narrowing, limit=SHOWN + 1, before=before)
        rows = search(connection, terms, hits.documents[:SHOWN])
    older = None
    if len(hits.documents) > SHOWN:
        values = asdict(narrowing) | {"q": q, "before": rows[-1].id}
        older = urlencode({name: value for name, value in values.items() if value is not None})
    return render(
        request,
        "documents/search.html",
        who,
        rows=[(row, marked(row.excerpt)) for row in rows],
        hits=hits,
        before=before,
        q=q,
        spellings=[term.spellings for term in terms if len(term.spellings) > 1],
        narrowing=narrowing,
        unknown_site=unknown_site,
        older=older,
    )


@router.get("/documents/{number}")
def document_page(request: Request, who: Viewer, number: RowNumber) -> Response:
    """Show a document: its text, what the page states, and its provenance."""
    resources = resources_of(request)
    document = _document(resources, number)
    with resources.engine.connect() as connection:
        versions = versions_of(connection, number)
    return render(
        request,
        "documents/document.html",
        who,
        document=document,
        content=document.content,
        posts=_posts(document.content["blocks"]),
        thread={post.number: post for post in document.thread},
        comments=_posts(document.content["comments"]),
        versions=versions,
    )


@router.get("/documents/{number}/versions")
def versions_page(
    request: Request,
    who: Viewer,
    number: RowNumber,
    left: Annotated[int, Query(ge=1, lt=2**63)],
    right: Annotated[int, Query(ge=1, lt=2**63)],
) -> Response:
    """Compare two versions of a document, line by line."""
    resources = resources_of(request)
    document = _document(resources, number)
    with resources.engine.connect() as connection:
        texts = [text_of_version(connection, number, each) for each in (left, right)]
        versions = {row.id: row for row in versions_of(connection, number)}
    if None in texts:
        raise HTTPException(404, "The document has no such version.")
    before, after = ((text or "").splitlines() for text in texts)
    return render(
        request,
        "documents/versions.html",
        who,
        document=document,
        left=versions[left],
        right=versions[right],
        lines=list(differences(before, after)),
        same=before == after,
    )


@router.get("/documents/{number}/lines")
def lines_page(request: Request, who: Operator, number: RowNumber) -> Response:
    """Show every line of the page, kept or left out, and why."""
    resources = resources_of(request)
    document = _document(resources, number)
    return render(
        request,
        "documents/lines.html",
        who,
        document=document,
        explanation=explain(document, _bytes(resources, document)),
    )


@router.get("/documents/{number}/source")
def source_page(request: Request, who: Operator, number: RowNumber) -> Response:
    """Show the raw page as source: text that is read, and never a page that is opened."""
    resources = resources_of(request)
    document = _document(resources, number)
    decoded = decode(_bytes(resources, document), document.provenance.headers.get("content-type"))
    source = decoded.text or ""
    return render(
        request,
        "documents/source.html",
        who,
        document=document,
        encoding=decoded.encoding,
        source=source[:MOST_SOURCE],
        cut=len(source) > MOST_SOURCE,
    )


def marked(excerpt: str) -> Markup:
    """Make HTML of an excerpt, its hits marked."""
    parts = _HIT.split(excerpt)
    shown = [Markup("<mark>{}</mark>").format(part) if at % 2 else escape(part) for at, part in enumerate(parts)]
    return Markup("").join(shown)


def _posts(blocks: list[dict[str, Any]]) -> list[tuple[int, list[dict[str, Any]]]]:
    return [(post, list(group)) for post, group in groupby(blocks, key=lambda block: block.get("post", 0))]


def _document(resources: Resources, number: int) -> FullDocument:
    with resources.engine.connect() as connection:
        try:
            return get_document(connection, number)
        except InvalidInputError:
            raise HTTPException(404, "There is no such document; it may have been taken down.") from None


def _bytes(resources: Resources, document: FullDocument) -> bytes:
    try:
        return patience.soon(lambda: resources.raw.get(document.provenance.sha256), patience.BYTES_SECONDS)
    except (MissingRawPageError, DamagedRawPageError) as error:
        raise HTTPException(404, str(error)) from None
