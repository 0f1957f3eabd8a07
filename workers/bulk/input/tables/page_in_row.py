"""The page in a row of a table."""

import io
from dataclasses import replace
from typing import Final

from mezmun.core.outcomes import Outcome
from workers.bulk.input.content_codings import too_large
from workers.bulk.input.items import Item, NoPage, PassedOver, Place, SourcePage, TableColumns
from workers.bulk.input.saved_page import source_page

_HEADER: Final = "text/html; charset=utf-8"
"""What text is read as: it was decoded before, whatever encoding the page states."""


def page_in(place: Place, row: object, most: int, columns: TableColumns) -> Item:
    """Give the page of a row, which has its values by the names of the columns.

    What has no HTML is of no type that is read; ``most`` are the bytes of the largest page.
    """
    if not isinstance(row, dict):
        return NoPage(place, PassedOver.TYPE)
    html, url = row.get(columns.html), row.get(columns.url or columns.DEFAULT_URL)
    address = url if isinstance(url, str) and url else None
    if isinstance(html, bytes):
        page = source_page(place, io.BytesIO(html), most)
        return replace(page, url=address or page.url)
    if not isinstance(html, str):
        return NoPage(place, PassedOver.TYPE)
    body = html.encode("utf-8", "replace")
    if len(body) > most:
        return replace(large_page(place, most), url=address)
    return SourcePage(place, body, address, _HEADER)


def large_page(place: Place, most: int) -> SourcePage:
    """Give what stands for a page of more than ``most`` bytes."""
    return SourcePage(place, b"", fault=(Outcome.TOO_LARGE, str(too_large(most))))
