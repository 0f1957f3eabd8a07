import json
from dataclasses import replace

import pytest

from extraction import Observation
from tests.extraction.metadata.pages_for_tests import TEXT, URL, facts
from workers.pipeline import process


def test_address_name_and_section_are_found():
    head = '<link rel="canonical" href="/boat"><meta property="og:site_name" content="Example News">'
    metadata = facts(head + '<meta property="article:section" content="Travel">')
    assert (metadata.canonical_url.value, metadata.canonical_url.source) == (
        "https://news.example.org/boat",
        "canonical",
    )
    assert (metadata.site_name.value, metadata.section.value, metadata.language.value) == (
        "Example News",
        "Travel",
        "en",
    )


def test_the_category_of_a_post_is_its_section():
    links = '<a href=/c rel="category tag">Rivers &amp; <b>lakes</b></a> <a href=/d rel="category tag">Boats</a>'
    section = facts("", TEXT + links).section
    assert (section.value, section.source) == ("Rivers & lakes", "rel=category")
    assert facts("", TEXT + links * 3).section is None  # an overview
    assert facts("", TEXT + '<a rel="subcategory tag">Rivers</a>').section is None


@pytest.mark.parametrize(
    "html",
    [
        '<p>Write &lt;a href="/c" rel="category tag"&gt;Rivers&lt;/a&gt; in your template.</p>',
        '<script type="application/ld+json"><a rel="category">Rivers</a></script>',
        '<link rel="category" href="/c">',
        '<a rel="category"><img src="x"></a>',
    ],
)
def test_what_only_speaks_of_a_category_or_says_none_is_no_section(html):
    assert facts("", TEXT + html).section is None
    assert facts("", html + TEXT + '<a rel="Tag\nCategory">Boats</a>').section.value == "Boats"


@pytest.mark.parametrize("link", ["http://[", "javascript:void(0)", "", "mailto:a@b.c"])
def test_what_is_no_address_is_none(link):
    assert facts(f'<link rel="canonical" href="{link}">').canonical_url is None


def test_data_that_is_broken_or_deep_does_no_harm():
    for script in (
        "{",
        "[" * 100_000,
        '{"datePublished": 7, "@type": null}',
        "[1, null, [[]]]",
        '{"@graph": {"a": 1}}',
    ):
        assert facts(f'<script type="application/ld+json">{script}</script>').published is None


NAME = "Qurban Testname"
PERSON = f'{{"@type": "Person", "name": "{NAME}"}}'
META = ("author", "dc.creator", "twitter:creator", "parsely-author", "byl", "sailthru.author", "citation_author")
SIGNED = f"""<html><head><title>A day at sea</title><link rel="author" href="/{NAME}">
{"".join(f'<meta name="{name}" content="{NAME}">' for name in META)}<meta property="article:author" content="{NAME}">
<script type="application/ld+json">{{"@type": "Article", "headline": "A day", "datePublished": "2024-03-05",
"author": {PERSON}, "creator": "{NAME}", "editor": "{NAME}", "contributor": ["{NAME}"], "publisher": {PERSON}}}</script>
<script type="application/ld+json">{PERSON}</script>
<script type="application/ld+json">{{"@type": "ProfilePage", "name": "{NAME}", "mainEntity": {PERSON}}}</script>
</head><body><h1>A day at sea</h1><span itemprop="author" hidden>{NAME}</span>{TEXT}</body></html>"""


def test_nothing_says_who_wrote_the_page():
    page_text = process(SIGNED.encode(), method="mezmun", url=URL, with_paths=True)
    assert page_text.metadata.published.value == "2024-03-05"
    record = json.dumps(replace(page_text, observation=Observation()).as_dict(), ensure_ascii=False).lower()
    for name in (NAME, NAME.split()[0], NAME.split()[1]):
        assert name.lower() not in record
    assert "author" not in record
    assert "creator" not in record
