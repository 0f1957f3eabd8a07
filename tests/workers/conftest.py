"""Fetches to process, in a fresh database on a real server, with their bytes in a raw store."""

from datetime import UTC, datetime

import pytest

from db import crawls, sites
from mezmun.core.messages import FetchReference
from mezmun.core.site_schema import Kind, Site
from store.raw_store import open_store


@pytest.fixture
def raw_store(tmp_path):
    return tmp_path / "raw"


@pytest.fixture
def fetched(engine, raw_store):
    """A function that stores bytes as a page of a site and gives the reference of its fetch."""
    site = Site.from_url("http://news.example/", Kind.NEWS)
    store = open_store(raw_store)
    now = datetime.now(UTC)
    with engine.begin() as connection:
        sites.sync_site(connection, site, now=now)
        crawl = crawls.begin_crawl(connection, site.name, now=now)

    def fetch(body: bytes, content_type="text/html; charset=utf-8", path="1"):
        url = f"http://news.example/{path}"
        raw = store.put(body)
        with engine.begin() as connection:
            [page] = crawls.add_pages(connection, crawl, [crawls.FoundPage(url, "article", 1)], now=now)
            answer = crawls.Fetched(
                url, now, now, final_url=url, status=200, headers={"content-type": content_type}, raw=raw
            )
            return FetchReference(crawls.record_fetch(connection, crawl, page.id, answer).id, site.name)

    return fetch
