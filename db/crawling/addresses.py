"""Addresses that turn out to lead to one page: what pages say, by address, and how such pages become one.

Functions take an open ``Connection`` and neither begin nor commit.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, text

from db.column_types import as_json


def digests(connection: Connection, site: str, *, limit: int) -> list[tuple[str, str]]:
    """Give address and digest of the texts, or lists, of a site's pages with a query, the newest ``limit`` of them."""
    return [(row.url, row.digest) for row in connection.execute(_DIGESTS, {"site": site, "limit": limit})]


def junk_parameters(connection: Connection, site: str) -> tuple[str, ...]:
    """Give the query parameters of a site that were learned to make no other page."""
    return tuple(connection.scalar(_JUNK, {"site": site}) or ())


def add_junk_parameters(connection: Connection, site: str, names: Iterable[str]) -> None:
    """Write down query parameters that make no other page."""
    connection.execute(_ADD_JUNK, {"site": site, "names": as_json(sorted(names))})


@dataclass(frozen=True, slots=True)
class KnownAddress:
    """The address of a page."""

    url: str
    has_document: bool
    """It has a document, or posts in that of its thread."""


def known_addresses(connection: Connection, site: str) -> Iterator[KnownAddress]:
    """Give the pages of a site by their ids, without aliases."""
    for row in connection.execute(_KNOWN, {"site": site}, execution_options={"yield_per": 5_000}):
        yield KnownAddress(row.url, row.has_document)


def addresses_with_query(connection: Connection, site: str) -> list[str]:
    """Give the addresses of a site's pages that have a query."""
    return list(connection.scalars(_WITH_QUERY, {"site": site}))


@dataclass(frozen=True, slots=True)
class StatedAddress:
    """A page whose text is stored: the address it states as its own (``rel=canonical``), and the text's digest."""

    url: str
    canonical_url: str
    digest: str


def stated_addresses(connection: Connection, site: str, *, limit: int) -> list[StatedAddress]:
    """Give the newest ``limit`` documents of a site that state an address, without threads, the oldest first."""
    rows = connection.execute(_STATED, {"site": site, "limit": limit})
    return [StatedAddress(row.url, row.canonical_url, row.digest) for row in rows]


def text_digests(connection: Connection, site: str, urls: Iterable[str]) -> dict[str, str]:
    """Give the digests of the texts that stand at these addresses of a site."""
    rows = connection.execute(_TEXT_DIGESTS, {"site": site, "urls": sorted(urls)})
    return {row.url: row.digest for row in rows}


def merge_pages(connection: Connection, site: str, addresses: Mapping[str, str]) -> None:
    """Let pages be one: ``addresses`` has the one address that each of a page's addresses stands for.

    The page of that address, or else the oldest, stays, under that address; the others become its aliases, and their
    documents go when it has one.
    """
    rows = [{"url": url, "target": target} for url, target in sorted(addresses.items())]
    values = {"site": site, "rows": as_json(rows)}
    for statement in (_RENAME, _MAKE_ALIASES, _WITHDRAW):
        connection.execute(statement, values)


_DIGESTS: Final = text(
    """
    SELECT url, encode(coalesce(text_digest, list_digest), 'hex') AS digest
      FROM (SELECT pages.id, pages.url, documents.text_digest, pages.list_digest
              FROM pages LEFT JOIN documents ON documents.page_id = pages.id
             WHERE pages.site = :site AND alias_of IS NULL AND position('?' IN pages.url) > 0
             ORDER BY pages.id DESC LIMIT :limit) AS newest
     WHERE coalesce(text_digest, list_digest) IS NOT NULL
    """
)
_STATED: Final = text(
    """
    SELECT * FROM (
        SELECT documents.page_id, pages.url, canonical_url, encode(documents.text_digest, 'hex') AS digest
          FROM documents JOIN extractions ON extractions.id = documents.extraction_id
               JOIN pages ON pages.id = documents.page_id
         WHERE documents.site = :site AND canonical_url IS NOT NULL AND version_ids IS NULL AND alias_of IS NULL
         ORDER BY documents.page_id DESC LIMIT :limit) AS newest
     ORDER BY page_id
    """
)
_TEXT_DIGESTS: Final = text(
    """
    SELECT pages.url, encode(text_digest, 'hex') AS digest
      FROM pages JOIN documents ON documents.page_id = pages.id
     WHERE pages.site = :site AND pages.url = ANY (:urls) AND alias_of IS NULL
    """
)
_JUNK: Final = text("SELECT junk_parameters FROM sites WHERE name = :site")
_ADD_JUNK: Final = text(
    """
    UPDATE sites
       SET junk_parameters = (SELECT jsonb_agg(DISTINCT parameter)
             FROM jsonb_array_elements_text(junk_parameters || CAST(:names AS jsonb)) AS parameter)
     WHERE name = :site
    """
)
_KNOWN: Final = text(
    """
    SELECT url, EXISTS (SELECT FROM documents WHERE documents.page_id = pages.id)
             OR EXISTS (SELECT FROM thread_pages WHERE thread_pages.page_id = pages.id) AS has_document
      FROM pages WHERE site = :site AND alias_of IS NULL ORDER BY id
    """
)
_WITH_QUERY: Final = text("SELECT url FROM pages WHERE site = :site AND alias_of IS NULL AND position('?' IN url) > 0")
_WITH_ADDRESSES: Final = """
    WITH addresses AS (
        SELECT pages.id, url, target FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS rows (url text, target text)
          JOIN pages USING (url) WHERE pages.site = :site AND taken_down_at IS NULL)
    {statement}
"""
_RENAME: Final = text(
    _WITH_ADDRESSES.format(
        statement=""", renamed AS (
        UPDATE pages SET url = oldest.target
          FROM (SELECT target, min(id) AS id FROM addresses GROUP BY target) AS oldest
         WHERE pages.id = oldest.id
           AND NOT EXISTS (SELECT FROM pages AS other WHERE other.site = :site AND other.url = oldest.target)
        RETURNING pages.id, pages.url)
    UPDATE documents SET url = renamed.url FROM renamed WHERE documents.page_id = renamed.id
    """
    )
)
_MAKE_ALIASES: Final = text(
    _WITH_ADDRESSES.format(
        statement="""
    UPDATE pages SET alias_of = coalesce(page.alias_of, page.id)
      FROM addresses JOIN pages AS page ON page.site = :site AND page.url = addresses.target
     WHERE (pages.id = addresses.id OR pages.alias_of = addresses.id) AND pages.id <> coalesce(page.alias_of, page.id)
    """
    )
)
_WITHDRAW: Final = text(
    _WITH_ADDRESSES.format(
        statement="""
    DELETE FROM documents
     USING addresses JOIN pages ON pages.id = addresses.id
     WHERE documents.page_id = pages.id
       AND EXISTS (SELECT FROM documents AS other WHERE other.page_id = pages.alias_of)
    """
    )
)
