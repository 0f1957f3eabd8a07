"""A small world: a site, its crawl, and pages and fetches made in one line."""

import hashlib
import time
from collections import namedtuple
from datetime import UTC, datetime

from db import sites
from db.crawling import crawls, fetches, pages
from db.crawling.fetches import Fetched
from db.crawling.found_pages import FoundPage, add_pages
from db.models import Extraction
from db.processing import extraction_storage
from mezmun.core.sites.site_schema import Site, SiteKind
from store.raw_store import StoredBytes

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)

AddedPage = namedtuple("AddedPage", "id url")


class World:
    """Shorthands over one connection; ``now`` is the same for all."""

    now = NOW

    def __init__(self, connection):
        self.connection = connection

    def site(self, name="news"):
        sites.sync_site(self.connection, Site(name=name, kind=SiteKind.NEWS, seeds=("http://a/",)), now=NOW)
        return name

    def crawl(self, site="news"):
        return crawls.begin_crawl(self.connection, self.site(site), now=NOW)

    def page(self, crawl, url, role="content", **thread):
        """Make a page; of a thread with its ``thread_key`` and ``thread_page``."""
        add_pages(self.connection, [FoundPage(crawl.site, url, role, **thread)], now=NOW)
        return AddedPage(pages.page_at(self.connection, crawl.site, url), url)

    def fetch(self, crawl, page, body=None, **changes):
        """Record a fetch of the page with these bytes (not put in any store) and give what came of it."""
        raw = None if body is None else StoredBytes(hashlib.sha256(body).hexdigest(), len(body), len(body))
        defaults = {"requested_at": NOW, "fetched_at": NOW, "final_url": page.url, "status": 200}
        fetched = Fetched(crawl.site, crawl.id, page.id, page.url, raw=raw, **(defaults | changes))
        return fetches.record_fetches(self.connection, [fetched])[0]

    def fetched(self, url="http://a/1", body=b"<p>1", site="news", **changes):
        """Make a page with one fetch that waits for a worker; give the fetch's id."""
        crawl = self.crawl(site)
        return self.fetch(crawl, self.page(crawl, url), body, **changes).id

    def store(self, fetch_id, text="text", **changes):
        return extraction_storage.store_extraction(self.connection, fetch_id, extraction(text, **changes), now=NOW)


def extraction(text="text", **changes):
    """Give the columns of an extraction, those without a default of their own empty."""
    empty = dict.fromkeys(column.key for column in Extraction.__table__.columns)
    versions = {"method": "m", "method_version": "1", "normalizer_version": "1", "code_version": "1"}
    texts = {"text": text, "blocks": [], "comments": [], "sources": {}, "changes": {}}
    return empty | versions | texts | changes


def wait_until_somebody_waits(engine):
    """Wait until a connection to the database waits for a lock of another one."""
    query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    deadline = time.monotonic() + 30
    while True:
        with engine.connect() as connection:
            if connection.exec_driver_sql(query).scalar():
                return
        assert time.monotonic() < deadline, "nobody waits for a lock"
        time.sleep(0.02)
