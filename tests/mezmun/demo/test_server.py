from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from urllib.parse import urlsplit

import pytest

from mezmun.demo.sample_site import SampleSite
from mezmun.demo.server import serve


@pytest.fixture(scope="module")
def sites() -> Iterator[dict[str, SampleSite]]:
    with serve() as served:
        yield served


def _get(url: str, method: str = "GET", **headers: str) -> tuple[HTTPResponse, bytes]:
    parts = urlsplit(url)
    connection = HTTPConnection(parts.netloc, timeout=5)
    connection.request(method, url.removeprefix(f"http://{parts.netloc}"), headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


@pytest.mark.slow
def test_every_page_is_served_as_it_was_built(sites: dict[str, SampleSite]) -> None:
    assert len({site.base for site in sites.values()}) == 3
    for site in sites.values():
        for path, page in site.pages.items():
            answer, body = _get(f"{site.base}{path}")
            assert (answer.status, answer.headers["Content-Type"], body) == (200, page.content_type, page.body), path
        for truth in site.truth:
            assert truth.url.removeprefix(site.base) in site.pages


def test_what_is_not_there_is_404(sites: dict[str, SampleSite]) -> None:
    answer, body = _get(f"{sites['news'].base}/show.php?id=999")
    assert answer.status == 404
    assert body


def test_a_known_page_is_answered_with_304_and_no_body(sites: dict[str, SampleSite]) -> None:
    url = sites["blog"].truth[0].url
    first, _ = _get(url)
    for header, value in {
        "If-None-Match": first.headers["ETag"],
        "If-Modified-Since": first.headers["Last-Modified"],
    }.items():
        answer, body = _get(url, **{header: value})
        assert (answer.status, body) == (304, b"")
    answer, _ = _get(url, **{"If-None-Match": '"other"', "If-Modified-Since": first.headers["Last-Modified"]})
    assert answer.status == 200


def test_head_gives_the_headers_alone(sites: dict[str, SampleSite]) -> None:
    answer, body = _get(f"{sites['forum'].base}/", method="HEAD")
    assert (answer.status, body) == (200, b"")
    assert int(answer.headers["Content-Length"]) > 0


@pytest.mark.slow
def test_the_ports_are_free_again_afterwards() -> None:
    with serve() as sites:
        ports = {kind: urlsplit(site.base).port or 0 for kind, site in sites.items()}
    with serve(ports) as again:
        assert {kind: urlsplit(site.base).port for kind, site in again.items()} == ports
