"""Whatever a server does, every page ends as one outcome, nothing hangs, and the crawl goes on."""

import gzip
import socket

import pytest

from tests.crawler.web import answer, first, make_site, redirect, reset, stall, stall_in_the_body

ARTICLE = "<html><title>t</title><p>" + "words of an article " * 20
PACKED = gzip.compress(ARTICLE.encode())


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def endless(handler):
    """50 MB with no length said."""
    answer(200, b"", Content_Length="")(handler)
    for _ in range(50):
        handler.wfile.write(b"<p>" + b"x" * 1_000_000)


def says_more(handler):
    answer(200, b"<p>short", Content_Length="500")(handler)
    handler.close_connection = True


@pytest.fixture
def bad(web, other_web):
    other_web.pages["/away"] = ARTICLE
    return {
        # path: (what the server does, the outcome; None is left to the workers)
        "/an-honest-article": (ARTICLE, None),
        "/big-of-50-megabytes": (answer(200, b"<p>" + b"x" * 50_000_000), "too-large"),
        "/big-with-no-length": (endless, "too-large"),
        "/big-when-unpacked": (
            answer(200, gzip.compress(b"<p>" + b"\0" * 50_000_000), Content_Encoding="gzip"),
            "too-large",
        ),
        "/no-bytes-at-all": (answer(200, b""), "empty"),
        "/no-bytes-status-204": (answer(204, b"", Content_Length=""), "empty"),
        "/binary-called-html": (answer(200, b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 50), "not-html"),
        "/noise-called-html": (answer(200, bytes(range(256)) * 50), "undecodable"),
        "/image-without-name": (answer(200, b"GIF89a....", Content_Type="image/gif"), "not-html"),
        "/text-and-no-html": (answer(200, b"plain words", Content_Type="text/plain"), "not-html"),
        "/html-called-text": (answer(200, ARTICLE.encode(), Content_Type="text/plain"), None),
        "/html-called-nothing": (answer(200, ARTICLE.encode(), Content_Type=""), None),
        "/nul-characters-inside": (answer(200, ARTICLE.replace(" of", "\0of", 3).encode()), None),
        "/nested-very-very-deep": (answer(200, b"<div>" * 100_000 + b"<a href='/found-in-the-deep-down'>"), None),
        "/wrong-charset-said": (
            answer(200, ARTICLE.encode("utf-16"), Content_Type="text/html; charset=no-such-one"),
            None,
        ),
        "/loop-to-it-self": (redirect("/loop-to-it-self"), "redirected-away"),
        "/loop-of-two-a": (redirect("/loop-of-two-b"), "redirected-away"),
        "/loop-of-two-b": (redirect("/loop-of-two-a"), "redirected-away"),
        "/away-to-another-host": (redirect(f"{other_web.url}/away"), "redirected-away"),
        "/away-to-another-scheme": (redirect("ftp://127.0.0.1/x"), "redirected-away"),
        "/away-to-a-script": (redirect("javascript:void(0)"), "redirected-away"),
        "/away-to-a-log-in": (redirect(web.url.replace("//", "//user:secret@") + "/x"), "redirected-away"),
        "/not-modified-since-never": (answer(304, b""), "http-error"),
        "/away-to-no-address": (redirect("http://[::1/x"), "redirected-away"),
        "/redirect-to-nowhere": (answer(302, b"moved"), "http-error"),
        "/stalls-before-the-head": (stall(), "timeout"),
        "/stalls-in-the-body": (stall_in_the_body, "timeout"),
        "/says-more-than-it-sends": (says_more, "unreachable"),
        "/drops-the-connection": (reset, "unreachable"),
        "/not-found-not-found": (answer(404, b"<p>no"), "http-error"),
        "/always-an-error-500": (answer(500, b"<p>no"), "http-error"),
        "/busy-for-a-moment": (first(answer(503, b"", Retry_After="1"), answer(200, ARTICLE.encode())), None),
        "/too-many-too-many": (answer(429, b""), "http-error"),
        "/strange-status-799": (answer(799, b"<p>x"), "http-error"),
        "/broken-gzip-inside": (answer(200, b"\x1f\x8bnonsense", Content_Encoding="gzip"), "undecodable"),
        "/gzip-cut-short": (answer(200, PACKED[:-30], Content_Encoding="gzip", Content_Length=""), "unreachable"),
        "/gzip-whole-of-unknown-length": (answer(200, PACKED, Content_Encoding="gzip", Content_Length=""), None),
        "/gzip-without-an-end": (answer(200, PACKED[:-8], Content_Encoding="gzip"), None),
        "/broken-brotli-inside": (answer(200, b"nonsense" * 9, Content_Encoding="br"), "undecodable"),
        "/broken-zstd-inside": (answer(200, b"nonsense" * 9, Content_Encoding="zstd"), "undecodable"),
        "/unknown-packing-inside": (answer(200, ARTICLE.encode(), Content_Encoding="x-own"), None),
    }


def test_every_bad_answer_is_one_outcome_and_the_crawl_goes_on(web, other_web, bad, crawls):
    links = "".join(f'<li><a href="{path}">x</a>' for path in bad)
    nobody = f"http://127.0.0.1:{free_port()}/nobody-listens-here"
    web.pages["/"] = f'{links}<a href="{nobody}">x</a><a href="/zz-the-last-one">x</a>'
    web.pages |= {path: answer for path, (answer, _) in bad.items()}
    web.pages["/zz-the-last-one"] = ARTICLE
    site = make_site(web, hosts=[web.url[7:], nobody.split("/")[2]])

    assert crawls.run(site) == 0

    expected = {path: outcome for path, (_, outcome) in bad.items()}
    expected |= {
        "/": "listing",
        "/nobody-listens-here": "robots-denied",  # its robots.txt cannot be read (RFC 9309, 2.3.1.4)
        "/zz-the-last-one": None,
        "/found-in-the-deep-down": "http-error",
    }
    assert crawls.outcomes() == expected
    assert "/away" not in other_web.paths(), "a redirect was followed to another host"
    assert crawls.rows("SELECT count(*) FROM crawls WHERE state = 'finished'")[0][0] == 1
    # What the workers are to see has its bytes; what they are not has an outcome.
    assert (
        crawls.rows(
            "SELECT count(*) FROM fetches f WHERE f.sha256 IS NULL AND NOT EXISTS"
            " (SELECT FROM outcomes o WHERE o.fetch_id = f.id)"
        )[0][0]
        == 0
    )
    waiting = sum(outcome is None for outcome in expected.values())
    assert crawls.rows("SELECT count(*) FROM kombu_message")[0][0] == waiting


def test_retries_are_counted_and_retry_after_is_honoured(web, crawls):
    web.pages["/"] = '<a href="/busy-busy-busy">x</a>'
    web.pages["/busy-busy-busy"] = first(answer(503, b"", Retry_After="2"), answer(200, ARTICLE.encode()))
    assert crawls.run(make_site(web)) == 0
    times = [at for at, path, _ in web.requests if path == "/busy-busy-busy"]
    assert len(times) == 2
    assert times[1] - times[0] >= 2
    assert crawls.rows("SELECT attempts FROM fetches WHERE url LIKE '%busy%'") == [(2,)]
