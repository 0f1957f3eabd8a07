"""Every step of a page's way takes time that grows with the page, whatever stands in it.

A step that grows with the square of its input needs no large page to hang: 100 kB of combining marks took minutes.
"""

import pytest

import extraction
from crawler.links import feeds
from crawler.links.canonical_url import canonical_url
from crawler.links.discovery import discover
from crawler.links.url_patterns import PageRole
from crawler.politeness.usage_signals import usage_signals
from extraction.page.node_table import parse
from mezmun.core.sites.site_schema import Site, SiteKind
from normalization import DEFAULT_RULES, MASK_RULES, Rule, decode, identify, normalize, repair, sniff
from tests.growth import MOST, TIMES, growth
from workers import pipeline

pytestmark = pytest.mark.slow

CHARACTERS, ELEMENTS = 4_000, 400
"""Of the smallest input."""
SITE = Site.from_url("http://example.org/", SiteKind.NEWS)
URL = "http://example.org/thread-1-1.html"
SENTENCE = "<p>A few words stand here, and nobody reads them twice.</p>"

PIECES = [
    "\u0301\u0316", "e\u0301\u0327", "\u0651\u064e", "ا\u0654", "\u0640", "\u200f\u202a", "ب\u200c", "\u200d",
    "\ue003 ", "\ue292", "Ø¦", "â€", "Ã©", "å…", "þ", "ئ", "ا", "ﺋﺎ", "ﷺ", "ئالما ", "яж ", "新", "カ", "1", "1 ",
    "1-", "1.", "(1", "::1", "@", "a@", "a.", "http://", "QQ: ", "+998 ", "&", "&#", "&#1603;", "&amp;#16", "& # 1 ",
    "<", ">",
    "\"'", "=", "<!--", "<![CDATA[", "<?", " ", "\n", "\t", "\0", "\ufeff", "2024-يىلى 3-", "2024-", "Jan 1, ",
    "Alice wrote: ", "posted by ", "> ", "| ", "charset=", "\ud7ff", "😀\u200d",
]  # fmt: skip

TEXT_STEPS = {
    "decode": lambda text: decode(text.encode()),
    "decode as windows-1256": lambda text: decode(
        text.encode("cp1256", "replace") + b"\xff\xd8", "text/html; charset=windows-1256"
    ),
    "decode as gb18030": lambda text: decode(text.encode("gb18030") + b"\xff\xd8"),
    "tell the kind": lambda text: sniff(b"<" + text.encode()),
    "repair": lambda text: repair("&#1603;" * 30 + text),
    "identify": identify,
    "normalise": lambda text: normalize(text, rules=frozenset(Rule) - MASK_RULES),
    "normalise as Uyghur": lambda text: normalize(f"ئالما باغدا {text}", rules=DEFAULT_RULES, language="ug"),
    "mask": lambda text: normalize(text, rules=MASK_RULES),
    "read an address": lambda text: canonical_url(f"http://example.org/a?x={text}", SITE, URL),
    "read a feed": lambda text: feeds.read(f"<rss><item><link>{text}</link></item></rss>"),
}

PLACES = {
    "text": "{}",
    "a paragraph": SENTENCE + "<p>{}</p>",
    "a title": "<title>{0}</title><h1>{0}</h1>" + SENTENCE,
    "a date": "<meta property=article:published_time content='{0}'><time>{0}</time>" + SENTENCE,
    "a name": "<div class='{0}' id='{0}'>" + SENTENCE,
    "a link": "<a href='{0}' title='{0}' rel='{0}'>{0}</a>" + SENTENCE,
    "facts": '<script type=application/ld+json>{{"datePublished": "{0}"}}</script>' + SENTENCE,
}
HOSTILE_PIECES = ["\u0301\u0316", "a ", "1", "2024-", "<b>", "&#", "\"'", "ئ ", "wrote: ", "http://", "/a"]

REPEATED = {
    "paragraphs": SENTENCE,
    "list items": "<li>x",
    "headings": "<h2>x</h2>",
    "links": "<a href=/{}-a-b-c>x</a>",
    # In elements that end, so that the depth stays one: the standard's tree builder searches all open elements at each
    # tag, so its time grows with the square of the depth, which ``limits.MAX_DEPTH`` bounds.
    "anchors that are not closed": "<div><a href=/{}-a-b-c><div>x</div></div>",
    "next pages": "<a rel=next href=/page/{}>2</a>",
    "table rows": "<tr><td>a cell<td>{}",
    "cells with quotes that do not end": '<td a="b"c="',
    "posts": "<div class=post id=post-{}><a href=/u/{}>reader</a> wrote:<p>A few words stand in this post.</div>",
    "comments": "<li class=comment id=comment-{}><p>A few words stand in this comment.</li>",
    "quotations": "<blockquote>Reader wrote: a few words</blockquote>" + SENTENCE,
    "line breaks": "x<br>",
    "formatting": "<b><i>x</i></b>",
    "metas": "<meta name=robots content=none><meta property=article:published_time content=2024-13-45>",
    "dates": "<time>2024-13-45</time>",
    "scripts": "<script type=application/ld+json>{{</script>",
    "forms": "<form><select><option>x<option>y</select></form>",
    "hidden": "<i hidden>x</i>",
    "entries of a sitemap": "<url><loc>http://example.org/{}</loc><lastmod>2024-01-01</lastmod></url>",
    "times of one entry": "<lastmod>2024-01-01</lastmod><loc>http://example.org/{}</loc>",
}


def _of_method(method):
    return lambda html: pipeline.process(
        html.encode(), method=method, url=URL, with_paths=True, with_observation=True
    ).columns()


PAGE_STEPS = {
    "parse": lambda html: parse(html),
    **{f"extract by {method.name}": _of_method(method.name) for method in extraction.methods()},
    "render": lambda html: extraction.markdown(extraction.extract(html, URL, "all-text").blocks),
    "facts": lambda html: extraction.extract(html, URL, "all-text").metadata,
    "explain": lambda html: extraction.explain(extraction.extract(html, URL)),
    "find links": lambda html: discover(html, URL, SITE, role=PageRole.UNKNOWN),
    "read a feed": lambda html: feeds.read(f"<urlset><url>{html}</url></urlset>"),
    "read a page's wishes": lambda html: usage_signals({}, ((each, html[:100]) for each in html.split(">"))),
}


@pytest.mark.parametrize("piece", PIECES, ids=ascii)
@pytest.mark.parametrize("step", TEXT_STEPS)
def test_a_step_on_text_is_linear(step, piece):
    less, more = (piece * (CHARACTERS * times // len(piece)) for times in (1, TIMES))
    assert growth(TEXT_STEPS[step], less, more) < MOST


@pytest.mark.parametrize("piece", HOSTILE_PIECES, ids=ascii)
@pytest.mark.parametrize("place", PLACES)
def test_what_stands_in_one_place_takes_linear_time(place, piece):
    def page(times):
        return PLACES[place].format(piece * (CHARACTERS * times // len(piece)))

    less, more = page(1), page(TIMES)
    assert growth(_of_method("mezmun"), less, more) < MOST
    assert growth(PAGE_STEPS["find links"], less, more) < MOST


@pytest.mark.parametrize("repeated", REPEATED)
@pytest.mark.parametrize("step", PAGE_STEPS)
def test_a_step_on_a_page_is_linear(step, repeated):
    def page(times):
        return "".join(REPEATED[repeated].format(number, number) for number in range(ELEMENTS * times))

    assert growth(PAGE_STEPS[step], page(1), page(TIMES)) < MOST
