"""Fetches to process, in a fresh database on a real server, with their bytes in a raw store."""

from datetime import UTC, datetime

import pytest

from db import sites
from db.crawling import crawls, fetches, pages
from db.crawling.fetches import Fetched
from db.crawling.found_pages import FoundPage, add_pages
from mezmun.core.queue.messages import FetchReference
from mezmun.core.sites.site_schema import Site, SiteKind
from store.opening import open_store


@pytest.fixture
def raw_store(tmp_path):
    return tmp_path / "raw"


@pytest.fixture
def fetched(engine, raw_store):
    """A function that stores bytes as a page of a site and gives the reference of its fetch."""
    site = Site.from_url("http://news.example/", SiteKind.NEWS)
    store = open_store(raw_store)
    now = datetime.now(UTC)
    with engine.begin() as connection:
        sites.sync_site(connection, site, now=now)
        crawl = crawls.begin_crawl(connection, site.name, now=now)

    def fetch(body: bytes, content_type="text/html; charset=utf-8", path="1", **thread):
        url = f"http://news.example/{path}"
        raw = store.put(body)
        with engine.begin() as connection:
            add_pages(connection, [FoundPage(site.name, url, "content", **thread)], now=now)
            page_id = pages.page_at(connection, site.name, url)
            headers = {"content-type": content_type}
            answer = Fetched(
                site.name, crawl.id, page_id, url, now, now, final_url=url, status=200, headers=headers, raw=raw
            )
            (recorded,) = fetches.record_fetches(connection, [answer])
            return FetchReference(recorded.id, site.name)

    return fetch
