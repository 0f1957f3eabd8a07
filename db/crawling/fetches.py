"""What came of asking for pages, written in batches: a row for each fetch, its raw page, and its outcome if it has one.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, text

from db.column_types import as_json, storable
from db.processing.fetch_outcomes import PROVISIONAL
from db.removal.tombstones import pages_taken_down, sites_taken_down
from db.threads.thread_storage import lock_threads, withdraw
from mezmun.core.outcomes import Outcome
from mezmun.core.web.web_address import spellings
from store.raw_store import StoredBytes

HEADERS_KEPT: Final = frozenset(
    {
        "content-encoding",
        "content-language",
        "content-type",
        "date",
        "etag",
        "last-modified",
        "location",
        "server",
        "x-robots-tag",
    }
)
"""Response headers that say something about the page or help to ask for it again; never a cookie."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """What came of asking for a page. ``headers`` may be all of them: those of ``HEADERS_KEPT`` are kept.

    ``status`` is None when no answer came; ``raw`` is None when no body is kept; ``attempts`` counts the requests, also
    those that were redirected. ``signals`` are the wishes that came with the answer. A fetch without ``outcome`` waits
    for a worker; its bytes must be in the raw store before it is written.
    """

    site: str
    crawl_id: int
    page_id: int
    url: str
    requested_at: datetime
    fetched_at: datetime
    final_url: str | None = None
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    robots: str | None = None
    signals: Mapping[str, Any] = field(default_factory=dict)
    raw: StoredBytes | None = None
    error: str | None = None
    attempts: int = 1
    outcome: Outcome | None = None
    detail: str | None = None

    @property
    def asks_not_to_be_stored(self) -> bool:
        """Say whether the page itself forbids to be stored; what robots.txt forbids gives no answer."""
        return self.outcome is Outcome.ROBOTS_DENIED and self.status is not None


@dataclass(frozen=True, slots=True)
class RecordedFetch:
    """A fetch as it now stands; without an outcome it waits for a worker and is to be published."""

    id: int
    page_id: int
    outcome: Outcome | None


def record_fetches(connection: Connection, batch: Sequence[Fetched]) -> list[RecordedFetch]:
    """Write fetches in the caller's one transaction, at most one a page.

    A page that was taken down meanwhile, or that was redirected to one that is, is written without bytes, as
    ``taken-down``; the document of one that answered and asks not to be stored any more (``noindex``) is withdrawn. A
    crawler that is killed at any point has either fetched a page or not.
    """
    down = sites_taken_down(connection, sorted({fetched.site for fetched in batch}))
    withdrawn = sorted(fetched.page_id for fetched in batch if fetched.asks_not_to_be_stored)
    lock_threads(connection, withdrawn)  # before the pages, as all who write threads do
    targets = _redirected_to(connection, batch)
    down_pages = pages_taken_down(connection, [*(fetched.page_id for fetched in batch), *(to for _, to in targets)])
    gone = down_pages | {page for page, to in targets if to in down_pages}
    gone |= {fetched.page_id for fetched in batch if fetched.site in down}
    rows = [_row(fetched, fetched.page_id in gone) for fetched in batch]
    if any(row["sha256"] for row in rows):
        raw = {
            fetched.raw.sha256: fetched for fetched in batch if fetched.raw is not None and fetched.page_id not in gone
        }
        connection.execute(_ADD_RAW_PAGES, {"rows": _raw_rows(raw)})
    fetch_ids = {row.page_id: row.id for row in connection.execute(_ADD_FETCHES, {"rows": as_json(rows)})}
    ended = [
        {
            "fetch_id": fetch_ids[row["page_id"]],
            "outcome": row["outcome"],
            "detail": row["detail"],
            "fetched_at": row["fetched_at"],
        }
        for row in rows
        if row["outcome"] is not None
    ]
    if ended:
        connection.execute(_ADD_OUTCOMES, {"rows": as_json(ended)})
    if withdrawn:
        withdraw(connection, [fetch_ids[page] for page in withdrawn], now=max(one.fetched_at for one in batch))
    return [RecordedFetch(fetch_ids[row["page_id"]], row["page_id"], row["outcome"]) for row in rows]


def _redirected_to(connection: Connection, batch: Sequence[Fetched]) -> list[tuple[int, int]]:
    """Give the pages that were asked for and redirected to a known page, each with that one."""
    targets: list[tuple[int, int]] = []
    for fetched in batch:
        if fetched.final_url is not None and fetched.final_url != fetched.url:
            urls = [storable(each) for each in spellings(fetched.final_url)]
            known = connection.scalars(_PAGES_AT, {"site": fetched.site, "urls": urls})
            targets += [(fetched.page_id, page) for page in known]
    return targets


@dataclass(frozen=True, slots=True)
class KnownPage:
    """A page that is in the database, and the time of the newest fetch that has its bytes."""

    id: int
    is_taken_down: bool
    newest_at: datetime | None


def known_pages_at(connection: Connection, site: str, urls: Sequence[str]) -> dict[str, KnownPage]:
    """Give the pages of a site that these addresses lead to, over their aliases, by address."""
    return {
        row.url: KnownPage(row.id, row.is_taken_down, row.newest_at)
        for row in connection.execute(_KNOWN_PAGES_AT, {"site": site, "urls": list(urls)})
    }


def not_to_be_archived(connection: Connection, *, limit: int) -> list[str]:
    """Give the addresses of bytes that a page asked not to be kept (``noarchive``), and that the workers have read."""
    rows = connection.scalars(_NOT_TO_BE_ARCHIVED, {"limit": limit, "provisional": list(PROVISIONAL)})
    return [bytes(sha256).hex() for sha256 in rows]


def _row(fetched: Fetched, taken_down: bool) -> dict[str, Any]:
    row = {
        "page_id": fetched.page_id,
        "crawl_id": fetched.crawl_id,
        "requested_at": fetched.requested_at.isoformat(),
        "fetched_at": fetched.fetched_at.isoformat(),
        "url": fetched.url,
        "status": fetched.status,
        "robots": fetched.robots,
        "attempts": fetched.attempts,
    }
    if taken_down:
        bare: dict[str, Any] = dict.fromkeys(("final_url", "sha256", "size", "error", "detail"))
        return row | bare | {"headers": {}, "signals": {}, "outcome": Outcome.TAKEN_DOWN}
    headers = {key.lower(): value for key, value in fetched.headers.items()}
    return row | {
        "final_url": fetched.final_url,
        "headers": {key: headers[key] for key in sorted(HEADERS_KEPT & headers.keys())},
        "signals": dict(fetched.signals),
        "sha256": fetched.raw and fetched.raw.sha256,
        "size": fetched.raw and fetched.raw.size,
        "error": fetched.error,
        "outcome": fetched.outcome,
        "detail": fetched.detail,
    }


def _raw_rows(raw: Mapping[str, Fetched]) -> str:
    return as_json(
        [
            {
                "sha256": sha256,
                "size": fetched.raw.size,
                "stored_size": fetched.raw.stored_size,
                "compression": fetched.raw.compression,
                "stored_at": fetched.fetched_at.isoformat(),
            }
            for sha256, fetched in sorted(raw.items())  # in one order: no two crawlers wait in a ring
            if fetched.raw is not None
        ]
    )


_ADD_RAW_PAGES: Final = text(
    """
    INSERT INTO raw_pages (sha256, size, stored_size, compression, stored_at)
    SELECT decode(sha256, 'hex'), size, stored_size, compression, stored_at
      FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS raw (
           sha256 text, size bigint, stored_size bigint, compression text, stored_at timestamptz)
    ON CONFLICT (sha256) DO UPDATE SET stored_at = excluded.stored_at, removed_at = NULL, lost_at = NULL
     WHERE raw_pages.removed_at IS NOT NULL OR raw_pages.lost_at IS NOT NULL
    """
)
_ADD_FETCHES: Final = text(
    """
    INSERT INTO fetches (page_id, crawl_id, requested_at, fetched_at, url, final_url, status, headers, robots, signals,
                         sha256, size, error, attempts)
    SELECT page_id, crawl_id, requested_at, fetched_at, url, final_url, status, headers, robots, signals,
           decode(sha256, 'hex'), size, error, attempts
      FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS fetched (
           page_id bigint, crawl_id bigint, requested_at timestamptz, fetched_at timestamptz, url text, final_url text,
           status smallint, headers jsonb, robots text, signals jsonb, sha256 text, size bigint, error text,
           attempts smallint)
    RETURNING id, page_id
    """
)
_ADD_OUTCOMES: Final = text(
    """
    INSERT INTO outcomes (fetch_id, outcome, detail, at)
    SELECT fetch_id, outcome, detail, fetched_at
      FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS ended (
           fetch_id bigint, outcome text, detail text, fetched_at timestamptz)
    ON CONFLICT DO NOTHING
    """
)
_PAGES_AT: Final = text("SELECT id FROM pages WHERE site = :site AND url = ANY (:urls)")
_KNOWN_PAGES_AT: Final = text(
    """
    SELECT addresses.url, pages.id,
           addresses.taken_down_at IS NOT NULL OR pages.taken_down_at IS NOT NULL AS is_taken_down,
           (SELECT max(fetched_at) FROM fetches WHERE page_id = pages.id AND sha256 IS NOT NULL) AS newest_at
      FROM pages AS addresses JOIN pages ON pages.id = coalesce(addresses.alias_of, addresses.id)
     WHERE addresses.site = :site AND addresses.url = ANY (:urls)
    """
)
_NOT_TO_BE_ARCHIVED: Final = text(
    """
    SELECT DISTINCT fetches.sha256 FROM fetches JOIN raw_pages ON raw_pages.sha256 = fetches.sha256
     WHERE fetches.sha256 IS NOT NULL AND signals -> 'robots' ?| ARRAY['noarchive', 'nocache']
       AND raw_pages.removed_at IS NULL
       AND NOT EXISTS (SELECT FROM fetches AS others LEFT JOIN outcomes ON outcomes.fetch_id = others.id
                        WHERE others.sha256 = fetches.sha256
                          AND (outcome IS NULL OR outcome = ANY (:provisional)))
     LIMIT :limit
    """
)
