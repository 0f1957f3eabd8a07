"""Many documents in a database at once, for measuring queries: made by PostgreSQL itself, the same in every run.

Each page was fetched once, in the order of the pages' numbers, spread evenly over the days before ``now`` in one crawl
of each site a day. Of twenty fetches eighteen are documents, one is a list and one an error; the last fetches wait for
a worker. The words of a text are as unevenly frequent as those of a language. Nine documents of ten are in Uyghur and
two of three state a day; one of fifty was read by another method than the rest, one of twenty with little confidence.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Engine, func, select, text

from db import sites
from db.models import Crawl, Extraction, Fetch, Page
from db.monitoring.counts import recount
from db.publication.tables import DocumentChange
from db.word_index import WORDS_INDEX
from mezmun.benchmark.generated_pages import SYLLABLES
from mezmun.core.clock import utc_now
from mezmun.core.errors import InvalidInputError
from mezmun.core.sites.site_schema import Site, SiteKind

BATCH: Final = 50_000
"""Fetches written in one transaction."""

DAYS: Final = 30
"""Over which the fetches are spread: an alert looks back four weeks."""

WAITING: Final = 50
"""Fetches that wait for a worker."""


def fill_database(
    engine: Engine,
    documents: int,
    *,
    site_count: int = 100,
    words: int = 60,
    now: datetime | None = None,
    advance: Callable[[int], None] = lambda _documents: None,
) -> None:
    """Fill an empty database with so many documents.

    Args:
        engine: of a database with tables and nothing in them.
        documents: how many; rounded up to whole runs of eighteen.
        site_count: sites the documents are of.
        words: words of a text.
        now: the time of the last fetch; the present one, when None.
        advance: is called after each batch with about the number of its documents.

    Raises:
        InvalidInputError: the database has pages.
    """
    now = now or utc_now()
    fetches = -(-documents // 18) * 20 + WAITING
    with engine.begin() as connection:
        if connection.scalar(text("SELECT EXISTS (SELECT FROM pages)")):
            raise InvalidInputError("The database has pages; synthetic documents are for an empty one.")
        for number in range(site_count):
            name = f"synthetic-{number}"
            sites.sync_site(
                connection, Site(name=name, kind=SiteKind.NEWS, seeds=(f"http://{name}.example/",)), now=now
            )
    values: dict[str, Any] = {
        "sites": site_count, "words": words, "fetches": fetches, "waiting": WAITING, "days": DAYS,
        "begin": now - timedelta(days=DAYS), "syllables": list(SYLLABLES),
    }  # fmt: skip
    with engine.begin() as connection:
        connection.execute(text(_CRAWLS), values)
        _WORDS.drop(connection)  # to make it at the end takes less time than to add each text
    for first in range(0, fetches, BATCH):
        last = min(first + BATCH, fetches) - 1
        with engine.begin() as connection:
            # The trigger that logs the changes of documents knows no other time than the present; to count all at
            # the end is quicker than to count each.
            for counted in _WITH_TRIGGERS:
                connection.execute(text(f"ALTER TABLE {counted} DISABLE TRIGGER USER"))
            for statement in _BATCH_OF_ROWS:
                connection.execute(text(statement), values | {"first": first, "last": last})
            for counted in _WITH_TRIGGERS:
                connection.execute(text(f"ALTER TABLE {counted} ENABLE TRIGGER USER"))
        advance((last + 1 - first) * 9 // 10)
    with engine.begin() as connection:
        connection.execute(text("ANALYZE"))  # without it, the failures of a million pages are looked up for minutes
        connection.execute(text("SET LOCAL maintenance_work_mem = '512MB'"))
        _WORDS.create(connection)
        connection.execute(text(_OPEN_FAILURES))
        for table in (Page, Crawl, Fetch, Extraction, DocumentChange):
            sequence = func.pg_get_serial_sequence(table.__tablename__, "id")
            connection.execute(select(func.setval(sequence, func.max(table.id))))
    recount(engine, now=now)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("VACUUM ANALYZE"))


_WORDS: Final = next(each for each in Extraction.metadata.tables["extractions"].indexes if each.name == WORDS_INDEX)
_WITH_TRIGGERS: Final = ("pages", "fetches", "outcomes", "documents")
_CRAWLS: Final = """
    INSERT INTO crawls (id, site, started_at, finished_at, state, fetches) OVERRIDING SYSTEM VALUE
    SELECT day * :sites + site + 1, 'synthetic-' || site, :begin + day * interval '1 day',
           :begin + (day + 1) * interval '1 day', 'finished', :fetches / :sites / :days
      FROM generate_series(0, :days - 1) AS day, generate_series(0, :sites - 1) AS site
"""
_OPEN_FAILURES: Final = """
    INSERT INTO open_failures (page_id, fetch_id, site, outcome, reason, ended_at)
    SELECT page_id, fetch_id, site, outcome, reason, ended_at FROM v_failures WHERE is_open
"""
_BATCH_OF_ROWS: Final = (
    # Twenty fetches in a row are of one site.
    """
    CREATE TEMPORARY TABLE batch ON COMMIT DROP AS
    SELECT n + 1 AS id, 'synthetic-' || n / 20 % :sites AS site, n / 20 % :sites AS site_number,
           n * :days / :fetches AS day, :begin + n * (:days * interval '1 day' / :fetches) AS at,
           'http://synthetic-' || n / 20 % :sites || '.example/' || n AS url,
           CASE WHEN n >= :fetches - :waiting THEN NULL WHEN n % 20 = 0 THEN 'http-error' WHEN n % 20 = 1 THEN 'listing'
                ELSE 'stored' END AS outcome,
           CASE WHEN n % 20 > 0 OR n >= :fetches - :waiting THEN sha256(int8send(n)) END AS sha256,
           CASE WHEN n % 10 > 0 THEN 'ug' WHEN n % 20 = 0 THEN 'zh' ELSE 'en' END AS language,
           CASE WHEN n % 3 > 0 THEN CAST(:begin + n * (:days * interval '1 day' / :fetches)
                                         - n % 1000 * interval '1 day' AS date) END AS published,
           CASE WHEN n / 20 % 50 = 7 THEN 'text-density' ELSE 'mezmun' END AS method,
           CASE WHEN n / 20 % 20 = 3 THEN 0.3 ELSE 0.8 END + n % 190 / 1000.0 AS confidence
      FROM generate_series(CAST(:first AS bigint), :last) AS n
    """,
    """
    INSERT INTO pages (id, site, url, role, depth, discovered_at, next_due_at, fetched_at, cost, sha256)
    OVERRIDING SYSTEM VALUE
    SELECT id, site, url, CASE outcome WHEN 'listing' THEN 'listing' ELSE 'content' END, 1, at, at + interval '60 days',
           at, 1, sha256
      FROM batch
    """,
    "INSERT INTO raw_pages SELECT sha256, 48000, 9000, 'zstd', at FROM batch WHERE sha256 IS NOT NULL",
    """
    INSERT INTO fetches (id, page_id, crawl_id, requested_at, fetched_at, url, final_url, status, headers, sha256, size,
                         attempts)
    OVERRIDING SYSTEM VALUE
    SELECT id, id, day * :sites + site_number + 1, at, at, url, url, CASE WHEN sha256 IS NULL THEN 404 ELSE 200 END,
           '{"content-type": "text/html; charset=utf-8"}', sha256, 48000, 1
      FROM batch
    """,
    """
    INSERT INTO outcomes (fetch_id, outcome, at, seconds)
    SELECT id, outcome, at, CASE outcome WHEN 'stored' THEN 0.01 END FROM batch WHERE outcome IS NOT NULL
    """,
    # A word's number is a draw between 0 and 1 to the third power, so that few words are frequent and most are rare.
    """
    CREATE TEMPORARY TABLE texts ON COMMIT DROP AS
    SELECT batch.*, body.text, split_part(body.text, ' ', 1) || ' ' || split_part(body.text, ' ', 2) AS title
      FROM batch CROSS JOIN LATERAL (
           SELECT string_agg((:syllables)[1 + word / 256] || (:syllables)[1 + word / 16 % 16]
                             || (:syllables)[1 + word % 16], ' ' ORDER BY place) AS text
             FROM (SELECT place,
                          floor(4096 * power((hashint8(batch.id * 1000 + place) + 2147483648) / 4294967296.0, 3))::int
                          AS word
                     FROM generate_series(1, :words) AS place) AS words) AS body
     WHERE outcome = 'stored'
    """,
    """
    INSERT INTO extractions (id, page_id, sha256, method, method_version, normalizer_version, code_version, text,
                             blocks, comments, title, published, sources, script, confidence, language, true_encoding,
                             changes, created_at)
    OVERRIDING SYSTEM VALUE
    SELECT id, id, sha256, method, '1', '1', '1', text,
           jsonb_build_array(jsonb_build_object('kind', 'paragraph', 'text', length(text))),
           '[]', title, published, '{"title": "h1"}', 'Arab', confidence, language, 'utf-8', '{}', at
      FROM texts
    """,
    """
    INSERT INTO documents (page_id, extraction_id, fetch_id, site, url, title, characters, text_digest, language,
                           first_stored_at, updated_at)
    SELECT id, id, id, site, url, title, length(text), sha256(convert_to(text, 'UTF8')), language, at, at
      FROM texts
    """,
    """
    INSERT INTO document_changes (id, page_id, site, change, extraction_id, fetch_id, at, position)
    OVERRIDING SYSTEM VALUE
    SELECT id, id, site, 'new', id, id, at, id FROM texts
    """,
)
