"""The tables of a page's way. What a page says is kept, never who said it: no column of any table may name a person (a
test reads the names).

A page is a canonical URL of a site; a crawl is one visit to a site; a fetch is what became of one page in one crawl,
and ends with exactly one outcome; a raw page is bytes by their SHA-256; an extraction is what one version of one method
made of a raw page; a template is what the pages of a site have in common; a document is a page's chosen extraction, and
its way back leads through fetch and extraction.
"""

from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from sqlalchemy import (
    REAL,
    BigInteger,
    CheckConstraint,
    ForeignKey,
    Identity,
    Index,
    SmallInteger,
    UniqueConstraint,
    func,
    text,
    true,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from db.base import Base, one_of
from db.column_types import CleanJson, CleanText, Sha256
from db.word_index import SLICES, WORDS, WORDS_INDEX
from mezmun.core.outcomes import Outcome
from mezmun.core.web.web_address import MAX_URL_OCTETS


class CrawlState(StrEnum):
    """Where a crawl stands."""

    RUNNING = "running"
    """Begun and not ended; after a crash the next crawl of the site takes it up again."""
    FINISHED = "finished"
    """Every page that was found has been fetched."""
    STOPPED = "stopped"
    """Ended before that, at a limit or by the operator."""


class StoredSite(Base):
    """A source with its YAML file as last read, and its place in the schedule.

    ``hosts`` are those it may be asked on; ``leased_by`` is the crawler process (``heartbeats``) that has the site in
    hand; ``failures`` counts the crawls in a row that found the site down; ``junk_parameters`` are the query parameters
    that were seen to make no other page; ``promoted_method`` is the extraction method that a re-extraction was promoted
    with, for a site whose file names none.
    """

    __tablename__ = "sites"
    __table_args__ = (
        Index("ix_sites_next_due_at", "next_due_at", postgresql_where=text("enabled AND taken_down_at IS NULL")),
        Index(None, "leased_by", postgresql_where=text("leased_by IS NOT NULL")),
    )

    name: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[str]
    config: Mapped[dict[str, Any]]
    config_digest: Mapped[str] = mapped_column(Sha256)
    enabled: Mapped[bool] = mapped_column(server_default=true())
    interval: Mapped[timedelta]
    next_due_at: Mapped[datetime]
    hosts: Mapped[list[str]] = mapped_column(ARRAY(CleanText), server_default="{}")
    leased_by: Mapped[UUID | None]
    paused_at: Mapped[datetime | None]
    failures: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    junk_parameters: Mapped[list[str]] = mapped_column(CleanJson, server_default="[]")
    promoted_method: Mapped[str | None]
    taken_down_at: Mapped[datetime | None]


class SiteFileVersion(Base):
    """What a site's file had in it from a time on, until the version after it."""

    __tablename__ = "site_file_versions"
    __table_args__ = (Index(None, "site", "id"),)

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    site: Mapped[str] = mapped_column(ForeignKey("sites.name"))
    config: Mapped[dict[str, Any]]
    read_at: Mapped[datetime]


class Crawl(Base):
    """One visit to a site; a site has at most one running."""

    __tablename__ = "crawls"
    __table_args__ = (
        CheckConstraint(one_of("state", CrawlState), name="state"),
        Index("uq_crawls_site_running", "site", unique=True, postgresql_where=text("state = 'running'")),
        Index(None, "site", "id"),
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    site: Mapped[str] = mapped_column(ForeignKey("sites.name"))
    started_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]
    state: Mapped[str] = mapped_column(server_default=CrawlState.RUNNING.value)
    detail: Mapped[str | None]
    fetches: Mapped[int] = mapped_column(server_default="0")
    new_pages: Mapped[int] = mapped_column(server_default="0")


class Page(Base):
    """A canonical URL of a site, with its own schedule. One taken down stays as this row, so that it cannot come back.

    ``cost`` and ``shape`` order the pages that are due (``db.crawling.pages``). ``failures`` counts the fetches in a
    row that brought no page. ``validator_trust`` and ``conditional_gets`` decide whether "not modified" is believed.
    ``list_digest`` tells two lists with the same links; ``barren`` counts the pages of a chain of next pages since the
    last that led to anything new. ``thread_key`` and ``thread_page`` place the page in its thread, by the site's
    own numbers; ``index_state`` is what the index last showed of a thread. ``alias_of`` is the page itself, by its main
    URL. ``withdrawn_by`` is the newest fetch that left nothing to show (``noindex``, or no text in a newer reading):
    what an older one brings, whenever it is read, is not shown any more. ``kind`` is that of the section of the site
    file that the page is in, None where it is the site's.
    """

    __tablename__ = "pages"
    __table_args__ = (
        UniqueConstraint("site", "url"),
        CheckConstraint(f"octet_length(url) <= {MAX_URL_OCTETS}", name="url_length"),
        Index(
            "ix_pages_due", "site", "next_due_at", postgresql_where=text("taken_down_at IS NULL AND alias_of IS NULL")
        ),
        Index(
            None,
            "site",
            "thread_key",
            "thread_page",
            postgresql_where=text("thread_key IS NOT NULL AND alias_of IS NULL"),
        ),
        Index(None, "site", "list_digest", postgresql_where=text("list_digest IS NOT NULL")),
        Index(None, "alias_of", postgresql_where=text("alias_of IS NOT NULL")),
        Index("ix_pages_taken_down", "site", postgresql_where=text("taken_down_at IS NOT NULL")),
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    site: Mapped[str] = mapped_column(ForeignKey("sites.name"))
    url: Mapped[str]
    role: Mapped[str]
    depth: Mapped[int]
    discovered_at: Mapped[datetime]
    next_due_at: Mapped[datetime] = mapped_column(server_default=func.now())
    revisit_interval: Mapped[timedelta | None]
    fetched_at: Mapped[datetime | None]
    failures: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    cost: Mapped[float] = mapped_column(REAL, server_default="0")
    shape: Mapped[int] = mapped_column(server_default="0")
    sha256: Mapped[str | None] = mapped_column(Sha256)
    etag: Mapped[str | None]
    last_modified: Mapped[str | None]
    validator_trust: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    conditional_gets: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    list_digest: Mapped[str | None] = mapped_column(Sha256)
    barren: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    thread_key: Mapped[str | None]
    thread_page: Mapped[int | None]
    index_state: Mapped[str | None]
    alias_of: Mapped[int | None] = mapped_column(ForeignKey("pages.id"))
    withdrawn_by: Mapped[int | None] = mapped_column(BigInteger)
    taken_down_at: Mapped[datetime | None]
    kind: Mapped[str | None]


class RawPage(Base):
    """Bytes that lie in the raw store under their SHA-256, unless they were removed on purpose (``removed_at``), or the
    last look at them found them missing or damaged (``lost_at``)."""

    __tablename__ = "raw_pages"
    __table_args__ = (Index("ix_raw_pages_there", "stored_at", "sha256", postgresql_where=text("removed_at IS NULL")),)

    sha256: Mapped[str] = mapped_column(Sha256, primary_key=True)
    size: Mapped[int] = mapped_column(BigInteger)
    stored_size: Mapped[int] = mapped_column(BigInteger)
    compression: Mapped[str]
    stored_at: Mapped[datetime]
    removed_at: Mapped[datetime | None]
    lost_at: Mapped[datetime | None]


class Fetch(Base):
    """What became of one page in one crawl. ``attempts`` counts the requests, ``processings`` what workers began;
    ``signals`` are the wishes of robots metas and of the usage signals that came with the answer."""

    __tablename__ = "fetches"
    __table_args__ = (
        UniqueConstraint("crawl_id", "page_id"),
        Index(None, "page_id", "id"),
        Index(None, "sha256", postgresql_where=text("sha256 IS NOT NULL")),
        Index(
            "ix_fetches_not_to_be_archived",
            "sha256",
            postgresql_where=text("sha256 IS NOT NULL AND signals -> 'robots' ?| ARRAY['noarchive', 'nocache']"),
        ),
        Index(None, "fetched_at", postgresql_using="brin"),  # for the last hours, whose rows stand together
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    page_id: Mapped[int] = mapped_column(ForeignKey("pages.id"))
    crawl_id: Mapped[int] = mapped_column(ForeignKey("crawls.id"))
    requested_at: Mapped[datetime]
    fetched_at: Mapped[datetime]
    url: Mapped[str]
    final_url: Mapped[str | None]
    status: Mapped[int | None] = mapped_column(SmallInteger)
    headers: Mapped[dict[str, Any]]
    robots: Mapped[str | None]
    sha256: Mapped[str | None] = mapped_column(Sha256, ForeignKey("raw_pages.sha256"))
    size: Mapped[int | None] = mapped_column(BigInteger)
    error: Mapped[str | None]
    attempts: Mapped[int] = mapped_column(SmallInteger)
    processings: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    signals: Mapped[dict[str, Any]] = mapped_column(server_default="{}")


class FetchOutcome(Base):
    """The one word a fetch ended with; ``template_version`` is that of the site's template it was read with, if
    any, ``retries`` counts how often a failed one was tried again, and ``discard_reason`` is why an operator has left a
    failure out of the lists."""

    __tablename__ = "outcomes"
    __table_args__ = (
        CheckConstraint(one_of("outcome", Outcome), name="outcome"),
        Index("ix_outcomes_failed", "at", postgresql_where=text("outcome IN ('failed', 'timeout')")),
    )

    fetch_id: Mapped[int] = mapped_column(ForeignKey("fetches.id"), primary_key=True)
    outcome: Mapped[str]
    detail: Mapped[str | None]
    at: Mapped[datetime]
    seconds: Mapped[float | None]
    template_version: Mapped[int | None]
    retries: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    discard_reason: Mapped[str | None]


_STATED: Final = {"stated": True}
"""Marks the columns of what a page states of itself: records for other programs have all of them, in their order."""


class Extraction(Base):
    """What one version of one method made of a raw page, and what was decoded and folded on the way.

    ``blocks`` are stored without the texts that stand in ``text`` (``db.block_texts``). ``post_facts`` are the site's
    own ``id`` and the ``day`` of each post, in order, where the page shows them.
    """

    __tablename__ = "extractions"
    __table_args__ = (
        UniqueConstraint(
            "page_id",
            "sha256",
            "method",
            "method_version",
            "normalizer_version",
            "code_version",
            name="uq_extractions_provenance",
        ),
        Index(None, "sha256"),
        *(Index(None, name) for name in ("method", "confidence", "published")),  # documents are narrowed by them
        Index(WORDS_INDEX, WORDS, SLICES, postgresql_using="gin"),
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    page_id: Mapped[int] = mapped_column(ForeignKey("pages.id"))
    sha256: Mapped[str] = mapped_column(Sha256, ForeignKey("raw_pages.sha256"))
    method: Mapped[str]
    method_version: Mapped[str]
    normalizer_version: Mapped[str]
    code_version: Mapped[str]
    text: Mapped[str]
    blocks: Mapped[list[dict[str, Any]]]
    comments: Mapped[list[dict[str, Any]]]
    posts: Mapped[int | None]
    post_facts: Mapped[list[dict[str, Any]] | None]
    title: Mapped[str | None]
    whole_title: Mapped[str | None]
    published: Mapped[date | None] = mapped_column(info=_STATED)
    canonical_url: Mapped[str | None] = mapped_column(info=_STATED)
    site_name: Mapped[str | None] = mapped_column(info=_STATED)
    section: Mapped[str | None] = mapped_column(info=_STATED)
    sources: Mapped[dict[str, Any]]
    script: Mapped[str | None]
    confidence: Mapped[float | None]
    language: Mapped[str | None]
    declared_encoding: Mapped[str | None]
    true_encoding: Mapped[str | None]
    encoding_evidence: Mapped[str | None]
    changes: Mapped[dict[str, Any]]
    template_version: Mapped[int | None]
    created_at: Mapped[datetime]


STATED_FACTS: Final = tuple(column.key for column in Extraction.__table__.columns if column.info.get("stated"))
"""What a page states of itself beside its title, each in a column of its name."""


class SiteTemplate(Base):
    """What the pages of a site have in common, as the extraction's own state; ``version`` is the state's.

    ``method`` is the method it was learned for, ``pages`` how many of the site's pages were fetched up to
    ``last_fetch_id``, when it was last looked at. Fetches after ``renewed_after`` that were read with an older version
    are read again.
    """

    __tablename__ = "templates"

    site: Mapped[str] = mapped_column(ForeignKey("sites.name"), primary_key=True)
    version: Mapped[int]
    state: Mapped[dict[str, Any]]
    method: Mapped[str] = mapped_column(server_default="")
    pages: Mapped[int] = mapped_column(server_default="0")
    last_fetch_id: Mapped[int] = mapped_column(BigInteger, server_default="0")
    renewed_after: Mapped[int] = mapped_column(BigInteger, server_default="0")
    updated_at: Mapped[datetime]


class Document(Base):
    """What readers, search and exports see: a page's chosen extraction, or a thread under the first of its pages.

    ``version_ids`` are a thread's posts in order (``post_versions``), None of other documents; a thread's
    ``extraction_id`` and ``fetch_id`` are those of that first page.
    """

    __tablename__ = "documents"
    __table_args__ = (
        Index(None, "site", "page_id"),
        Index(None, "language", "page_id"),
        Index(None, "extraction_id"),
        Index(None, "fetch_id"),
    )

    page_id: Mapped[int] = mapped_column(ForeignKey("pages.id"), primary_key=True)
    extraction_id: Mapped[int] = mapped_column(ForeignKey("extractions.id"))
    fetch_id: Mapped[int] = mapped_column(ForeignKey("fetches.id"))
    site: Mapped[str] = mapped_column(ForeignKey("sites.name"))
    url: Mapped[str]
    title: Mapped[str | None]
    characters: Mapped[int]
    posts: Mapped[int | None]
    text_digest: Mapped[str] = mapped_column(Sha256)
    language: Mapped[str | None]
    first_stored_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    version_ids: Mapped[list[int] | None] = mapped_column(ARRAY(BigInteger))
