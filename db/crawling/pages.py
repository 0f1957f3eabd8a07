"""The pages of a site as a schedule: what is due, when each is looked at again, and which are one under two addresses.

The rows are the queue: a page is due when ``next_due_at`` has come. Of what is due, first come the pages where a site
begins (cost 0); then the shapes of addresses take turns, so that a calendar or fifty thousand links of one kind leave
the others their share; within a shape first what was never fetched, and of that the cheapest.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, text

from db.column_types import as_json, storable


@dataclass(frozen=True, slots=True)
class DuePage:
    """A page to fetch, with all that is known of its earlier fetches. ``sha256`` is of the bytes last fetched whole."""

    id: int
    url: str
    role: str
    depth: int
    cost: float
    next_due_at: datetime
    revisit_interval: timedelta | None
    fetched_at: datetime | None
    failures: int
    sha256: str | None
    etag: str | None
    last_modified: str | None
    validator_trust: int
    conditional_gets: int
    barren: int
    thread_key: str | None
    thread_page: int | None
    last_outcome: str | None
    """What the last fetch ended with, if the workers have got to it."""
    is_indexed: bool
    """The index shows when its thread has grown."""


@dataclass(frozen=True, slots=True)
class Visited:
    """What a page's row is after a fetch: all that ``DuePage`` tells of it, and the digest of its list of links."""

    id: int
    role: str
    next_due_at: datetime
    revisit_interval: timedelta | None
    fetched_at: datetime
    failures: int
    sha256: str | None
    etag: str | None
    last_modified: str | None
    validator_trust: int
    conditional_gets: int
    list_digest: str | None
    thread_key: str | None
    thread_page: int | None
    kind: str | None = None
    """Of the section that it is in, where that is another one than the site's."""


def due_pages(
    connection: Connection, site: str, *, now: datetime, limit: int, not_since: datetime | None = None
) -> list[DuePage]:
    """Give the pages of a site that are due, in the order in which they are to be fetched.

    Those fetched after ``not_since``, the begin of this crawl, are left to the next one.
    """
    rows = connection.execute(_DUE, {"site": site, "now": now, "limit": limit, "not_since": not_since})
    return [DuePage(**row._mapping) for row in rows]  # the columns have the fields' names


def next_due(connection: Connection, site: str) -> datetime | None:
    """Give the time at which the next page of a site is due; None when it has none."""
    due: datetime | None = connection.scalar(_NEXT_DUE, {"site": site})
    return due


def known_pages(connection: Connection, site: str) -> int:
    """Count the pages of a site, fetched or not, without their aliases and those taken down."""
    return connection.scalar(_KNOWN, {"site": site}) or 0


def pages_elsewhere(connection: Connection, site: str, hosts: Iterable[str]) -> dict[str, int]:
    """Count the pages of a site that are on none of its hosts any more, by their hosts."""
    return {row.host: row.pages for row in connection.execute(_ELSEWHERE, {"site": site, "hosts": list(hosts)})}


def reschedule(connection: Connection, visited: Sequence[Visited]) -> None:
    """Write what the pages' rows are after their fetches."""
    if visited:
        rows = [asdict(page) for page in sorted(visited, key=lambda page: page.id)]
        connection.execute(_RESCHEDULE, {"rows": as_json(rows)})


def put_off(connection: Connection, numbers: Sequence[int], *, until: datetime) -> None:
    """Let pages be due at a time, and not before."""
    connection.execute(_PUT_OFF, {"pages": sorted(numbers), "until": until})


def make_alias(connection: Connection, alias: int, page: int, *, now: datetime) -> None:
    """Let a page be another address of ``page``, or of the page that this one is an alias of; it is due no more.

    When one page of a thread is found to be in another thread, the others are due: they may be there as well.
    """
    connection.execute(_ALIAS, {"alias": alias, "page": page})
    connection.execute(_REST_OF_THREAD_IS_DUE, {"alias": alias, "now": now})


def try_alias(connection: Connection, page: int, *, now: datetime) -> None:
    """Let another address of a page that never answered take its place, if there is one."""
    connection.execute(_TRY_ALIAS, {"page": page, "now": now})


def page_at(connection: Connection, site: str, url: str) -> int | None:
    """Give the id of the page that an address leads to, over its alias if it is one; None when it is not known."""
    page: int | None = connection.scalar(_PAGE_AT, {"site": site, "url": storable(url)})
    return page


def make_due(
    connection: Connection,
    site: str,
    *,
    roles: Sequence[str],
    now: datetime,
    most_cost: float = 1e9,
) -> int:
    """Make the pages of these roles due at a time, up to a cost, and give their number."""
    values = {"site": site, "roles": list(roles), "now": now, "cost": most_cost}
    return connection.execute(_MAKE_DUE, values).rowcount


_DUE: Final = text(
    """
    SELECT id, url, role, depth, cost, next_due_at, revisit_interval, fetched_at, failures,
           encode(sha256, 'hex') AS sha256, etag, last_modified, validator_trust, conditional_gets,
           barren, thread_key, thread_page,
           EXISTS (SELECT FROM pages AS other
                    WHERE other.site = :site AND other.thread_key = due.thread_key AND other.alias_of IS NULL
                      AND other.index_state IS NOT NULL) AS is_indexed,
           (SELECT outcome FROM fetches JOIN outcomes ON outcomes.fetch_id = fetches.id
             WHERE fetches.page_id = due.id ORDER BY fetches.id DESC LIMIT 1) AS last_outcome
      FROM (SELECT *, row_number() OVER (PARTITION BY shape ORDER BY fetched_at IS NOT NULL, cost, id) AS turn
              FROM pages
             WHERE site = :site AND next_due_at <= :now AND taken_down_at IS NULL AND alias_of IS NULL
               AND (fetched_at < :not_since OR fetched_at IS NULL OR CAST(:not_since AS timestamptz) IS NULL)) AS due
     ORDER BY cost > 0, turn, cost, id
     LIMIT :limit
    """
)
_NEXT_DUE: Final = text(
    "SELECT min(next_due_at) FROM pages WHERE site = :site AND taken_down_at IS NULL AND alias_of IS NULL"
)
_KNOWN: Final = text("SELECT count(*) FROM pages WHERE site = :site AND alias_of IS NULL AND taken_down_at IS NULL")
_ELSEWHERE: Final = text(
    """
    SELECT host, count(*) AS pages
      FROM (SELECT split_part(url, '/', 3) AS host FROM pages
             WHERE site = :site AND alias_of IS NULL AND taken_down_at IS NULL) AS known
     WHERE NOT host = ANY (:hosts)
     GROUP BY host ORDER BY host
    """
)
_RESCHEDULE: Final = text(
    """
    UPDATE pages
       SET role = visited.role, next_due_at = visited.next_due_at, revisit_interval = visited.revisit_interval,
           fetched_at = visited.fetched_at, failures = visited.failures, sha256 = decode(visited.sha256, 'hex'),
           etag = visited.etag, last_modified = visited.last_modified, validator_trust = visited.validator_trust,
           conditional_gets = visited.conditional_gets, list_digest = decode(visited.list_digest, 'hex'),
           thread_key = visited.thread_key, thread_page = visited.thread_page, kind = visited.kind
      FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS visited (
           id bigint, role text, next_due_at timestamptz, revisit_interval interval, fetched_at timestamptz,
           failures smallint, sha256 text, etag text, last_modified text, validator_trust smallint,
           conditional_gets smallint, list_digest text, thread_key text, thread_page int, kind text)
     WHERE pages.id = visited.id AND pages.taken_down_at IS NULL
    """
)
_ALIAS: Final = text(
    """
    WITH target AS (SELECT coalesce(alias_of, id) AS id FROM pages WHERE id = :page)
    UPDATE pages SET alias_of = target.id FROM target
     WHERE target.id <> :alias AND (pages.id = :alias OR pages.alias_of = :alias)
    """
)
_PUT_OFF: Final = text("UPDATE pages SET next_due_at = :until WHERE id = ANY (:pages)")
_REST_OF_THREAD_IS_DUE: Final = text(
    """
    UPDATE pages SET next_due_at = least(pages.next_due_at, :now)
      FROM pages AS alias JOIN pages AS target ON target.id = alias.alias_of
     WHERE alias.id = :alias AND target.thread_key IS DISTINCT FROM alias.thread_key
       AND pages.site = alias.site AND pages.thread_key = alias.thread_key AND pages.id <> alias.id
       AND pages.taken_down_at IS NULL AND pages.alias_of IS NULL
    """
)
_TRY_ALIAS: Final = text(
    """
    WITH other AS (SELECT min(id) AS id FROM pages WHERE alias_of = :page)
    UPDATE pages SET alias_of = nullif(other.id, pages.id), next_due_at = :now FROM other WHERE alias_of = :page
    """
)
_PAGE_AT: Final = text("SELECT coalesce(alias_of, id) FROM pages WHERE site = :site AND url = :url")
_MAKE_DUE: Final = text(
    """
    UPDATE pages SET next_due_at = least(next_due_at, :now)
     WHERE site = :site AND role = ANY (:roles) AND cost <= :cost
       AND taken_down_at IS NULL AND alias_of IS NULL
    """
)
