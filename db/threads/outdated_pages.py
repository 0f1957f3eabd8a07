"""Which pages show a post that stands somewhere else by now: they are looked at at once, not at their next date.

A post stands in one place. Who merges two threads, or parts one, moves posts from one to the other; one that comes to
stand amid a thread, or goes, moves those behind it from page to page. The page that has the posts now says so first,
and the ones that had them are out of date.

Of one thread only the pages before are looked at: one that comes to stand amid it is on one of those, and what goes
from it loses no post. Pages that show what others do (the first post above each page, or one page under two addresses)
are looked at once more, since only what a page did not show before counts.

In another thread only posts that have an id of the site and are not short are known again (``TELLS_ALONE``): of others
many threads have the same, and each new "thanks!" would be looked for in all of them.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from sqlalchemy import BigInteger, Connection, DateTime, bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY

from db.prepared_statement import PreparedStatement
from db.threads.post_versions import TELLS_ALONE


def look_again(connection: Connection, fetch_id: int, version_ids: Collection[int], *, now: datetime) -> None:
    """Make the pages due whose older fetches show one of these versions of posts, all of which a fetch shows newly.

    It is the same post where the site's own id of it, and its text, are the same. A page that somebody
    else writes to at this moment is left as it is. It takes an open ``Connection`` and neither begins nor commits.
    """
    if version_ids:
        _LOOK_AGAIN.execute(connection, {"fetch": fetch_id, "versions": sorted(version_ids), "now": now})


# Arrays are looked up in indexes; of a join the planner cannot tell how few rows it has, and reads the table.
_STATEMENT: Final = """
    WITH here AS (
        SELECT thread_pages.*, threads.site FROM fetches
               JOIN thread_pages USING (page_id) JOIN threads ON threads.id = thread_id
         WHERE fetches.id = CAST(:fetch AS bigint)
    ), moved AS MATERIALIZED (
        SELECT key, text, characters FROM post_versions WHERE id = ANY (CAST(:versions AS bigint[]))
    ), same AS MATERIALIZED (
        SELECT id, thread_id FROM post_versions
         WHERE thread_id = (SELECT thread_id FROM here) AND key = ANY (ARRAY(SELECT key FROM moved))
           AND (key, text) IN (SELECT key, text FROM moved)
         UNION ALL
        SELECT id, thread_id FROM post_versions
         WHERE key || text = ANY (ARRAY(SELECT key || text FROM moved WHERE {tells}))
           AND {tells} AND thread_id <> (SELECT thread_id FROM here)
    ), outdated AS (
        SELECT page.page_id FROM here CROSS JOIN thread_pages AS page JOIN threads ON threads.id = page.thread_id
         WHERE page.thread_id = ANY (ARRAY(SELECT thread_id FROM same))
           AND page.version_ids && ARRAY(SELECT id FROM same)
           AND threads.site = here.site AND page.fetch_id < here.fetch_id
           AND (page.thread_id <> here.thread_id OR page.number < here.number)
    ), free AS MATERIALIZED (
        SELECT id FROM pages
         WHERE id = ANY (ARRAY(SELECT page_id FROM outdated)) AND taken_down_at IS NULL AND alias_of IS NULL
           AND next_due_at > :now
           FOR NO KEY UPDATE SKIP LOCKED
    ), due AS (
        UPDATE pages SET next_due_at = :now WHERE id = ANY (ARRAY(SELECT id FROM free))
    )
    SELECT 1
"""
_LOOK_AGAIN: Final = PreparedStatement(
    "mezmun_look_again",
    text(_STATEMENT.format(tells=TELLS_ALONE)).bindparams(
        bindparam("versions", type_=ARRAY(BigInteger)), bindparam("now", type_=DateTime(timezone=True))
    ),
)
