"""Reading the posts of threads: those of a document with the pages they are on, those of many records at once, and the
threads that one is in."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import BigInteger, Connection, any_, bindparam, exists, select, text
from sqlalchemy.dialects.postgresql import ARRAY

from db.block_texts import with_texts
from db.threads.post_versions import site_id
from db.threads.tables import PostVersion, Thread


@dataclass(frozen=True, slots=True)
class ThreadPost:
    """A post of a thread's document; ``id`` is the site's own, ``versions`` how many texts it has had.

    ``page_id``, ``url`` and ``fetch_id`` are of the page whose newest fetch has it so.
    """

    number: int
    id: str | None
    day: date | None
    text: str
    blocks: list[dict[str, Any]]
    versions: int
    page_id: int
    url: str
    fetch_id: int


@dataclass(frozen=True, slots=True)
class PostText:
    """What a record of a document has of a post."""

    id: str | None
    day: date | None
    text: str


def posts_of_document(connection: Connection, document_id: int) -> list[ThreadPost]:
    """Give the posts of a document in order; none when it is no thread."""
    posts = []
    for row in connection.execute(_POSTS, {"document": document_id}):
        blocks = with_texts(row.blocks, row.text)
        place = (row.versions, row.page_id, row.url, row.fetch_id)
        posts.append(ThreadPost(row.number, site_id(row.key), row.day, row.text, blocks, *place))
    return posts


def post_texts(connection: Connection, ids: Iterable[int]) -> Mapping[int, PostText]:
    """Give the texts of versions of posts by their ids; those taken down since are not there."""
    version = PostVersion
    among = any_(bindparam("ids", type_=ARRAY(BigInteger)))
    query = select(version.id, version.key, version.day, version.text).where(version.id == among)
    wanted = sorted(set(ids))
    rows = connection.execute(query, {"ids": wanted}) if wanted else ()
    return {row.id: PostText(site_id(row.key), row.day, row.text) for row in rows}


def threads_of_post(connection: Connection, site: str, post: str) -> list[str]:
    """Give the keys of the threads of a site that have, or have had, a post by the site's own id of it."""
    thread = select(Thread.key).where(Thread.site == site).order_by(Thread.key)
    version = PostVersion
    return list(connection.scalars(thread.where(exists().where(version.thread_id == Thread.id, version.key == post))))


_POSTS = text(
    """
    WITH each AS (
        SELECT id, number FROM documents, unnest(version_ids) WITH ORDINALITY AS each (id, number)
         WHERE documents.page_id = :document
    ), shown AS (
        SELECT DISTINCT ON (id) id, thread_pages.page_id, fetch_id
          FROM thread_pages CROSS JOIN LATERAL unnest(version_ids) AS id
         WHERE thread_id = (SELECT id FROM threads WHERE page_id = :document)
         ORDER BY id, fetch_id DESC
    )
    SELECT each.number, post.key, post.day, post.text, post.blocks, shown.page_id, pages.url, shown.fetch_id,
           (SELECT count(*) FROM post_versions AS other
             WHERE other.thread_id = post.thread_id AND other.key = post.key) AS versions
      FROM each JOIN post_versions AS post USING (id) JOIN shown USING (id) JOIN pages ON pages.id = shown.page_id
     ORDER BY each.number
    """
)
