from datetime import date, timedelta

import pytest

from db import documents
from db.processing import extraction_storage
from mezmun.core.errors import InvalidInputError
from tests.db.world import NOW, extraction

BLOCKS = [{"kind": "paragraph", "text": "بىرىنچى"}, {"kind": "quote", "text": "ئىككىنچى"}]


def test_a_document_leads_back_to_the_bytes(world):
    crawl = world.crawl()
    page = world.page(crawl, "http://a/1")
    headers = {"content-type": "text/html; charset=windows-1252", "date": "Fri, 02 Jan 2026 03:04:05 GMT"}
    fetch = world.fetch(crawl, page, b"bytes", headers=headers, final_url="http://a/1/", robots="allowed")
    values = extraction(
        "بىرىنچى\nئىككىنچى",
        title="ماۋزۇ",
        blocks=BLOCKS,
        language="ug",
        script="Arab",
        declared_encoding="windows-1252",
        true_encoding="utf-8",
        encoding_evidence="valid UTF-8",
        changes={"presentation-forms": 3},
        template_version=4,
    )
    later = NOW + timedelta(seconds=9)
    extraction_storage.store_extraction(world.connection, fetch.id, values, now=later)
    document = documents.get_document(world.connection, page.id)
    assert document.line == documents.DocumentLine(page.id, "news", "http://a/1", "ماۋزۇ", "ug", 16, later, later)
    assert (document.text, document.content["blocks"], document.content["script"]) == (values["text"], BLOCKS, "Arab")
    assert document.provenance == documents.Provenance(
        fetch_id=fetch.id,
        url="http://a/1",
        final_url="http://a/1/",
        requested_at=NOW,
        fetched_at=NOW,
        status=200,
        headers=headers,
        robots="allowed",
        sha256="277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9",
        size=5,
        declared_encoding="windows-1252",
        true_encoding="utf-8",
        encoding_evidence="valid UTF-8",
        method="m",
        method_version="1",
        normalizer_version="1",
        code_version="1",
        template_version=4,
        changes={"presentation-forms": 3},
        extracted_at=later,
    )


def test_what_a_page_says_beside_its_text_is_kept_with_its_sources(world):
    facts = {
        "whole_title": "ماۋزۇ | خەۋەرلەر",
        "published": date(2024, 3, 5),
        "canonical_url": "http://a/1",
        "site_name": "خەۋەرلەر",
        "section": "تەنتەربىيە",
        "sources": {"published": "json-ld", "title": "h1"},
        "comments": [{"kind": "paragraph", "text": "رەھمەت", "post": 1}],
        "posts": 3,
        "confidence": 0.75,
    }
    world.store(world.fetched(), "text", **facts)
    document = documents.get_document(world.connection, 1)
    assert {name: document.content[name] for name in facts} == facts


def test_a_document_gives_its_content_between_its_line_and_its_provenance(world):
    world.store(world.fetched())
    assert list(documents.get_document(world.connection, 1).as_dict()) == [
        *(
            "line",
            "text",
            "blocks",
            "comments",
            "posts",
            "post_facts",
            "whole_title",
            "published",
            "canonical_url",
            "site_name",
        ),
        *("section", "sources", "script", "confidence", "thread", "provenance"),
    ]


def test_documents_are_listed_by_site_page_by_page(world):
    for number in range(5):
        world.store(world.fetched(f"http://a/{number}"), f"text {number}")
    world.store(world.fetched("http://b/", site="other"), "other")
    first = documents.list_documents(world.connection, site="news", limit=3)
    second = documents.list_documents(world.connection, site="news", limit=3, after=first[-1].id)
    assert [line.url for line in first + second] == [f"http://a/{number}" for number in range(5)]
    assert documents.count_documents(world.connection, site="news") == 5
    assert documents.count_documents(world.connection) == 6


def test_a_document_or_fetch_that_is_not_there_is_named(world):
    with pytest.raises(InvalidInputError, match="777"):
        documents.get_document(world.connection, 777)
    with pytest.raises(InvalidInputError, match="777"):
        world.store(777)
