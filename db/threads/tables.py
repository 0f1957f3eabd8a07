"""The tables of threads: a thread, the versions of its posts, and which of them each of its pages shows.

No column may name who wrote a post.
"""

from datetime import date
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Identity, Index, LargeBinary, UniqueConstraint
from sqlalchemy import text as sql
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from db.base import Base
from db.column_types import Sha256
from db.threads.post_versions import TELLS_ALONE


class Thread(Base):
    """A thread by the site's own id; ``page_id`` is the page that its document stands under, None while it has none.

    Who writes anything of a thread locks its row, after the site's and before any page's.
    """

    __tablename__ = "threads"
    __table_args__ = (UniqueConstraint("site", "key"), Index(None, "page_id"))

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    site: Mapped[str] = mapped_column(ForeignKey("sites.name"))
    key: Mapped[str]
    page_id: Mapped[int | None] = mapped_column(ForeignKey("pages.id"))


class PostVersion(Base):
    """One version of a post: what it said since ``first_fetch_id``. A row is never changed but for an earlier fetch.

    ``key`` is the site's own id of the post, else what ``db.threads.post_versions`` makes of its text. ``digest`` is
    that of its blocks, which stand in ``blocks`` as ``db.block_texts`` has them.
    """

    __tablename__ = "post_versions"
    __table_args__ = (
        UniqueConstraint("thread_id", "key", "digest"),
        Index(None, "first_fetch_id", postgresql_using="brin"),  # for the last hours, whose rows stand together
        # For posts that were moved to another thread: four octets of each.
        Index(
            "ix_post_versions_moved", sql("(key || text)"), postgresql_using="hash", postgresql_where=sql(TELLS_ALONE)
        ),
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    thread_id: Mapped[int] = mapped_column(ForeignKey("threads.id"))
    key: Mapped[str]
    digest: Mapped[str] = mapped_column(Sha256)
    text: Mapped[str]
    blocks: Mapped[list[dict[str, Any]]]
    characters: Mapped[int]
    day: Mapped[date | None]
    first_fetch_id: Mapped[int] = mapped_column(BigInteger)


class ThreadPage(Base):
    """What the newest fetch of a page of a thread shows: ids of post versions, in order.

    ``share_ids`` are the versions that the thread's document has from this page (``db.threads.page_shares``), with the
    sum of their characters and their digests, one behind the other. ``is_alias`` says whether another page of a thread
    is this page's main address; None when the share is to be made anew.
    """

    __tablename__ = "thread_pages"
    __table_args__ = (Index(None, "thread_id"), Index(None, "fetch_id"), Index(None, "extraction_id"))

    page_id: Mapped[int] = mapped_column(ForeignKey("pages.id"), primary_key=True)
    thread_id: Mapped[int] = mapped_column(ForeignKey("threads.id"))
    number: Mapped[int]
    fetch_id: Mapped[int] = mapped_column(ForeignKey("fetches.id"))
    extraction_id: Mapped[int] = mapped_column(ForeignKey("extractions.id"))
    version_ids: Mapped[list[int]] = mapped_column(ARRAY(BigInteger))
    share_ids: Mapped[list[int]] = mapped_column(ARRAY(BigInteger), server_default="{}")
    share_characters: Mapped[int] = mapped_column(BigInteger, server_default="0")
    share_digests: Mapped[bytes] = mapped_column(LargeBinary, server_default="")
    is_alias: Mapped[bool | None]
