"""Writing threads: what a page shows becomes versions of posts, and what all pages show becomes the thread's document.

The rule: a thread's document is what its pages show, each by its newest fetch. A post that several pages show is one
post: it stands where the first of them has it, and reads as the newest fetch has it. So the document follows from the
fetches alone, in whatever order workers bring them. It stands under the first page that has any, and takes the place of
the documents of all of them.

Writers of one thread take turns at its row. Locks are taken site first, thread second, page third
(``db.removal.tombstones``). Functions take an open ``Connection`` and neither begin nor commit.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, DateTime, bindparam, text

from db.block_texts import with_texts
from db.prepared_statement import PreparedStatement
from db.processing.extraction_storage import write_extraction
from db.threads.outdated_pages import look_again
from db.threads.page_shares import forget_shares, share_anew
from db.threads.post_versions import post_versions
from mezmun.core.outcomes import Outcome


def store_thread_page(
    connection: Connection,
    fetch_id: int,
    values: Mapping[str, Any],
    *,
    site: str,
    thread: str,
    number: int,
    now: datetime,
) -> Outcome:
    """Store what was made of a fetch of a page of a thread, and let the thread's document show its posts.

    ``values`` are those of ``store_extraction``. ``thread`` is the site's own id of it, and pages are in
    the order of their ``number``.

    Gives ``STORED`` when the thread's document is new or reads differently now, ``UNCHANGED`` when it does not, and
    ``TAKEN_DOWN``, with no text written, when page, site or bytes are gone for good. The same again changes nothing.

    Raises:
        InvalidInputError: there is no such fetch.
    """
    thread_id = _lock(connection, site, thread)
    result = write_extraction(connection, fetch_id, values, now=now)
    if result.gone:
        return Outcome.TAKEN_DOWN
    versions = post_versions(values["blocks"], values["post_facts"] or (), number)
    before, shown = _show(connection, thread_id, result.page_id, number, fetch_id, result.extraction_id, versions)
    share_anew(connection, thread_id, before | shown)
    look_again(connection, fetch_id, shown - before, now=now)
    return Outcome.STORED if _renew(connection, thread_id, now) else Outcome.UNCHANGED


def withdraw(connection: Connection, fetch_ids: Sequence[int], *, now: datetime) -> None:
    """Let documents show nothing of the pages of these fetches, one a page, which leave nothing to show.

    What older fetches of these pages bring later is not shown either. A page of which a newer fetch made a text keeps
    it.
    """
    values = {"fetches": list(fetch_ids)}
    threads = lock_threads(connection, connection.scalars(_PAGES_OF_FETCHES, values).all())
    connection.execute(_LOCK_PAGES_OF_FETCHES, values)
    pages = {"pages": list(connection.scalars(_WITHDRAW, values))}
    connection.execute(text("DELETE FROM thread_pages WHERE page_id = ANY(:pages)"), pages)
    connection.execute(text("DELETE FROM documents WHERE page_id = ANY(:pages) AND version_ids IS NULL"), pages)
    for thread_id in sorted(set(threads.values())):
        renew_document(connection, thread_id, now=now)


def lock_threads(connection: Connection, page_ids: Sequence[int]) -> dict[int, int]:
    """Lock the threads of these pages, before the pages are; give the thread of each page that is of one."""
    values = {"pages": list(page_ids)}
    connection.execute(_ADD_OF_PAGES, values)
    return {row.page_id: row.thread_id for row in connection.execute(_LOCK_OF_PAGES, values)}


def show_extraction(
    connection: Connection, thread_id: int, page_id: int, fetch_id: int, extraction_id: int | None
) -> None:
    """Let a page of a thread, whose row is locked, show what an extraction of it has, or nothing.

    What a newer fetch shows stays, or what it withdrew. ``renew_document`` is called when the thread's pages are done.
    """
    values = {"page": page_id, "fetch": fetch_id, "extraction": extraction_id}
    row = connection.execute(_EXTRACTION, values).one_or_none()
    if row is None:
        connection.execute(_HIDE, values)
        return
    versions = post_versions(with_texts(row.blocks, row.text), row.post_facts or (), row.number)
    _show(connection, thread_id, page_id, row.number, fetch_id, row.id, versions)


def renew_document(connection: Connection, thread_id: int, *, now: datetime) -> bool:
    """Let a thread's document be what its pages show; say whether it reads differently now. Its row is locked.

    All of its posts are gone through: for when pages of it went.
    """
    forget_shares(connection, thread_id)
    share_anew(connection, thread_id, ())
    return _renew(connection, thread_id, now)


def forget_posts(connection: Connection, thread_ids: Iterable[int]) -> None:
    """Delete the versions of posts that no page of their thread shows any more: pages were taken down."""
    connection.execute(_FORGET, {"threads": list(thread_ids)})


def _show(
    connection: Connection,
    thread_id: int,
    page_id: int,
    number: int,
    fetch_id: int,
    extraction_id: int,
    versions: list[dict[str, Any]],
) -> tuple[set[int], set[int]]:
    """Store what a page shows; give the versions of posts that it showed before, and those that it shows now.

    Of a fetch that is not the page's newest it shows nothing.
    """
    place = {"thread": thread_id, "page": page_id, "number": number, "fetch": fetch_id, "extraction": extraction_id}
    before, shown = _STORE_POSTS.execute(connection, {**place, "versions": json.dumps(versions)})
    return set(before), set(shown)


def _renew(connection: Connection, thread_id: int, now: datetime) -> bool:
    row = _RENEW.execute(connection, {"thread": thread_id, "now": now})
    return row is not None and bool(row[0])


def _lock(connection: Connection, site: str, thread: str) -> int:
    values = {"site": site, "key": thread}
    while (row := _LOCK.execute(connection, values)) is None:
        _ADD.execute(connection, values)
    return int(row.id)


_LOCK: Final = PreparedStatement(
    "mezmun_lock_thread",
    text(
        """
        SELECT threads.id FROM sites JOIN threads ON threads.site = sites.name
         WHERE sites.name = CAST(:site AS text) AND threads.key = CAST(:key AS text)
           FOR KEY SHARE OF sites FOR NO KEY UPDATE OF threads
        """
    ),
)
_ADD_OF_PAGES: Final = text(
    """
    INSERT INTO threads (site, key)
    SELECT DISTINCT site, thread_key FROM pages WHERE id = ANY(:pages) AND thread_key IS NOT NULL
        ON CONFLICT DO NOTHING
    """
)
_LOCK_OF_PAGES: Final = text(
    """
    SELECT pages.id AS page_id, threads.id AS thread_id
      FROM sites JOIN threads ON threads.site = sites.name
           JOIN pages ON pages.site = threads.site AND pages.thread_key = threads.key
     WHERE pages.id = ANY(:pages) ORDER BY threads.id FOR KEY SHARE OF sites FOR NO KEY UPDATE OF threads
    """
)
_EXTRACTION: Final = text(
    """
    SELECT extractions.id, text, blocks, post_facts, coalesce(thread_page, 0) AS number
      FROM extractions JOIN pages ON pages.id = page_id
     WHERE extractions.id = :extraction AND page_id = :page AND taken_down_at IS NULL
    """
)
_PAGES_OF_FETCHES: Final = text("SELECT page_id FROM fetches WHERE id = ANY(:fetches)")
_LOCK_PAGES_OF_FETCHES: Final = text(
    """
    SELECT pages.id FROM sites JOIN pages ON pages.site = sites.name JOIN fetches ON fetches.page_id = pages.id
     WHERE fetches.id = ANY(:fetches) ORDER BY pages.id FOR KEY SHARE OF sites FOR NO KEY UPDATE OF pages
    """
)
_WITHDRAW: Final = text(
    # After the page's lock, in a statement of its own: it sees what the one who had the lock before has written.
    """
    UPDATE pages SET withdrawn_by = fetches.id FROM fetches
     WHERE fetches.id = ANY(:fetches) AND pages.id = fetches.page_id AND coalesce(withdrawn_by <= fetches.id, true)
       AND NOT EXISTS (SELECT FROM fetches AS newer JOIN outcomes ON outcomes.fetch_id = newer.id
                        WHERE newer.page_id = pages.id AND newer.id > fetches.id
                          AND outcomes.outcome IN ('stored', 'unchanged'))
    RETURNING pages.id
    """
)
_HIDE: Final = text("DELETE FROM thread_pages WHERE page_id = :page AND fetch_id <= :fetch")
_ADD: Final = PreparedStatement(
    "mezmun_add_thread",
    text("INSERT INTO threads (site, key) VALUES (CAST(:site AS text), CAST(:key AS text)) ON CONFLICT DO NOTHING"),
)
_STORE_POSTS: Final = PreparedStatement(
    "mezmun_store_posts",
    text(
        """
        WITH versions AS (
            SELECT place, key, decode(digest, 'hex') AS digest, text, blocks, characters, day
              FROM jsonb_to_recordset(CAST(:versions AS jsonb))
                   AS rows (place int, key text, digest text, text text, blocks jsonb, characters int, day date)
        ), stored AS (
            INSERT INTO post_versions AS post (thread_id, key, digest, text, blocks, characters, day, first_fetch_id)
            SELECT CAST(:thread AS bigint), key, digest, text, blocks, characters, day, CAST(:fetch AS bigint)
              FROM versions
                ON CONFLICT (thread_id, key, digest) DO UPDATE
               SET first_fetch_id = least(post.first_fetch_id, excluded.first_fetch_id),
                   day = least(post.day, excluded.day)
             WHERE excluded.first_fetch_id < post.first_fetch_id
                OR least(post.day, excluded.day) IS DISTINCT FROM post.day
            RETURNING id, key, digest
        ), every AS (
            SELECT id, key, digest FROM stored
             UNION
            SELECT post.id, key, digest FROM post_versions AS post JOIN versions USING (key, digest)
             WHERE post.thread_id = CAST(:thread AS bigint)
        ), before AS (
            SELECT thread_id, version_ids FROM thread_pages WHERE page_id = CAST(:page AS bigint)
        ), shown AS (
            INSERT INTO thread_pages AS page (page_id, thread_id, number, fetch_id, extraction_id, version_ids)
            SELECT CAST(:page AS bigint), CAST(:thread AS bigint), CAST(:number AS int), CAST(:fetch AS bigint),
                   CAST(:extraction AS bigint), coalesce(array_agg(every.id ORDER BY versions.place), '{}')
              FROM versions JOIN every USING (key, digest)
            HAVING NOT EXISTS (SELECT FROM pages
                                WHERE id = CAST(:page AS bigint) AND withdrawn_by > CAST(:fetch AS bigint))
                ON CONFLICT (page_id) DO UPDATE
               SET thread_id = excluded.thread_id, number = excluded.number, fetch_id = excluded.fetch_id,
                   extraction_id = excluded.extraction_id, version_ids = excluded.version_ids,
                   share_ids = CASE WHEN page.thread_id = excluded.thread_id THEN page.share_ids ELSE '{}' END
             WHERE page.fetch_id <= excluded.fetch_id
            RETURNING version_ids
        ), left_thread AS (
            UPDATE thread_pages SET is_alias = NULL
             WHERE thread_id = (SELECT thread_id FROM before WHERE thread_id <> CAST(:thread AS bigint))
               AND page_id <> CAST(:page AS bigint)
        )
        SELECT coalesce((SELECT version_ids FROM before), '{}') AS before,
               coalesce((SELECT version_ids FROM shown), '{}') AS shown
        """
    ),
)
_RENEW: Final = PreparedStatement(
    "mezmun_renew_thread",
    text(
        """
        WITH shown AS (
            SELECT * FROM thread_pages WHERE thread_id = CAST(:thread AS bigint) AND share_ids <> '{}'
        ), first AS (  -- whose posts stand nowhere before it, so that it has a share
            SELECT page_id, fetch_id, extraction_id FROM shown ORDER BY number, page_id LIMIT 1
        ), proposed AS (
            SELECT first.*, pages.site, pages.url, extractions.title, extractions.language, thread.version_ids,
                   thread.posts, thread.characters, thread.text_digest
              FROM first JOIN pages ON pages.id = first.page_id
                   JOIN extractions ON extractions.id = first.extraction_id
                   CROSS JOIN (
                       SELECT (SELECT array_agg(id)
                                 FROM (SELECT unnest(share_ids) AS id
                                         FROM (SELECT share_ids FROM shown ORDER BY number, page_id) AS page) AS post
                              ) AS version_ids,
                              sum(cardinality(share_ids)) AS posts,
                              sum(share_characters) + 2 * (sum(cardinality(share_ids)) - 1) AS characters,
                              sha256(string_agg(share_digests, '' ORDER BY number, page_id)) AS text_digest
                         FROM shown) AS thread
        ), before AS (
            SELECT documents.* FROM documents JOIN threads USING (page_id)
             WHERE threads.id = CAST(:thread AS bigint)
               AND NOT EXISTS (SELECT FROM thread_pages AS elsewhere
                                WHERE elsewhere.page_id = documents.page_id AND elsewhere.thread_id <> threads.id)
        ), gone AS (
            DELETE FROM documents
             WHERE page_id IN (SELECT page_id FROM thread_pages WHERE thread_id = CAST(:thread AS bigint)
                                UNION ALL SELECT page_id FROM before)
               AND page_id IS DISTINCT FROM (SELECT page_id FROM first)
        ), moved AS (
            UPDATE threads SET page_id = (SELECT page_id FROM first)
             WHERE id = CAST(:thread AS bigint) AND page_id IS DISTINCT FROM (SELECT page_id FROM first)
        ), document AS (
            INSERT INTO documents AS document (page_id, extraction_id, fetch_id, site, url, title, characters,
                   text_digest, language, first_stored_at, updated_at, posts, version_ids)
            SELECT page_id, extraction_id, fetch_id, site, url, title, characters, text_digest, language,
                   coalesce((SELECT first_stored_at FROM before), :now), :now, posts, version_ids FROM proposed
                ON CONFLICT (page_id) DO UPDATE
               SET extraction_id = excluded.extraction_id, fetch_id = excluded.fetch_id, title = excluded.title,
                   characters = excluded.characters, text_digest = excluded.text_digest,
                   language = excluded.language, posts = excluded.posts, version_ids = excluded.version_ids,
                   updated_at = CASE
                       WHEN (document.text_digest, document.title, document.language)
                            IS DISTINCT FROM (excluded.text_digest, excluded.title, excluded.language)
                       THEN excluded.updated_at ELSE document.updated_at END
             WHERE (document.extraction_id, document.fetch_id, document.text_digest, document.title,
                    document.language, document.version_ids)
                   IS DISTINCT FROM (excluded.extraction_id, excluded.fetch_id, excluded.text_digest, excluded.title,
                    excluded.language, excluded.version_ids)
        )
        SELECT coalesce(bool_or((proposed.page_id, proposed.text_digest, proposed.title, proposed.language)
               IS DISTINCT FROM (before.page_id, before.text_digest, before.title, before.language)), false)
          FROM proposed LEFT JOIN before ON true
        """
    ).bindparams(bindparam("now", type_=DateTime(timezone=True))),
)
_FORGET: Final = text(
    """
    DELETE FROM post_versions
     WHERE thread_id = ANY(:threads)
       AND id NOT IN (SELECT unnest(version_ids) FROM thread_pages WHERE thread_id = ANY(:threads))
    """
)
