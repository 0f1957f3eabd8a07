"""What a server sends without end costs a page, never the process."""

import gzip
import time
import zlib
from contextlib import suppress

import brotli
import zstandard

from tests.crawler.web import answer, drip, make_site, reset

ZEROS = bytes(60_000_000)
BOMBS = {
    "gzip": gzip.compress(ZEROS, 1),
    "deflate": zlib.compress(ZEROS, 1),
    "br": brotli.compress(ZEROS, quality=1),
    "zstd": zstandard.compress(ZEROS),
}


def packed_in(coding):
    return answer(200, BOMBS[coding], Content_Encoding=coding)


def test_whatever_is_packed_is_unpacked_no_further_than_a_page_may_be(web, crawls):
    web.pages["/"] = "".join(f'<a href="/a-bomb-in-{coding}">x</a>' for coding in BOMBS)
    web.pages |= {f"/a-bomb-in-{coding}": packed_in(coding) for coding in BOMBS}
    web.pages["/robots.txt"] = f"Sitemap: {web.url}/sitemap.xml.gz\nSitemap: {web.url}/sitemap-index-1.xml\n"
    web.pages["/sitemap.xml.gz"] = answer(200, gzip.compress(b"<urlset>" + ZEROS, 1), Content_Type="application/gzip")
    for number in range(1, 40):
        parts = f"<sitemap><loc>{web.url}/sitemap-index-{number + 1}.xml</loc></sitemap>"
        web.pages[f"/sitemap-index-{number}.xml"] = f"<sitemapindex>{parts}</sitemapindex>"
    assert crawls.run(make_site(web)) == 0
    outcomes = crawls.outcomes()
    indexes = [path for path in outcomes if "index" in path]
    assert len(indexes) == 9, "an index that leads to another one has no end; limits.depth is eight"
    assert {path: outcome for path, outcome in outcomes.items() if path not in indexes} == {
        "/": "listing",
        "/sitemap.xml.gz": "too-large",
        **dict.fromkeys((f"/a-bomb-in-{coding}" for coding in BOMBS), "too-large"),
    }


def test_headers_without_end_and_drops_without_end_end_as_outcomes(web, crawls):
    sent = []

    def endless_headers(handler):
        handler.send_response(200)
        line = b"Set-Cookie: " + b"x" * 1000 + b"\r\n"
        with suppress(OSError):
            for _ in range(100_000):
                handler.wfile.write(line)
                sent.append(len(line))

    tries = []

    def breaks_off_again_and_again(handler):
        tries.append(time.monotonic())
        answer(200, b"<p>", Content_Length="1000")(handler)
        handler.wfile.flush()
        time.sleep(0.8)
        reset(handler)

    web.pages["/"] = (
        '<a href="/headers-with-no-end">x</a><a href="/drip-of-one-byte">x</a><a href="/breaks-off-again">x</a>'
    )
    web.pages |= {"/headers-with-no-end": endless_headers, "/drip-of-one-byte": drip}
    web.pages["/breaks-off-again"] = breaks_off_again_and_again
    assert crawls.run(make_site(web, limits={"delay": 0, "timeout": 2, "retries": 5})) == 0
    assert crawls.outcomes() == {
        "/": "listing",
        "/headers-with-no-end": "unreachable",
        "/drip-of-one-byte": "timeout",
        "/breaks-off-again": "timeout",
    }
    assert sum(sent) < 40_000_000, "six tries of some megabytes that were on their way"
    assert 1 <= len(tries) <= 3, "two seconds hold for all tries together"
