"""A small world: a site, its crawl, and pages and fetches made in one line."""

import hashlib
from datetime import UTC, datetime

from db import crawls, documents, sites
from db.crawls import Fetched, FoundPage
from db.models import Extraction
from mezmun.core.site_schema import Kind, Site
from store.raw_store import StoredBytes

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


class World:
    """Shorthands over one connection; ``now`` is the same for all."""

    now = NOW

    def __init__(self, connection):
        self.connection = connection

    def site(self, name="news"):
        sites.sync_site(self.connection, Site(name=name, kind=Kind.NEWS, seeds=("http://a/",)), now=NOW)
        return name

    def crawl(self, site="news"):
        return crawls.begin_crawl(self.connection, self.site(site), now=NOW)

    def page(self, crawl, url, role="article", depth=0):
        (page,) = crawls.add_pages(self.connection, crawl, [FoundPage(url, role, depth)], now=NOW)
        return page

    def fetch(self, crawl, page, body=None, **changes):
        """Record a fetch of the page with these bytes (not put in any store) and give what came of it."""
        raw = None if body is None else StoredBytes(hashlib.sha256(body).hexdigest(), len(body), len(body))
        options = {key: changes.pop(key) for key in ("links", "outcome", "detail") if key in changes}
        defaults = {"requested_at": NOW, "fetched_at": NOW, "final_url": page.url, "status": 200}
        fetched = Fetched(url=page.url, raw=raw, **(defaults | changes))
        return crawls.record_fetch(self.connection, crawl, page.id, fetched, **options)

    def fetched(self, url="http://a/1", body=b"<p>1", site="news"):
        """Make a page with one fetch that waits for a worker; give the fetch's id."""
        crawl = self.crawl(site)
        return self.fetch(crawl, self.page(crawl, url), body).id

    def store(self, fetch_id, text="text", **changes):
        return documents.store_extraction(self.connection, fetch_id, extraction(text, **changes), now=NOW)


def extraction(text="text", **changes):
    """Give the columns of an extraction, those without a default of their own empty."""
    empty = dict.fromkeys(column.key for column in Extraction.__table__.columns)
    versions = {"method": "m", "method_version": "1", "normalizer_version": "1", "code_version": "1"}
    texts = {"text": text, "blocks": [], "comments": [], "sources": {}, "changes": {}}
    return empty | versions | texts | changes
