import gzip
from datetime import date

import pytest
import yaml

from crawler.fetching.one_off_fetch import OneOffFetcher
from crawler.probing.site_draft import draft
from crawler.probing.site_probe import probe
from mezmun.core.errors import UnavailableError
from mezmun.core.sites import site_files
from mezmun.core.sites.site_schema import SiteKind
from tests.crawler.web import answer

FEED = "<rss version='2.0'><channel><item><link>/a</link></item><item><link>/b</link></item></channel></rss>"
SITEMAP = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>http://x/a</loc></url></urlset>"
UYGHUR = "بۈگۈن ئۈرۈمچىدە ھاۋا ئوچۇق، كىشىلەر سىرتقا چىقىپ ئايلاندى. بالىلار مەكتەپكە باردى."


def look(web, kind=None):
    asked = []
    with OneOffFetcher("Mezmun/test", 1_000_000, allow_local=True) as fetcher:
        probed = probe(f"{web.url}/", fetcher, kind=kind, tell=asked.append)
    return probed, [url.removeprefix(web.url) for url in asked]


@pytest.mark.slow
def test_a_blog_shows_platform_language_encoding_feeds_and_sitemaps(web, tmp_path):
    links = "".join(f"<a href=/2024/05/17/a-title-{number}/>x</a>" for number in range(4))
    web.pages["/robots.txt"] = f"User-agent: *\nCrawl-delay: 0.01\nSitemap: {web.url}/map.xml.gz\n"
    head = "<meta name=Generator content='WordPress 6.4'><link rel=alternate type=application/rss+xml href=/feed/>"
    page = (
        f"<html><head>{head}<script>var x = 'a lot of English words in a script'</script></head><p>{UYGHUR * 9}{links}"
    )
    web.pages["/"] = page
    web.pages["/feed/"] = answer(200, FEED.encode(), Content_Type="application/rss+xml")
    web.pages["/map.xml.gz"] = answer(200, gzip.compress(SITEMAP.encode()), Content_Type="application/gzip")
    probed, asked = look(web)
    assert asked == ["/", "/feed/", "/map.xml.gz"]
    assert web.paths().count("/robots.txt") == 1
    assert probed.platform is not None
    assert (probed.kind, probed.platform.platform.platform) == (SiteKind.BLOG, "WordPress")
    assert (probed.language.code, probed.encoding) == ("ug", "utf-8")
    assert [(each.addresses, each.named) for each in (*probed.feeds, *probed.sitemaps)] == [(2, True), (1, True)]
    assert probed.roles["content"] == 4
    path = tmp_path / "a-blog.yaml"
    path.write_text(draft(probed, path.stem, today=date(2026, 1, 2)), encoding="utf-8")
    site = site_files.load(path)
    assert (site.kind, site.seeds) == (SiteKind.BLOG, (f"{web.url}/",))
    assert "looked at on 2026-01-02" in path.read_text(encoding="utf-8")


def test_a_feed_that_the_site_does_not_name_becomes_a_seed(web, tmp_path):
    web.pages["/"] = "<link rel=stylesheet href=/wp-content/themes/a/b.css><p>words</p>"
    web.pages["/feed/"] = answer(200, FEED.encode(), Content_Type="application/rss+xml")
    probed, asked = look(web)
    assert asked == ["/", "/feed/", "/wp-sitemap.xml", "/sitemap_index.xml"]
    seeds = yaml.safe_load(draft(probed, "x", today=date(2026, 1, 2)))["seeds"]
    assert seeds == [f"{web.url}/", f"{web.url}/feed/"]


def test_a_site_of_no_known_program_is_a_forum_by_its_threads_or_as_it_is_named(web):
    web.pages["/"] = "".join(f"<a href=/threads/a-title.{number}/>x</a>" for number in range(5))
    assert look(web)[0].kind is SiteKind.FORUM
    assert look(web, SiteKind.BLOG)[0].kind is SiteKind.BLOG
    web.pages["/"] = "<a href=/a>x</a>"
    assert look(web)[0].kind is SiteKind.NEWS


def test_a_front_page_that_shows_nothing_is_told_by_a_page_that_it_links_to(web, tmp_path):
    """As the archive of a forum: its front page is a bare list, of which many threads are gone."""
    web.pages["/"] = "".join(f"<li><a href=topic{number}.html>{UYGHUR}</a>" for number in range(40))
    thread = "<a href=read.php?tid-12.html>x</a><script src=pw_ajax.js></script>"
    web.pages |= {f"/topic{number}.html": thread for number in range(7, 40)}
    probed, asked = look(web)
    assert probed.kind is SiteKind.FORUM
    assert probed.platform is not None
    assert probed.platform.platform.platform == "phpWind"
    assert len([path for path in asked if path.startswith("/topic")]) == 3  # two are gone
    text = draft(probed, "an-archive", today=date(2026, 1, 2))
    assert "# platform: phpWind (2 of 4 signs in its source; seen at " in text
    assert [path for path in look(web, SiteKind.BLOG)[1] if path.startswith("/topic")] == []


def test_one_sign_on_a_linked_page_may_be_a_link_to_a_forum_elsewhere_and_tells_nothing(web):
    web.pages["/"] = "".join(f"<li><a href=/2024/05/17/title-{number}.html>{UYGHUR}</a>" for number in range(40))
    article = f"<p>{UYGHUR}<a href=https://other.example/read.php?tid-12.html>x</a>"
    web.pages |= {f"/2024/05/17/title-{number}.html": article for number in range(40)}
    probed, asked = look(web)
    assert (probed.kind, probed.platform) == (SiteKind.NEWS, None)
    assert len([path for path in asked if path.startswith("/2024")]) == 2


def test_one_sign_on_the_first_page_makes_no_forum_of_a_site_without_threads(web):
    article = "<a href=/2024/05/17/a-title-of-words.html>x</a>"
    web.pages["/"] = f"<p>{UYGHUR}{article}<a href=https://other.example/viewtopic.php?t=3>our forum</a>"
    web.pages["/2024/05/17/a-title-of-words.html"] = f"<p>{UYGHUR}"
    probed, _ = look(web)
    assert (probed.kind, probed.platform) == (SiteKind.NEWS, None)
    threads = "".join(f"<a href=viewtopic.php?t={number}>x</a>" for number in range(5))
    web.pages["/"] = f"<p>{UYGHUR}{threads}"
    probed, _ = look(web)
    assert (probed.kind, probed.platform.platform.platform) == (SiteKind.FORUM, "phpBB")


def test_linked_pages_that_are_all_gone_are_not_asked_for_without_end(web):
    web.pages["/"] = "".join(f"<li><a href=topic{number}.html>x</a>" for number in range(40))
    probed, asked = look(web)
    assert probed.kind is SiteKind.NEWS
    assert len([path for path in asked if path.startswith("/topic")]) == 10  # every fourth of 40


def test_the_forum_in_a_folder_of_a_portal_becomes_a_section_of_its_file(web, tmp_path):
    threads = "".join(f"<a href=/bbs/read.php?tid={number}>x</a>" for number in range(1, 5))
    web.pages["/"] = f"<p>{UYGHUR}<a href=/2024/05/17/a-title-of-words.html>x</a>{threads}"
    web.pages["/bbs/"] = f"<html><body>{threads}"
    probed, asked = look(web, SiteKind.NEWS)
    assert "/bbs/" in asked
    path = tmp_path / "portal.yaml"
    path.write_text(draft(probed, path.stem, today=date(2026, 1, 2)), encoding="utf-8")
    site = site_files.load(path)
    assert [(section.kind, section.seeds) for section in site.sections] == [(SiteKind.FORUM, (f"{web.url}/bbs/",))]
    assert site.at(f"{web.url}/bbs/read.php?tid=1").kind is SiteKind.FORUM
    assert site.at(f"{web.url}/2024/05/17/a-title-of-words.html").kind is SiteKind.NEWS
    web.pages["/bbs/"] = "<p>sold out"
    assert look(web, SiteKind.NEWS)[0].forum is None


def test_what_robots_txt_forbids_is_not_looked_at(web):
    web.pages["/robots.txt"] = "User-agent: *\nDisallow: /\n"
    with pytest.raises(UnavailableError, match="robots"):
        look(web)
    assert web.paths() == ["/robots.txt"]


def test_an_address_that_is_no_page_is_one_sentence(web):
    web.pages["/"] = answer(200, b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\0\x01", Content_Type="application/pdf")
    with pytest.raises(UnavailableError, match="is no page"):
        look(web)
