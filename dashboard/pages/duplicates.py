"""Duplicates: the clusters of documents of nearly the same text, and texts that stand at many addresses of a site."""

from typing import Final

from fastapi import APIRouter, HTTPException, Request, Response

from dashboard.access.sessions import Viewer
from dashboard.interface import render
from dashboard.pages.parameters import RowNumber
from dashboard.resources import resources_of
from db.duplicates.clusters import largest_clusters, members, repeated_texts

router = APIRouter(include_in_schema=False)

SHOWN: Final = 50
"""Clusters, and repeated texts, on the page."""


@router.get("/duplicates")
def duplicates_page(request: Request, who: Viewer) -> Response:
    """List the largest clusters, and the short texts that a site has at many addresses."""
    with resources_of(request).engine.connect() as connection:
        clusters = largest_clusters(connection, limit=SHOWN)
        repeated = repeated_texts(connection, limit=SHOWN)
    return render(request, "duplicates/list.html", who, clusters=clusters, repeated=repeated)


@router.get("/duplicates/{cluster}")
def cluster_page(request: Request, who: Viewer, cluster: RowNumber) -> Response:
    """List the documents of a cluster, the canonical one first."""
    with resources_of(request).engine.connect() as connection:
        rows = members(connection, cluster)
    if not rows:
        raise HTTPException(404, "There is no such cluster; its documents may have changed.")
    return render(request, "duplicates/cluster.html", who, rows=rows, cluster=cluster)
