import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from normalization import ContentKind, sniff

RSS = '<?xml version="1.0"?>\n<!-- made > by hand --><!DOCTYPE rss>\n<rss><item><author>Plum</author></item></rss>'
SITEMAP = '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>'


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"", ContentKind.EMPTY),
        (b" \r\n\t", ContentKind.EMPTY),
        (b"<p>words", ContentKind.HTML),
        ("<p>words".encode("utf-16"), ContentKind.HTML),
        ("<p>words and more words</p>".encode("utf-16-le"), ContentKind.HTML),
        (b"<my-own-element>words</my-own-element>", ContentKind.HTML),
        (b'<?xml version="1.0"?><!DOCTYPE html><html xmlns="x"><body/></html>', ContentKind.HTML),
        (b"<!-- a comment --><p>words", ContentKind.HTML),
        (b"words and no tag, 1 < 2", ContentKind.TEXT),
        (RSS.encode(), ContentKind.FEED),
        (RSS.encode("utf-16"), ContentKind.FEED),
        (b"<a:feed xmlns:a='http://www.w3.org/2005/Atom'>", ContentKind.FEED),
        (b"<rdf:RDF xmlns:rdf='x'>", ContentKind.FEED),
        (SITEMAP.encode(), ContentKind.SITEMAP),
        (b"\xef\xbb\xbf<sitemapindex>", ContentKind.SITEMAP),
        (b'{"html": "<p>words</p>"}', ContentKind.JSON),
        (b"[1, 2]", ContentKind.JSON),
        (b"{not json} <p>words", ContentKind.HTML),
        (b"%PDF-1.7\n\0\1", ContentKind.FILE),
        (gzip.compress(b"<p>words", mtime=0), ContentKind.FILE),
        (b"WARC/1.0\r\nWARC-Type: resource\r\n\r\n<p>words", ContentKind.FILE),
        (b"WARC/1.1 is the name of a format. <p>words", ContentKind.HTML),
        (bytes(range(256)) * 40, ContentKind.UNREADABLE),
    ],
)
def test_the_bytes_say_what_they_are(body, kind):
    content = sniff(body)
    assert content.kind is kind
    assert bool(content.reason) == (kind is not ContentKind.HTML)


@pytest.mark.parametrize(
    ("body", "content_type", "kind"),
    [
        (b"#include <stdio.h>", "text/plain", ContentKind.TEXT),
        (b"#include <stdio.h>", "text/html", ContentKind.HTML),
        (b"#include <stdio.h>", None, ContentKind.HTML),
        (b"<html><p>words", "text/plain; charset=utf-8", ContentKind.HTML),
        (b"<p>words", "image/png", ContentKind.HTML),
        (b"\x89PNG\r\n\x1a\n\0", "text/html", ContentKind.FILE),
        (RSS.encode(), "text/html", ContentKind.FEED),
    ],
)
def test_the_declared_type_decides_only_where_the_text_does_not(body, content_type, kind):
    assert sniff(body, content_type).kind is kind


def test_a_file_is_named():
    assert sniff(b"\x89PNG\r\n\x1a\n\0").reason == "it is a PNG image"


def test_a_text_that_begins_like_a_file_is_a_text():
    assert sniff(b"MZ <p>is how the paragraph begins").kind is ContentKind.HTML


@given(st.binary(max_size=400), st.none() | st.text(max_size=40))
def test_sniffing_never_raises_and_html_always_has_a_text(body, content_type):
    content = sniff(body, content_type)
    assert content.kind is not ContentKind.HTML or content.text
