"""What links, feeds and sitemaps show: new pages enter the schedule of their site, changed ones are due again.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Row, text

from db.column_types import as_json, storable
from db.removal.tombstones import sites_taken_down
from mezmun.core.web.web_address import MAX_URL_OCTETS

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A link worth following, as the page that has it shows it.

    ``found_on`` is the id of that page. ``thread_key`` and ``thread_page`` place it in a thread, ``index_state`` is
    what the index shows of the thread (its replies, its last post), ``modified_at`` when a feed or a sitemap says that
    the page was last changed. ``due_at`` is when it is first looked at, at once when it is None.
    """

    site: str
    url: str
    role: str
    depth: int = 0
    cost: float = 0.0
    shape: int = 0
    barren: int = 0
    found_on: int | None = None
    thread_key: str | None = None
    thread_page: int | None = None
    index_state: str | None = None
    modified_at: datetime | None = None
    due_at: datetime | None = None
    kind: str | None = None
    """Of the section that it is in, where that is another one than the site's; a crawl writes it with each fetch."""


@dataclass(slots=True)
class FoundCounts:
    """What the links of one page came to."""

    new: int = 0
    """Pages that nobody knew, and threads that have grown."""
    revised: int = 0
    """Known pages that are said to have changed since they were fetched."""
    added: list[str] = field(default_factory=list)
    """The addresses of the pages that nobody knew."""


def add_pages(
    connection: Connection, found_pages: Iterable[FoundPage], *, now: datetime
) -> dict[int | None, FoundCounts]:
    """Add pages to the sites' schedules, and count by ``found_on`` what came of it.

    Another address of a known page of a thread becomes its alias. A page that is known stays as it is, with two
    exceptions: one that is said to have changed since it was fetched is due now; and of a thread that the index shows
    grown, the last page that was fetched is, and one that was not there but is linked again: new ones are due in any
    case. A URL that is there twice counts once, at its smallest cost; one over ``MAX_URL_OCTETS`` is
    passed over. Nothing is added to a site that was taken down, or to a thread of which all known pages were.
    """
    best: dict[tuple[str, str], FoundPage] = {}
    for page in found_pages:
        url = storable(page.url)
        if len(url.encode()) > MAX_URL_OCTETS:
            log.warning("passed over a URL of %d characters at site %s: %s...", len(url), page.site, url[:100])
        elif (page.site, url) not in best or page.cost < best[page.site, url].cost:
            best[page.site, url] = page
    down = sites_taken_down(connection, sorted({site for site, _ in best})) if best else set()
    rows = [{**_values(best[key]), "url": key[1]} for key in sorted(best) if key[0] not in down]
    if not rows:
        return {}
    counts: dict[int | None, FoundCounts] = {}
    for row in _added(connection, rows, now):
        about = {"page": row.id, "site": row.site}
        log.debug("page %d of %s is found: %s", row.id, row.site, row.url, extra=about)
        if row.alias_of is None:
            count = counts.setdefault(best[row.site, row.url].found_on, FoundCounts())
            count.new += 1
            count.added.append(row.url)
    index_rows = [row for row in rows if row["index_state"] is not None or row["modified_at"] is not None]
    if index_rows:
        for row in connection.execute(_CHANGED, {"rows": as_json(index_rows), "now": now}):
            count = counts.setdefault(row.found_on, FoundCounts())
            count.new, count.revised = count.new + row.grown, count.revised + row.revised
    return counts


def _added(connection: Connection, rows: Sequence[Mapping[str, Any]], now: datetime) -> list[Row[Any]]:
    """Insert rows, of several addresses of one page of a thread the shortest first, for the others to find it."""
    firsts: dict[tuple[Any, ...], Mapping[str, Any]] = {}
    others = []
    for row in sorted(rows, key=lambda row: len(row["url"])):
        place = (row["site"], row["thread_key"], row["thread_page"])
        if row["thread_key"] is not None and firsts.setdefault(place, row) is not row:
            others.append(row)
    batches = [[row for row in rows if row not in others], others] if others else [rows]
    return [row for batch in batches for row in connection.execute(_ADD, {"rows": as_json(batch), "now": now})]


def _values(page: FoundPage) -> dict[str, Any]:
    """Give what ``asdict`` gives, which copies deeply: that took a tenth of a crawl's time."""
    return {name: getattr(page, name) for name in FoundPage.__slots__}


_WITH_FOUND_PAGES: Final = """
    WITH found AS (
        SELECT * FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS found (
            site text, url text, role text, depth int, cost real, shape int, barren smallint, found_on bigint,
            thread_key text, thread_page int, index_state text, modified_at timestamptz, due_at timestamptz, kind text))
    {statement}
"""
# Asked for first and inserted second: an insert that finds its row there would use up a number of the sequence.
_ADD: Final = text(
    _WITH_FOUND_PAGES.format(
        statement="""
    INSERT INTO pages (site, url, role, depth, cost, shape, barren, thread_key, thread_page, index_state,
                       discovered_at, next_due_at, kind, alias_of)
    SELECT site, url, role, depth, cost, shape, barren, thread_key, thread_page, index_state,
           :now, coalesce(due_at, :now), kind,
           (SELECT id FROM pages
             WHERE pages.site = found.site AND pages.thread_key = found.thread_key
               AND pages.thread_page = found.thread_page AND alias_of IS NULL
               AND (failures = 0 OR pages.sha256 IS NOT NULL OR taken_down_at IS NOT NULL)
             ORDER BY id LIMIT 1)
      FROM found
     WHERE NOT EXISTS (SELECT FROM pages WHERE pages.site = found.site AND pages.url = found.url)
       AND (thread_key IS NULL
            OR EXISTS (SELECT FROM pages WHERE pages.site = found.site AND pages.thread_key = found.thread_key
                          AND pages.taken_down_at IS NULL)
            OR NOT EXISTS (SELECT FROM pages WHERE pages.site = found.site AND pages.thread_key = found.thread_key))
     ORDER BY site, url
    ON CONFLICT (site, url) DO NOTHING
    RETURNING id, site, url, alias_of
    """
    )
)
_CHANGED: Final = text(
    _WITH_FOUND_PAGES.format(
        statement=""",
    known AS (
        SELECT pages.id, pages.site, pages.fetched_at, pages.failures, found.modified_at, found.found_on,
               found.index_state,
               coalesce(pages.thread_key, found.thread_key) AS thread_key,
               (pages.index_state <> found.index_state) IS TRUE AS grown
          FROM found JOIN pages AS address ON address.site = found.site AND address.url = found.url
               JOIN pages ON pages.id = coalesce(address.alias_of, address.id)
         WHERE pages.taken_down_at IS NULL
           AND (pages.index_state IS DISTINCT FROM coalesce(found.index_state, pages.index_state)
                OR found.modified_at > pages.fetched_at)),
    due AS (
        SELECT DISTINCT ON (known.id)
               CASE WHEN known.failures > 0 THEN known.id ELSE coalesce(last.id, known.id) END AS id,
               known.found_on, known.grown
          FROM known LEFT JOIN pages AS last
            ON last.site = known.site AND last.thread_key = known.thread_key AND last.alias_of IS NULL
               AND last.failures = 0 AND last.fetched_at IS NOT NULL
         WHERE known.grown OR known.modified_at > known.fetched_at
         ORDER BY known.id, last.thread_page DESC NULLS LAST),
    changes AS (  -- one for each row: a statement that updates a row twice does it once
        SELECT id, max(index_state) AS index_state, bool_or(is_due) AS is_due
          FROM (SELECT id, index_state, false AS is_due FROM known
                UNION ALL SELECT id, NULL, true FROM due) AS both_kinds
         GROUP BY id),
    done AS (
        UPDATE pages SET index_state = coalesce(changes.index_state, pages.index_state),
                         next_due_at = CASE WHEN is_due THEN least(pages.next_due_at, :now)
                                            ELSE pages.next_due_at END
          FROM changes WHERE pages.id = changes.id)
    SELECT found_on, count(DISTINCT id) FILTER (WHERE grown) AS grown,
           count(DISTINCT id) FILTER (WHERE NOT grown) AS revised
      FROM due GROUP BY found_on
    """
    )
)
