"""The shares of a thread's pages in its document: which versions of posts it has from each.

A post that several pages show is in the share of the first of them, and reads as the newest fetch has it. So what
becomes of a post depends only on the pages that show it: when a page is stored, the shares of those that have a post in
common with it are made anew, and the others stay as they are. A page whose ``is_alias`` is not what it is, or is not
known, counts as changed itself.

Functions take an open ``Connection`` and neither begin nor commit; the thread's row is locked.
"""

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import BigInteger, Connection, bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY

from db.prepared_statement import PreparedStatement


def share_anew(connection: Connection, thread_id: int, version_ids: Iterable[int]) -> None:
    """Bring the shares of a thread's pages up to date after pages began or ceased to show these versions of posts."""
    values: dict[str, Any] = {"thread": thread_id, "changed": sorted(set(version_ids))}
    _SHARE.execute(connection, values)


def forget_shares(connection: Connection, thread_id: int) -> None:
    """Let all shares of a thread be made anew with the next: pages of it went."""
    connection.execute(_FORGET, {"thread": thread_id})


_FORGET: Final = text("UPDATE thread_pages SET is_alias = NULL WHERE thread_id = :thread")
_SHARE: Final = PreparedStatement(
    "mezmun_share_thread",
    text(
        # Arrays are looked up in indexes; of a join the planner cannot tell how few rows it has, and reads the table.
        """
        WITH page AS MATERIALIZED (
            SELECT page.page_id, number, fetch_id, version_ids, share_ids, page.is_alias AS was_alias,
                   EXISTS (SELECT FROM pages JOIN thread_pages AS main ON main.page_id = pages.alias_of
                            WHERE pages.id = page.page_id) AS is_alias
              FROM thread_pages AS page WHERE page.thread_id = CAST(:thread AS bigint)
        ), turned AS (
            SELECT page_id, version_ids FROM page WHERE is_alias IS DISTINCT FROM was_alias
        ), changed AS (
            SELECT DISTINCT key FROM post_versions
             WHERE id = ANY (CAST(:changed AS bigint[]) || ARRAY(SELECT unnest(version_ids) FROM turned))
        ), affected AS MATERIALIZED (
            SELECT * FROM page
             WHERE (version_ids || share_ids) && ARRAY(
                       SELECT id FROM post_versions
                        WHERE thread_id = CAST(:thread AS bigint) AND key = ANY (ARRAY(SELECT key FROM changed)))
                OR page_id IN (SELECT page_id FROM turned)
        ), post AS MATERIALIZED (
            SELECT id, key, characters, digest FROM post_versions
             WHERE id = ANY (ARRAY(SELECT unnest(version_ids || share_ids) FROM affected))
        ), each AS MATERIALIZED (
            SELECT page_id, number, fetch_id, is_alias, place, post.id, post.key,
                   post.key IN (SELECT key FROM changed) AS is_changed
              FROM affected CROSS JOIN LATERAL unnest(version_ids) WITH ORDINALITY AS listed (id, place)
                   JOIN post ON post.id = listed.id
        ), chosen AS (
            SELECT DISTINCT ON (key) key, id, min(ARRAY[number, page_id, place]) OVER (PARTITION BY key) AS at
              FROM each WHERE is_changed AND NOT is_alias
             ORDER BY key, fetch_id DESC, page_id DESC
        ), kept AS (
            SELECT page_id, post.key, post.id
              FROM affected CROSS JOIN LATERAL unnest(share_ids) AS id JOIN post USING (id)
             WHERE post.key NOT IN (SELECT key FROM changed)
        ), share AS (
            SELECT each.page_id, array_agg(post.id ORDER BY each.place) AS ids, sum(post.characters) AS characters,
                   string_agg(post.digest, '' ORDER BY each.place) AS digests
              FROM each
                   LEFT JOIN chosen ON chosen.key = each.key AND chosen.at[2] = each.page_id
                   LEFT JOIN kept ON kept.key = each.key AND kept.page_id = each.page_id
                   JOIN post ON post.id = coalesce(chosen.id, kept.id)
             GROUP BY each.page_id
        )
        UPDATE thread_pages
           SET share_ids = coalesce(share.ids, '{}'), share_characters = coalesce(share.characters, 0),
               share_digests = coalesce(share.digests, ''), is_alias = affected.is_alias
          FROM affected LEFT JOIN share USING (page_id)
         WHERE thread_pages.page_id = affected.page_id
           AND (thread_pages.share_ids, thread_pages.is_alias)
               IS DISTINCT FROM (coalesce(share.ids, '{}'), affected.is_alias)
        """
    ).bindparams(bindparam("changed", type_=ARRAY(BigInteger))),
)
