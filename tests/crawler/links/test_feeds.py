import gzip
from datetime import UTC, datetime

import pytest

from crawler.links import feeds
from crawler.links.feeds import Feed

RSS = b"""<?xml version="1.0"?><rss version="2.0"><channel><link>http://x.org/</link>
<item><title>a</title><link> http://x.org/a </link></item><item><link>http://x.org/b</link></item></channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><link href="http://x.org/"/><link rel="next" href="http://x.org/feed?2"/>
<entry><link rel="replies" href="http://x.org/c"/><link rel="alternate" href="http://x.org/ئا"/></entry>
<entry><link href="http://x.org/b"/></entry></feed>""".encode()
RDF = b"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
<channel><link>http://x.org/</link></channel><item><link>http://x.org/a</link></item></rdf:RDF>"""
URLSET = b"""<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>http://x.org/a?x=1&amp;y=2</loc><lastmod>2024-01-01</lastmod></url></urlset>"""
INDEX = b"""<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>http://x.org/s1.xml.gz</loc></sitemap></sitemapindex>"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (RSS, Feed(("http://x.org/a", "http://x.org/b"), (), articles=True)),
        (ATOM, Feed(("http://x.org/ئا", "http://x.org/b"), ("http://x.org/feed?2",), articles=True)),
        (RDF, Feed(("http://x.org/a",), (), articles=True)),
        (URLSET, Feed(("http://x.org/a?x=1&y=2",), (), {"http://x.org/a?x=1&y=2": datetime(2024, 1, 1, tzinfo=UTC)})),
        (INDEX, Feed((), ("http://x.org/s1.xml.gz",))),
    ],
)
def test_links_are_read_from_every_form(body, expected):
    assert feeds.read(body.decode(errors="replace")) == expected


@pytest.mark.parametrize(
    "body", [b"", b"no xml", b"<rss><channel><item><link>", b"\xff\xfe\x00", b"<html><body>x</body></html>"]
)
def test_damage_gives_no_error(body):
    assert feeds.read(body.decode(errors="replace")).feeds == ()


def test_a_feed_cut_off_in_the_middle_gives_the_links_before():
    assert feeds.read(RSS[: RSS.index(b"</item>") + 10].decode()).pages == ("http://x.org/a",)


def test_a_feed_is_read_as_decoded_whatever_it_declares():
    text = RSS.decode().replace("/a ", "/ئا ").replace('version="1.0"?', 'version="1.0" encoding="gb2312"?')
    assert feeds.read(text).pages[0] == "http://x.org/ئا"


def test_entities_of_a_billion_laughs_stay_unread():
    bomb = b"""<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>
    <rss><channel><item><link>http://x.org/&c;</link></item></channel></rss>"""
    assert all(len(page) < 100 for page in feeds.read(bomb.decode()).pages)


def test_a_gzipped_sitemap_is_unpacked_and_a_bomb_is_not():
    assert feeds.unpack(gzip.compress(URLSET), 10_000) == URLSET
    assert feeds.unpack(URLSET, 10) == URLSET
    assert feeds.unpack(b"\x1f\x8bbroken", 10_000) == b""
    with pytest.raises(feeds.FeedTooLargeError):
        feeds.unpack(gzip.compress(b"\0" * 10_000_000), 1_000_000)


def test_when_a_page_was_changed_is_read_of_sitemaps_and_atom_and_nonsense_is_left_out():
    sitemap = (
        "<urlset><url><loc>http://a/1</loc><lastmod>2024-05-17</lastmod></url>"
        "<url><lastmod>2024-05-17T10:00:00+08:00</lastmod><loc>http://a/2</loc></url>"
        "<url><loc>http://a/3</loc><lastmod>yesterday</lastmod></url></urlset>"
    )
    assert feeds.read(sitemap).modified == {
        "http://a/1": datetime(2024, 5, 17, tzinfo=UTC),
        "http://a/2": datetime(2024, 5, 17, 2, tzinfo=UTC),
    }
    index = (
        "<sitemapindex><sitemap><loc>http://a/s</loc><lastmod>2024-05-17T00:00:00Z</lastmod></sitemap></sitemapindex>"
    )
    assert feeds.read(index).modified == {"http://a/s": datetime(2024, 5, 17, tzinfo=UTC)}
    atom = "<feed><entry><link href='http://a/1'/><updated>2024-05-17T10:00:00Z</updated></entry></feed>"
    assert feeds.read(atom).modified == {"http://a/1": datetime(2024, 5, 17, 10, tzinfo=UTC)}


def test_an_entry_with_many_times_is_as_of_the_first_that_can_be_read():
    entry = "<lastmod>then</lastmod><lastmod>2024-03-05</lastmod><lastmod>2024-03-06</lastmod>"
    feed = feeds.read(f"<urlset><url><loc>http://a.example/1</loc>{entry}</url></urlset>")
    assert [time.day for time in feed.modified.values()] == [5]
